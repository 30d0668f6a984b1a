// $1 and $2: from when until when (exclusive) each period lasts; $3: the mode of the provider.
const PERIOD = `
  period as (select n::int, from_at, to_at from unnest($1::timestamptz[], $2::timestamptz[]) with ordinality as p (from_at, to_at, n))`;

/** Payments that were received, by period, currency and what was bought; $4: the earliest beginning of a period. */
export const SELECT_RECEIVED = `
  with ${PERIOD}, paid as (
    select plan, null::bigint as credits, cents, currency, paid_at as at from billing.invoice where mode = $3 and paid_at >= $4
    union all
    select null, credits, price_cents, 'usd', paid_at from billing.purchase where mode = $3 and paid_at >= $4
  )
  select p.n, x.currency, x.plan, x.credits, count(*)::int as payments, sum(x.cents)::bigint as cents
  from period p join paid x on x.at >= p.from_at and x.at < p.to_at
  group by p.n, x.currency, x.plan, x.credits
  order by p.n, x.currency, x.plan, x.credits`;

/** What was given back, at the time when it was. A dispute takes its amount when it is opened and returns it when it is won. */
export const SELECT_RETURNED = `
  with ${PERIOD}, returned as (
    select payment_id, at, 'refund' as kind, cents - coalesce(lag(cents) over (partition by payment_id order by cents), 0) as cents
    from billing.payment_return where kind = 'refund'
    union all
    select payment_id, min(at), 'dispute', max(cents) from billing.payment_return where kind <> 'refund' group by payment_id
    union all
    select payment_id, at, 'dispute', -cents from billing.payment_return where kind = 'dispute_won'
  )
  select p.n, d.currency, r.kind, sum(r.cents)::bigint as cents
  from returned r
  join lateral (
    select currency from billing.invoice i where i.payment_id = r.payment_id and i.mode = $3
    union all
    select 'usd' from billing.purchase b where b.payment_id = r.payment_id and b.mode = $3
    limit 1
  ) d on true
  join period p on r.at >= p.from_at and r.at < p.to_at
  group by p.n, d.currency, r.kind`;

export const SELECT_SUBSCRIBERS = `
  with ${PERIOD}, subscription as (
    select min(from_at) as started_at, case when bool_and(until_at is not null) then max(until_at) end as ended_at
    from billing.subscription_period where mode = $3 group by subscription_id
  )
  select p.n,
    count(*) filter (where r.plan = 'basic')::int as basic,
    count(*) filter (where r.plan = 'premium')::int as premium,
    (select count(*) from subscription s where s.started_at >= p.from_at and s.started_at < p.to_at)::int as started,
    (select count(*) from subscription s where s.ended_at >= p.from_at and s.ended_at < p.to_at)::int as ended
  from period p
  left join billing.subscription_period r
    on r.mode = $3 and r.from_at < p.to_at and (r.until_at is null or r.until_at >= p.to_at)
  group by p.n, p.from_at, p.to_at`;

export const SELECT_ROLLUP = `
  select until::timestamp at time zone 'utc' as until, next_txn as "nextTxn" from billing.credit_rollup`;

/**
 * Credits by period and kind, and all until its end. Days that are over come from their sums; $3 and $4: from when and from which id on the
 * ledger itself is read.
 */
export const SELECT_CREDITS = `
  with ${PERIOD}, daily as (
    select day::timestamp at time zone 'utc' as at, kind, credits from billing.credit_day
    union all
    select date_trunc('day', t.created_at at time zone 'utc') at time zone 'utc', t.kind, -sum(l.amount)
    from billing.ledger_txn t join billing.ledger_line l on l.txn_id = t.id and l.account in ('granted', 'sold', 'consumed')
    where t.created_at >= $3 and t.id >= $4
    group by 1, 2
  )
  select p.n, d.kind, coalesce(sum(d.credits) filter (where d.at >= p.from_at), 0)::bigint as credits,
    sum(d.credits)::bigint as "untilThen"
  from period p join daily d on d.at < p.to_at
  group by p.n, d.kind`;
