import { billing } from '@kith/proto';
import { anActor } from '@kith/kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { billingWithStripe, type BillingUnderTest } from './billing-under-test.js';
import { aSubscriber, refundEvent, subscriptionEvent } from './paying-user.js';
import type { StripeStandIn } from './stripe-stand-in.js';

let kith: BillingUnderTest;
let stripe: StripeStandIn;
beforeAll(async () => {
  ({ kith, stripe } = await billingWithStripe({ PUBLIC_URL: 'https://kith.test' }));
});
afterAll(() => kith.stop());
afterEach(() => {
  stripe.isPaymentPending = false;
});

const checkoutPlan = (userId: string, plan: 'premium') => kith.ask(billing.checkoutPlan, { actor: anActor({ userId }), plan });
const planOf = async (userId: string) => (await kith.ask(billing.entitlement, { userId })).plan;

describe('the upgrade of a live subscription', () => {
  it('charges the difference and changes nothing before the event arrives', async () => {
    const { userId, customer } = await aSubscriber(kith, stripe, { plan: 'basic' });
    const { url } = await checkoutPlan(userId, 'premium');
    expect(url).toBe('https://kith.test/dashboard?upgrade=success');
    const change = stripe.requests.findLast(({ method, path }) => method === 'POST' && path.startsWith('/v1/subscriptions/'));
    expect(change?.form).toMatchObject({ proration_behavior: 'always_invoice', payment_behavior: 'pending_if_incomplete' });
    expect(await planOf(userId)).toBe('basic');
    await kith.deliver(subscriptionEvent(customer));
    expect(await planOf(userId)).toBe('premium');
  });

  it('expires a page that would start a second subscription', async () => {
    const { userId, customer } = await aSubscriber(kith, stripe, { status: 'canceled' });
    const { url } = await checkoutPlan(userId, 'premium');
    const page = stripe.sessions.get(url.split('/').at(-1) ?? '');
    expect(page?.status).toBe('open');
    stripe.subscribe(customer, { plan: 'basic', status: 'active' });
    expect((await checkoutPlan(userId, 'premium')).url).toBe('https://kith.test/dashboard?upgrade=success');
    expect(page?.status).toBe('expired');
  });

  it('returns the page of the open invoice when the difference could not be charged', async () => {
    const { userId, customer } = await aSubscriber(kith, stripe, { plan: 'basic' });
    stripe.isPaymentPending = true;
    expect((await checkoutPlan(userId, 'premium')).url).toBe('https://invoice.test/1');
    await kith.deliver(subscriptionEvent(customer));
    expect(await planOf(userId)).toBe('basic');
  });

  it('does not restore a refunded plan before the upgrade is paid', async () => {
    const { userId, customer } = await aSubscriber(kith, stripe, { plan: 'basic' });
    const { paymentId } = stripe.subscribe(customer);
    await kith.deliver(refundEvent({ customer, paymentId: paymentId ?? '' }, 999, 999));
    expect(await planOf(userId)).toBe('free');
    stripe.isPaymentPending = true;
    await checkoutPlan(userId, 'premium');
    await kith.deliver(subscriptionEvent(customer));
    expect(await planOf(userId)).toBe('free');
    stripe.subscribe(customer, { plan: 'premium', invoiceStatus: 'paid' });
    await kith.deliver(subscriptionEvent(customer));
    expect(await planOf(userId)).toBe('premium');
  });

  it('can be repeated after a change back within a day', async () => {
    const { userId, customer } = await aSubscriber(kith, stripe, { plan: 'basic' });
    for (const paymentId of ['pi_credited', null]) {
      stripe.subscribe(customer, { plan: 'basic', paymentId });
      await checkoutPlan(userId, 'premium');
      stripe.subscribe(customer, { plan: 'basic', paymentId: null });
    }
    await checkoutPlan(userId, 'premium');
    await kith.deliver(subscriptionEvent(customer));
    expect(await planOf(userId)).toBe('premium');
  });

  it('is refused while a payment is open', async () => {
    const { userId, customer } = await aSubscriber(kith, stripe, { plan: 'basic' });
    stripe.subscribe(customer, { status: 'past_due', failedAt: Math.floor(Date.now() / 1000) });
    await expect(checkoutPlan(userId, 'premium')).rejects.toMatchObject({ code: 'ALREADY_SUBSCRIBED' });
  });
});
