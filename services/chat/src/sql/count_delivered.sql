-- Trigger after each statement that changes chat.bot_counter: adds the difference of the sum to chat.delivered_total.
create or replace function chat.count_delivered() returns trigger language plpgsql as $$
declare
  difference bigint := 0;
begin
  if tg_op <> 'DELETE' then
    difference := (select coalesce(sum(delivered), 0) from new_rows);
  end if;
  if tg_op <> 'INSERT' then
    difference := difference - (select coalesce(sum(delivered), 0) from old_rows);
  end if;
  if difference <> 0 then
    insert into chat.delivered_total (delivered) values (difference);
  end if;
  return null;
end $$;
