import { normalisePlan, PLAN_CATALOGUE, AppError, type EndReason } from '@kith/proto';
import type { Stripe } from 'stripe';
import type { PaidPlan, ProviderSubscription } from './payment-provider.js';

const NEXT_MONTH_MS = 31 * 86_400_000;
/** What we write beside a cancellation, so that its reason can be read back. */
const END_COMMENT = 'kith: ';

/** A subscription of Stripe in our terms; `scheduled` is the price that its schedule changes to, `lastPayment` the latest one received. */
export function toProviderSubscription(
  subscription: Stripe.Subscription,
  scheduled: Stripe.Price | null,
  lastPayment: string | null,
): ProviderSubscription {
  const { id, status, created, cancel_at: cancelAt, latest_invoice: latest } = subscription;
  const [item] = subscription.items.data;
  const invoice = typeof latest === 'object' ? latest : null;
  const periodEnd = item ? toDate(item.current_period_end) : new Date(created * 1000 + NEXT_MONTH_MS);
  // The portal may end a subscription at a given time instead of at the end of the period. A later time is renewed until then.
  const endsAt = cancelAt !== null && toDate(cancelAt) <= periodEnd ? toDate(cancelAt) : null;
  const plan = normalisePlan(item?.price.metadata['plan']);
  const scheduledPlan = scheduled && normalisePlan(scheduled.metadata['plan']);
  return {
    id,
    itemId: item?.id ?? '',
    plan,
    status,
    startedAt: toDate(subscription.start_date),
    endedAt: subscription.ended_at === null ? null : toDate(subscription.ended_at),
    periodStart: toDate(item?.current_period_start ?? created),
    periodEnd: endsAt ?? periodEnd,
    cancelsAtPeriodEnd: subscription.cancel_at_period_end || endsAt !== null,
    failedAt: status === 'past_due' ? toDate(failureTime(invoice) ?? item?.current_period_start ?? created) : null,
    lastPaymentId: lastPayment,
    priceCents: item?.price.unit_amount ?? null,
    scheduleId: idOf(subscription.schedule),
    scheduledPlan: scheduledPlan && scheduledPlan !== 'free' && scheduledPlan !== plan ? scheduledPlan : null,
    payUrl: invoice?.status === 'open' ? (invoice.hosted_invoice_url ?? null) : null,
    endedReason: status === 'canceled' ? endReason(subscription.cancellation_details) : null,
  };
}

/** The id of the price that the schedule of a subscription changes to next; null without one. */
export function nextPriceId({ schedule, items }: Stripe.Subscription): string | null {
  if (typeof schedule !== 'object' || schedule?.status !== 'active') return null;
  const periodEnd = items.data[0]?.current_period_end ?? 0;
  const [item] = schedule.phases.find(({ start_date: start }) => start >= periodEnd)?.items ?? [];
  return idOf(item?.price);
}

export const endComment = (reason: EndReason): string => `${END_COMMENT}${reason}`;

function endReason(details: Stripe.Subscription['cancellation_details']): EndReason {
  switch (details?.comment) {
    case endComment('refunded'):
      return 'refunded';
    case endComment('disputed'):
      return 'disputed';
    case endComment('unpaid'):
      return 'unpaid';
  }
  if (details?.reason === 'payment_disputed') return 'disputed';
  return details?.reason === 'payment_failed' ? 'unpaid' : 'cancelled';
}

// Stripe first tries to charge an invoice when it is finalised.
const failureTime = (invoice: Stripe.Invoice | null) => invoice && (invoice.status_transitions.finalized_at ?? invoice.created);

/** The payment of an invoice that was paid, as refunds refer to it; null when nothing was due or it is open. */
export function paymentIdOf({ payments, status }: Stripe.Invoice): string | null {
  if (status !== 'paid') return null;
  const payment = payments?.data.find(({ is_default: isDefault }) => isDefault)?.payment;
  return idOf(payment?.payment_intent ?? payment?.charge ?? null);
}

/** The id of an object that Stripe sends either as its id or expanded. */
export const idOf = (reference: string | { readonly id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

const toDate = (seconds: number): Date => new Date(seconds * 1000);
export const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/**
 * The id of a plan's price at Stripe, created when it is first needed. The amount is part of the lookup key: another price in the
 * catalogue is another price at Stripe, and subscribers keep the one they pay. NOT_FOUND for a plan without a price.
 */
export async function planPriceId(stripe: Stripe, item: string): Promise<string> {
  const plan = normalisePlan(item);
  const { priceCents, label } = PLAN_CATALOGUE[plan];
  if (priceCents === 0) throw new AppError('NOT_FOUND');
  const lookupKey = `kith-${plan}-${priceCents}-usd-month`;
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
  const [known] = data;
  if (known) return known.id;
  const created = await stripe.prices.create(
    {
      lookup_key: lookupKey,
      currency: 'usd',
      unit_amount: priceCents,
      recurring: { interval: 'month' },
      product_data: { name: `Kith ${label}` },
      metadata: { plan },
    },
    { idempotencyKey: `price-${lookupKey}` },
  );
  return created.id;
}

/** The item of a subscription with the price of another plan. */
export const changedItem = async (stripe: Stripe, { itemId }: ProviderSubscription, plan: PaidPlan) => ({
  id: itemId,
  price: await planPriceId(stripe, plan),
});
