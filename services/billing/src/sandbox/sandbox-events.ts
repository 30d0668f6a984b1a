import { randomUUID } from 'node:crypto';
import type { Stripe } from 'stripe';
import type { CheckoutEntity } from '../checkout/checkout.entity.js';
import type { SandboxPaymentEntity } from './sandbox-payment.entity.js';
import type { SandboxSubscriptionEntity } from './sandbox-subscription.entity.js';

/** An event in Stripe's format, not signed yet. */
export interface SandboxEvent {
  readonly type: Stripe.Event['type'];
  readonly id: string;
  readonly object: object;
}

const INVOICE = 'in_';
/** The payment that an invoice of the sandbox is for. */
export const paymentOfInvoice = (invoiceId: string): string => invoiceId.replace(INVOICE, '');

/** The event id is derived from the order: a repeated payment sends the same event, which is applied once. */
export function checkoutPaid(order: CheckoutEntity, customerId: string, paymentId: string): SandboxEvent {
  const object = {
    object: 'checkout.session',
    id: order.reference ?? order.id,
    mode: order.kind === 'credits' ? 'payment' : 'subscription',
    payment_status: 'paid',
    status: 'complete',
    customer: customerId,
    payment_intent: order.kind === 'credits' ? paymentId : null,
    amount_total: order.priceCents,
    currency: 'usd',
    metadata: { userId: order.userId, checkoutId: order.id },
  } satisfies Partial<Stripe.Checkout.Session>;
  return { type: 'checkout.session.completed', id: `evt_sandbox_paid_${order.id}`, object };
}

export function checkoutDeclined({ id, userId, priceCents }: CheckoutEntity, customerId: string): SandboxEvent {
  const object = {
    object: 'payment_intent',
    id: `pi_sandbox_declined_${id}`,
    customer: customerId,
    amount: priceCents,
    currency: 'usd',
    status: 'requires_payment_method',
    metadata: { userId, checkoutId: id },
  } satisfies Partial<Stripe.PaymentIntent>;
  return { type: 'payment_intent.payment_failed', id: `evt_sandbox_declined_${randomUUID()}`, object };
}

export function invoiceSettled(payment: SandboxPaymentEntity): SandboxEvent {
  const isPaid = payment.state === 'paid';
  const object = {
    object: 'invoice',
    id: `${INVOICE}${payment.id}`,
    customer: payment.customerId,
    amount_paid: isPaid ? payment.cents : 0,
    currency: 'usd',
    status: isPaid ? 'paid' : 'open',
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: payment.subscriptionId ?? '', metadata: null },
    },
  } satisfies Partial<Stripe.Invoice>;
  const type = isPaid ? 'invoice.paid' : 'invoice.payment_failed';
  return { type, id: `evt_sandbox_invoice_${isPaid ? 'paid' : 'failed'}_${payment.id}`, object };
}

export function subscriptionChanged({ id, customerId, status, cancelsAtPeriodEnd }: SandboxSubscriptionEntity): SandboxEvent {
  const object = {
    object: 'subscription',
    id,
    customer: customerId,
    status,
    cancel_at_period_end: cancelsAtPeriodEnd,
  } satisfies Partial<Stripe.Subscription>;
  const type = status === 'canceled' ? 'customer.subscription.deleted' : 'customer.subscription.updated';
  return { type, id: `evt_sandbox_${status}_${randomUUID()}`, object };
}

export function paymentRefunded({ id, customerId, cents }: SandboxPaymentEntity): SandboxEvent {
  const object = {
    object: 'charge',
    id: `ch_${id}`,
    customer: customerId,
    payment_intent: id,
    amount: cents,
    amount_refunded: cents,
  } satisfies Partial<Stripe.Charge>;
  return { type: 'charge.refunded', id: `evt_sandbox_refunded_${id}`, object };
}

/** The event of a dispute that was opened (`needs_response`), won or lost. */
export function disputeChanged({ id, cents }: SandboxPaymentEntity, status: 'needs_response' | 'won' | 'lost'): SandboxEvent {
  const object = {
    object: 'dispute',
    id: `dp_${id}`,
    amount: cents,
    charge: `ch_${id}`,
    payment_intent: id,
    status,
  } satisfies Partial<Stripe.Dispute>;
  const type = status === 'needs_response' ? 'charge.dispute.created' : 'charge.dispute.closed';
  return { type, id: `evt_sandbox_dispute_${status}_${id}`, object };
}
