import { randomUUID } from 'node:crypto';
import type { Plan } from '@kith/proto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import fc from 'fast-check';
import { DataSource } from 'typeorm';
import type { ProviderSubscription } from '../src/providers/payment-provider.js';
import { Payments } from '../src/providers/payments.js';
import { sandboxSecret } from '../src/sandbox/sandbox.provider.js';
import { WebhookService } from '../src/webhook/webhook.service.js';
import { anEvent, billingUnderTest, signed, type BillingUnderTest } from './billing-under-test.js';
import { disputeEvent, invoiceEvent, refundEvent, sessionEvent, subscriptionEvent, type Buyer } from './paying-user.js';

let kith: BillingUnderTest;
let webhooks: WebhookService;
/** What the provider says when it is asked now. */
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
});
afterAll(() => kith.stop());

const PERIOD_END = new Date(Date.now() + 20 * 86_400_000);
const FAILED_AT = new Date(Date.now() - 86_400_000);
const snapshot = (plan: Plan, status: string, cancelsAtPeriodEnd = false): ProviderSubscription => ({
  id: 'sub_1',
  itemId: 'si_1',
  plan,
  status,
  periodEnd: PERIOD_END,
  cancelsAtPeriodEnd,
  failedAt: status === 'past_due' ? FAILED_AT : null,
  lastPaymentId: null,
});

interface Told {
  readonly event: { id: string };
  /** The provider's snapshot when it happened. */
  readonly snapshot?: ProviderSubscription;
}

/** The life of one subscription, event by event. */
const subscriptionStory = (customer: string): Told[] => [
  {
    event: anEvent('checkout.session.completed', {
      id: 'cs_s',
      mode: 'subscription',
      payment_status: 'paid',
      customer,
      metadata: {},
    }),
    snapshot: snapshot('basic', 'active'),
  },
  { event: subscriptionEvent(customer, 'created'), snapshot: snapshot('basic', 'active') },
  { event: invoiceEvent(customer, 'paid'), snapshot: snapshot('basic', 'active') },
  { event: subscriptionEvent(customer), snapshot: snapshot('premium', 'active') },
  { event: invoiceEvent(customer, 'payment_failed'), snapshot: snapshot('premium', 'past_due') },
  { event: subscriptionEvent(customer), snapshot: snapshot('premium', 'past_due') },
  { event: invoiceEvent(customer, 'paid'), snapshot: snapshot('premium', 'active') },
  { event: subscriptionEvent(customer), snapshot: snapshot('premium', 'active', true) },
  { event: subscriptionEvent(customer, 'deleted'), snapshot: snapshot('premium', 'canceled') },
];

/** Four packages: paid, paid late, never paid, abandoned; then two refunds of the first and a dispute of the second. */
const creditStory = ([paid, late, failed, abandoned]: readonly [Buyer, Buyer, Buyer, Buyer]): Told[] =>
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
  ].map((event) => ({ event }));

interface Plot {
  readonly subscription: number;
  readonly credits: boolean[];
  readonly order: number[];
  readonly again: boolean[];
  readonly atOnce: number;
}

const plots: fc.Arbitrary<Plot> = fc.record({
  subscription: fc.integer({ min: 0, max: 9 }),
  credits: fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }),
  order: fc.array(fc.nat(1_000_000), { minLength: 36, maxLength: 36 }),
  again: fc.array(fc.boolean(), { minLength: 18, maxLength: 18 }),
  atOnce: fc.integer({ min: 1, max: 4 }),
});

describe('S64: events in any order, and twice', () => {
  it('end where the same events end in their order', async () => {
    let lives = 0;
    await fc.assert(
      // Several lives at once: the time goes into waiting for commits. Each run of the tests draws others, as many as fit into its time.
      fc.asyncProperty(fc.array(plots, { minLength: 10, maxLength: 10 }), async (many) => {
        await Promise.all(many.map(liveTwice));
        lives += many.length;
      }),
      { numRuns: 100, interruptAfterTimeLimit: 8000, markInterruptAsFailure: false },
    );
    // Fewer would prove little.
    expect(lives).toBeGreaterThanOrEqual(10);
  }, 90_000);
});

/** One user is told in order, another one in disorder and twice: both are to end alike. */
async function liveTwice(plot: Plot): Promise<void> {
  const [straight, shuffled] = await Promise.all([aStory(plot), aStory(plot)]);
  const mixed = shuffled.story
    .flatMap((told, at) => (plot.again[at] ? [told, told] : [told]))
    .map((told, at) => ({ told, rank: plot.order[at] ?? 0 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ told }) => told);
  for (const told of straight.story) await happen(told, straight.customer, straight.story);
  for (let at = 0; at < mixed.length; at += plot.atOnce)
    await Promise.all(mixed.slice(at, at + plot.atOnce).map((told) => happen(told, shuffled.customer, shuffled.story)));
  expect(await stateOf(shuffled.userId)).toEqual(await stateOf(straight.userId));
}

/** A new user with the events of the plot that happened to them. */
async function aStory({ subscription, credits }: Plot): Promise<{ userId: string; customer: string; story: Told[] }> {
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
    checkout: { url: '', checkoutUrl: '', message: '' },
  });
  const bought = creditStory([buyer(ids[0]), buyer(ids[1]), buyer(ids[2]), buyer(ids[3])]).filter((_, at) => credits[at]);
  return { userId, customer, story: [...subscriptionStory(customer).slice(0, subscription), ...bought] };
}

/** An event cannot come before it happened: the snapshot is at least as far on. */
async function happen(told: Told, customer: string, story: readonly Told[]): Promise<void> {
  const known = snapshots.get(customer);
  const isNews = !known || story.findIndex((one) => one.snapshot === known) < story.indexOf(told);
  if (told.snapshot && isNews) snapshots.set(customer, told.snapshot);
  await webhooks.receive(signed(told.event, sandboxSecret(kith.runtime.keyring)));
}

async function stateOf(userId: string): Promise<unknown> {
  const [entitlement, checkouts, purchases, subscription] = await Promise.all([
    kith.subscription(userId),
    kith.query(`select credits, state, reference is not null as made from billing.checkout where user_id = $1 order by state`, [
      userId,
    ]),
    kith.query(`select credits, reclaimed, owed from billing.purchase where user_id = $1 order by reclaimed`, [userId]),
    kith.query(`select id, plan, status, cancels_at_period_end, failed_at from billing.subscription where user_id = $1`, [
      userId,
    ]),
  ]);
  const { credits } = await kith.usage(userId);
  expect(await kith.ledgerSum(userId)).toBe(credits);
  return { entitlement, checkouts, purchases, subscription, credits };
}

describe('a crash between the claim of an event and the commit', () => {
  it('S64: of the connection, too', async () => {
    const plot = { subscription: 2, credits: [true], order: [], again: [], atOnce: 1 };
    const { userId, customer, story } = await aStory(plot);
    const holder = kith.services.get('billing')?.app.get(DataSource).createQueryRunner();
    if (!holder) throw new Error('no database');
    await holder.query('select pg_advisory_lock(hashtextextended($1, 1))', [userId]);
    // All of them have claimed their event and wait for the user.
    const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const broken = Promise.allSettled(story.map((told) => happen(told, customer, story)));
    await waitFor('all to wait', async () => (await kith.query(`select 1 ${waiting}`)).length === story.length);
    await kith.query(`select pg_terminate_backend(pid) ${waiting}`);
    expect((await broken).map(({ status }) => status)).toEqual(story.map(() => 'rejected'));
    await holder.query('select pg_advisory_unlock_all()');
    await holder.release();
    expect(await kith.usage(userId)).toMatchObject({ plan: 'free', credits: 0 });
    for (const told of [...story, ...story]) await happen(told, customer, story);
    expect(await kith.usage(userId)).toMatchObject({ plan: 'basic', credits: 100 });
    expect(await kith.ledgerSum(userId)).toBe(100);
  });

  it('S64: takes the claim back, and the repeat applies all of it', async () => {
    await kith.query(`create table billing.crash (event_id text)`);
    await kith.query(`
      create function billing.crash() returns trigger language plpgsql as $$ begin
        if exists (select from billing.crash where event_id = new.id) then raise exception 'crash'; end if;
        return null;
      end $$`);
    await kith.query(`create constraint trigger crash after insert on billing.stripe_event deferrable initially deferred
      for each row execute function billing.crash()`);
    const plot = { subscription: 2, credits: [true], order: [], again: [], atOnce: 1 };
    const { userId, customer, story } = await aStory(plot);
    await kith.query('insert into billing.crash select unnest($1::text[])', [story.map(({ event }) => event.id)]);
    for (const told of story) await expect(happen(told, customer, story)).rejects.toThrow('crash');
    expect(
      await kith.query('select 1 from billing.stripe_event where id = any($1)', [story.map(({ event }) => event.id)]),
    ).toEqual([]);
    expect(await kith.usage(userId)).toMatchObject({ plan: 'free', credits: 0 });
    await kith.query('delete from billing.crash');
    for (const told of story) await happen(told, customer, story);
    expect(await kith.usage(userId)).toMatchObject({ plan: 'basic', credits: 100 });
  });
});
