// $1 and $2: from when until when (exclusive) each period lasts, in whole UTC days; $3: the mode of the provider.
const PERIOD = `
  period as (
    select n::int, (from_at at time zone 'utc')::date as from_day, (to_at at time zone 'utc')::date as to_day
    from unnest($1::timestamptz[], $2::timestamptz[]) with ordinality as p (from_at, to_at, n)
  )`;

/** Payments that were received, by period, currency and what was bought. */
export const SELECT_RECEIVED = `
  with ${PERIOD}, paid as (
    select nullif(plan, '') as plan, null::bigint as credits, currency, day, payments, cents from billing.invoice_day where mode = $3
    union all
    select null, credits, 'usd', day, payments, cents from billing.purchase_day where mode = $3
  )
  select p.n, x.currency, x.plan, x.credits, sum(x.payments)::int as payments, sum(x.cents)::bigint as cents
  from period p join paid x on x.day >= p.from_day and x.day < p.to_day
  group by p.n, x.currency, x.plan, x.credits
  having sum(x.payments) > 0
  order by p.n, x.currency, x.plan, x.credits`;

/** What was given back, at the time when it was. */
export const SELECT_RETURNED = `
  with ${PERIOD}
  select p.n, r.currency, sum(r.refunded)::bigint as refunded, sum(r.disputed)::bigint as disputed
  from period p join billing.return_day r on r.mode = $3 and r.day >= p.from_day and r.day < p.to_day
  group by p.n, r.currency
  having sum(r.refunded) <> 0 or sum(r.disputed) <> 0`;

/** Subscribers at the end of each period, and how many started and ended in it. */
export const SELECT_SUBSCRIBERS = `
  with ${PERIOD}
  select p.n,
    coalesce(sum(s.basic), 0)::int as basic,
    coalesce(sum(s.premium), 0)::int as premium,
    coalesce(sum(s.started) filter (where s.day >= p.from_day), 0)::int as started,
    coalesce(sum(s.ended) filter (where s.day >= p.from_day), 0)::int as ended
  from period p left join billing.subscriber_day s on s.mode = $3 and s.day < p.to_day
  group by p.n`;

export const SELECT_ROLLUP = `select next_txn as "nextTxn" from billing.credit_rollup`;

/**
 * Credits by period and kind, and all until its end. What is older comes from the sums of days; $3: from which id on the ledger itself
 * is read.
 */
export const SELECT_CREDITS = `
  with ${PERIOD}, daily as (
    select day, kind, credits from billing.credit_day
    union all
    select (t.created_at at time zone 'utc')::date, t.kind, sum(t.amount)
    from billing.ledger_txn t
    where t.id >= $3
    group by 1, 2
  )
  select p.n, d.kind, coalesce(sum(d.credits) filter (where d.day >= p.from_day), 0)::bigint as credits,
    sum(d.credits)::bigint as "untilThen"
  from period p join daily d on d.day < p.to_day
  group by p.n, d.kind`;
