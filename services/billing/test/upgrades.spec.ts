import { randomUUID } from 'node:crypto';
import { billing, type InputOf } from '@kith/proto';
import { anActor } from '@kith/kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { billingWithStripe, type BillingUnderTest } from './billing-under-test.js';
import { aSubscriber, subscriptionEvent } from './paying-user.js';
import type { StripeStandIn } from './stripe-stand-in.js';

let kith: BillingUnderTest;
let stripe: StripeStandIn;
beforeAll(async () => {
  ({ kith, stripe } = await billingWithStripe({ PUBLIC_URL: 'https://kith.test' }));
});
afterAll(() => kith.stop());
afterEach(() => {
  stripe.isPaymentPending = false;
  stripe.state = 'up';
  stripe.discountCents = 0;
  kith.setTime(null);
});

const DAY_S = 86_400;
const nowS = (): number => Math.floor(Date.now() / 1000);
/** The middle of a period of 30 days. */
const HALF = { periodStart: nowS() - 15 * DAY_S, periodEnd: nowS() + 15 * DAY_S };
const checkoutPlan = (userId: string, plan: 'basic' | 'premium') =>
  kith.ask(billing.checkoutPlan, { actor: anActor({ userId }), plan });
const preview = (userId: string, plan: 'basic' | 'premium') =>
  kith.ask(billing.previewPlanChange, { actor: anActor({ userId }), plan });
const confirm = (userId: string, changeId: string) =>
  kith.ask(billing.confirmPlanChange, { actor: anActor({ userId }), changeId });
const act = (userId: string, action: 'cancel' | 'resume' | 'keep_plan') =>
  kith.ask(billing.changeSubscription, { actor: anActor({ userId }), action });
const planOf = async (userId: string) => (await kith.ask(billing.entitlement, { userId })).plan;
const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();
const aPayer = (plan: 'basic' | 'premium', fields: object = {}) => aSubscriber(kith, stripe, { ...HALF, plan, ...fields });
const changesSent = () =>
  stripe.requests.filter(({ method, path }) => method === 'POST' && path.startsWith('/v1/subscriptions/'));

describe('the checkout of a plan with a live subscription', () => {
  it.each([
    ['basic', 'premium'],
    ['premium', 'basic'],
  ] as const)('from %s to %s leads to our page with the amount and charges nothing', async (plan, wanted) => {
    const { userId } = await aPayer(plan);
    const before = changesSent().length;
    const url = `https://kith.test/change-plan/${wanted}`;
    expect(await checkoutPlan(userId, wanted)).toMatchObject({ url, checkoutUrl: url, checkoutId: null });
    expect(changesSent()).toHaveLength(before);
    expect(await planOf(userId)).toBe(plan);
  });

  it('expires a page that would start a second subscription', async () => {
    const { userId, customer } = await aPayer('premium', { status: 'canceled' });
    const { url } = await checkoutPlan(userId, 'premium');
    const page = stripe.sessions.get(url.split('/').at(-1) ?? '');
    expect(page?.status).toBe('open');
    stripe.subscribe(customer, { plan: 'basic', status: 'active' });
    expect((await checkoutPlan(userId, 'premium')).url).toBe('https://kith.test/change-plan/premium');
    expect(page?.status).toBe('expired');
  });

  it('is refused while a payment is open', async () => {
    const { userId, customer } = await aPayer('basic');
    stripe.subscribe(customer, { status: 'past_due', failedAt: nowS(), invoiceStatus: 'open' });
    await expect(checkoutPlan(userId, 'premium')).rejects.toMatchObject({ code: 'ALREADY_SUBSCRIBED' });
    await expect(preview(userId, 'premium')).rejects.toMatchObject({ code: 'ALREADY_SUBSCRIBED' });
  });
});

describe('an upgrade', () => {
  it('shows the difference for the rest of the period, charges exactly that, and changes the plan when the event arrives', async () => {
    const { userId, customer } = await aPayer('basic');
    const shown = await preview(userId, 'premium');
    expect(shown).toMatchObject({
      direction: 'upgrade',
      fromPlan: 'basic',
      toPlan: 'premium',
      todayCents: 500,
      currency: 'usd',
      renewalCents: 1999,
      renewsAt: iso(HALF.periodEnd),
      endsAt: null,
      isSandbox: false,
    });
    expect(await confirm(userId, shown.id)).toEqual({ state: 'paid', payUrl: null });
    expect(stripe.charged.at(-1)).toBe(shown.todayCents);
    expect(await planOf(userId)).toBe('basic');
    await kith.deliver(subscriptionEvent(customer));
    expect(await planOf(userId)).toBe('premium');
    const purchase = await kith.ask(billing.recentPlanPurchase, { actor: anActor({ userId }) });
    expect(purchase).toEqual({ purchase: { plan: 'premium', state: 'paid' } });
  });

  it('counts from the time of the preview, so that a confirmation minutes later charges the amount that was shown', async () => {
    // A period of two hours: its price per minute is high.
    const { userId } = await aPayer('basic', { periodStart: nowS() - 3600, periodEnd: nowS() + 3600 });
    const shown = await preview(userId, 'premium');
    kith.setTime(new Date(Date.now() + 10 * 60_000));
    await confirm(userId, shown.id);
    expect(stripe.charged.at(-1)).toBe(shown.todayCents);
    const [sent] = changesSent().slice(-1);
    expect(sent?.form).toMatchObject({ proration_behavior: 'always_invoice', payment_behavior: 'pending_if_incomplete' });
    expect(sent?.idempotencyKey).toBe(`change-${shown.id}`);
  });

  it('charges once, however often and at the same time it is confirmed', async () => {
    const { userId } = await aPayer('basic');
    const { id } = await preview(userId, 'premium');
    const before = stripe.charged.length;
    const answers = await Promise.allSettled([confirm(userId, id), confirm(userId, id)]);
    answers.push(...(await Promise.allSettled([confirm(userId, id)])));
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(2);
    expect(stripe.charged).toHaveLength(before + 1);
  });

  it('is charged with the same idempotency key when it is confirmed again after Stripe was down', async () => {
    const { userId } = await aPayer('basic');
    const { id } = await preview(userId, 'premium');
    const before = stripe.charged.length;
    stripe.state = 'down';
    await expect(confirm(userId, id)).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
    stripe.state = 'up';
    expect(await confirm(userId, id)).toEqual({ state: 'paid', payUrl: null });
    expect(stripe.charged).toHaveLength(before + 1);
  });

  it('is not sent again by a confirmation that is older than 15 minutes', async () => {
    const { userId, customer } = await aPayer('basic');
    const { id } = await preview(userId, 'premium');
    await confirm(userId, id);
    stripe.subscribe(customer, { plan: 'basic' });
    const before = changesSent().length;
    kith.setTime(new Date(Date.now() + 901_000));
    await expect(confirm(userId, id)).rejects.toMatchObject({ code: 'AMOUNT_CHANGED' });
    expect(changesSent()).toHaveLength(before);
  });

  it.each([
    ['after 15 minutes', () => kith.setTime(new Date(Date.now() + 901_000))],
    ['when a discount has changed the amount', () => (stripe.discountCents = 100)],
  ])('is not charged %s: it must be previewed again', async (_when, change) => {
    const { userId } = await aPayer('basic');
    const { id } = await preview(userId, 'premium');
    const before = stripe.charged.length;
    change();
    await expect(confirm(userId, id)).rejects.toMatchObject({ code: 'AMOUNT_CHANGED' });
    expect(stripe.charged).toHaveLength(before);
  });

  it.each([
    ['was cancelled', { cancelAtPeriodEnd: true }],
    ['was renewed', { periodEnd: HALF.periodEnd + 30 * DAY_S }],
    ['was changed in the portal', { plan: 'premium' }],
    ['has an open payment', { status: 'past_due', failedAt: nowS() }],
  ])('is not charged when the subscription %s since the preview', async (_what, fields) => {
    const { userId, customer } = await aPayer('basic');
    const { id } = await preview(userId, 'premium');
    const before = stripe.charged.length;
    stripe.subscribe(customer, fields);
    await expect(confirm(userId, id)).rejects.toMatchObject({ code: 'AMOUNT_CHANGED' });
    expect(stripe.charged).toHaveLength(before);
  });

  it('whose payment fails answers the page of the open invoice and changes nothing', async () => {
    const { userId, customer } = await aPayer('basic');
    const { id } = await preview(userId, 'premium');
    stripe.isPaymentPending = true;
    expect(await confirm(userId, id)).toEqual({ state: 'payment_required', payUrl: 'https://invoice.test/1' });
    await kith.deliver(subscriptionEvent(customer));
    expect(await planOf(userId)).toBe('basic');
    const purchase = await kith.ask(billing.recentPlanPurchase, { actor: anActor({ userId }) });
    expect(purchase).toEqual({ purchase: { plan: 'premium', state: 'processing' } });
  });

  it('of a cancelled subscription says that it still ends, and does not resume it', async () => {
    const { userId, customer } = await aPayer('basic', { cancelAtPeriodEnd: true });
    const shown = await preview(userId, 'premium');
    const endsAt = iso(HALF.periodEnd);
    expect(shown).toMatchObject({ endsAt, keepsEndDate: true, renewalCents: null, renewsAt: null });
    await confirm(userId, shown.id);
    await kith.deliver(subscriptionEvent(customer));
    const now = await kith.subscription(userId);
    expect(now).toMatchObject({ plan: 'premium', cancelsAtPeriodEnd: true, currentPeriodEnd: endsAt, renewalCents: null });
  });

  it('ignores an amount, a time, a plan and a user that the client sends [S65]', async () => {
    const [{ userId }, { userId: other }] = [await aPayer('basic'), await aPayer('basic')];
    const { id, todayCents } = await preview(userId, 'premium');
    const forged = { todayCents: 1, prorationAt: HALF.periodEnd, plan: 'basic', userId: other };
    const input = { actor: anActor({ userId }), changeId: id, ...forged };
    await kith.ask(billing.confirmPlanChange, input as InputOf<typeof billing.confirmPlanChange>);
    expect(stripe.charged.at(-1)).toBe(todayCents);
    expect(changesSent().at(-1)?.form['proration_date']).not.toBe(String(HALF.periodEnd));
  });

  it('answers NOT_FOUND for the preview of another user, an unknown one, and without a subscription', async () => {
    const { userId } = await aPayer('basic');
    const { userId: other } = await aPayer('basic');
    const { id } = await preview(userId, 'premium');
    for (const refused of [confirm(other, id), confirm(userId, randomUUID()), preview(randomUUID(), 'premium')])
      await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a downgrade', () => {
  it('charges nothing and lets the lower plan follow at the end of the period', async () => {
    const { userId, customer } = await aPayer('premium');
    const shown = await preview(userId, 'basic');
    const takesEffectAt = iso(HALF.periodEnd);
    expect(shown).toMatchObject({ direction: 'downgrade', todayCents: 0, renewalCents: 999, takesEffectAt, keepsEndDate: false });
    const before = stripe.charged.length;
    expect(await confirm(userId, shown.id)).toEqual({ state: 'scheduled', payUrl: null });
    expect(stripe.charged).toHaveLength(before);
    expect(await kith.subscription(userId)).toMatchObject({ plan: 'premium', scheduledPlan: 'basic', renewalCents: 999 });
    await expect(preview(userId, 'basic')).rejects.toMatchObject({ code: 'ALREADY_SUBSCRIBED' });
    stripe.subscribe(customer, { plan: 'basic', scheduledPlan: null });
    await kith.deliver(subscriptionEvent(customer));
    expect(await kith.subscription(userId)).toMatchObject({ plan: 'basic', scheduledPlan: null, renewalCents: 999 });
  });

  it('is taken back', async () => {
    const { userId } = await aPayer('premium');
    await confirm(userId, (await preview(userId, 'basic')).id);
    expect(await act(userId, 'keep_plan')).toMatchObject({ plan: 'premium', scheduledPlan: null, renewalCents: 1999 });
  });

  it('of a cancelled subscription says that it no longer ends, and renews it with the lower plan', async () => {
    const { userId } = await aPayer('premium', { cancelAtPeriodEnd: true });
    const shown = await preview(userId, 'basic');
    expect(shown).toMatchObject({ endsAt: iso(HALF.periodEnd), keepsEndDate: false, renewsAt: iso(HALF.periodEnd) });
    await confirm(userId, shown.id);
    expect(await kith.subscription(userId)).toMatchObject({ cancelsAtPeriodEnd: false, scheduledPlan: 'basic' });
  });

  it('that is confirmed twice is scheduled once', async () => {
    const { userId } = await aPayer('premium');
    const { id } = await preview(userId, 'basic');
    await confirm(userId, id);
    expect(await confirm(userId, id)).toEqual({ state: 'scheduled', payUrl: null });
    expect(await kith.subscription(userId)).toMatchObject({ scheduledPlan: 'basic' });
  });
});

describe('a subscription in Settings', () => {
  it('is cancelled for the end of its period and resumed', async () => {
    const { userId } = await aPayer('basic');
    expect(await act(userId, 'cancel')).toMatchObject({ plan: 'basic', cancelsAtPeriodEnd: true, renewalCents: null });
    expect(await act(userId, 'resume')).toMatchObject({ plan: 'basic', cancelsAtPeriodEnd: false, renewalCents: 999 });
  });

  it('is cancelled although a lower plan was to follow', async () => {
    const { userId } = await aPayer('premium');
    await confirm(userId, (await preview(userId, 'basic')).id);
    expect(await act(userId, 'cancel')).toMatchObject({ cancelsAtPeriodEnd: true, scheduledPlan: null });
  });

  it('that the portal ended at a fixed time is resumed', async () => {
    const { userId } = await aPayer('basic', { cancelAt: nowS() + 3 * DAY_S });
    expect(await act(userId, 'resume')).toMatchObject({ cancelsAtPeriodEnd: false, currentPeriodEnd: iso(HALF.periodEnd) });
  });

  it('with a plan of an administrator beside it names both plans and the end date', async () => {
    const { userId } = await aPayer('basic', { cancelAtPeriodEnd: true });
    await kith.ask(billing.setPlan, { actor: anActor({ role: 'admin' }), userId, plan: 'premium' });
    expect(await kith.subscription(userId)).toMatchObject({
      plan: 'premium',
      source: 'admin',
      grantedPlan: 'premium',
      paidPlan: 'basic',
      cancelsAtPeriodEnd: true,
      currentPeriodEnd: iso(HALF.periodEnd),
    });
  });

  it('cannot be changed without one, nor during an impersonation', async () => {
    await expect(act(randomUUID(), 'cancel')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const actor = anActor({ impersonator: { userId: randomUUID(), username: 'root' } });
    const refused = { code: 'IMPERSONATING' };
    await expect(kith.ask(billing.previewPlanChange, { actor, plan: 'basic' })).rejects.toMatchObject(refused);
    await expect(kith.ask(billing.confirmPlanChange, { actor, changeId: randomUUID() })).rejects.toMatchObject(refused);
    await expect(kith.ask(billing.changeSubscription, { actor, action: 'cancel' })).rejects.toMatchObject(refused);
  });
});
