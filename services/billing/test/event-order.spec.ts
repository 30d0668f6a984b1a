import { randomUUID } from 'node:crypto';
import type { Plan } from '@kith/proto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { queryAsOwner, waitFor } from '@kith/kit/testing';
import fc from 'fast-check';
import { DataSource } from 'typeorm';
import { database } from '../src/database.js';
import type { ProviderSubscription } from '../src/providers/payment-provider.js';
import { Payments } from '../src/providers/payments.js';
import { sandboxSecret } from '../src/sandbox/sandbox.provider.js';
import { WebhookService } from '../src/webhook/webhook.service.js';
import { anEvent, billingUnderTest, signed, type BillingUnderTest } from './billing-under-test.js';
import { disputeEvent, invoiceEvent, refundEvent, sessionEvent, subscriptionEvent, type Buyer } from './paying-user.js';

let kith: BillingUnderTest;
let webhooks: WebhookService;
/** What the provider currently answers for each customer. */
const snapshots = new Map<string, ProviderSubscription>();

beforeAll(async () => {
  kith = await billingUnderTest();
  const app = kith.services.get('billing')?.app;
  const provider = app?.get(Payments).provider;
  if (!app || !provider) throw new Error('no sandbox');
  webhooks = app.get(WebhookService);
  provider.subscriptionOf = async (customer) => {
    const snapshot = snapshots.get(customer) ?? null;
    await new Promise((resolve) => setImmediate(resolve));
    return snapshot;
  };
  provider.endSubscription = (customer, _id, endedReason) => {
    const held = snapshots.get(customer);
    if (held) snapshots.set(customer, { ...held, status: 'canceled', endedReason });
    return Promise.resolve();
  };
});
afterAll(() => kith.stop());

const PERIOD_END = new Date(Date.now() + 20 * 86_400_000);
const PERIOD_START = new Date(Date.now() - 10 * 86_400_000);
const FAILED_AT = new Date(Date.now() - 86_400_000);
const snapshot = (plan: Plan, status: string, payment: string, cancelsAtPeriodEnd = false): ProviderSubscription => ({
  id: 'sub_1',
  itemId: 'si_1',
  plan,
  status,
  periodStart: PERIOD_START,
  periodEnd: PERIOD_END,
  priceCents: 999,
  scheduleId: null,
  scheduledPlan: null,
  payUrl: null,
  endedReason: status === 'canceled' ? 'cancelled' : null,
  cancelsAtPeriodEnd,
  failedAt: status === 'past_due' ? FAILED_AT : null,
  lastPaymentId: payment,
});

interface StoryEvent {
  readonly event: { id: string };
  /** The provider's state of the subscription when the event happened. */
  readonly snapshot?: ProviderSubscription;
}

/** The payments of a story: the first period, the upgrade, and the payment after one that failed. */
const paymentsOf = (customer: string) => [`pi_1_${customer}`, `pi_2_${customer}`, `pi_3_${customer}`] as const;

/** The events of one subscription in their order. */
function subscriptionStory(customer: string): StoryEvent[] {
  const [first, upgrade, later] = paymentsOf(customer);
  const session = { id: 'cs_s', mode: 'subscription', payment_status: 'paid', customer, metadata: {} };
  return [
    { event: anEvent('checkout.session.completed', session), snapshot: snapshot('basic', 'active', first) },
    { event: subscriptionEvent(customer, 'created'), snapshot: snapshot('basic', 'active', first) },
    { event: invoiceEvent(customer, 'paid'), snapshot: snapshot('basic', 'active', first) },
    { event: subscriptionEvent(customer), snapshot: snapshot('premium', 'active', upgrade) },
    { event: invoiceEvent(customer, 'payment_failed'), snapshot: snapshot('premium', 'past_due', upgrade) },
    { event: subscriptionEvent(customer), snapshot: snapshot('premium', 'past_due', upgrade) },
    { event: invoiceEvent(customer, 'paid'), snapshot: snapshot('premium', 'active', later) },
    { event: subscriptionEvent(customer), snapshot: snapshot('premium', 'active', later, true) },
    { event: subscriptionEvent(customer, 'deleted'), snapshot: snapshot('premium', 'canceled', later) },
  ];
}

const REVERSALS = ['none', 'refunded', 'partly refunded', 'disputed', 'won', 'lost', 'won and refunded'] as const;

/** What happens to one payment of the subscription after the events of `story`. */
function reversalStory(customer: string, { reversal, payment }: Scenario, story: readonly StoryEvent[]): StoryEvent[] {
  const paymentId = paymentsOf(customer)[payment] ?? '';
  const full = refundEvent({ customer, paymentId }, 999, 999);
  const dispute = disputeEvent(paymentId);
  const events = {
    none: [],
    refunded: [refundEvent({ customer, paymentId }, 999, 500), full],
    'partly refunded': [refundEvent({ customer, paymentId }, 999, 500)],
    disputed: [dispute],
    won: [dispute, disputeEvent(paymentId, 'won')],
    lost: [dispute, disputeEvent(paymentId, 'lost')],
    'won and refunded': [dispute, disputeEvent(paymentId, 'won'), full],
  }[reversal];
  const last = story.at(-1)?.snapshot;
  return events.map((event) => (last ? { event, snapshot: last } : { event }));
}

/** Four packages: paid, paid late, never paid, abandoned; then two refunds of the first and a dispute of the second. */
const creditStory = ([paid, late, failed, abandoned]: readonly [Buyer, Buyer, Buyer, Buyer]): StoryEvent[] =>
  [
    sessionEvent(paid),
    sessionEvent(late, { payment_status: 'unpaid' }),
    sessionEvent(late, {}, 'async_payment_succeeded'),
    sessionEvent(failed, { payment_status: 'unpaid' }),
    sessionEvent(failed, { payment_status: 'unpaid' }, 'async_payment_failed'),
    sessionEvent(abandoned, { payment_status: 'unpaid' }, 'expired'),
    refundEvent(paid, paid.priceCents, Math.floor(paid.priceCents / 3)),
    refundEvent(paid, paid.priceCents, paid.priceCents),
    disputeEvent(late.paymentId),
    disputeEvent(late.paymentId, 'won'),
  ].map((event) => ({ event }));

interface Scenario {
  readonly subscription: number;
  /** Which of the three payments of the subscription is reversed, and how. */
  readonly payment: number;
  readonly reversal: (typeof REVERSALS)[number];
  readonly credits: boolean[];
  readonly order: number[];
  /** Which events are delivered twice. */
  readonly isRepeated: boolean[];
  readonly concurrency: number;
}

const scenarios: fc.Arbitrary<Scenario> = fc.record({
  subscription: fc.integer({ min: 0, max: 9 }),
  payment: fc.nat(2),
  reversal: fc.constantFrom(...REVERSALS),
  credits: fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }),
  order: fc.array(fc.nat(1_000_000), { minLength: 44, maxLength: 44 }),
  isRepeated: fc.array(fc.boolean(), { minLength: 22, maxLength: 22 }),
  concurrency: fc.integer({ min: 1, max: 4 }),
});

describe('events in any order, and repeated', () => {
  it('lead to the same state as the same events in their order [S64]', async () => {
    let compared = 0;
    await fc.assert(
      // Ten scenarios at once, because most of the time is spent waiting for commits. Each test run draws as many as fit into the time limit.
      fc.asyncProperty(fc.array(scenarios, { minLength: 10, maxLength: 10 }), async (batch) => {
        await Promise.all(batch.map(compareOrders));
        compared += batch.length;
      }),
      { numRuns: 100, interruptAfterTimeLimit: 8000, markInterruptAsFailure: false },
    );
    // On a slow machine the time limit may leave a single batch.
    expect(compared).toBeGreaterThanOrEqual(10);
  }, 90_000);
});

/** Delivers the events to one user in order and to another one shuffled and repeated: both must end in the same state. */
async function compareOrders(scenario: Scenario): Promise<void> {
  const [ordered, shuffled] = await Promise.all([aStory(scenario), aStory(scenario)]);
  const mixed = shuffled.story
    .flatMap((step, at) => (scenario.isRepeated[at] ? [step, step] : [step]))
    .map((step, at) => ({ step, rank: scenario.order[at] ?? 0 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ step }) => step);
  for (const step of ordered.story) await deliverEvent(step, ordered.customer, ordered.story);
  for (let at = 0; at < mixed.length; at += scenario.concurrency)
    await Promise.all(
      mixed.slice(at, at + scenario.concurrency).map((step) => deliverEvent(step, shuffled.customer, shuffled.story)),
    );
  const state = await stateOf(shuffled.userId);
  expect(state).toEqual(await stateOf(ordered.userId));
  const truth = snapshots.get(shuffled.customer);
  const { id = null, plan = null, status = null } = truth ?? {};
  expect(state.subscription.map((row) => [row.id, row.plan, row.status])).toEqual(truth ? [[id, plan, status]] : []);
}

/** A new user with the events of the scenario. */
async function aStory(scenario: Scenario): Promise<{ userId: string; customer: string; story: StoryEvent[] }> {
  const { subscription, credits } = scenario;
  const userId = randomUUID();
  const customer = `cus_sandbox_${userId}`;
  await kith.query(`insert into billing.customer (id, user_id, mode) values ($1, $2, 'sandbox')`, [customer, userId]);
  const ids = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await kith.query(
    `insert into billing.checkout (id, user_id, mode, kind, item, credits, price_cents, state, reference, created_at, expires_at)
     select i::uuid, $2, 'sandbox', 'credits', 'credits-100', 100, 199, 'open', 'cs_' || i, now(), now() + interval '1 hour'
     from unnest($1::text[]) i`,
    [ids, userId],
  );
  const buyer = (checkoutId = ''): Buyer => ({
    userId,
    customer,
    checkoutId,
    reference: `cs_${checkoutId}`,
    priceCents: 199,
    paymentId: `pi_${checkoutId}`,
    checkout: { url: '', checkoutUrl: '', checkoutId: null, message: '' },
  });
  const bought = creditStory([buyer(ids[0]), buyer(ids[1]), buyer(ids[2]), buyer(ids[3])]).filter((_, at) => credits[at]);
  const subscribed = subscriptionStory(customer).slice(0, subscription);
  return { userId, customer, story: [...subscribed, ...reversalStory(customer, scenario, subscribed), ...bought] };
}

/** Delivers one event. An event cannot arrive before it happened, so the provider's state is at least as new as the event. */
async function deliverEvent(step: StoryEvent, customer: string, story: readonly StoryEvent[]): Promise<void> {
  const known = snapshots.get(customer);
  // A subscription that Kith ended stays ended, whatever happened before.
  const isEnded = known !== undefined && story.every((one) => one.snapshot !== known);
  const isNewer = !known || story.findIndex((one) => one.snapshot === known) < story.indexOf(step);
  if (step.snapshot && isNewer && !isEnded) snapshots.set(customer, step.snapshot);
  await webhooks.receive(signed(step.event, sandboxSecret(kith.runtime.keyring)));
}

async function stateOf(userId: string) {
  const [entitlement, checkouts, purchases, subscription] = await Promise.all([
    kith.subscription(userId),
    kith.query(`select credits, state, reference is not null as made from billing.checkout where user_id = $1 order by state`, [
      userId,
    ]),
    kith.query(`select credits, reclaimed, owed from billing.purchase where user_id = $1 order by reclaimed`, [userId]),
    kith.query<{ id: string; plan: string; status: string }>(
      `select id, plan, status, cancels_at_period_end, failed_at, ended_reason from billing.subscription where user_id = $1`,
      [userId],
    ),
  ]);
  const { credits } = await kith.usage(userId);
  expect(await kith.ledgerSum(userId)).toBe(credits);
  return { entitlement, checkouts, purchases, subscription, credits };
}

describe('a crash between the claim of an event and the commit', () => {
  it('applies all of the event when it is repeated, after the database connection broke [S64]', async () => {
    const scenario = {
      subscription: 2,
      payment: 0,
      reversal: 'none' as const,
      credits: [true],
      order: [],
      isRepeated: [],
      concurrency: 1,
    };
    const { userId, customer, story } = await aStory(scenario);
    const holder = kith.services.get('billing')?.app.get(DataSource).createQueryRunner();
    if (!holder) throw new Error('no database');
    await holder.query('select pg_advisory_lock(hashtextextended($1, 1))', [userId]);
    // Every delivery has claimed its event and waits for the lock of the user.
    const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const deliveries = Promise.allSettled(story.map((step) => deliverEvent(step, customer, story)));
    await waitFor('all deliveries to wait', async () => (await kith.query(`select 1 ${waiting}`)).length === story.length);
    await kith.query(`select pg_terminate_backend(pid) ${waiting}`);
    expect((await deliveries).map(({ status }) => status)).toEqual(story.map(() => 'rejected'));
    await holder.query('select pg_advisory_unlock_all()');
    await holder.release();
    expect(await kith.usage(userId)).toMatchObject({ plan: 'free', credits: 0 });
    for (const step of [...story, ...story]) await deliverEvent(step, customer, story);
    expect(await kith.usage(userId)).toMatchObject({ plan: 'basic', credits: 100 });
    expect(await kith.ledgerSum(userId)).toBe(100);
  });

  it('rolls the claim back, and the repeated event is applied completely [S64]', async () => {
    // The role of the service may neither create these nor read them.
    const asOwner = (statement: string, parameters: unknown[] = []) => queryAsOwner(kith, database, statement, parameters);
    await asOwner(`create table billing.crash (event_id text)`);
    await asOwner(`
      create function billing.crash() returns trigger language plpgsql security definer as $$ begin
        if exists (select from billing.crash where event_id = new.id) then raise exception 'crash'; end if;
        return null;
      end $$`);
    await asOwner(`create constraint trigger crash after insert on billing.stripe_event deferrable initially deferred
      for each row execute function billing.crash()`);
    const scenario = {
      subscription: 2,
      payment: 0,
      reversal: 'none' as const,
      credits: [true],
      order: [],
      isRepeated: [],
      concurrency: 1,
    };
    const { userId, customer, story } = await aStory(scenario);
    await asOwner('insert into billing.crash select unnest($1::text[])', [story.map(({ event }) => event.id)]);
    for (const step of story) await expect(deliverEvent(step, customer, story)).rejects.toThrow('crash');
    expect(
      await kith.query('select 1 from billing.stripe_event where id = any($1)', [story.map(({ event }) => event.id)]),
    ).toEqual([]);
    expect(await kith.usage(userId)).toMatchObject({ plan: 'free', credits: 0 });
    await asOwner('delete from billing.crash');
    for (const step of story) await deliverEvent(step, customer, story);
    expect(await kith.usage(userId)).toMatchObject({ plan: 'basic', credits: 100 });
  });
});
