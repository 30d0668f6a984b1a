import type { CountSpec } from '@kith/kit';

const dayOf = (time: string): string => `(${time} at time zone 'utc')::date`;

/** Paid invoices by UTC day. `plan` is '' for anything else that was sold at the provider. */
export const INVOICE_DAY: CountSpec<'payments' | 'cents'> = {
  table: 'billing.invoice_day',
  source: 'billing.invoice',
  keys: { mode: 'text', day: 'date', currency: 'text', plan: 'text' },
  columns: ['payments', 'cents'],
  counted: (rows) => `
    select mode, ${dayOf('paid_at')} as day, currency, coalesce(plan, '') as plan, count(*) as payments, sum(cents) as cents
    from ${rows} group by 1, 2, 3, 4`,
};

/** How many invoices a user has paid. */
export const INVOICE_COUNT: CountSpec<'payments', 'user_id' | 'mode'> = {
  table: 'billing.invoice_count',
  source: 'billing.invoice',
  keys: { user_id: 'uuid', mode: 'text' },
  columns: ['payments'],
  counted: (rows) => `select user_id, mode, count(*) as payments from ${rows} group by user_id, mode`,
};

/** How many packages of credits a user has bought. */
export const PURCHASE_COUNT: CountSpec<'payments', 'user_id' | 'mode'> = {
  ...INVOICE_COUNT,
  table: 'billing.purchase_count',
  source: 'billing.purchase',
};

/** Sold packages of credits by UTC day. */
export const PURCHASE_DAY: CountSpec<'payments' | 'cents'> = {
  table: 'billing.purchase_day',
  source: 'billing.purchase',
  keys: { mode: 'text', day: 'date', credits: 'bigint' },
  columns: ['payments', 'cents'],
  counted: (rows) => `
    select mode, ${dayOf('paid_at')} as day, credits, count(*) as payments, sum(price_cents) as cents
    from ${rows} group by 1, 2, 3`,
};

/**
 * What was given back by UTC day. Refunds are stored as what had been given back until then; a dispute takes its amount when it is opened and
 * returns it when it is won. Payments that are not ours have no mode.
 */
export const RETURN_DAY: CountSpec<'refunded' | 'disputed'> = {
  table: 'billing.return_day',
  source: 'billing.payment_return',
  keys: { mode: 'text', day: 'date', currency: 'text' },
  columns: ['refunded', 'disputed'],
  counted: (rows) => `
    select mode, ${dayOf('at')} as day, currency, sum(refunded) as refunded, sum(disputed) as disputed
    from (
      select mode, currency, at, cents - coalesce(lag(cents) over (partition by payment_id order by cents), 0) as refunded, 0 as disputed
      from ${rows} where kind = 'refund'
      union all
      select min(mode), min(currency), min(at), 0, max(cents) from ${rows} where kind <> 'refund' group by payment_id
      union all
      select mode, currency, at, 0, -cents from ${rows} where kind = 'dispute_won'
    ) given
    where mode is not null group by 1, 2, 3`,
  group: ['payment_id'],
};

/** By how much the number of subscribers of each plan changed by UTC day, and how many subscriptions began and ended. */
export const SUBSCRIBER_DAY: CountSpec<'basic' | 'premium' | 'started' | 'ended'> = {
  table: 'billing.subscriber_day',
  source: 'billing.subscription_period',
  keys: { mode: 'text', day: 'date' },
  columns: ['basic', 'premium', 'started', 'ended'],
  counted: (rows) => `
    select mode, ${dayOf('at')} as day, sum(basic) as basic, sum(premium) as premium, sum(started) as started, sum(ended) as ended
    from (
      select mode, from_at as at, (plan = 'basic')::int as basic, (plan = 'premium')::int as premium, 0 as started, 0 as ended from ${rows}
      union all
      select mode, until_at, -(plan = 'basic')::int, -(plan = 'premium')::int, 0, 0 from ${rows} where until_at is not null
      union all
      select mode, min(from_at), 0, 0, 1, 0 from ${rows} group by mode, subscription_id
      union all
      select mode, max(until_at), 0, 0, 0, 1 from ${rows} group by mode, subscription_id having bool_and(until_at is not null)
    ) change
    group by 1, 2`,
  group: ['subscription_id'],
};

/** What is counted of payments. */
export const PAYMENT_COUNTS: readonly CountSpec[] = [
  INVOICE_COUNT,
  INVOICE_DAY,
  PURCHASE_COUNT,
  PURCHASE_DAY,
  RETURN_DAY,
  SUBSCRIBER_DAY,
];
