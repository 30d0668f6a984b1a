-- Trigger after each statement that changes bots.bot: adds the differences of the counts to bots.bot_total.
create or replace function bots.count_bots() returns trigger language plpgsql as $$
declare
  more_total bigint := 0;
  more_online bigint := 0;
  before_total bigint := 0;
  before_online bigint := 0;
begin
  if tg_op <> 'DELETE' then
    select count(*), count(*) filter (where runtime_state = 'online') into more_total, more_online from new_rows where deleted_at is null;
  end if;
  if tg_op <> 'INSERT' then
    select count(*), count(*) filter (where runtime_state = 'online') into before_total, before_online from old_rows where deleted_at is null;
  end if;
  if more_total <> before_total or more_online <> before_online then
    insert into bots.bot_total (total, online) values (more_total - before_total, more_online - before_online);
  end if;
  return null;
end $$;

create or replace trigger count_inserted after insert on bots.bot
  referencing new table as new_rows for each statement execute function bots.count_bots();
create or replace trigger count_changed after update on bots.bot
  referencing old table as old_rows new table as new_rows for each statement execute function bots.count_bots();
create or replace trigger count_deleted after delete on bots.bot
  referencing old table as old_rows for each statement execute function bots.count_bots();
