-- Locks the counters of caps of messages, as billing.reserve_messages names them, for one message more.
create or replace function billing.lock_caps(p_users uuid[], p_of int[], p_day date, p_caps jsonb) returns void language plpgsql as $$
begin
  -- In the order of the keys, so that concurrent calls cannot deadlock.
  insert into billing.cap_day (user_id, key, day, used)
    select distinct p_users[p_of[c.place]], c.key, p_day, 0 from jsonb_to_recordset(p_caps) as c (place int, key text) order by 1, 2
    on conflict do nothing;
  perform from billing.cap_day d
    where d.day = p_day
      and (d.user_id, d.key) in (select p_users[p_of[c.place]], c.key from jsonb_to_recordset(p_caps) as c (place int, key text))
    order by d.user_id, d.key for update;
end $$;
