-- What a bot learned and installed is read by runners together with the bot: a change of it counts as a change of the bot, so that runners
-- find it even when the event about it is lost. Rows of deleted bots match nothing.
create or replace function bots.record_part_change() returns trigger language plpgsql as $$
declare
  part_of uuid := case when tg_op = 'DELETE' then old.bot_id else new.bot_id end;
begin
  update bots.bot set changed_at = clock_timestamp() where id = part_of;
  return null;
end $$;

create or replace trigger record_command_change after insert or update or delete on bots.learned_command
  for each row execute function bots.record_part_change();
create or replace trigger record_system_change after insert or update or delete on bots.installed_system
  for each row execute function bots.record_part_change();
