import { randomUUID } from 'node:crypto';
import { payments, type InputOf } from '@kith/proto';
import { anActor } from '@kith/kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { anEvent, billingWithStripe, type BillingUnderTest } from './billing-under-test.js';
import { aBuyer, aSubscriber, disputeEvent, invoiceEvent, sessionEvent, subscriptionEvent } from './paying-user.js';
import type { StripeStandIn } from './stripe-stand-in.js';

let kith: BillingUnderTest;
let stripe: StripeStandIn;
beforeAll(async () => {
  ({ kith, stripe } = await billingWithStripe());
});
afterAll(() => kith.stop());
afterEach(() => {
  stripe.state = 'up';
});

const admin = anActor({ role: 'admin', username: 'grace' });
const list = (query: Omit<InputOf<typeof payments.events>, 'actor'> = {}) =>
  kith.ask(payments.events, { actor: admin, ...query });
const replay = (eventId: string, actor = admin) => kith.ask(payments.replay, { actor, eventId });
const logged = async (id: string) => (await list({ limit: 200 })).events.find((event) => event.id === id);
const actionsFor = async (userId: string) => (await kith.audited(userId)).map(({ action }) => action);

describe('an event of the payment provider', () => {
  it('is listed as applied, with the user it is about', async () => {
    const buyer = await aBuyer(kith);
    const event = sessionEvent(buyer);
    await kith.deliver(event);
    await kith.deliver(event);
    expect(await logged(event.id)).toEqual({
      id: event.id,
      type: 'checkout.session.completed',
      mode: 'test',
      state: 'applied',
      failure: null,
      note: null,
      attempts: 1,
      happenedAt: expect.any(String),
      receivedAt: expect.any(String),
      userId: buyer.userId,
      username: 'Ada',
    });
  });

  it('about a dispute is listed with the user who made the payment, although it names no customer', async () => {
    const buyer = await aBuyer(kith);
    await kith.deliver(sessionEvent(buyer));
    const dispute = disputeEvent(buyer.paymentId);
    await kith.deliver(dispute);
    expect(await logged(dispute.id)).toMatchObject({ state: 'applied', userId: buyer.userId });
  });

  it('that could not be applied is listed as failed with its code, and as applied once it was', async () => {
    const { userId, customer } = await aSubscriber(kith, stripe);
    const event = subscriptionEvent(customer);
    stripe.state = 'down';
    await expect(kith.deliver(event)).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
    const failed = { state: 'failed', failure: 'PAYMENT_UNAVAILABLE', attempts: 1, userId };
    expect(await logged(event.id)).toMatchObject(failed);
    stripe.state = 'up';
    await kith.deliver(event);
    expect(await logged(event.id)).toMatchObject({ state: 'applied', failure: null, attempts: 2 });
  });

  it.each([
    ['of a type that is not used', 'payout.paid', { object: 'payout', id: 'po_1' }, 'unused'],
    [
      'of a customer who is not known',
      'invoice.voided',
      { object: 'invoice', id: 'in_1', customer: 'cus_nobody' },
      'unknown_customer',
    ],
  ] as const)('%s is listed with the note that it changed nothing', async (_what, type, object, note) => {
    const event = anEvent(type, object);
    await kith.deliver(event);
    expect(await logged(event.id)).toMatchObject({ state: 'applied', note, userId: null, username: null });
  });

  it('is stored without names, addresses and other texts of its body [S76]', async () => {
    const buyer = await aBuyer(kith);
    const event = sessionEvent(buyer, {
      customer_details: { email: 'ada@lovelace.example', name: 'Ada Lovelace' },
      client_secret: 'cs_secret_1',
    });
    await kith.deliver(event);
    const rows = await kith.query<object>('select * from billing.webhook_event where id = $1', [event.id]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/lovelace|cs_secret/i);
  });

  it('with a bad signature is counted and not stored', async () => {
    const before = await list();
    const event = anEvent('payout.paid', {});
    await expect(kith.deliver(event, 'whsec_other')).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
    await expect(kith.deliver({ ...event, livemode: true })).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
    const after = await list();
    expect([after.total, after.refused]).toEqual([before.total, before.refused + 2]);
  });

  it('is deleted after 90 days', async () => {
    const [old, kept] = [anEvent('payout.paid', {}), anEvent('payout.paid', {})];
    for (const event of [old, kept]) await kith.deliver(event);
    const age = `update billing.webhook_event set received_at = now() - make_interval(days => $2) where id = $1`;
    await kith.query(age, [old.id, 91]);
    await kith.query(age, [kept.id, 89]);
    await kith.sweep();
    expect(await kith.query('select id from billing.webhook_event where id = any($1)', [[old.id, kept.id]])).toEqual([
      { id: kept.id },
    ]);
  });
});

describe('the list of events', () => {
  it('is filtered by state, paged, and latest first', async () => {
    const ids = Array.from({ length: 5 }, () => anEvent('payout.paid', {}).id);
    for (const [minutes, id] of ids.entries())
      await kith.query(
        `insert into billing.webhook_event (id, type, mode, parsed, state, failure, happened_at, received_at)
         values ($1, 'payout.paid', 'test', '{}', 'failed', 'INTERNAL', now(), now() + make_interval(mins => $2))`,
        [id, minutes],
      );
    const [first, second] = [await list({ state: 'failed', limit: 3 }), await list({ state: 'failed', limit: 3, offset: 3 })];
    expect(first.events.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 3));
    expect(second.events.slice(0, 2).map(({ id }) => id)).toEqual(ids.toReversed().slice(3));
    expect([first.total, second.total]).toEqual([5, 5]);
    const all = await list({ limit: 200 });
    for (const offset of [1, all.total - 2]) {
      const { events, previous } = await list({ limit: 2, offset });
      expect(events).toEqual(all.events.slice(offset, offset + 2));
      expect((await list({ limit: 1, cursor: previous ?? '' })).events).toEqual(all.events.slice(offset - 1, offset));
    }
    expect((await list({ state: 'failed', limit: 2, cursor: first.next ?? '' })).events).toEqual(second.events.slice(0, 2));
    expect((await list({ state: 'applied', limit: 200 })).events.every(({ state }) => state === 'applied')).toBe(true);
  });

  it.each([
    ['a user', anActor(), 'FORBIDDEN'],
    ['an impersonation', anActor({ role: 'admin', impersonator: { userId: randomUUID(), username: 'root' } }), 'IMPERSONATING'],
  ])('and replays are refused to %s', async (_who, actor, code) => {
    const event = anEvent('payout.paid', {});
    await kith.deliver(event);
    await expect(kith.ask(payments.events, { actor })).rejects.toMatchObject({ code });
    await expect(replay(event.id, actor)).rejects.toMatchObject({ code });
    expect(await logged(event.id)).toMatchObject({ attempts: 1 });
  });
});

describe('a replay of an event', () => {
  it('applies one that had failed, and is in the audit log with the administrator [S75]', async () => {
    const { userId, customer } = await aSubscriber(kith, stripe, { plan: 'basic' });
    const { id: invoice } = stripe.bill(customer);
    const event = invoiceEvent(customer, 'paid', invoice);
    stripe.state = 'down';
    await expect(kith.deliver(event)).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
    await expect(replay(event.id)).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
    stripe.state = 'up';
    expect(await replay(event.id)).toMatchObject({ state: 'applied', attempts: 3, userId });
    expect(await kith.query('select id from billing.invoice where user_id = $1', [userId])).toEqual([{ id: invoice }]);
    const replays = (await kith.audited(userId)).filter(({ action }) => action === 'webhook_replayed');
    const facts = { event: event.id, type: 'invoice.paid' };
    expect(replays).toMatchObject([
      { actorId: admin.userId, actorName: 'grace', details: { ...facts, outcome: 'PAYMENT_UNAVAILABLE' } },
      { actorId: admin.userId, actorName: 'grace', details: { ...facts, outcome: 'applied' } },
    ]);
  });

  it('of one that was applied does nothing twice, however many run at the same time', async () => {
    const buyer = await aBuyer(kith, 'credits-100');
    const event = sessionEvent(buyer);
    await kith.deliver(event);
    await Promise.all(Array.from({ length: 8 }, () => replay(event.id)));
    expect((await kith.usage(buyer.userId)).credits).toBe(100);
    expect(await kith.ledgerSum(buyer.userId)).toBe(100);
    expect((await actionsFor(buyer.userId)).filter((action) => action === 'payment_received')).toHaveLength(1);
  });

  it('reads the subscription from the provider again', async () => {
    const { userId, customer } = await aSubscriber(kith, stripe, { plan: 'basic' });
    const event = subscriptionEvent(customer);
    await kith.deliver(event);
    stripe.subscribe(customer, { plan: 'premium' });
    await replay(event.id);
    expect((await kith.subscription(userId)).plan).toBe('premium');
  });

  it('and the delivery of the same event at the same time apply it once', async () => {
    const buyer = await aBuyer(kith, 'credits-100');
    const event = sessionEvent(buyer);
    await kith.query(
      `insert into billing.webhook_event (id, type, mode, parsed, state, happened_at) values ($1, $2, 'test', $3, 'received', now())`,
      [
        event.id,
        'checkout.session.completed',
        { customerId: buyer.customer, concernsSubscription: false, checkout: outcomeOf(buyer) },
      ],
    );
    await Promise.all([kith.deliver(event), replay(event.id), kith.deliver(event), replay(event.id)]);
    expect((await kith.usage(buyer.userId)).credits).toBe(100);
    expect((await actionsFor(buyer.userId)).filter((action) => action === 'payment_received')).toHaveLength(1);
  });

  it('is refused for an event of another mode, and for one that is not known', async () => {
    const id = anEvent('payout.paid', {}).id;
    await kith.query(
      `insert into billing.webhook_event (id, type, mode, parsed, state, happened_at) values ($1, 'payout.paid', 'sandbox', '{}', 'applied', now())`,
      [id],
    );
    await expect(replay(id)).rejects.toMatchObject({ code: 'NOT_CONFIGURED', message: expect.stringContaining('another mode') });
    await expect(replay(`evt_${randomUUID()}`)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('entries of the audit log that a webhook wrote', () => {
  it('name the payment provider, and those of the sweep Kith, instead of an unknown actor', async () => {
    const { userId, customer } = await aSubscriber(kith, stripe, { paymentId: 'pi_named' });
    await kith.deliver(invoiceEvent(customer, 'paid', stripe.bill(customer).id));
    const entries = await kith.audited(userId);
    expect(entries.map(({ action, actorId, actorName }) => [action, actorId, actorName])).toEqual([
      ['subscription_changed', null, 'Stripe'],
      ['payment_received', null, 'Stripe'],
    ]);
    stripe.subscribe(customer, {
      status: 'past_due',
      failedAt: Math.floor(Date.now() / 1000) - 8 * 86_400,
      invoiceStatus: 'open',
    });
    await kith.deliver(subscriptionEvent(customer));
    const names = (await kith.audited(userId)).slice(2).map(({ actorName }) => actorName);
    expect(names).toEqual(['Stripe', 'Kith']);
  });
});

const outcomeOf = ({ reference, checkoutId, paymentId, priceCents }: Awaited<ReturnType<typeof aBuyer>>) => ({
  reference,
  checkoutId,
  paymentId,
  outcome: 'paid',
  isCredits: true,
  amountCents: priceCents,
  currency: 'usd',
});
