import { billing, events } from '@kith/proto';
import { anActor, waitFor } from '@kith/kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { anEvent, billingWithStripe, type BillingUnderTest } from './billing-under-test.js';
import { aSubscriber as aPayer, disputeEvent, invoiceEvent, refundEvent, subscriptionEvent } from './paying-user.js';
import type { StandInSubscription, StripeStandIn } from './stripe-stand-in.js';

let kith: BillingUnderTest;
let stripe: StripeStandIn;
beforeAll(async () => {
  ({ kith, stripe } = await billingWithStripe());
});
afterAll(() => kith.stop());
afterEach(() => kith.setTime(null));

const DAY_S = 86_400;
const nowS = (): number => Math.floor(Date.now() / 1000);
const inDays = (days: number): Date => new Date(Date.now() + days * DAY_S * 1000);
const subscriptionOf = (userId: string) => kith.subscription(userId);

interface Subscriber {
  readonly userId: string;
  readonly customer: string;
  /** Changes the subscription at Stripe and delivers the event. */
  change(fields: Partial<StandInSubscription>, type?: 'created' | 'updated' | 'deleted'): Promise<void>;
}

async function aSubscriber(fields: Partial<StandInSubscription> = {}): Promise<Subscriber> {
  const { userId, customer } = await aPayer(kith, stripe, fields);
  const change: Subscriber['change'] = async (changed, type = 'updated') => {
    stripe.subscribe(customer, changed);
    await kith.deliver(subscriptionEvent(customer, type));
  };
  return { userId, customer, change };
}

describe('a subscription', () => {
  it('that is cancelled stays in force until the end of its period', async () => {
    const { userId, change } = await aSubscriber({ periodEnd: nowS() + 10 * DAY_S });
    await change({ cancelAtPeriodEnd: true });
    expect(await subscriptionOf(userId)).toMatchObject({ plan: 'premium', status: 'active', cancelsAtPeriodEnd: true });
    kith.setTime(inDays(9.9));
    expect(await subscriptionOf(userId)).toMatchObject({ plan: 'premium', status: 'active' });
    kith.setTime(inDays(10.1));
    expect(await subscriptionOf(userId)).toMatchObject({ plan: 'free', source: 'free', status: 'cancelled', paidPlan: null });
    await change({ status: 'canceled' }, 'deleted');
    expect(await subscriptionOf(userId)).toMatchObject({ plan: 'free', status: 'cancelled', currentPeriodEnd: null });
  });

  it('is stored for each of many events that arrive at once', async () => {
    const { userId, customer } = await aSubscriber();
    stripe.subscribe(customer, { cancelAtPeriodEnd: true });
    const deliveries = Array.from({ length: 40 }, () => kith.deliver(subscriptionEvent(customer, 'updated')));
    expect((await Promise.allSettled(deliveries)).filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(await subscriptionOf(userId)).toMatchObject({ cancelsAtPeriodEnd: true });
  });

  it('with a cancel_at within its period ends at that time', async () => {
    const { userId, change } = await aSubscriber();
    await change({ cancelAt: nowS() + 3 * DAY_S });
    expect(await subscriptionOf(userId)).toMatchObject({ plan: 'premium', cancelsAtPeriodEnd: true });
    kith.setTime(inDays(3.1));
    expect(await subscriptionOf(userId)).toMatchObject({ plan: 'free', status: 'cancelled' });
  });

  it('with a cancel_at in a later period is treated as renewing', async () => {
    const periodEnd = nowS() + 20 * DAY_S;
    const { userId, change } = await aSubscriber({ periodEnd });
    await change({ cancelAt: nowS() + 80 * DAY_S });
    const currentPeriodEnd = new Date(periodEnd * 1000).toISOString();
    expect(await subscriptionOf(userId)).toMatchObject({ plan: 'premium', cancelsAtPeriodEnd: false, currentPeriodEnd });
    kith.setTime(inDays(27.1));
    expect((await subscriptionOf(userId)).plan).toBe('free');
  });

  it('that is resumed is renewed again', async () => {
    const { userId, change } = await aSubscriber();
    await change({ cancelAtPeriodEnd: true });
    await change({ cancelAtPeriodEnd: false });
    kith.setTime(inDays(31));
    expect(await subscriptionOf(userId)).toMatchObject({ plan: 'premium', status: 'active', cancelsAtPeriodEnd: false });
  });

  it('that is past_due keeps its plan for 7 days, and gets it back when it is paid later', async () => {
    const failedAt = nowS();
    const { userId, change } = await aSubscriber();
    await change({ status: 'past_due', failedAt });
    const graceEndsAt = new Date((failedAt + 7 * DAY_S) * 1000).toISOString();
    expect(await subscriptionOf(userId)).toMatchObject({ plan: 'premium', status: 'active', paidPlan: 'premium', graceEndsAt });
    kith.setTime(inDays(6.9));
    expect((await subscriptionOf(userId)).plan).toBe('premium');
    kith.setTime(inDays(7.1));
    const over = { plan: 'free', status: 'inactive', paidPlan: null, graceEndsAt: null, endedReason: 'unpaid' };
    expect(await subscriptionOf(userId)).toMatchObject(over);
    await change({ status: 'active', failedAt: null });
    expect(await subscriptionOf(userId)).toMatchObject({ plan: 'premium', status: 'active', graceEndsAt: null });
  });

  it('that is past_due counts the 7 days from the failed payment, however late the event arrives', async () => {
    const { userId, change } = await aSubscriber();
    await change({ status: 'past_due', failedAt: nowS() - 8 * DAY_S });
    expect((await subscriptionOf(userId)).plan).toBe('free');
  });

  it.each(['incomplete', 'incomplete_expired', 'paused'])('with the status %s gives no plan', async (status) => {
    const { userId, change } = await aSubscriber();
    await change({ status });
    expect(await subscriptionOf(userId)).toMatchObject({ plan: 'free', status: 'inactive' });
  });

  it('in a trial gives its plan', async () => {
    const { userId } = await aSubscriber({ status: 'trialing' });
    expect(await subscriptionOf(userId)).toMatchObject({ plan: 'premium', status: 'active' });
  });

  it('to a product that is not in the catalogue gives no plan', async () => {
    const { userId } = await aSubscriber({ plan: 'newsletter' });
    expect(await subscriptionOf(userId)).toMatchObject({ plan: 'free', paidPlan: null });
  });

  it('that is changed to a lower plan gives the lower plan', async () => {
    const { userId, change } = await aSubscriber();
    await change({ plan: 'basic' });
    expect(await subscriptionOf(userId)).toMatchObject({ plan: 'basic', paidPlan: 'basic' });
    expect(await kith.jobsFor('plan-changes', userId)).toHaveLength(2);
  });

  it('does not erase a plan that an administrator gave: the higher of both is in force', async () => {
    const { userId, change } = await aSubscriber({ plan: 'basic' });
    await kith.ask(billing.setPlan, { actor: anActor({ role: 'admin' }), userId, plan: 'premium' });
    expect(await subscriptionOf(userId)).toMatchObject({ plan: 'premium', source: 'admin', paidPlan: 'basic' });
    await change({ status: 'canceled' }, 'deleted');
    expect(await subscriptionOf(userId)).toMatchObject({ plan: 'premium', source: 'admin', status: 'active', paidPlan: null });
    await kith.ask(billing.setPlan, { actor: anActor({ role: 'admin' }), userId, plan: 'free' });
    expect(await subscriptionOf(userId)).toMatchObject({ plan: 'free', source: 'free', status: 'cancelled' });
  });

  it('that is live counts before a canceled one of the same customer', async () => {
    const { userId, customer, change } = await aSubscriber({ status: 'canceled' });
    stripe.subscriptions.set('sub_second', {
      ...stripe.subscribe(customer),
      id: 'sub_second',
      status: 'active',
      plan: 'basic',
      created: 0,
    });
    await change({});
    expect(await subscriptionOf(userId)).toMatchObject({ plan: 'basic', status: 'active' });
  });

  it('that is paid counts before a later unpaid one of the same customer', async () => {
    const { userId, customer } = await aSubscriber({ status: 'unpaid', plan: 'basic', created: 9 });
    const older = { id: 'sub_older', status: 'active', plan: 'premium', created: 2 };
    stripe.subscriptions.set(older.id, { ...stripe.subscribe(customer), ...older });
    await kith.deliver(subscriptionEvent(customer));
    expect((await subscriptionOf(userId)).plan).toBe('premium');
  });

  it('ends when the customer is deleted at Stripe, and the next checkout creates another customer', async () => {
    const { userId, customer } = await aSubscriber();
    stripe.subscribe(customer, { status: 'canceled' });
    await kith.deliver(anEvent('customer.deleted', { object: 'customer', id: customer }));
    expect(await subscriptionOf(userId)).toMatchObject({ plan: 'free', status: 'cancelled' });
    const made = (): number =>
      stripe.sent('POST', '/v1/customers').filter(({ form }) => form['metadata[userId]'] === userId).length;
    const before = made();
    await kith.ask(billing.checkoutPlan, { actor: anActor({ userId }), plan: 'basic' });
    expect(made()).toBe(before + 1);
  });

  it('is in the audit log when it changes and when it is paid', async () => {
    const { userId, customer, change } = await aSubscriber();
    await change({});
    await kith.deliver(invoiceEvent(customer, 'paid', stripe.bill(customer, { plan: 'premium', cents: 1999 }).id));
    const acts = (await kith.audited(userId)).map(({ action, details }) => [action, details['cents'] ?? details['plan']]);
    expect(acts).toEqual([
      ['subscription_changed', 'premium'],
      ['payment_received', 1999],
    ]);
  });
});

describe('a refund or dispute of a subscription payment [S67]', () => {
  it('ends the plan and the subscription at Stripe when the refund is complete, and another one can be bought', async () => {
    const { userId, customer } = await aSubscriber({ paymentId: 'pi_refunded' });
    await kith.deliver(refundEvent({ customer, paymentId: 'pi_refunded' }, 1999, 500));
    expect((await subscriptionOf(userId)).plan).toBe('premium');
    await kith.deliver(refundEvent({ customer, paymentId: 'pi_refunded' }, 1999, 1999));
    expect(await subscriptionOf(userId)).toMatchObject({
      plan: 'free',
      paidPlan: null,
      endedReason: 'refunded',
      endedPlan: 'premium',
    });
    expect(stripe.subscribe(customer)).toMatchObject({ status: 'canceled', endComment: 'kith: refunded' });
    const acts = (await kith.audited(userId)).map(({ action }) => action);
    expect(acts.sort()).toEqual(['payment_refunded', 'payment_refunded', 'subscription_changed', 'subscription_changed']);
    expect(await kith.jobsFor('notices', userId)).toHaveLength(1);
    const { url } = await kith.ask(billing.checkoutPlan, { actor: anActor({ userId }), plan: 'premium' });
    expect(url).toContain('https://checkout.test/');
  });

  it('is ended by the next sweep when Stripe was down', async () => {
    const { userId, customer } = await aSubscriber({ paymentId: 'pi_later' });
    stripe.state = 'down';
    await kith.deliver(refundEvent({ customer, paymentId: 'pi_later' }, 1999, 1999));
    expect((await subscriptionOf(userId)).plan).toBe('free');
    expect(stripe.subscribe(customer).status).toBe('active');
    stripe.state = 'up';
    await kith.sweep();
    expect(stripe.subscribe(customer).status).toBe('canceled');
  });

  it('suspends the plan for a dispute although its event names no customer', async () => {
    const { userId, customer } = await aSubscriber({ paymentId: 'pi_disputed' });
    await kith.deliver(disputeEvent('pi_disputed'));
    expect(await subscriptionOf(userId)).toMatchObject({ plan: 'free', endedReason: 'disputed' });
    expect(stripe.subscribe(customer).status).toBe('active');
    await waitFor('the job', async () => (await kith.jobsFor('plan-changes', userId)).length === 2);
  });

  it('ends the plan when its event arrives before the payment', async () => {
    const { userId, change } = await aSubscriber();
    await kith.deliver(disputeEvent('pi_early'));
    await change({ paymentId: 'pi_early' });
    expect((await subscriptionOf(userId)).plan).toBe('free');
  });
});

describe('a dispute of a subscription payment that is closed [S67]', () => {
  it.each([
    ['lost', 'free', 'canceled'],
    ['won', 'premium', 'active'],
  ] as const)(
    '(%s) leaves the plan %s and the subscription %s, in whatever order its events arrive',
    async (status, plan, left) => {
      for (const isReversed of [false, true]) {
        const paymentId = `pi_${status}_${String(isReversed)}`;
        const { userId, customer } = await aSubscriber({ paymentId });
        const dispute = [disputeEvent(paymentId), disputeEvent(paymentId, status)];
        for (const event of isReversed ? dispute.toReversed() : dispute) await kith.deliver(event);
        expect(await subscriptionOf(userId)).toMatchObject({ plan, endedReason: status === 'won' ? null : 'disputed' });
        expect(stripe.subscribe(customer).status).toBe(left);
      }
    },
  );
});

describe('a payment that stays open for seven days', () => {
  it('is told once, ends the subscription at Stripe with its invoice, and another one can be bought', async () => {
    const { userId, customer, change } = await aSubscriber({ periodEnd: nowS() + 60 * DAY_S });
    await change({ status: 'past_due', failedAt: nowS(), invoiceStatus: 'open' });
    await change({});
    expect(await subscriptionOf(userId)).toMatchObject({ payUrl: expect.stringContaining('https://invoice.stripe.com/') });
    expect(await kith.jobsFor('notices', userId)).toHaveLength(1);
    kith.setTime(inDays(7.1));
    await kith.sweep();
    expect(stripe.subscribe(customer)).toMatchObject({ status: 'canceled', invoiceStatus: 'void' });
    expect(await subscriptionOf(userId)).toMatchObject({ plan: 'free', endedReason: 'unpaid', payUrl: null });
    const { url } = await kith.ask(billing.checkoutPlan, { actor: anActor({ userId }), plan: 'basic' });
    expect(url).toContain('https://checkout.test/');
  });

  it.each(['unpaid', 'past_due'])('(%s) does not keep its user from buying before the sweep has run', async (status) => {
    const { userId, customer, change } = await aSubscriber();
    await change({ status: 'past_due', failedAt: nowS(), invoiceStatus: 'open' });
    stripe.subscribe(customer, { status });
    kith.setTime(inDays(7.1));
    const { url } = await kith.ask(billing.checkoutPlan, { actor: anActor({ userId }), plan: 'premium' });
    expect(url).toContain('https://checkout.test/');
    expect(stripe.subscribe(customer)).toMatchObject({ status: 'canceled', invoiceStatus: 'void' });
  });
});

describe('the plan sweep', () => {
  it('announces once that the grace period is over', async () => {
    const published: string[] = [];
    const ends = await Promise.all([
      kith.runtime.events.subscribe(events.actorDropped, ({ userId }) => published.push(`actor ${userId}`)),
      kith.runtime.events.subscribe(events.usageChanged, ({ userId }) => published.push(`usage ${userId}`)),
    ]);
    const { userId, change } = await aSubscriber({ periodEnd: nowS() + 60 * DAY_S });
    await change({ status: 'past_due', failedAt: nowS() });
    await kith.sweep();
    expect(await kith.jobsFor('plan-changes', userId)).toHaveLength(1);
    published.length = 0;
    kith.setTime(inDays(7.1));
    await Promise.all([kith.sweep(), kith.sweep()]);
    await kith.sweep();
    expect((await kith.jobsFor('plan-changes', userId)).sort()).toEqual([`plan-${userId}-1`, `plan-${userId}-2`]);
    await waitFor('both announcements', () => [`actor ${userId}`, `usage ${userId}`].every((one) => published.includes(one)));
    for (const end of ends) end();
  });

  it('reads a subscription from Stripe when its period is over without an event, and keeps the plan while Stripe is down', async () => {
    const { userId, customer } = await aSubscriber({ periodEnd: nowS() + DAY_S });
    stripe.subscribe(customer, { status: 'canceled' });
    kith.setTime(inDays(1.5));
    stripe.state = 'down';
    await kith.sweep();
    expect((await subscriptionOf(userId)).plan).toBe('premium');
    stripe.state = 'up';
    await kith.sweep();
    expect(await subscriptionOf(userId)).toMatchObject({ plan: 'free', status: 'cancelled' });
    expect(await kith.jobsFor('plan-changes', userId)).toHaveLength(2);
  });

  it('reads the other subscriptions although one customer is deleted at Stripe', async () => {
    const gone = await aSubscriber({ periodEnd: nowS() + DAY_S });
    const renewed = await aSubscriber({ periodEnd: nowS() + DAY_S });
    stripe.gone.add(gone.customer);
    stripe.subscribe(renewed.customer, { periodEnd: nowS() + 31 * DAY_S });
    kith.setTime(inDays(1.5));
    await kith.sweep();
    expect((await subscriptionOf(gone.userId)).plan).toBe('free');
    kith.setTime(inDays(20));
    expect((await subscriptionOf(renewed.userId)).plan).toBe('premium');
    await expect(kith.ask(billing.removeUser, { userId: gone.userId })).resolves.toEqual({});
  });

  it('is not needed for a plan to end 7 days after a period that was not renewed', async () => {
    const { userId } = await aSubscriber({ periodEnd: nowS() + DAY_S });
    kith.setTime(inDays(7.9));
    expect((await subscriptionOf(userId)).plan).toBe('premium');
    kith.setTime(inDays(8.1));
    expect((await subscriptionOf(userId)).plan).toBe('free');
  });

  it('announces a change that could not be announced when it happened', async () => {
    const { userId } = await aSubscriber();
    await kith.query('delete from billing.announced_plan where user_id = $1', [userId]);
    await kith.query(`update billing.subscription set plan = 'basic' where user_id = $1`, [userId]);
    expect(await kith.sweep()).toBeGreaterThanOrEqual(1);
    const [announced] = await kith.query('select plan from billing.announced_plan where user_id = $1', [userId]);
    expect(announced).toEqual({ plan: 'basic' });
  });
});
