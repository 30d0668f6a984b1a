-- Trigger after each statement that changes auth."user": adds the differences of the counts to auth.user_count.
create or replace function auth.count_users() returns trigger language plpgsql as $$
declare
  more_users bigint := 0;
  more_subscribers bigint := 0;
  before_users bigint := 0;
  before_subscribers bigint := 0;
begin
  if tg_op <> 'DELETE' then
    select count(*), count(*) filter (where marketing_updates) into more_users, more_subscribers from new_rows where removed_at is null;
  end if;
  if tg_op <> 'INSERT' then
    select count(*), count(*) filter (where marketing_updates) into before_users, before_subscribers from old_rows where removed_at is null;
  end if;
  if more_users <> before_users or more_subscribers <> before_subscribers then
    insert into auth.user_count (users, subscribers) values (more_users - before_users, more_subscribers - before_subscribers);
  end if;
  return null;
end $$;

create or replace trigger count_inserted after insert on auth."user"
  referencing new table as new_rows for each statement execute function auth.count_users();
create or replace trigger count_changed after update on auth."user"
  referencing old table as old_rows new table as new_rows for each statement execute function auth.count_users();
create or replace trigger count_deleted after delete on auth."user"
  referencing old table as old_rows for each statement execute function auth.count_users();
