-- Reserves messages, in the order of `p_requests`, in one transaction. `p_users` are their users, each once, with their daily limits (null: none);
-- `p_of` says by position whose each message is. No request id is there twice. `p_caps`: null, or an array of {place, key, most}, the caps
-- on the message at that place. One answer for each message, by `place`: `source` says what pays for it, 'plan', 'credit' or 'denied'; null when
-- the request id belongs to another user. `cap` is the key of the counter whose cap denied it, `warning` the share of the daily limit, in percent,
-- that is reached and not announced yet. `charge` says which charge of the request it is (0 when denied), so that a release that arrives late
-- does not undo a later charge.
-- A request that is reserved or settled gets the same answer again. One that was released (a retried job) is charged anew: `attempt`
-- counts the charges and keeps their ledger references apart. A denial is not stored: nothing was charged, and credits may be added.
-- Like every function of metering it locks in the order reservations, caps, days, wallets, and each of these in the order of their keys, so
-- that concurrent calls cannot deadlock. The day and the wallet are written once, however many messages there are. It waits `p_wait_ms`
-- milliseconds at most for a row and fails then, so that no user waits long for the rows of another; the caller calls it again.
create or replace function billing.reserve_messages(p_users uuid[], p_limits int[], p_of int[], p_requests text[], p_bots uuid[], p_caps jsonb,
  p_wait_ms int)
returns table (place int, source text, charge int, cap text, warning int)
-- It is planned once per connection, as planning takes longer than the rest, and looks for the rows of each user in the indexes (no sequential scans,
-- no joins of other kinds), because a plan that is made while the tables are small is kept while they grow.
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  today date := (now() at time zone 'utc')::date;
  held billing.reservation;
  n int;
  u int;
  value bigint;
  -- By user: messages that the plan paid today, the balance of credits, messages to decide, those of them that each pays, and the warning.
  spent int[];
  credits bigint[];
  undecided int[] := array_fill(0, array[cardinality(p_users)]);
  by_plan int[] := undecided;
  by_credits int[] := undecided;
  warnings int[] := undecided;
  -- By message; `expected` is null unless the message is new.
  charges int[] := array_fill(0, array[cardinality(p_requests)]);
  sources text[] := array_fill(null::text, array[cardinality(p_requests)]);
  caps text[] := sources;
  expected text[] := sources;
  is_charged boolean[] := array_fill(false, array[cardinality(p_requests)]);
  keys text[] := '{}';
  has_credits boolean := false;
begin
  perform set_config('lock_timeout', p_wait_ms::text, true);
  -- Requests far beyond the limit are denied by reads alone. The locked rows still decide for all others, most of which are paid as expected here.
  select array_agg(d.used order by x.u), array_agg(case when d.used >= x.most then coalesce(w.balance, 0) end order by x.u) into spent, credits
    from unnest(p_users, p_limits) with ordinality x (id, most, u)
    left join billing.usage_day d on d.user_id = x.id and d.day = today
    left join billing.wallet w on w.user_id = x.id;

  for n in select r.n from unnest(p_requests) with ordinality r (request, n) order by r.request loop
    u := p_of[n];
    if credits[u] < 1 then
      sources[n] := 'denied';
    else
      expected[n] := case when credits[u] is null then 'plan' else 'credit' end;
    end if;
    if p_caps is not null then
      keys := array(select c ->> 'key' from jsonb_array_elements(p_caps) c where (c ->> 'place')::int = n);
    end if;
    loop
      if expected[n] is not null then
        insert into billing.reservation (request_id, user_id, source, state, day, attempt, bot_id, cap_keys)
          values (p_requests[n], p_users[u], expected[n], 'reserved', today, 1, p_bots[n], keys) on conflict do nothing;
        if found then
          charges[n] := 1;
          exit;
        end if;
      end if;
      select * into held from billing.reservation where request_id = p_requests[n] for update;
      if found then
        expected[n] := null;
        sources[n] := null;
        if held.user_id = p_users[u] and held.state = 'released' then
          charges[n] := held.attempt + 1;
        elsif held.user_id = p_users[u] then
          charges[n] := held.attempt;
          sources[n] := held.source;
        end if;
        exit;
      end if;
      -- A concurrent call with the same id that is denied deletes its row between the two statements.
      exit when expected[n] is null;
    end loop;
    if charges[n] > 0 and sources[n] is null then
      undecided[u] := undecided[u] + 1;
    end if;
  end loop;

  if p_caps is not null then
    perform billing.lock_caps(p_users, p_of, today, p_caps);
  end if;
  if array_position(spent, null) is not null then
    insert into billing.usage_day (user_id, day, used)
      select x.id, today, 0 from unnest(p_users) with ordinality x (id, u) where spent[x.u] is null and undecided[x.u] > 0 order by x.id
      on conflict do nothing;
  end if;
  for u, value in
    select x.u, d.used from unnest(p_users) with ordinality x (id, u) join billing.usage_day d on d.user_id = x.id and d.day = today
    where undecided[x.u] > 0 order by x.id for update of d
  loop
    spent[u] := value;
    credits[u] := case when value + undecided[u] > p_limits[u] then 0 end;
  end loop;
  for u, value in
    select x.u, w.balance from unnest(p_users) with ordinality x (id, u) join billing.wallet w on w.user_id = x.id
    where undecided[x.u] > 0 and credits[x.u] = 0 order by x.id for update of w
  loop
    credits[u] := value;
  end loop;

  for n in 1..cardinality(p_requests) loop
    continue when charges[n] = 0 or sources[n] is not null;
    u := p_of[n];
    if p_caps is not null then
      select c.key into cap
        from rows from (jsonb_to_recordset(p_caps) as (place int, key text, most int)) with ordinality as c (place, key, most, position)
        join billing.cap_day d on d.user_id = p_users[u] and d.day = today and d.key = c.key and d.used >= c.most
        where c.place = n order by c.position limit 1;
      caps[n] := cap;
    end if;
    if caps[n] is not null then
      sources[n] := 'denied';
    elsif (spent[u] < p_limits[u]) is not false then
      sources[n] := 'plan';
      spent[u] := spent[u] + 1;
      by_plan[u] := by_plan[u] + 1;
    elsif credits[u] >= 1 then
      sources[n] := 'credit';
      credits[u] := credits[u] - 1;
      by_credits[u] := by_credits[u] + 1;
      has_credits := true;
    else
      sources[n] := 'denied';
    end if;
    if sources[n] = 'denied' then
      if expected[n] is not null then delete from billing.reservation where request_id = p_requests[n]; end if;
      charges[n] := 0;
      continue;
    end if;
    if p_caps is not null then
      keys := array(select c ->> 'key' from jsonb_array_elements(p_caps) c where (c ->> 'place')::int = n);
      update billing.cap_day set used = used + 1 where user_id = p_users[u] and day = today and key = any(keys);
    end if;
    is_charged[n] := true;
    if sources[n] is distinct from expected[n] then
      update billing.reservation
        set state = 'reserved', source = sources[n], day = today, attempt = charges[n], reserved_at = now(), bot_id = p_bots[n], cap_keys = keys
        where request_id = p_requests[n];
    end if;
  end loop;

  for u, value in
    update billing.usage_day d
      set used = spent[x.u], on_credit = d.on_credit + by_credits[x.u],
        warning_due = case when by_plan[x.u] = 0 then d.warning_due
          else greatest(d.warning_due, billing.usage_threshold(spent[x.u], p_limits[x.u])) end
      from unnest(p_users) with ordinality x (id, u)
      where d.user_id = x.id and d.day = today and by_plan[x.u] + by_credits[x.u] > 0
      returning x.u, case when by_plan[x.u] > 0 and d.warning_due > d.warned then d.warning_due else 0 end
  loop
    warnings[u] := value;
  end loop;
  if has_credits then
    update billing.wallet w set balance = credits[x.u] from unnest(p_users) with ordinality x (id, u) where w.user_id = x.id and by_credits[x.u] > 0;
    insert into billing.ledger_txn (kind, reference, user_id, amount, bot_id)
      select 'message', x.request || '#' || charges[x.n], p_users[p_of[x.n]], -1, x.bot
      from unnest(p_requests, p_bots) with ordinality x (request, bot, n)
      where is_charged[x.n] and sources[x.n] = 'credit' order by x.n;
  end if;
  return query
    select x.n::int, sources[x.n], charges[x.n], caps[x.n], case when sources[x.n] = 'plan' then warnings[p_of[x.n]] else 0 end
    from unnest(p_requests) with ordinality x (request, n) order by x.n;
end $$;
