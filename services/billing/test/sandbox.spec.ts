import { randomUUID } from 'node:crypto';
import { DAY_MS, billing, type InputOf } from '@kith/proto';
import { anActor } from '@kith/kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { billingUnderTest, billingWithStripe, type BillingUnderTest } from './billing-under-test.js';

let kith: BillingUnderTest;
beforeAll(async () => {
  kith = await billingUnderTest({ PUBLIC_URL: 'https://kith.test' });
});
afterAll(() => kith.stop());
afterEach(() => kith.setTime(null));

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
const status = (userId: string, checkoutId: string) => kith.ask(billing.checkout, { actor: anActor({ userId }), checkoutId });
const renewal = (userId: string, action: 'cancel' | 'resume' | 'keep_plan') =>
  kith.ask(billing.changeSubscription, { actor: anActor({ userId }), action });
const act = (userId: string, action: InputOf<typeof billing.changeSandbox>['action'], paymentId?: string) =>
  kith.ask(billing.changeSandbox, { actor: anActor({ userId }), action, paymentId });
const portal = (userId: string) => kith.ask(billing.sandboxPortal, { actor: anActor({ userId }) });
const preview = (userId: string, plan: 'basic' | 'premium') =>
  kith.ask(billing.previewPlanChange, { actor: anActor({ userId }), plan });
const confirm = (userId: string, changeId: string) =>
  kith.ask(billing.confirmPlanChange, { actor: anActor({ userId }), changeId });
/** The id of the latest payment. */
const latestPayment = async (userId: string): Promise<string> => (await portal(userId)).payments[0]?.id ?? '';
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
    await expect(pay(userId, checkoutId)).rejects.toMatchObject({ code: 'CHECKOUT_OVER' });
    expect(await kith.ledgerSum(userId)).toBe(500);
  });

  it('adds nothing when the card is declined, and can be paid afterwards', async () => {
    const userId = randomUUID();
    const checkoutId = await checkoutCredits(userId);
    const declined = { code: 'PAYMENT_DECLINED' };
    await expect(pay(userId, checkoutId, 'decline')).rejects.toMatchObject(declined);
    await expect(pay(userId, await checkoutPlan(userId, 'basic'), 'decline')).rejects.toMatchObject(declined);
    expect(await kith.usage(userId)).toMatchObject({ credits: 0, plan: 'free' });
    expect(await status(userId, checkoutId)).toMatchObject({ state: 'declined', kind: 'credits' });
    await pay(userId, checkoutId);
    expect((await kith.usage(userId)).credits).toBe(500);
    expect(await status(userId, checkoutId)).toMatchObject({ state: 'paid' });
  });

  it('expires after an hour, and when another tab chose another plan', async () => {
    const userId = randomUUID();
    const basic = await checkoutPlan(userId, 'basic');
    const premium = await checkoutPlan(userId, 'premium');
    expect((await page(userId, basic)).state).toBe('expired');
    await expect(pay(userId, basic)).rejects.toMatchObject({ code: 'CHECKOUT_OVER' });
    kith.setTime(new Date(Date.now() + 3_600_001));
    expect((await page(userId, premium)).state).toBe('expired');
    for (const outcome of ['pay', 'decline'] as const)
      await expect(pay(userId, premium, outcome)).rejects.toMatchObject({ code: 'CHECKOUT_OVER' });
    expect(await status(userId, premium)).toMatchObject({ state: 'expired' });
    expect((await kith.subscription(userId)).plan).toBe('free');
  });

  it('answers NOT_FOUND to other users', async () => {
    const userId = randomUUID();
    const checkoutId = await checkoutCredits(userId);
    const otherUser = await subscribe();
    for (const who of [otherUser, randomUUID()]) {
      await expect(page(who, checkoutId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(pay(who, checkoutId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(status(who, checkoutId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
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
    await expect(real.ask(billing.sandboxPortal, { actor })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(real.ask(billing.changeSandbox, { actor, action: 'renew' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await real.stop();
  });
});

describe('the purchase that a greeting speaks of [S65]', () => {
  const purchase = async (userId: string) =>
    (await kith.ask(billing.recentPlanPurchase, { actor: anActor({ userId }) })).purchase;

  it('is null without one, and names the plan and how its payment stands', async () => {
    const userId = randomUUID();
    expect(await purchase(userId)).toBeNull();
    await checkoutCredits(userId);
    expect(await purchase(userId)).toBeNull();
    const checkoutId = await checkoutPlan(userId, 'basic');
    expect(await purchase(userId)).toEqual({ plan: 'basic', state: 'open' });
    await pay(userId, checkoutId, 'decline').catch(() => undefined);
    expect(await purchase(userId)).toEqual({ plan: 'basic', state: 'declined' });
    await pay(userId, checkoutId);
    expect(await purchase(userId)).toEqual({ plan: 'basic', state: 'paid' });
    await confirm(userId, (await preview(userId, 'premium')).id);
    expect(await purchase(userId)).toEqual({ plan: 'premium', state: 'paid' });
  });

  it('is null an hour later, for other users, and once it is refunded', async () => {
    const userId = await subscribe('premium');
    expect(await purchase(randomUUID())).toBeNull();
    kith.setTime(new Date(Date.now() + 3_601_000));
    expect(await purchase(userId)).toBeNull();
    kith.setTime(null);
    await act(userId, 'refund', await latestPayment(userId));
    expect(await purchase(userId)).toBeNull();
  });
});

describe('a sandbox subscription', () => {
  it('is upgraded at once for the amount that was shown, and keeps its period', async () => {
    const userId = await subscribe('basic');
    const before = await kith.subscription(userId);
    const middle = (Date.now() + new Date(before.currentPeriodEnd ?? 0).getTime()) / 2;
    kith.setTime(new Date(middle));
    const { id, todayCents, renewsAt } = await preview(userId, 'premium');
    expect([todayCents, renewsAt]).toEqual([expect.closeTo(500, 0), before.currentPeriodEnd]);
    expect(await kith.subscription(userId)).toEqual(before);
    expect(await confirm(userId, id)).toEqual({ state: 'paid', payUrl: null });
    expect(await confirm(userId, id)).toEqual({ state: 'paid', payUrl: null });
    expect(await kith.subscription(userId)).toEqual({ ...before, plan: 'premium', paidPlan: 'premium', renewalCents: 1999 });
    expect((await portal(userId)).payments.map(({ cents, state }) => [cents, state])).toEqual([
      [todayCents, 'paid'],
      [999, 'paid'],
    ]);
  });

  it('whose upgrade is declined keeps its plan until the open payment is made', async () => {
    const userId = await subscribe('basic');
    await act(userId, 'decline_card');
    const { id } = await preview(userId, 'premium');
    const payUrl = 'https://kith.test/sandbox-portal';
    expect(await confirm(userId, id)).toEqual({ state: 'payment_required', payUrl });
    expect(await kith.subscription(userId)).toMatchObject({ plan: 'basic', payUrl });
    await expect(act(userId, 'pay', await latestPayment(userId))).rejects.toMatchObject({ code: 'PAYMENT_DECLINED' });
    await act(userId, 'accept_card');
    await act(userId, 'pay', await latestPayment(userId));
    expect(await kith.subscription(userId)).toMatchObject({ plan: 'premium', payUrl: null });
  });

  it('is downgraded at the end of its period, which can be taken back', async () => {
    const userId = await subscribe('premium');
    const schedule = async () => confirm(userId, (await preview(userId, 'basic')).id);
    expect(await schedule()).toEqual({ state: 'scheduled', payUrl: null });
    expect(await renewal(userId, 'keep_plan')).toMatchObject({ plan: 'premium', scheduledPlan: null });
    await schedule();
    expect(await kith.subscription(userId)).toMatchObject({ plan: 'premium', scheduledPlan: 'basic', renewalCents: 999 });
    await act(userId, 'renew');
    expect(await kith.subscription(userId)).toMatchObject({ plan: 'basic', paidPlan: 'basic', scheduledPlan: null });
    expect((await portal(userId)).payments[0]).toMatchObject({ cents: 999, state: 'paid' });
  });

  it('whose renewal fails keeps its plan for seven days, tells its user once, and goes on when it is paid', async () => {
    const userId = await subscribe('premium');
    await act(userId, 'decline_card');
    await act(userId, 'renew');
    const failed = await kith.subscription(userId);
    expect(failed).toMatchObject({ plan: 'premium', paidPlan: 'premium', payUrl: 'https://kith.test/sandbox-portal' });
    expect(new Date(failed.graceEndsAt ?? 0).getTime()).toBeGreaterThan(inDays(6.9).getTime());
    await kith.sweep();
    expect(await kith.jobsFor('notices', userId)).toHaveLength(1);
    await act(userId, 'accept_card');
    await act(userId, 'pay', await latestPayment(userId));
    expect(await kith.subscription(userId)).toMatchObject({ plan: 'premium', graceEndsAt: null, payUrl: null });
  });

  it('that stays unpaid for seven days is ended, says so, and another one can be bought', async () => {
    const userId = await subscribe('premium');
    await act(userId, 'decline_card');
    await act(userId, 'renew');
    kith.setTime(inDays(7.1));
    const over = { plan: 'free', paidPlan: null, endedReason: 'unpaid', endedPlan: 'premium', payUrl: null, graceEndsAt: null };
    expect(await kith.subscription(userId)).toMatchObject(over);
    await kith.sweep();
    expect(await kith.subscription(userId)).toMatchObject(over);
    expect((await portal(userId)).payments[0]).toMatchObject({ state: 'void' });
    await pay(userId, await checkoutPlan(userId, 'basic'));
    expect(await kith.subscription(userId)).toMatchObject({ plan: 'basic', endedReason: null, endedPlan: null });
  });

  it('whose payment is refunded ends at once, says so, and another one can be bought', async () => {
    const userId = await subscribe('premium');
    await act(userId, 'refund', await latestPayment(userId));
    expect(await kith.subscription(userId)).toMatchObject({ plan: 'free', paidPlan: null, endedReason: 'refunded' });
    expect(await portal(userId)).toMatchObject({ hasSubscription: false, payments: [{ state: 'refunded' }] });
    expect(await kith.jobsFor('notices', userId)).toHaveLength(1);
    await pay(userId, await checkoutPlan(userId, 'premium'));
    expect(await kith.subscription(userId)).toMatchObject({ plan: 'premium', endedReason: null });
  });

  it('whose payment is disputed is suspended; it goes on when the dispute is won and ends when it is lost', async () => {
    for (const outcome of ['win', 'lose'] as const) {
      const userId = await subscribe('premium');
      const paymentId = await latestPayment(userId);
      await act(userId, 'dispute', paymentId);
      expect(await kith.subscription(userId)).toMatchObject({ plan: 'free', endedReason: 'disputed' });
      expect((await portal(userId)).hasSubscription).toBe(true);
      await act(userId, outcome, paymentId);
      const isWon = outcome === 'win';
      expect((await kith.subscription(userId)).plan).toBe(isWon ? 'premium' : 'free');
      expect((await portal(userId)).hasSubscription).toBe(isWon);
    }
  });

  it('is cancelled for the end of its period and can be resumed', async () => {
    const userId = await subscribe('premium');
    expect(await renewal(userId, 'cancel')).toMatchObject({ plan: 'premium', status: 'active', cancelsAtPeriodEnd: true });
    expect(await renewal(userId, 'resume')).toMatchObject({ plan: 'premium', cancelsAtPeriodEnd: false });
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
    await renewal(userId, 'cancel');
    kith.setTime(inDays(32));
    expect(await kith.subscription(userId)).toMatchObject({ plan: 'free', status: 'cancelled' });
    await kith.sweep();
    expect(await kith.subscription(userId)).toMatchObject({ plan: 'free', status: 'cancelled', cancelsAtPeriodEnd: false });
    expect(await kith.jobsFor('plan-changes', userId)).toHaveLength(2);
    await expect(renewal(userId, 'resume')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await pay(userId, await checkoutPlan(userId, 'basic'));
    expect(await kith.subscription(userId)).toMatchObject({ plan: 'basic', status: 'active' });
  });

  it('cannot be cancelled by a user who has none', async () => {
    await expect(renewal(randomUUID(), 'cancel')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const userId = randomUUID();
    await checkoutCredits(userId);
    await expect(renewal(userId, 'cancel')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('has a portal of its own', async () => {
    const userId = await subscribe();
    expect(await kith.ask(billing.portal, { actor: anActor({ userId }) })).toEqual({ url: 'https://kith.test/sandbox-portal' });
  });

  it('does not count in live mode', async () => {
    const userId = await subscribe('premium');
    await kith.query(`update billing.subscription set mode = 'live' where user_id = $1`, [userId]);
    expect(await kith.subscription(userId)).toMatchObject({ plan: 'free', paidPlan: null });
  });
});
