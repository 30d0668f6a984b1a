import { AppError, PLAN_CATALOGUE, normalisePlan } from '@kith/proto';
import type { Stripe } from 'stripe';

/**
 * The id of a plan's price at Stripe, made there when it is asked for first. The amount is part of its key: another price in the
 * catalogue is another one at Stripe, and those who pay the old one keep it.
 */
export async function planPriceId(stripe: Stripe, item: string): Promise<string> {
  const plan = normalisePlan(item);
  const { priceCents, label } = PLAN_CATALOGUE[plan];
  if (priceCents === 0) throw new AppError('NOT_FOUND');
  const lookupKey = `kith-${plan}-${priceCents}-usd-month`;
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
  const [known] = data;
  if (known) return known.id;
  const made = await stripe.prices.create(
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
  return made.id;
}
