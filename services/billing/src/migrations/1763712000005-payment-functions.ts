import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The plan in force, and credits that are bought and taken back. Locks are taken in the order user, payment, purchase, wallet: the
 * wallet last, as in the functions of metering.
 */
export class PaymentFunctions1763712000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const definition of [PLAN_RANK, KEPT_UNTIL, STANDING, RECLAIM, CREDIT_PURCHASE, REVERSE_PAYMENT])
      await runner.query(definition);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function billing.reverse_payment(text, numeric, boolean),
        billing.credit_purchase(text, text, uuid, text, bigint, int), billing.reclaim(text),
        billing.standing(uuid[], text, timestamptz), billing.kept_until(billing.subscription), billing.plan_rank(text);
    `);
  }
}

const PLAN_RANK = `
  create function billing.plan_rank(p_plan text) returns int language sql immutable as $$
    select array_position(array['free', 'basic', 'premium'], p_plan);
  $$;
`;

// Until when a subscription entitles; null: not at all. An event that says it is renewed may be a week late, as a failed payment may
// be (decision B13).
const KEPT_UNTIL = `
  create function billing.kept_until(s billing.subscription) returns timestamptz language sql stable as $$
    select case
      when exists (select from billing.reversal r where r.payment_id = s.last_payment_id and r.share = 1) then null
      when s.status in ('active', 'trialing') and s.cancels_at_period_end then s.period_end
      when s.status in ('active', 'trialing') then s.period_end + interval '7 days'
      when s.status = 'past_due'
        then least(s.failed_at + interval '7 days', case when s.cancels_at_period_end then s.period_end end)
    end;
  $$;
`;

// The one rule of what is in force (decision B15) and of the badge.
const STANDING = `
  create function billing.standing(p_users uuid[], p_mode text, p_at timestamptz)
  returns table (user_id uuid, plan text, source text, status text, paid_plan text, period_end timestamptz,
    cancels_at_period_end boolean, grace_ends_at timestamptz, credits bigint)
  language sql stable as $$
    with held as (
      select u.user_id, u.place, s as sub, coalesce(g.plan, 'free') as granted,
        case when billing.kept_until(s) > p_at then s.plan else 'free' end as paid,
        s.id is null or s.status in ('canceled', 'incomplete', 'incomplete_expired')
          or (s.cancels_at_period_end and s.period_end <= p_at) as is_over
      from unnest(p_users) with ordinality as u (user_id, place)
      left join billing.subscription s on s.user_id = u.user_id and s.mode = p_mode
      left join billing.plan_grant g on g.user_id = u.user_id
    ), decided as (
      select h.*, billing.plan_rank(h.granted) > billing.plan_rank(h.paid) as is_granted from held h
    )
    select d.user_id,
      case when d.is_granted then d.granted else d.paid end,
      case when d.is_granted then 'admin' when d.paid <> 'free' then 'subscription' else 'free' end,
      case
        when d.is_granted or d.paid <> 'free' then 'active'
        when (d.sub).status = 'canceled' or ((d.sub).cancels_at_period_end and d.is_over) then 'cancelled'
        else 'inactive'
      end,
      case when not d.is_over then nullif((d.sub).plan, 'free') end,
      case when not d.is_over then (d.sub).period_end end,
      not d.is_over and (d.sub).cancels_at_period_end,
      case when (d.sub).status = 'past_due' then billing.kept_until(d.sub) end,
      coalesce(w.balance, 0)
    from decided d left join billing.wallet w on w.user_id = d.user_id
    order by d.place;
  $$;
`;

// Takes back what the share of the payment that went back is worth, as far as it is there. The caller holds the lock of the payment.
const RECLAIM = `
  create function billing.reclaim(p_payment text, out user_id uuid, out taken bigint, out owed bigint) language plpgsql as $$
  declare
    bought billing.purchase;
    target bigint;
  begin
    select p.* into bought from billing.purchase p where p.payment_id = p_payment for update;
    if not found then return; end if;
    user_id := bought.user_id;
    select round(bought.credits * r.share) into target from billing.reversal r where r.payment_id = p_payment;
    if target is null or target <= bought.reclaimed then return; end if;
    select least(w.balance, target - bought.reclaimed) into taken from billing.wallet w where w.user_id = bought.user_id for update;
    taken := coalesce(taken, 0);
    owed := target - bought.reclaimed - taken;
    update billing.purchase p set reclaimed = target, owed = p.owed + reclaim.owed where p.reference = bought.reference;
    if taken > 0 then
      update billing.wallet w set balance = w.balance - taken where w.user_id = bought.user_id;
      perform billing.post_ledger('refund', p_payment || '#' || target, bought.user_id, -taken, 'sold');
    end if;
  end $$;
`;

// Answers whether these credits came now; false: they came before.
const CREDIT_PURCHASE = `
  create function billing.credit_purchase(p_reference text, p_payment text, p_user uuid, p_mode text, p_credits bigint, p_price int)
  returns boolean language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended(p_payment, 0));
    insert into billing.purchase (reference, payment_id, user_id, mode, credits, price_cents)
      values (p_reference, p_payment, p_user, p_mode, p_credits, p_price) on conflict do nothing;
    if not found then return false; end if;
    perform billing.post_ledger('purchase', p_reference, p_user, p_credits, 'sold');
    insert into billing.wallet as w (user_id, balance) values (p_user, p_credits)
      on conflict (user_id) do update set balance = w.balance + excluded.balance;
    -- The refund of a payment may be told before the payment.
    perform billing.reclaim(p_payment);
    return true;
  end $$;
`;

const REVERSE_PAYMENT = `
  create function billing.reverse_payment(p_payment text, p_share numeric, p_is_disputed boolean,
    out user_id uuid, out taken bigint, out owed bigint) language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended(p_payment, 0));
    insert into billing.reversal as r (payment_id, share, is_disputed) values (p_payment, p_share, p_is_disputed)
      on conflict (payment_id) do update
      set share = greatest(r.share, excluded.share), is_disputed = r.is_disputed or excluded.is_disputed;
    select c.user_id, c.taken, c.owed into user_id, taken, owed from billing.reclaim(p_payment) c;
  end $$;
`;
