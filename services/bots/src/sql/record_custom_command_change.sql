-- The names, triggers and options of a user's commands reach every bot that has learned them; their code does not. Locked in the order of ids, like
-- everywhere (src/locks.ts).
create or replace function bots.record_custom_command_change() returns trigger language plpgsql as $$
begin
  perform id from bots.bot where id in (select bot_id from bots.learned_command where custom_command_id = new.id)
    order by id for update;
  update bots.bot set changed_at = clock_timestamp()
    where id in (select bot_id from bots.learned_command where custom_command_id = new.id);
  return null;
end $$;

create or replace trigger record_custom_command_change after update of name, trigger, description, options on bots.custom_command
  for each row execute function bots.record_custom_command_change();
