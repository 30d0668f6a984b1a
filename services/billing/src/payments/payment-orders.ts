import type { ListOrder } from '@kith/kit';

export const PAID = `(
  select user_id, mode, id, payment_id, paid_at as at, plan, null::bigint as credits, cents, currency from billing.invoice
  union all
  select user_id, mode, reference, payment_id, paid_at, null, credits, price_cents, 'usd' from billing.purchase
) p`;

/** The payments of a user, latest first. A plan for any user expects one payment, and would read and sort all of a user who has many. */
export const PAYMENTS_OF_USER: ListOrder = {
  source: PAID,
  where: 'user_id = $1 and mode = $2',
  parameters: ['uuid', 'text'],
  keys: { at: 'time', id: 'text' },
  isDescending: true,
  readBy: 'billing.payments_of_user',
};
