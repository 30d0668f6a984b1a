-- Locks the counters of these keys for one more message and returns the key of one whose cap is reached; null when there is room on all.
create or replace function billing.reached_cap(p_user uuid, p_day date, p_keys text[], p_limits int[]) returns text language plpgsql as $$
declare
  reached text;
begin
  -- In the order of the keys, so that concurrent calls cannot deadlock.
  insert into billing.cap_day (user_id, key, day, used)
    select p_user, k, p_day, 0 from unnest(p_keys) k order by k on conflict do nothing;
  perform from billing.cap_day c where c.user_id = p_user and c.day = p_day and c.key = any(p_keys) order by c.key for update;
  select c.key into reached
    from unnest(p_keys, p_limits) with ordinality as l (key, cap, position)
    join billing.cap_day c on c.user_id = p_user and c.day = p_day and c.key = l.key and c.used >= l.cap
    order by l.position limit 1;
  return reached;
end $$;
