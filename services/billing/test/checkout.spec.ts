import { randomUUID } from 'node:crypto';
import { billing, type InputOf } from '@kith/proto';
import { anActor } from '@kith/kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { billingUnderTest, billingWithStripe, type BillingUnderTest } from './billing-under-test.js';
import { aBuyer, aSubscriber, customerOf, invoiceEvent, sessionEvent, subscriptionEvent } from './paying-user.js';
import type { StripeStandIn } from './stripe-stand-in.js';

let kith: BillingUnderTest;
let stripe: StripeStandIn;
beforeAll(async () => {
  ({ kith, stripe } = await billingWithStripe({ PUBLIC_URL: 'https://kith.test' }));
});
afterAll(() => kith.stop());
afterEach(() => {
  stripe.state = 'up';
  stripe.beforeRead = () => undefined;
  stripe.beforeSession = () => undefined;
});

const checkoutPlan = (userId: string, plan: 'basic' | 'standard' | 'premium' = 'basic') =>
  kith.ask(billing.checkoutPlan, { actor: anActor({ userId }), plan });
const checkoutCredits = (userId: string, packageId = 'credits-500') =>
  kith.ask(billing.checkoutCredits, { actor: anActor({ userId }), packageId });
const planOf = async (userId: string) => (await kith.ask(billing.entitlement, { userId })).plan;
const sessionsOf = (userId: string) => [...stripe.sessions.values()].filter(({ form }) => form['metadata[userId]'] === userId);

describe('the checkout of credits', () => {
  it('sells at the price of the catalogue, whatever the browser sends [S65]', async () => {
    const userId = randomUUID();
    const input = { actor: anActor({ userId }), packageId: 'credits-1000', price: 1, credits: 999_999, userId: randomUUID() };
    const answer = await kith.ask(billing.checkoutCredits, input as InputOf<typeof billing.checkoutCredits>);
    const [session] = sessionsOf(userId);
    expect(answer).toMatchObject({ url: `https://checkout.test/${session?.id}`, checkoutUrl: answer.url });
    expect(session?.form).toMatchObject({
      mode: 'payment',
      customer: await customerOf(kith, userId),
      client_reference_id: userId,
      'line_items[0][price_data][unit_amount]': '1399',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][quantity]': '1',
      success_url: 'https://kith.test/credits?purchase=success',
      cancel_url: 'https://kith.test/credits',
    });
    expect((await kith.usage(userId)).credits).toBe(0);
  });

  it('adds the credits once when the paid event arrives, and writes the audit log', async () => {
    const buyer = await aBuyer(kith);
    await kith.deliver(sessionEvent(buyer));
    await kith.deliver(sessionEvent(buyer));
    expect(await kith.usage(buyer.userId)).toMatchObject({ credits: 500 });
    expect(await kith.audited(buyer.userId)).toMatchObject([
      { action: 'payment_received', actorId: null, details: { credits: 500, cents: 799, payment: buyer.paymentId } },
    ]);
  });

  it('adds no credits while a payment is pending, adds them when it succeeds and none when it fails', async () => {
    const [arrives, fails] = [await aBuyer(kith), await aBuyer(kith)];
    for (const buyer of [arrives, fails]) await kith.deliver(sessionEvent(buyer, { payment_status: 'unpaid' }));
    expect((await kith.usage(arrives.userId)).credits).toBe(0);
    await kith.deliver(sessionEvent(arrives, {}, 'async_payment_succeeded'));
    await kith.deliver(sessionEvent(fails, { payment_status: 'unpaid' }, 'async_payment_failed'));
    expect((await kith.usage(arrives.userId)).credits).toBe(500);
    expect((await kith.usage(fails.userId)).credits).toBe(0);
  });

  it('opens one page per package, and the same page for a repeated click', async () => {
    const userId = randomUUID();
    const [first, again] = await Promise.all([checkoutCredits(userId), checkoutCredits(userId)]);
    expect(again.url).toBe(first.url);
    const small = await aBuyer(kith, 'credits-100', userId);
    const large = await aBuyer(kith, 'credits-500', userId);
    expect(small.checkout.url).not.toBe(large.checkout.url);
    await Promise.all([small, large].map((buyer) => kith.deliver(sessionEvent(buyer))));
    expect((await kith.usage(userId)).credits).toBe(600);
  });

  it('opens a new page after the previous one was paid or has expired', async () => {
    const paid = await aBuyer(kith);
    await kith.deliver(sessionEvent(paid));
    const second = await aBuyer(kith, 'credits-500', paid.userId);
    expect(second.checkout.url).not.toBe(paid.checkout.url);
    await kith.deliver(sessionEvent(second, { payment_status: 'unpaid' }, 'expired'));
    expect((await checkoutCredits(paid.userId)).url).not.toBe(second.checkout.url);
    expect((await kith.usage(paid.userId)).credits).toBe(500);
  });

  it('answers NOT_FOUND for an unknown package', async () => {
    await expect(checkoutCredits(randomUUID(), 'credits-1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the checkout of a plan', () => {
  it('gives no plan before the event arrives, not even when the browser returns from the page [S65]', async () => {
    const userId = randomUUID();
    const { url, checkoutUrl } = await checkoutPlan(userId, 'standard');
    const [session] = sessionsOf(userId);
    expect(url).toBe(checkoutUrl);
    expect(session?.form).toMatchObject({
      mode: 'subscription',
      'line_items[0][quantity]': '1',
      success_url: 'https://kith.test/dashboard?upgrade=success',
      cancel_url: 'https://kith.test/pricing',
    });
    const [price] = stripe.sent('POST', '/v1/prices').filter(({ form }) => form['metadata[plan]'] === 'basic');
    expect(price?.form).toMatchObject({ unit_amount: '999', currency: 'usd', 'recurring[interval]': 'month' });
    expect(await kith.subscription(userId)).toMatchObject({ plan: 'free', status: 'inactive', paidPlan: null });
  });

  it('gives the plan when the event arrives', async () => {
    const { userId } = await aSubscriber(kith, stripe);
    expect(await kith.subscription(userId)).toMatchObject({
      plan: 'premium',
      source: 'subscription',
      status: 'active',
      paidPlan: 'premium',
      cancelsAtPeriodEnd: false,
      graceEndsAt: null,
      isSandbox: false,
    });
    expect(await kith.jobsFor('plan-changes', userId)).toEqual([`plan-${userId}-1`]);
  });

  it('refuses the free plan', async () => {
    const free = { actor: anActor(), plan: 'free' } as unknown as InputOf<typeof billing.checkoutPlan>;
    await expect(kith.ask(billing.checkoutPlan, free)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  it('creates one customer and one page for concurrent clicks of a user', async () => {
    const userId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => checkoutPlan(userId)));
    expect(new Set(answers.map(({ url }) => url)).size).toBe(1);
    expect(await kith.query('select 1 from billing.customer where user_id = $1', [userId])).toHaveLength(1);
    expect(sessionsOf(userId)).toHaveLength(1);
    const keys = stripe.sent('POST', '/v1/customers').filter(({ form }) => form['metadata[userId]'] === userId);
    expect(new Set(keys.map(({ idempotencyKey }) => idempotencyKey))).toEqual(new Set([`customer-${userId}`]));
  });

  it('expires the page of another tab, so that nobody pays two subscriptions', async () => {
    const userId = randomUUID();
    await checkoutPlan(userId, 'basic');
    await checkoutPlan(userId, 'premium');
    expect(sessionsOf(userId).map(({ status }) => status)).toEqual(['expired', 'open']);
  });

  it('leaves one open page when two tabs choose different plans at the same moment', async () => {
    const userId = randomUUID();
    let isFirst = true;
    stripe.beforeSession = async () => {
      if (!isFirst) return;
      isFirst = false;
      // Stripe is about to create the page for basic, which is not stored yet.
      await checkoutPlan(userId, 'premium');
    };
    await expect(checkoutPlan(userId, 'basic')).rejects.toMatchObject({ code: 'CHECKOUT_OVER' });
    expect(sessionsOf(userId).map(({ status }) => status)).toEqual(['open', 'expired']);
    await expect(checkoutPlan(userId, 'basic')).resolves.toMatchObject({ url: expect.any(String) });
    expect(sessionsOf(userId).filter(({ status }) => status === 'open')).toHaveLength(1);
  });

  it('refuses a second subscription when the first was paid in another tab, even before its event arrives', async () => {
    const userId = randomUUID();
    await checkoutPlan(userId, 'basic');
    stripe.subscribe(await customerOf(kith, userId), { plan: 'basic' });
    await expect(checkoutPlan(userId, 'basic')).rejects.toMatchObject({ code: 'ALREADY_SUBSCRIBED' });
  });

  it('refuses premium to a subscriber of premium', async () => {
    const { userId } = await aSubscriber(kith, stripe);
    await expect(checkoutPlan(userId, 'premium')).rejects.toMatchObject({ code: 'ALREADY_SUBSCRIBED' });
    expect(await planOf(userId)).toBe('premium');
  });

  it('is refused during impersonation, as are the portal and the sandbox', async () => {
    const actor = anActor({ impersonator: { userId: randomUUID(), username: 'root' } });
    const refused = { code: 'IMPERSONATING' };
    await expect(kith.ask(billing.checkoutPlan, { actor, plan: 'basic' })).rejects.toMatchObject(refused);
    await expect(kith.ask(billing.checkoutCredits, { actor, packageId: 'credits-100' })).rejects.toMatchObject(refused);
    await expect(kith.ask(billing.portal, { actor })).rejects.toMatchObject(refused);
    await expect(kith.ask(billing.sandboxPay, { actor, checkoutId: randomUUID(), outcome: 'pay' })).rejects.toMatchObject(
      refused,
    );
    await expect(kith.ask(billing.changeSandbox, { actor, action: 'renew' })).rejects.toMatchObject(refused);
  });
});

describe('the customer portal', () => {
  it("is the provider's page for the customer", async () => {
    const { userId, customer } = await aSubscriber(kith, stripe, { plan: 'basic' });
    expect(await kith.ask(billing.portal, { actor: anActor({ userId }) })).toEqual({ url: `https://portal.test/${customer}` });
  });

  it('answers NOT_FOUND without a customer and without a subscription', async () => {
    await expect(kith.ask(billing.portal, { actor: anActor() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { userId } = await aBuyer(kith);
    await expect(kith.ask(billing.portal, { actor: anActor({ userId }) })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('while Stripe is unavailable', () => {
  it.each(['down', 'refusing'] as const)(
    '(%s) calls answer PAYMENT_UNAVAILABLE, and succeed after Stripe is back',
    async (state) => {
      const { userId } = await aSubscriber(kith, stripe, { plan: 'basic' });
      const fresh = randomUUID();
      stripe.state = state;
      for (const work of [checkoutPlan(fresh), checkoutCredits(fresh), kith.ask(billing.portal, { actor: anActor({ userId }) })])
        await expect(work).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
      stripe.state = 'up';
      await expect(checkoutPlan(fresh)).resolves.toMatchObject({ url: expect.any(String) });
      await expect(checkoutCredits(fresh)).resolves.toMatchObject({ url: expect.any(String) });
    },
  );

  it('a page that could not be expired stays open in our table and is expired by the next checkout', async () => {
    const userId = randomUUID();
    await checkoutPlan(userId, 'basic');
    stripe.state = 'down';
    await expect(checkoutPlan(userId, 'premium')).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
    stripe.state = 'up';
    await checkoutPlan(userId, 'premium');
    expect(sessionsOf(userId).map(({ status }) => status)).toEqual(['expired', 'open']);
  });

  it('an event fails, and is applied when Stripe sends it again', async () => {
    const userId = randomUUID();
    await checkoutPlan(userId);
    const customer = await customerOf(kith, userId);
    stripe.subscribe(customer);
    const event = invoiceEvent(customer, 'paid');
    stripe.state = 'down';
    await expect(kith.deliver(event)).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
    expect(await planOf(userId)).toBe('free');
    stripe.state = 'up';
    await kith.deliver(event);
    expect(await planOf(userId)).toBe('basic');
  });

  it('a provider snapshot that another one overtook is read again [S64]', async () => {
    const { userId, customer } = await aSubscriber(kith, stripe, { plan: 'basic' });
    let isFirst = true;
    stripe.beforeRead = async () => {
      if (!isFirst) return;
      isFirst = false;
      // This read answers basic; before it is stored, the event of premium arrives and is stored.
      stripe.subscribe(customer, { plan: 'premium' });
      await kith.deliver(subscriptionEvent(customer));
    };
    await kith.deliver(subscriptionEvent(customer));
    expect(await planOf(userId)).toBe('premium');
  });
});

describe('without a payment provider', () => {
  it('production sells nothing unless BILLING_SANDBOX is set', async () => {
    const env = { NODE_ENV: 'production', APP_KEYRING: `k1:${Buffer.alloc(32, 7).toString('base64')}` };
    const [none, named] = [await billingUnderTest(env), await billingUnderTest({ ...env, BILLING_SANDBOX: 'true' })];
    const actor = anActor();
    const input = { actor, plan: 'basic' } as const;
    await expect(none.ask(billing.checkoutPlan, input)).rejects.toMatchObject({ code: 'NOT_CONFIGURED' });
    await expect(none.ask(billing.webhook, { body: '{}', signature: '' })).rejects.toMatchObject({ code: 'NOT_CONFIGURED' });
    await expect(none.ask(billing.portal, { actor })).rejects.toMatchObject({ code: 'NOT_CONFIGURED' });
    expect(await none.subscription(actor.userId)).toMatchObject({ plan: 'free', isSandbox: false });
    await expect(none.ask(billing.removeUser, { userId: actor.userId })).resolves.toEqual({});
    expect((await named.ask(billing.checkoutPlan, input)).url).toContain('/sandbox-checkout/');
    await Promise.all([none.stop(), named.stop()]);
  });
});
