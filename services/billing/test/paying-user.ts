import { randomUUID } from 'node:crypto';
import { billing, type OutputOf } from '@kith/proto';
import { anActor } from '@kith/kit/testing';
import { anEvent, type BillingUnderTest } from './billing-under-test.js';
import type { StandInSubscription, StripeStandIn } from './stripe-stand-in.js';

/** A user with an open checkout of a package, and their customer at the provider. */
export interface Buyer {
  readonly userId: string;
  readonly customer: string;
  readonly checkoutId: string;
  readonly reference: string;
  readonly priceCents: number;
  readonly paymentId: string;
  readonly checkout: OutputOf<typeof billing.checkoutCredits>;
}

/** A user with a subscription at Stripe whose event has arrived. */
export async function aSubscriber(
  kith: BillingUnderTest,
  stripe: StripeStandIn,
  fields: Partial<StandInSubscription> = {},
): Promise<{ userId: string; customer: string }> {
  const userId = randomUUID();
  await kith.ask(billing.checkoutPlan, { actor: anActor({ userId }), plan: 'premium' });
  const customer = await customerOf(kith, userId);
  stripe.subscribe(customer, { plan: 'premium', ...fields });
  await kith.deliver(subscriptionEvent(customer, 'created'));
  return { userId, customer };
}

export async function customerOf(kith: BillingUnderTest, userId: string): Promise<string> {
  const [row] = await kith.query<{ id: string }>('select id from billing.customer where user_id = $1', [userId]);
  return row?.id ?? '';
}

export async function aBuyer(kith: BillingUnderTest, packageId = 'credits-500', userId: string = randomUUID()): Promise<Buyer> {
  const checkout = await kith.ask(billing.checkoutCredits, { actor: anActor({ userId }), packageId });
  const [row] = await kith.query<{ id: string; reference: string; price_cents: number; customer: string }>(
    `select k.id, k.reference, k.price_cents, c.id as customer from billing.checkout k
     join billing.customer c on c.user_id = k.user_id where k.user_id = $1 and k.item = $2 order by k.created_at desc`,
    [userId, packageId],
  );
  if (!row) throw new Error('no checkout');
  const { id: checkoutId, reference, price_cents: priceCents, customer } = row;
  return { userId, customer, checkoutId, reference, priceCents, paymentId: `pi_${randomUUID()}`, checkout };
}

/** The event that ends the checkout of a package; `fields` override those of the session. */
export const sessionEvent = (
  { customer, checkoutId, reference, priceCents, paymentId, userId }: Buyer,
  fields: object = {},
  type: 'completed' | 'async_payment_succeeded' | 'async_payment_failed' | 'expired' = 'completed',
) =>
  anEvent(`checkout.session.${type}`, {
    object: 'checkout.session',
    id: reference,
    mode: 'payment',
    payment_status: 'paid',
    customer,
    payment_intent: paymentId,
    amount_total: priceCents,
    currency: 'usd',
    metadata: { userId, checkoutId },
    ...fields,
  });

export const refundEvent = ({ customer, paymentId }: Pick<Buyer, 'customer' | 'paymentId'>, amount: number, refunded: number) =>
  anEvent('charge.refunded', {
    object: 'charge',
    id: `ch_${paymentId}`,
    customer,
    payment_intent: paymentId,
    amount,
    amount_refunded: refunded,
  });

export const disputeEvent = (paymentId: string, status: 'needs_response' | 'won' | 'lost' = 'needs_response', amount = 999) =>
  anEvent(status === 'needs_response' ? 'charge.dispute.created' : 'charge.dispute.closed', {
    object: 'dispute',
    id: `dp_${paymentId}`,
    amount,
    charge: 'ch_1',
    payment_intent: paymentId,
    status,
  });

/** An event about the customer's subscription, which makes the handler read it from the provider. */
export const subscriptionEvent = (customer: string, type: 'created' | 'updated' | 'deleted' = 'updated') =>
  anEvent(`customer.subscription.${type}`, { object: 'subscription', id: 'sub_1', customer });

/** An event about an invoice; what was paid is read from the provider. */
export const invoiceEvent = (customer: string, type: 'paid' | 'payment_failed', id = `in_${randomUUID()}`) =>
  anEvent(`invoice.${type}`, { object: 'invoice', id, customer });
