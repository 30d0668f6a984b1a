import { randomUUID } from 'node:crypto';
import { billing, PACKAGES } from '@kith/proto';
import { anActor, waitFor } from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { billingUnderTest, WEBHOOK_SECRET, type BillingUnderTest } from './billing-under-test.js';
import { EmulatedStripe } from './emulated-stripe.js';

let kith: BillingUnderTest;
const stripe = new EmulatedStripe();
beforeAll(async () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_API_URL: await stripe.start() };
  kith = await billingUnderTest({ ...keys, PUBLIC_URL: 'https://kith.test' }, WEBHOOK_SECRET);
  stripe.onEvent = (event) => kith.deliver(event);
});
afterAll(async () => {
  await kith.stop();
  await stripe.stop();
});

const checkout = (userId: string, packageId: string) =>
  kith.ask(billing.checkoutCredits, { actor: anActor({ userId }), packageId });

describe('packages bought at the emulated Stripe', () => {
  it.each(PACKAGES)('$id: its page is paid, the signed event adds its credits once, and the page leads back', async (pack) => {
    const userId = randomUUID();
    const { url, checkoutId } = await checkout(userId, pack.id);
    expect(checkoutId).not.toBeNull();
    expect((await kith.usage(userId)).credits).toBe(0);
    const paid = await stripe.pay(url);
    expect(paid.headers.get('location')).toBe('https://kith.test/credits?purchase=success');
    await waitFor('the credits', async () => (await kith.usage(userId)).credits === pack.credits);
    await stripe.pay(url);
    expect(await kith.ledgerSum(userId)).toBe(pack.credits);
    const status = await kith.ask(billing.checkout, { actor: anActor({ userId }), checkoutId: checkoutId ?? '' });
    expect(status).toMatchObject({ kind: 'credits', priceCents: pack.priceCents, state: 'paid' });
  });

  it('are not paid by opening their page, and two users do not share one', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const [one, other] = [await checkout(first, 'credits-500'), await checkout(second, 'credits-500')];
    expect((await fetch(one.url)).status).toBe(200);
    await stripe.pay(other.url);
    await waitFor('the credits', async () => (await kith.usage(second)).credits === 500);
    expect((await kith.usage(first)).credits).toBe(0);
  });
});
