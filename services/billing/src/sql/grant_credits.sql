-- Adds credits as `post_grant` does, and returns also whether this call added them.
create or replace function billing.grant_credits(p_user uuid, p_credits bigint, p_key text, p_actor uuid, out balance bigint, out is_new boolean)
language plpgsql as $$
begin
  balance := billing.post_grant(p_user, p_credits, p_key, p_actor);
  -- Written by this transaction, not by an earlier one with the same key.
  is_new := exists (
    select from billing.ledger_txn
    where kind = 'grant' and reference = p_key and xmin = pg_current_xact_id()::xid
  );
end $$;
