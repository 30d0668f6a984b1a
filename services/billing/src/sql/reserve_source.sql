-- Reserves one message and returns what pays for it: 'plan', 'credit' or 'denied'; null when the request id belongs to another user.
-- A request that is reserved or settled returns the same source again. One that was released (a retried job) is charged anew: `attempt`
-- counts the charges and keeps their ledger references apart. A denial is not stored: nothing was charged, and credits may be added.
-- Like every function of metering it locks in the order reservation, day, wallet, so that concurrent calls cannot deadlock.
create or replace function billing.reserve_source(p_user uuid, p_limit int, p_request text) returns text language plpgsql as $$
declare
  today date := (now() at time zone 'utc')::date;
  held billing.reservation;
  chosen text;
begin
  -- Requests far beyond the limit are denied by reads alone. The statements below still decide for all others.
  if p_limit <= coalesce((select used from billing.usage_day where user_id = p_user and day = today), 0)
    and not exists (select from billing.wallet where user_id = p_user and balance >= 1)
    and not exists (select from billing.reservation where request_id = p_request) then
    return 'denied';
  end if;
  loop
    insert into billing.reservation (request_id, user_id, state, day) values (p_request, p_user, 'released', today) on conflict do nothing;
    select * into held from billing.reservation where request_id = p_request for update;
    -- A concurrent call with the same id that is denied deletes its row between the two statements.
    exit when found;
  end loop;
  if held.user_id <> p_user then return null; end if;
  if held.state <> 'released' then return held.source; end if;

  insert into billing.usage_day as u (user_id, day, used) values (p_user, today, 1)
    on conflict (user_id, day) do update set used = u.used + 1 where p_limit is null or u.used < p_limit;
  if found then
    chosen := 'plan';
  elsif billing.take_credit(p_user, p_request || '#' || held.attempt + 1) then
    chosen := 'credit';
  else
    delete from billing.reservation where request_id = p_request and attempt = 0;
    return 'denied';
  end if;
  update billing.reservation set state = 'reserved', source = chosen, day = today, attempt = held.attempt + 1, reserved_at = now()
    where request_id = p_request;
  return chosen;
end $$;
