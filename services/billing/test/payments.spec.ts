import { randomUUID } from 'node:crypto';
import { billing, payments, type StatisticsPeriod } from '@kith/proto';
import { RunningCounts } from '@kith/kit';
import { anActor } from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { INVOICE_COUNT, PURCHASE_COUNT } from '../src/payments/payment-counts.js';
import { billingUnderTest, billingWithStripe, type BillingUnderTest } from './billing-under-test.js';
import { aBuyer, aSubscriber, disputeEvent, invoiceEvent, refundEvent, sessionEvent, subscriptionEvent } from './paying-user.js';
import type { StripeStandIn } from './stripe-stand-in.js';

let kith: BillingUnderTest;
let stripe: StripeStandIn;
beforeAll(async () => {
  ({ kith, stripe } = await billingWithStripe());
});
afterAll(() => kith.stop());

const admin = anActor({ role: 'admin' });
const paymentsOf = (userId: string) => kith.ask(payments.list, { actor: anActor({ userId }) });
const auditedRefunds = async (userId: string) =>
  (await kith.audited(userId)).filter(({ action }) => action === 'payment_refunded').map(({ details }) => details['payment']);

describe('a paid invoice of a subscription', () => {
  it('is stored once with what the provider reports, whatever the event says and however often it is sent', async () => {
    const { userId, customer } = await aSubscriber(kith, stripe);
    const { id } = stripe.bill(customer, { plan: 'premium', cents: 1000, currency: 'eur', paymentId: 'pi_euro' });
    const event = invoiceEvent(customer, 'paid', id);
    await Promise.all([kith.deliver(event), kith.deliver(invoiceEvent(customer, 'paid', id)), kith.deliver(event)]);
    expect(
      await kith.query('select id, payment_id, plan, cents, currency, mode from billing.invoice where user_id = $1', [userId]),
    ).toEqual([{ id, payment_id: 'pi_euro', plan: 'premium', cents: 1000, currency: 'eur', mode: 'test' }]);
    expect((await kith.audited(userId)).filter(({ action }) => action === 'payment_received')).toHaveLength(1);
  });

  it.each([
    ['of another customer', { customer: 'cus_other' }],
    ['on which nothing was due', { cents: 0 }],
  ])('%s is not stored', async (_what, fields) => {
    const { userId, customer } = await aSubscriber(kith, stripe);
    const { id } = stripe.bill(customer, fields);
    await kith.deliver(invoiceEvent(customer, 'paid', id));
    await kith.deliver(invoiceEvent(customer, 'paid', 'in_unknown'));
    expect(await paymentsOf(userId)).toEqual({ payments: [], total: 0, next: null, previous: null });
  });

  it('for a product that is not in the catalogue is listed without a plan', async () => {
    const { userId, customer } = await aSubscriber(kith, stripe);
    await kith.deliver(invoiceEvent(customer, 'paid', stripe.bill(customer, { plan: 'newsletter' }).id));
    expect((await paymentsOf(userId)).payments).toMatchObject([{ title: 'Other', cents: 999 }]);
  });

  it('of the sandbox is stored for the first month, an upgrade and a renewal, also when all of its events are replayed', async () => {
    const sandbox = await billingUnderTest();
    const userId = randomUUID();
    const actor = anActor({ userId });
    const { checkoutId } = await sandbox.ask(billing.checkoutPlan, { actor, plan: 'basic' });
    await sandbox.ask(billing.sandboxPay, { actor, checkoutId: checkoutId ?? '', outcome: 'pay' });
    const { id: changeId } = await sandbox.ask(billing.previewPlanChange, { actor, plan: 'premium' });
    await sandbox.ask(billing.confirmPlanChange, { actor, changeId });
    await sandbox.ask(billing.changeSandbox, { actor, action: 'renew' });
    const { payments: list } = await sandbox.ask(payments.list, { actor });
    expect(list.map(({ title, cents }) => [title, cents]).sort()).toEqual([
      ['Premium plan', 1000],
      ['Premium plan', 1999],
      ['Standard plan', 999],
    ]);
    const { events } = await sandbox.ask(payments.events, { actor: admin, limit: 200 });
    expect(events.length).toBeGreaterThan(5);
    for (const { id: eventId } of events) await sandbox.ask(payments.replay, { actor: admin, eventId });
    expect(await sandbox.ask(payments.list, { actor })).toMatchObject({ payments: list });
    await sandbox.stop();
  });
});

describe('the payments of a user', () => {
  it('are invoices and packages, latest first and paged, with what was given back', async () => {
    const { userId, customer } = await aSubscriber(kith, stripe);
    const { id, paymentId } = stripe.bill(customer, { plan: 'basic', cents: 999 });
    await kith.deliver({ ...invoiceEvent(customer, 'paid', id), created: 1_700_000_000 });
    const buyer = await aBuyer(kith, 'credits-100', userId);
    await kith.deliver({ ...sessionEvent(buyer), created: 1_700_000_100 });
    await kith.deliver(refundEvent({ customer, paymentId }, 999, 400));
    await kith.deliver(disputeEvent(buyer.paymentId, 'needs_response', 199));
    const list = await paymentsOf(userId);
    expect(list).toMatchObject({
      total: 2,
      payments: [
        {
          title: '100 message credits',
          cents: 199,
          currency: 'usd',
          refundedCents: 0,
          dispute: 'open',
          at: '2023-11-14T22:15:00.000Z',
        },
        { title: 'Standard plan', cents: 999, refundedCents: 400, dispute: null },
      ],
    });
    const second = await kith.ask(payments.ofUser, { actor: admin, userId, limit: 1, offset: 1 });
    expect(second).toMatchObject({ total: 2, payments: [list.payments[1]], next: null });
    await expect(kith.ask(payments.ofUser, { actor: anActor({ userId }), userId })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('are counted for each user, once however often their events arrive', async () => {
    const [one, other] = [await aSubscriber(kith, stripe), await aSubscriber(kith, stripe)];
    const paid = [one, one, other].map(({ customer }) => {
      const { id } = stripe.bill(customer, { plan: 'basic', cents: 999 });
      return invoiceEvent(customer, 'paid', id);
    });
    const bought = sessionEvent(await aBuyer(kith, 'credits-100', one.userId));
    const again = [...paid, bought].map((event) => ({ ...event, id: `evt_${randomUUID()}` }));
    await Promise.all([...paid, bought, ...again].map((event) => kith.deliver(event)));
    const totals = await Promise.all([one, other].map(async ({ userId }) => (await paymentsOf(userId)).total));
    expect(totals).toEqual([3, 1]);
    const counts = kith.services.get('billing')?.app.get(RunningCounts);
    expect(await Promise.all([INVOICE_COUNT, PURCHASE_COUNT].map((spec) => counts?.check(spec)))).toEqual([true, true]);
  });

  it('show the refund of an older payment, which leaves the subscription as it is', async () => {
    const { userId, customer } = await aSubscriber(kith, stripe, { paymentId: 'pi_november' });
    const older = stripe.bill(customer, { plan: 'premium', cents: 1999, paymentId: 'pi_october' });
    await kith.deliver(invoiceEvent(customer, 'paid', older.id));
    const refund = refundEvent({ customer, paymentId: 'pi_october' }, 1999, 1999);
    await kith.deliver(refund);
    await kith.deliver({ ...refund, id: `evt_${randomUUID()}` });
    expect((await paymentsOf(userId)).payments).toMatchObject([{ cents: 1999, refundedCents: 1999 }]);
    expect(await auditedRefunds(userId)).toEqual(['pi_october']);
    await kith.sweep();
    expect(await kith.subscription(userId)).toMatchObject({ plan: 'premium', paidPlan: 'premium', endedReason: null });
    expect(stripe.subscribe(customer).status).toBe('active');
  });
});

describe('the statistics', () => {
  let empty: { kith: BillingUnderTest; stripe: StripeStandIn };
  beforeAll(async () => {
    empty = await billingWithStripe();
  });
  afterAll(() => empty.kith.stop());

  const NOW = new Date('2026-11-15T12:00:00Z');
  const at = (time: string) => ({ created: Date.parse(time) / 1000 });
  const periodsAt = async (now: Date): Promise<(name: string | null) => StatisticsPeriod> => {
    empty.kith.setTime(now);
    const { periods } = await empty.kith.ask(payments.statistics, { actor: admin });
    return (name) => {
      const found = periods.find(({ month }) => month === name);
      if (!found) throw new Error(`no period ${name ?? 'of the last days'}`);
      return found;
    };
  };

  it('have the money of each month by plan, package and currency, with refunds and disputes at the time when they were made', async () => {
    const { kith: own, stripe: provider } = empty;
    const { customer } = await aSubscriber(own, provider);
    const pay = async (time: string, fields: Parameters<StripeStandIn['bill']>[1]): Promise<string> => {
      const { id, paymentId } = provider.bill(customer, fields);
      await own.deliver({ ...invoiceEvent(customer, 'paid', id), ...at(time) });
      return paymentId;
    };
    await pay('2026-10-01T00:00:00Z', { plan: 'basic', cents: 999 });
    const october = await pay('2026-10-31T23:59:59Z', { plan: 'premium', cents: 1999 });
    await pay('2026-11-01T00:00:00Z', { plan: 'basic', cents: 999 });
    await pay('2026-11-02T00:00:00Z', { plan: 'basic', cents: 899, currency: 'eur' });
    const buyer = await aBuyer(own, 'credits-100');
    await own.deliver({ ...sessionEvent(buyer), ...at('2026-11-03T00:00:00Z') });
    // The last refund arrives first: each month still gets its own part.
    await own.deliver({ ...refundEvent({ customer, paymentId: october }, 1999, 1999), ...at('2026-11-10T00:00:00Z') });
    await own.deliver({ ...refundEvent({ customer, paymentId: october }, 1999, 500), ...at('2026-10-31T23:59:59Z') });
    await own.deliver({ ...disputeEvent(buyer.paymentId, 'won', 199), ...at('2026-11-12T00:00:00Z') });
    await own.deliver({ ...disputeEvent(buyer.paymentId, 'needs_response', 199), ...at('2026-11-04T00:00:00Z') });
    // Of another product at the same provider.
    await own.deliver({ ...refundEvent({ customer, paymentId: 'pi_foreign' }, 5000, 5000), ...at('2026-11-05T00:00:00Z') });
    const period = await periodsAt(NOW);
    expect(period('2026-10').revenue).toEqual([
      {
        currency: 'usd',
        items: [
          { plan: 'basic', credits: null, payments: 1, cents: 999 },
          { plan: 'premium', credits: null, payments: 1, cents: 1999 },
        ],
        receivedCents: 2998,
        refundedCents: 500,
        disputedCents: 0,
        netCents: 2498,
      },
    ]);
    expect(period('2026-11').revenue).toEqual([
      {
        currency: 'eur',
        items: [{ plan: 'basic', credits: null, payments: 1, cents: 899 }],
        receivedCents: 899,
        refundedCents: 0,
        disputedCents: 0,
        netCents: 899,
      },
      {
        currency: 'usd',
        items: [
          { plan: 'basic', credits: null, payments: 1, cents: 999 },
          { plan: null, credits: 100, payments: 1, cents: 199 },
        ],
        receivedCents: 1198,
        refundedCents: 1499,
        disputedCents: 0,
        netCents: -301,
      },
    ]);
    const lastDays = period(null).revenue.find(({ currency }) => currency === 'usd');
    expect(lastDays).toMatchObject({ receivedCents: 3197, refundedCents: 1999 });
  });

  it('count a dispute that is open as taken, and one that was won as returned in its own month', async () => {
    const { kith: own } = empty;
    const buyer = await aBuyer(own, 'credits-500');
    await own.deliver({ ...sessionEvent(buyer), ...at('2026-08-03T00:00:00Z') });
    await own.deliver({ ...disputeEvent(buyer.paymentId, 'needs_response', 799), ...at('2026-08-04T00:00:00Z') });
    await own.deliver({ ...disputeEvent(buyer.paymentId, 'won', 799), ...at('2026-09-04T00:00:00Z') });
    const period = await periodsAt(NOW);
    expect(period('2026-08').revenue).toMatchObject([{ receivedCents: 799, disputedCents: 799, netCents: 0 }]);
    expect(period('2026-09').revenue).toMatchObject([{ items: [], disputedCents: -799, netCents: 799 }]);
  });

  it('count subscribers by plan at the end of each month, and who started and ended', async () => {
    const { kith: own, stripe: provider } = empty;
    await own.query('delete from billing.subscription_period');
    own.setTime(new Date('2026-05-10T00:00:00Z'));
    const created = Date.parse('2026-05-10T00:00:00Z') / 1000;
    const [stays, changes, ends, never] = [
      await aSubscriber(own, provider, { plan: 'basic', created }),
      await aSubscriber(own, provider, { plan: 'basic', created }),
      await aSubscriber(own, provider, { plan: 'premium', created }),
      await aSubscriber(own, provider, { plan: 'premium', created, status: 'incomplete' }),
    ];
    own.setTime(new Date('2026-06-10T00:00:00Z'));
    provider.subscribe(changes.customer, { plan: 'premium' });
    provider.subscribe(ends.customer, { status: 'canceled', endedAt: Date.parse('2026-06-20T00:00:00Z') / 1000 });
    provider.subscribe(never.customer, { status: 'incomplete_expired' });
    for (const { customer } of [stays, changes, ends, never, changes]) await own.deliver(subscriptionEvent(customer));
    const period = await periodsAt(new Date('2026-07-20T00:00:00Z'));
    expect(period('2026-05').subscribers).toEqual({ basic: 2, premium: 1, started: 3, ended: 0 });
    expect(period('2026-06').subscribers).toEqual({ basic: 1, premium: 1, started: 0, ended: 1 });
    expect(period('2026-07').subscribers).toEqual({ basic: 1, premium: 1, started: 0, ended: 0 });
    // The event of its end finds no customer.
    await own.ask(billing.removeUser, { userId: stays.userId });
    const open = `select 1 from billing.subscription_period where user_id = $1 and until_at is null`;
    expect(await own.query(open, [stays.userId])).toEqual([]);
  });

  it('answer as many periods as asked for, the last 30 days first', async () => {
    const { periods } = await empty.kith.ask(payments.statistics, { actor: admin, limit: 2 });
    expect(periods.map(({ month }) => month)).toEqual([null, expect.stringMatching(/^\d{4}-\d{2}$/)]);
  });

  it('are for administrators alone', async () => {
    const actor = anActor();
    await expect(empty.kith.ask(payments.statistics, { actor })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
