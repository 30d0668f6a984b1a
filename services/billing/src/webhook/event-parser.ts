import { z } from 'zod';
import type { Stripe } from 'stripe';
import { idOf } from '../providers/stripe-subscription.js';

/** How a checkout ended. */
export interface CheckoutOutcome {
  /** The provider's id of the checkout page. */
  readonly reference: string;
  /** Our own id from the metadata; null when the checkout was not created by this installation. */
  readonly checkoutId: string | null;
  readonly outcome: 'paid' | 'pending' | 'declined' | 'expired';
  readonly isCredits: boolean;
  readonly paymentId: string;
  readonly amountCents: number | null;
  readonly currency: string | null;
}

/** A payment that was refunded or disputed, in whole or in part. */
export interface PaymentReversal {
  readonly paymentId: string;
  /** The part that was refunded; 1 is all of it. */
  readonly refunded: number;
  /** How a dispute of it stands; null without one. */
  readonly dispute: 'open' | 'won' | 'lost' | null;
  /** The sum of its refunds so far, or the amount of the dispute. */
  readonly cents: number;
}

/**
 * What an event says that we use. The state of a subscription and the amount of an invoice are not taken from it but read from the provider.
 * Holds ids and amounts alone: it is stored.
 */
export interface ParsedEvent {
  readonly customerId: string | null;
  readonly concernsSubscription: boolean;
  /** The customer was deleted at the provider: the next checkout creates another one. */
  readonly isCustomerDeleted?: boolean;
  readonly checkout?: CheckoutOutcome;
  readonly reversal?: PaymentReversal;
  /** The order whose payment was declined; its page may still be paid. */
  readonly declinedCheckoutId?: string;
  /** The id of an invoice that was paid. */
  readonly paidInvoiceId?: string;
}

/** Whether the event says nothing that we use. */
export const isUnused = (parsed: ParsedEvent): boolean =>
  !parsed.concernsSubscription && Object.keys(parsed).every((key) => key in NOTHING_TO_APPLY);

const NOTHING_TO_APPLY: ParsedEvent = { customerId: null, concernsSubscription: false };

export function parseEvent(event: Stripe.Event): ParsedEvent {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return parseCheckout(event.data.object, event.data.object.payment_status === 'paid' ? 'paid' : 'pending');
    case 'checkout.session.async_payment_failed':
      return parseCheckout(event.data.object, 'declined');
    case 'checkout.session.expired':
      return parseCheckout(event.data.object, 'expired');
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
    case 'customer.subscription.pending_update_applied':
    case 'customer.subscription.pending_update_expired':
    case 'subscription_schedule.created':
    case 'subscription_schedule.updated':
    case 'subscription_schedule.released':
    case 'subscription_schedule.canceled':
    case 'subscription_schedule.completed':
    case 'invoice.voided':
    case 'invoice.marked_uncollectible':
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required':
      return { customerId: idOf(event.data.object.customer), concernsSubscription: true };
    case 'invoice.paid':
      return {
        customerId: idOf(event.data.object.customer),
        concernsSubscription: true,
        paidInvoiceId: event.data.object.id,
      };
    case 'customer.deleted':
      return { customerId: event.data.object.id, concernsSubscription: true, isCustomerDeleted: true };
    case 'charge.refunded':
      return parseRefund(event.data.object);
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
      return parseDispute(event.data.object);
    case 'payment_intent.payment_failed': {
      const checkoutId = CheckoutId.safeParse(event.data.object.metadata['checkoutId']).data;
      const customerId = idOf(event.data.object.customer);
      return { ...NOTHING_TO_APPLY, customerId, ...(checkoutId !== undefined && { declinedCheckoutId: checkoutId }) };
    }
    default:
      return NOTHING_TO_APPLY;
  }
}

const CheckoutId = z.uuid();

function parseCheckout(session: Stripe.Checkout.Session, outcome: CheckoutOutcome['outcome']): ParsedEvent {
  const checkoutId = CheckoutId.safeParse(session.metadata?.['checkoutId']);
  const isCredits = session.mode === 'payment';
  return {
    customerId: idOf(session.customer),
    concernsSubscription: session.mode === 'subscription',
    checkout: {
      reference: session.id,
      checkoutId: checkoutId.data ?? null,
      outcome,
      isCredits,
      paymentId: idOf(session.payment_intent) ?? session.id,
      amountCents: session.amount_total,
      currency: session.currency,
    },
  };
}

function parseRefund({ id, payment_intent: payment, customer, amount, amount_refunded: refunded }: Stripe.Charge): ParsedEvent {
  const share = amount > 0 ? Math.min(1, refunded / amount) : 0;
  const parsed: ParsedEvent = { ...NOTHING_TO_APPLY, customerId: idOf(customer) };
  return share > 0
    ? { ...parsed, reversal: { paymentId: idOf(payment) ?? id, refunded: share, dispute: null, cents: refunded } }
    : parsed;
}

const DISPUTE_ENDS: ReadonlyMap<string, 'won' | 'lost'> = new Map([
  ['won', 'won'],
  ['prevented', 'won'],
  ['lost', 'lost'],
]);

/** An inquiry (`warning_…`) takes no money; only a dispute that was opened or closed counts. */
function parseDispute({ payment_intent: payment, charge, status, amount: cents }: Stripe.Dispute): ParsedEvent {
  if (status.startsWith('warning_')) return NOTHING_TO_APPLY;
  const paymentId = idOf(payment) ?? idOf(charge) ?? '';
  return { ...NOTHING_TO_APPLY, reversal: { paymentId, refunded: 0, dispute: DISPUTE_ENDS.get(status) ?? 'open', cents } };
}
