-- Reserves one message: `source` says what pays for it, 'plan', 'credit' or 'denied'; null when the request id belongs to another user. `cap`
-- is the key of the counter whose cap denied it, `warning` the share of the daily limit, in percent, that is reached and not announced yet.
-- `charge` says which charge of the request it is (0 when denied), so that a release that arrives late does not undo a later charge.
-- A request that is reserved or settled gets the same answer again. One that was released (a retried job) is charged anew: `attempt`
-- counts the charges and keeps their ledger references apart. A denial is not stored: nothing was charged, and credits may be added.
-- Like every function of metering it locks in the order reservation, caps by key, day, wallet, so that concurrent calls cannot deadlock.
create or replace function billing.reserve_message(p_user uuid, p_limit int, p_request text, p_bot uuid, p_cap_keys text[], p_cap_limits int[],
  out source text, out charge int, out cap text, out warning int)
language plpgsql as $$
#variable_conflict use_column
declare
  today date := (now() at time zone 'utc')::date;
  held billing.reservation;
  is_new boolean;
  is_plan_used_up boolean;
  expected text;
begin
  warning := 0;
  charge := 0;
  -- Requests far beyond the limit are denied by reads alone. The statements below still decide for all others.
  is_plan_used_up := p_limit <= coalesce((select used from billing.usage_day where user_id = p_user and day = today), 0);
  if is_plan_used_up
    and not exists (select from billing.wallet where user_id = p_user and balance >= 1)
    and not exists (select from billing.reservation where request_id = p_request) then
    source := 'denied';
    return;
  end if;
  -- Almost every request is new and paid as expected here: its row is written once.
  expected := case when is_plan_used_up then 'credit' else 'plan' end;
  loop
    insert into billing.reservation (request_id, user_id, source, state, day, attempt, bot_id, cap_keys)
      values (p_request, p_user, expected, 'reserved', today, 1, p_bot, p_cap_keys) on conflict do nothing;
    is_new := found;
    exit when is_new;
    select * into held from billing.reservation where request_id = p_request for update;
    -- A concurrent call with the same id that is denied deletes its row between the two statements.
    exit when found;
  end loop;
  if not is_new then
    if held.user_id <> p_user then return; end if;
    if held.state <> 'released' then
      source := held.source;
      charge := held.attempt;
      return;
    end if;
  end if;
  charge := coalesce(held.attempt, 0) + 1;

  if cardinality(p_cap_keys) > 0 then
    cap := billing.reached_cap(p_user, today, p_cap_keys, p_cap_limits);
  end if;
  if cap is null then
    select t.source, t.warning into source, warning
      from billing.take_message(p_user, today, p_limit, p_request || '#' || charge, p_bot) t;
  else
    source := 'denied';
  end if;
  if source = 'denied' then
    if is_new then delete from billing.reservation where request_id = p_request; end if;
    charge := 0;
    return;
  end if;
  if cardinality(p_cap_keys) > 0 then
    update billing.cap_day set used = used + 1 where user_id = p_user and day = today and key = any(p_cap_keys);
  end if;
  if not is_new or source <> expected then
    update billing.reservation as r
      set state = 'reserved', source = reserve_message.source, day = today, attempt = charge, reserved_at = now(),
        bot_id = p_bot, cap_keys = p_cap_keys
      where request_id = p_request;
  end if;
end $$;
