-- The plan in force for each user at a moment, its source and the badge (docs/decisions.md B15), one row per id in the order of the ids.
-- A subscription is over when it was ended, its last payment was reversed or stayed open for a week: then another one can be bought.
-- `entitled_until`: until when the subscription entitles; null: not at all. The event of a renewal may be a week late, as a failed
-- payment may stay open for a week (docs/decisions.md B13).
-- Every reservation calls this. It is planned once per connection, because planning takes longer than the query, and reads user by user
-- through the indexes (lateral, offset 0, no sequential scans), because a plan made while the tables are small is kept while they grow.
create or replace function billing.entitlement(p_users uuid[], p_mode text, p_at timestamptz)
returns table (user_id uuid, plan text, source text, status text, paid_plan text, period_end timestamptz,
  cancels_at_period_end boolean, grace_ends_at timestamptz, granted_plan text, scheduled_plan text, price_cents int, pay_url text,
  ended_reason text, ended_plan text, credits bigint)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query
  with facts as (
    select u.user_id, u.position, s.plan, s.status, s.period_end, s.cancels_at_period_end, coalesce(g.plan, 'free') as granted,
      s.scheduled_plan, s.price_cents, s.pay_url, s.ended_reason, r.payment_id is not null as is_reversed, r.dispute,
      case
        when r.payment_id is not null then null
        when s.status in ('active', 'trialing') and s.cancels_at_period_end then s.period_end
        when s.status in ('active', 'trialing') then s.period_end + interval '7 days'
        when s.status = 'past_due'
          then least(s.failed_at + interval '7 days', case when s.cancels_at_period_end then s.period_end end)
      end as entitled_until,
      s.id is null or s.status not in ('active', 'trialing', 'past_due') or r.payment_id is not null
        or (s.cancels_at_period_end and s.period_end <= p_at)
        or (s.status = 'past_due' and s.failed_at + interval '7 days' <= p_at) as is_over,
      coalesce(w.balance, 0) as credits
    from unnest(p_users) with ordinality as u (user_id, position)
    left join lateral (select * from billing.subscription where user_id = u.user_id and mode = p_mode offset 0) s on true
    left join lateral (select * from billing.payment_reversal where payment_id = s.last_payment_id and share = 1 offset 0) r on true
    left join lateral (select * from billing.plan_grant where user_id = u.user_id offset 0) g on true
    left join lateral (select * from billing.wallet where user_id = u.user_id offset 0) w on true
  ), with_paid_plan as (
    select f.*, case when f.entitled_until > p_at then f.plan else 'free' end as paid from facts f
  ), decided as (
    select p.*, array_position(array['free', 'basic', 'premium'], p.granted)
      > array_position(array['free', 'basic', 'premium'], p.paid) as is_granted
    from with_paid_plan p
  )
  select d.user_id,
    case when d.is_granted then d.granted else d.paid end,
    case when d.is_granted then 'admin' when d.paid <> 'free' then 'subscription' else 'free' end,
    case
      when d.is_granted or d.paid <> 'free' then 'active'
      when d.status = 'canceled' or (d.cancels_at_period_end and d.is_over) then 'cancelled'
      else 'inactive'
    end,
    case when not d.is_over then nullif(d.plan, 'free') end,
    case when not d.is_over then d.period_end end,
    not d.is_over and d.cancels_at_period_end,
    case when d.status = 'past_due' and not d.is_over then d.entitled_until end,
    nullif(d.granted, 'free'),
    case when not d.is_over then d.scheduled_plan end,
    case when not d.is_over then d.price_cents end,
    case when not d.is_over then d.pay_url end,
    case
      when not d.is_over or d.status is null or d.status like 'incomplete%' then null
      when d.is_reversed and d.dispute in ('open', 'lost') then 'disputed'
      when d.is_reversed then 'refunded'
      when d.status = 'canceled' then coalesce(d.ended_reason, 'cancelled')
      when d.cancels_at_period_end and d.period_end <= p_at then 'cancelled'
      else 'unpaid'
    end,
    case when d.is_over and d.status not like 'incomplete%' then nullif(d.plan, 'free') end,
    d.credits
  from decided d
  order by d.position;
end $$;
