import { randomUUID } from 'node:crypto';
import { billing } from '@kith/proto';
import { anActor } from '@kith/kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { billingUnderTest, billingWithStripe, type BillingUnderTest } from './billing-under-test.js';

let kith: BillingUnderTest;
beforeAll(async () => {
  kith = await billingUnderTest({ PUBLIC_URL: 'https://kith.test' });
});
afterAll(() => kith.stop());
afterEach(() => kith.setTime(null));

const DAY_MS = 86_400_000;
const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);
const idOf = (url: string): string => url.split('/').at(-1) ?? '';
const checkoutPlan = async (userId: string, plan: 'basic' | 'premium'): Promise<string> =>
  idOf((await kith.ask(billing.checkoutPlan, { actor: anActor({ userId }), plan })).url);
const checkoutCredits = async (userId: string, packageId = 'credits-500'): Promise<string> =>
  idOf((await kith.ask(billing.checkoutCredits, { actor: anActor({ userId }), packageId })).url);
const pay = (userId: string, checkoutId: string, outcome: 'pay' | 'decline' = 'pay') =>
  kith.ask(billing.sandboxPay, { actor: anActor({ userId }), checkoutId, outcome });
const page = (userId: string, checkoutId: string) =>
  kith.ask(billing.sandboxCheckout, { actor: anActor({ userId }), checkoutId });
const portal = (userId: string, action: 'cancel' | 'resume') =>
  kith.ask(billing.sandboxPortal, { actor: anActor({ userId }), action });
const subscribe = async (plan: 'basic' | 'premium' = 'basic'): Promise<string> => {
  const userId = randomUUID();
  await pay(userId, await checkoutPlan(userId, plan));
  return userId;
};

describe('the sandbox page', () => {
  it('shows title, price and state of the order', async () => {
    const userId = randomUUID();
    const { url } = await kith.ask(billing.checkoutPlan, { actor: anActor({ userId }), plan: 'premium' });
    expect(url).toMatch(/^https:\/\/kith\.test\/sandbox-checkout\/[0-9a-f-]{36}$/);
    expect(await page(userId, idOf(url))).toEqual({
      id: idOf(url),
      kind: 'subscription',
      title: 'Premium plan, monthly',
      priceCents: 1999,
      state: 'open',
    });
    expect(await page(userId, await checkoutCredits(userId))).toMatchObject({
      kind: 'credits',
      title: '500 message credits',
      priceCents: 799,
    });
  });

  it('gives the plan when it is paid, and returns the success page', async () => {
    const userId = randomUUID();
    const checkoutId = await checkoutPlan(userId, 'basic');
    expect((await kith.subscription(userId)).plan).toBe('free');
    expect(await pay(userId, checkoutId)).toEqual({ url: 'https://kith.test/dashboard?upgrade=success' });
    expect(await kith.subscription(userId)).toMatchObject({
      plan: 'basic',
      source: 'subscription',
      status: 'active',
      paidPlan: 'basic',
      isSandbox: true,
    });
    expect((await page(userId, checkoutId)).state).toBe('paid');
    expect(await kith.jobsFor('plan-changes', userId)).toHaveLength(1);
    const acts = (await kith.audited(userId)).map(({ action }) => action);
    expect(acts.sort()).toEqual(['payment_received', 'subscription_changed']);
  });

  it('adds the credits when it is paid, once for two clicks, and cannot be paid again', async () => {
    const userId = randomUUID();
    const checkoutId = await checkoutCredits(userId);
    const [first] = await Promise.all([pay(userId, checkoutId), pay(userId, checkoutId).catch(() => undefined)]);
    expect(first).toEqual({ url: 'https://kith.test/credits?purchase=success' });
    expect(await kith.usage(userId)).toMatchObject({ credits: 500 });
    await expect(pay(userId, checkoutId)).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
    expect(await kith.ledgerSum(userId)).toBe(500);
  });

  it('adds nothing when the card is declined, and can be paid afterwards', async () => {
    const userId = randomUUID();
    const checkoutId = await checkoutCredits(userId);
    expect(await pay(userId, checkoutId, 'decline')).toEqual({ url: 'https://kith.test/credits' });
    expect(await pay(userId, await checkoutPlan(userId, 'basic'), 'decline')).toEqual({ url: 'https://kith.test/pricing' });
    expect(await kith.usage(userId)).toMatchObject({ credits: 0, plan: 'free' });
    await pay(userId, checkoutId);
    expect((await kith.usage(userId)).credits).toBe(500);
  });

  it('expires after an hour, and when another tab chose another plan', async () => {
    const userId = randomUUID();
    const basic = await checkoutPlan(userId, 'basic');
    const premium = await checkoutPlan(userId, 'premium');
    expect((await page(userId, basic)).state).toBe('expired');
    await expect(pay(userId, basic)).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
    kith.setTime(new Date(Date.now() + 3_600_001));
    expect((await page(userId, premium)).state).toBe('expired');
    for (const outcome of ['pay', 'decline'] as const)
      await expect(pay(userId, premium, outcome)).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
    expect((await kith.subscription(userId)).plan).toBe('free');
  });

  it('answers NOT_FOUND to other users', async () => {
    const userId = randomUUID();
    const checkoutId = await checkoutCredits(userId);
    const otherUser = await subscribe();
    for (const who of [otherUser, randomUUID()]) {
      await expect(page(who, checkoutId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(pay(who, checkoutId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await expect(page(userId, randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('answers NOT_FOUND when Stripe is configured', async () => {
    const { kith: real } = await billingWithStripe();
    const actor = anActor();
    const { url } = await real.ask(billing.checkoutPlan, { actor, plan: 'basic' });
    const [row] = await real.query<{ id: string }>('select id from billing.checkout where user_id = $1', [actor.userId]);
    const input = { actor, checkoutId: row?.id ?? '' };
    expect(url).toContain('https://checkout.test/');
    await expect(real.ask(billing.sandboxCheckout, input)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(real.ask(billing.sandboxPay, { ...input, outcome: 'pay' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(real.ask(billing.sandboxPortal, { actor, action: 'cancel' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await real.stop();
  });
});

describe('a sandbox subscription', () => {
  it('is upgraded by paying another page, and keeps its period', async () => {
    const userId = await subscribe('basic');
    const before = await kith.subscription(userId);
    const upgrade = await checkoutPlan(userId, 'premium');
    expect((await kith.subscription(userId)).plan).toBe('basic');
    await pay(userId, upgrade);
    expect(await kith.subscription(userId)).toEqual({ ...before, plan: 'premium', paidPlan: 'premium' });
    await expect(checkoutPlan(userId, 'basic')).rejects.toMatchObject({ code: 'ALREADY_SUBSCRIBED' });
  });

  it('is cancelled for the end of its period and can be resumed', async () => {
    const userId = await subscribe('premium');
    expect(await portal(userId, 'cancel')).toMatchObject({ plan: 'premium', status: 'active', cancelsAtPeriodEnd: true });
    expect(await portal(userId, 'resume')).toMatchObject({ plan: 'premium', cancelsAtPeriodEnd: false });
  });

  it('is renewed when its period ends, with an entry in the audit log', async () => {
    const userId = await subscribe('premium');
    const { currentPeriodEnd } = await kith.subscription(userId);
    kith.setTime(inDays(32));
    await kith.sweep();
    const renewed = await kith.subscription(userId);
    expect(renewed).toMatchObject({ plan: 'premium', status: 'active' });
    expect(new Date(renewed.currentPeriodEnd ?? 0).getTime()).toBeGreaterThan(new Date(currentPeriodEnd ?? 0).getTime());
    const payments = (await kith.audited(userId)).filter(({ action }) => action === 'payment_received');
    expect(payments.map(({ details }) => details['cents'])).toEqual([1999, 1999]);
    kith.setTime(inDays(200));
    await kith.sweep();
    const { currentPeriodEnd: end, plan } = await kith.subscription(userId);
    expect(plan).toBe('premium');
    expect(new Date(end ?? 0).getTime()).toBeGreaterThan(inDays(200).getTime());
  });

  it('that is cancelled ends with its period, which is announced; then another one can be bought', async () => {
    const userId = await subscribe('premium');
    await portal(userId, 'cancel');
    kith.setTime(inDays(32));
    expect(await kith.subscription(userId)).toMatchObject({ plan: 'free', status: 'cancelled' });
    await kith.sweep();
    expect(await kith.subscription(userId)).toMatchObject({ plan: 'free', status: 'cancelled', cancelsAtPeriodEnd: false });
    expect(await kith.jobsFor('plan-changes', userId)).toHaveLength(2);
    await expect(portal(userId, 'resume')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await pay(userId, await checkoutPlan(userId, 'basic'));
    expect(await kith.subscription(userId)).toMatchObject({ plan: 'basic', status: 'active' });
  });

  it('cannot be cancelled by a user who has none', async () => {
    await expect(portal(randomUUID(), 'cancel')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const userId = randomUUID();
    await checkoutCredits(userId);
    await expect(portal(userId, 'cancel')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is managed on the settings page', async () => {
    const userId = await subscribe();
    expect(await kith.ask(billing.portal, { actor: anActor({ userId }) })).toEqual({ url: 'https://kith.test/settings' });
  });

  it('does not count in live mode', async () => {
    const userId = await subscribe('premium');
    await kith.query(`update billing.subscription set mode = 'live' where user_id = $1`, [userId]);
    expect(await kith.subscription(userId)).toMatchObject({ plan: 'free', paidPlan: null });
  });
});
