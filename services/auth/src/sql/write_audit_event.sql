-- Appends one event, given as canonical JSON, to the hash chain. An event whose id is already stored is ignored.
create or replace function auth.write_audit_event(p_event text) returns void language plpgsql as $$
declare
  head auth.audit_head;
begin
  -- The row lock makes writers of all replicas take turns.
  select * into head from auth.audit_head for update;
  if exists (select from auth.audit_event where id = (p_event::jsonb ->> 'id')::uuid) then return; end if;
  head.position := head.position + 1;
  head.hash := sha256(head.hash || convert_to(p_event, 'UTF8'));
  insert into auth.audit_event (position, event, hash) values (head.position, p_event, head.hash);
  update auth.audit_head set position = head.position, hash = head.hash;
end $$;
