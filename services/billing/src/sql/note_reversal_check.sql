-- Trigger of reversed payments. Whose plan was paid by it is looked up later: the subscription may be stored at the same time.
create or replace function billing.note_reversal_check() returns trigger language plpgsql as $$
begin
  insert into billing.plan_check (payment_id) values (new.payment_id);
  return null;
end $$;
