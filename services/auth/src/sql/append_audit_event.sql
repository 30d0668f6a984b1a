-- Appends one event, given as canonical JSON, to the hash chain. Returns the end of the chain before (`previous_…`) and after it, which the
-- caller has to seal in the same transaction; no row when an event of this id is already stored.
-- Runs as the owner of the log, because the role of the service can neither insert into these tables nor change them.
create or replace function auth.append_audit_event(p_event text)
returns table (previous_position bigint, previous_hash bytea, previous_seal bytea, "position" bigint, hash bytea)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  head auth.audit_head;
  appended bytea;
begin
  -- The row lock makes writers of all replicas take turns until their transactions end.
  select * into head from auth.audit_head for update;
  if exists (select from auth.audit_event e where e.id = (p_event::jsonb ->> 'id')::uuid) then return; end if;
  appended := sha256(head.hash || convert_to(p_event, 'UTF8'));
  insert into auth.audit_event (position, event, hash) values (head.position + 1, p_event, appended);
  update auth.audit_head h set position = head.position + 1, hash = appended;
  return query select head.position, head.hash, head.seal, head.position + 1, appended;
end $$;
