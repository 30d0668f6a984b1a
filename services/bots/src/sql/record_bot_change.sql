-- Records when a bot was last changed in a way that concerns runners, so that they read only what has changed, and when it was last started.
-- A trigger does it, because several statements start, stop, pause, edit and delete bots. Reports of the state, which are frequent, do not count.
create or replace function bots.record_bot_change() returns trigger language plpgsql as $$
begin
  if (new.desired_online, new.application_id, new.discord_token, new.server_id, new.channel_settings, new.name, new.version, new.deleted_at)
    is distinct from
    (old.desired_online, old.application_id, old.discord_token, old.server_id, old.channel_settings, old.name, old.version, old.deleted_at)
  then
    new.changed_at := clock_timestamp();
  end if;
  if new.desired_online and not old.desired_online then
    new.started_at := clock_timestamp();
  end if;
  return new;
end $$;

create or replace trigger record_bot_change before update on bots.bot
  for each row execute function bots.record_bot_change();
