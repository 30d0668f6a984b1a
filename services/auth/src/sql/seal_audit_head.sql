-- Stores the seal of the end of the chain: an HMAC with a key that the database does not have. Called in the transaction that appended the
-- last event, which holds the lock of the row.
create or replace function auth.seal_audit_head(p_seal bytea) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update auth.audit_head set seal = p_seal;
$$;
