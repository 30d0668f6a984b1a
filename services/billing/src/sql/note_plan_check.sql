-- Trigger of what the plan of a user is computed from: notes that the plan has to be looked at.
create or replace function billing.note_plan_check() returns trigger language plpgsql as $$
begin
  insert into billing.plan_check (user_id) values (coalesce(new.user_id, old.user_id));
  return null;
end $$;
