-- Records since when a bot is meant to be on Discord, and whether it is connected (docs/decisions.md N2). A trigger does it, because
-- several statements start, stop, pause, report and delete bots. At most one period of a bot is open.
create or replace function bots.record_run_period() returns trigger language plpgsql as $$
declare
  at timestamptz := clock_timestamp();
  ready boolean := new.runtime_state = 'online';
begin
  if new.desired_online and exists (
    select from bots.run_period where bot_id = new.id and ended_at is null and is_ready = ready
  ) then
    return null;
  end if;
  update bots.run_period set ended_at = greatest(at, started_at) where bot_id = new.id and ended_at is null;
  if new.desired_online then
    insert into bots.run_period (bot_id, is_ready, started_at) values (new.id, ready, at);
  end if;
  return null;
end $$;

create or replace trigger record_run_period after update of desired_online, runtime_state on bots.bot
  for each row execute function bots.record_run_period();
