-- Reserves one message: `source` says what pays for it, 'plan', 'credit' or 'denied'; null when the request id belongs to another user. `cap`
-- is the key of the counter whose cap denied it, `warning` the share of the daily limit, in percent, that is reached and not announced yet.
-- A request that is reserved or settled gets the same source again. One that was released (a retried job) is charged anew: `attempt`
-- counts the charges and keeps their ledger references apart. A denial is not stored: nothing was charged, and credits may be added.
-- Like every function of metering it locks in the order reservation, caps by key, day, wallet, so that concurrent calls cannot deadlock.
create or replace function billing.reserve_source(p_user uuid, p_limit int, p_request text, p_bot uuid, p_cap_keys text[], p_cap_limits int[],
  out source text, out cap text, out warning int)
language plpgsql as $$
#variable_conflict use_column
declare
  today date := (now() at time zone 'utc')::date;
  held billing.reservation;
begin
  warning := 0;
  -- Requests far beyond the limit are denied by reads alone. The statements below still decide for all others.
  if p_limit <= coalesce((select used from billing.usage_day where user_id = p_user and day = today), 0)
    and not exists (select from billing.wallet where user_id = p_user and balance >= 1)
    and not exists (select from billing.reservation where request_id = p_request) then
    source := 'denied';
    return;
  end if;
  loop
    insert into billing.reservation (request_id, user_id, state, day) values (p_request, p_user, 'released', today) on conflict do nothing;
    select * into held from billing.reservation where request_id = p_request for update;
    -- A concurrent call with the same id that is denied deletes its row between the two statements.
    exit when found;
  end loop;
  if held.user_id <> p_user then return; end if;
  if held.state <> 'released' then
    source := held.source;
    return;
  end if;

  cap := billing.reached_cap(p_user, today, p_cap_keys, p_cap_limits);
  if cap is null then
    insert into billing.usage_day as u (user_id, day, used, warning_due)
      values (p_user, today, 1, billing.usage_threshold(1, p_limit))
      on conflict (user_id, day) do update
      set used = u.used + 1, warning_due = greatest(u.warning_due, billing.usage_threshold(u.used + 1, p_limit))
      where p_limit is null or u.used < p_limit
      returning case when u.warning_due > u.warned then u.warning_due else 0 end into warning;
    if found then
      source := 'plan';
    elsif billing.take_credit(p_user, p_request || '#' || held.attempt + 1, p_bot) then
      source := 'credit';
      warning := 0;
      -- The statement above locked the row of the day, although it did not change it.
      update billing.usage_day set on_credit = on_credit + 1 where user_id = p_user and day = today;
    end if;
  end if;
  if source is null then
    delete from billing.reservation where request_id = p_request and attempt = 0;
    source := 'denied';
    warning := 0;
    return;
  end if;
  if cardinality(p_cap_keys) > 0 then
    update billing.cap_day set used = used + 1 where user_id = p_user and day = today and key = any(p_cap_keys);
  end if;
  update billing.reservation as r
    set state = 'reserved', source = reserve_source.source, day = today, attempt = held.attempt + 1, reserved_at = now(),
      bot_id = p_bot, cap_keys = p_cap_keys
    where request_id = p_request;
end $$;
