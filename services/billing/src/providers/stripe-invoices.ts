import { normalisePlan } from '@kith/proto';
import { Stripe } from 'stripe';
import type { ProviderInvoice } from './payment-provider.js';
import { idOf, paymentIdOf } from './stripe-subscription.js';

/** A paid invoice of this customer in our terms; null when there is none, or nothing was due. */
export async function readInvoice(stripe: Stripe, customerId: string, invoiceId: string): Promise<ProviderInvoice | null> {
  const invoice = await retrieve(stripe, invoiceId);
  if (!invoice || idOf(invoice.customer) !== customerId || invoice.status !== 'paid' || invoice.amount_paid <= 0) return null;
  // An upgrade has a negative line for the plan that it replaces.
  const [line] = invoice.lines.data.toSorted((a, b) => b.amount - a.amount);
  const priceId = idOf(line?.pricing?.price_details?.price);
  const price = priceId === null ? null : await stripe.prices.retrieve(priceId);
  const plan = normalisePlan(price?.metadata['plan']);
  return {
    id: invoiceId,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    paymentId: paymentIdOf(invoice),
    plan: plan === 'free' ? null : plan,
    cents: invoice.amount_paid,
    currency: invoice.currency,
  };
}

async function retrieve(stripe: Stripe, invoiceId: string): Promise<Stripe.Invoice | null> {
  try {
    return await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] });
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return null;
    throw error;
  }
}
