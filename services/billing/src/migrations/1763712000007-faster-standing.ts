import type { MigrationInterface, QueryRunner } from 'typeorm';
import { PaymentFunctions1763712000005 } from './1763712000005-payment-functions.js';

/**
 * The same rule of what is in force, as one statement that is planned once per connection: it was planned for every call and for every
 * row, which took 20 s for the plans of 50,000 payers and most of the time of a reservation. What is looked for by age gets an index.
 */
export class FasterStanding1763712000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [STANDING, NO_LONGER_CALLED, INDEXES]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index billing.stripe_event_received, billing.checkout_created, billing.purchase_for_nothing;
      -- The migration that is put back takes these away first.
      create function billing.kept_until(billing.subscription) returns timestamptz language sql as 'select null::timestamptz';
      create function billing.plan_rank(text) returns int language sql as 'select null::int';
    `);
    const before = new PaymentFunctions1763712000005();
    await before.down(runner);
    await before.up(runner);
  }
}

// `kept`: until when the subscription entitles; null: not at all. An event that says it is renewed may be a week late, as a failed
// payment may be (decision B13). Above it decision B15 and the badge. Planned once, since planning takes longer than the work, and
// user by user through the indexes (lateral, offset 0, no sequential scans): a plan made for small tables is kept while they grow.
const STANDING = `
  create or replace function billing.standing(p_users uuid[], p_mode text, p_at timestamptz)
  returns table (user_id uuid, plan text, source text, status text, paid_plan text, period_end timestamptz,
    cancels_at_period_end boolean, grace_ends_at timestamptz, credits bigint)
  language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
  #variable_conflict use_column
  begin
    return query
    with held as (
      select u.user_id, u.place, s.plan, s.status, s.period_end, s.cancels_at_period_end, coalesce(g.plan, 'free') as granted,
        case
          when r.payment_id is not null then null
          when s.status in ('active', 'trialing') and s.cancels_at_period_end then s.period_end
          when s.status in ('active', 'trialing') then s.period_end + interval '7 days'
          when s.status = 'past_due'
            then least(s.failed_at + interval '7 days', case when s.cancels_at_period_end then s.period_end end)
        end as kept,
        s.id is null or s.status in ('canceled', 'incomplete', 'incomplete_expired')
          or (s.cancels_at_period_end and s.period_end <= p_at) as is_over,
        coalesce(w.balance, 0) as credits
      from unnest(p_users) with ordinality as u (user_id, place)
      left join lateral (select * from billing.subscription where user_id = u.user_id and mode = p_mode offset 0) s on true
      left join lateral (select * from billing.reversal where payment_id = s.last_payment_id and share = 1 offset 0) r on true
      left join lateral (select * from billing.plan_grant where user_id = u.user_id offset 0) g on true
      left join lateral (select * from billing.wallet where user_id = u.user_id offset 0) w on true
    ), paying as (
      select h.*, case when h.kept > p_at then h.plan else 'free' end as paid from held h
    ), decided as (
      select p.*, array_position(array['free', 'basic', 'premium'], p.granted)
        > array_position(array['free', 'basic', 'premium'], p.paid) as is_granted
      from paying p
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
      case when d.status = 'past_due' then d.kept end,
      d.credits
    from decided d
    order by d.place;
  end $$;
`;

const NO_LONGER_CALLED = 'drop function billing.kept_until(billing.subscription), billing.plan_rank(text)';

const INDEXES = `
  create index stripe_event_received on billing.stripe_event (received_at);
  create index checkout_created on billing.checkout (created_at);
  create index purchase_for_nothing on billing.purchase (payment_id) where mode <> 'live' and reclaimed < credits;
`;
