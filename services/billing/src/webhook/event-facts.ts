import { z } from 'zod';
import type { Stripe } from 'stripe';
import { idOf } from '../checkout/stripe.provider.js';

/** A checkout that ended, one way or the other. */
export interface CheckoutFacts {
  readonly reference: string;
  /** Our own id, as the metadata say; null for a checkout that is none of ours. */
  readonly checkoutId: string | null;
  readonly outcome: 'paid' | 'pending' | 'over';
  readonly isCredits: boolean;
  readonly paymentId: string;
  readonly amountCents: number | null;
  readonly currency: string | null;
}

/** A payment that went back, in whole or in part. */
export interface ReversalFacts {
  readonly paymentId: string;
  /** 1: all of it. */
  readonly share: number;
  readonly isDisputed: boolean;
}

/** What an event tells us. Everything else in it is ignored: the truth about a subscription is asked for. */
export interface EventFacts {
  readonly customerId: string | null;
  readonly concernsSubscription: boolean;
  /** Somebody deleted them at the provider: the next checkout makes another one. */
  readonly isCustomerGone?: boolean;
  readonly checkout?: CheckoutFacts;
  readonly reversal?: ReversalFacts;
  /** What a subscription's invoice brought. */
  readonly invoicePaidCents?: number;
}

const NOTHING: EventFacts = { customerId: null, concernsSubscription: false };

export function factsOf(event: Stripe.Event): EventFacts {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return checkoutFacts(event.data.object, event.data.object.payment_status === 'paid' ? 'paid' : 'pending');
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return checkoutFacts(event.data.object, 'over');
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
    case 'customer.subscription.pending_update_applied':
    case 'customer.subscription.pending_update_expired':
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required':
      return { customerId: idOf(event.data.object.customer), concernsSubscription: true };
    case 'invoice.paid':
      return {
        customerId: idOf(event.data.object.customer),
        concernsSubscription: true,
        invoicePaidCents: event.data.object.amount_paid,
      };
    case 'customer.deleted':
      return { customerId: event.data.object.id, concernsSubscription: true, isCustomerGone: true };
    case 'charge.refunded':
      return refundFacts(event.data.object);
    case 'charge.dispute.created': {
      const { payment_intent: payment, charge } = event.data.object;
      const paymentId = idOf(payment) ?? idOf(charge) ?? '';
      return { ...NOTHING, reversal: { paymentId, share: 1, isDisputed: true } };
    }
    default:
      return NOTHING;
  }
}

const CheckoutId = z.uuid();

function checkoutFacts(session: Stripe.Checkout.Session, outcome: CheckoutFacts['outcome']): EventFacts {
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

function refundFacts({ id, payment_intent: payment, customer, amount, amount_refunded: refunded }: Stripe.Charge): EventFacts {
  const share = amount > 0 ? Math.min(1, refunded / amount) : 0;
  const facts: EventFacts = { ...NOTHING, customerId: idOf(customer) };
  return share > 0 ? { ...facts, reversal: { paymentId: idOf(payment) ?? id, share, isDisputed: false } } : facts;
}
