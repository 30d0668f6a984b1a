-- Makes the audit log append-only for its owner too; the role of the service may only read it and call the functions. Only
-- `append_audit_event` and `seal_audit_head` change the row of `auth.audit_head`.
create or replace function auth.refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;

create or replace trigger append_only before update or delete or truncate on auth.audit_event
  for each statement execute function auth.refuse_audit_change();
create or replace trigger append_only before insert or delete or truncate on auth.audit_head
  for each statement execute function auth.refuse_audit_change();
