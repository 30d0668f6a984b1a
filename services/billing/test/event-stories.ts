import { randomUUID } from 'node:crypto';
import { payments, type Plan } from '@kith/proto';
import { expect } from '@jest/globals';
import { anActor, ownerDatabase } from '@kith/kit/testing';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { database } from '../src/database.js';
import type { ProviderInvoice, ProviderSubscription } from '../src/providers/payment-provider.js';
import { Payments } from '../src/providers/payments.js';
import { sandboxSecret } from '../src/sandbox/sandbox.provider.js';
import { WebhookService } from '../src/webhook/webhook.service.js';
import { anEvent, billingUnderTest, signed, type BillingUnderTest } from './billing-under-test.js';
import { disputeEvent, invoiceEvent, refundEvent, sessionEvent, subscriptionEvent, type Buyer } from './paying-user.js';

const PERIOD_END = new Date(Date.now() + 20 * 86_400_000);
const PERIOD_START = new Date(Date.now() - 10 * 86_400_000);
const FAILED_AT = new Date(Date.now() - 86_400_000);
const snapshot = (plan: Plan, status: string, payment: string, cancelsAtPeriodEnd = false): ProviderSubscription => ({
  id: 'sub_1',
  itemId: 'si_1',
  plan,
  status,
  startedAt: PERIOD_START,
  endedAt: status === 'canceled' ? new Date() : null,
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

export interface StoryEvent {
  readonly event: { id: string };
  /** The provider's state of the subscription when the event happened. */
  readonly snapshot?: ProviderSubscription;
}

/** The payments of a story: the first period, the upgrade, and the payment after one that failed. */
const paymentsOf = (customer: string) => [`pi_1_${customer}`, `pi_2_${customer}`, `pi_3_${customer}`] as const;

/** The invoices of the first and the third payment; the first plan costs 999 cents, the second 1999. */
const invoicesOf = (customer: string): ProviderInvoice[] => {
  const [first, , later] = paymentsOf(customer);
  const shared = { subscriptionId: 'sub_1', currency: 'usd' };
  return [
    { ...shared, id: `in_1_${customer}`, paymentId: first, plan: 'basic', cents: 999 },
    { ...shared, id: `in_3_${customer}`, paymentId: later, plan: 'premium', cents: 1999 },
  ];
};

/** The events of one subscription in their order. */
function subscriptionStory(customer: string): StoryEvent[] {
  const [first, upgrade, later] = paymentsOf(customer);
  const [paid, paidLater] = invoicesOf(customer).map(({ id }) => id);
  const session = { id: 'cs_s', mode: 'subscription', payment_status: 'paid', customer, metadata: {} };
  return [
    { event: anEvent('checkout.session.completed', session), snapshot: snapshot('basic', 'active', first) },
    { event: subscriptionEvent(customer, 'created'), snapshot: snapshot('basic', 'active', first) },
    { event: invoiceEvent(customer, 'paid', paid), snapshot: snapshot('basic', 'active', first) },
    { event: subscriptionEvent(customer), snapshot: snapshot('premium', 'active', upgrade) },
    { event: invoiceEvent(customer, 'payment_failed', paidLater), snapshot: snapshot('premium', 'past_due', upgrade) },
    { event: subscriptionEvent(customer), snapshot: snapshot('premium', 'past_due', upgrade) },
    { event: invoiceEvent(customer, 'paid', paidLater), snapshot: snapshot('premium', 'active', later) },
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

export interface Scenario {
  readonly subscription: number;
  /** Which of the three payments of the subscription is reversed, and how. */
  readonly payment: number;
  readonly reversal: (typeof REVERSALS)[number];
  readonly credits: boolean[];
  readonly order: number[];
  /** Which events are delivered twice. */
  readonly isRepeated: boolean[];
  /** Which deliveries are cut off at their commit, and sent again. */
  readonly isCutOff: boolean[];
  /** Which deliveries an administrator has applied again afterwards. */
  readonly isReplayed: boolean[];
  readonly concurrency: number;
}

export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  subscription: fc.integer({ min: 0, max: 9 }),
  payment: fc.nat(2),
  reversal: fc.constantFrom(...REVERSALS),
  credits: fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }),
  order: fc.array(fc.nat(1_000_000), { minLength: 44, maxLength: 44 }),
  isRepeated: fc.array(fc.boolean(), { minLength: 22, maxLength: 22 }),
  isCutOff: fc.array(
    fc.nat(4).map((n) => n === 0),
    { minLength: 44, maxLength: 44 },
  ),
  isReplayed: fc.array(
    fc.nat(4).map((n) => n === 0),
    { minLength: 44, maxLength: 44 },
  ),
  concurrency: fc.integer({ min: 1, max: 4 }),
});

// Another delivery of the same event may be cut off meanwhile.
const MAX_ATTEMPTS = 10;

/** Repeats until it succeeds, as a provider does. */
async function accepted(attempt: () => Promise<unknown>): Promise<void> {
  for (let count = 1; count < MAX_ATTEMPTS; count += 1) {
    const isAccepted = await attempt().then(
      () => true,
      () => false,
    );
    if (isAccepted) return;
  }
  await attempt();
}

/** A user with the events that happen to them. */
interface Story {
  readonly userId: string;
  readonly customer: string;
  readonly story: StoryEvent[];
}

/** Billing before a provider whose state follows the events of stories. */
export class EventStories {
  /** What the provider currently answers for each customer. */
  private readonly snapshots = new Map<string, ProviderSubscription>();

  private constructor(
    readonly kith: BillingUnderTest,
    private readonly webhooks: WebhookService,
    private readonly owner: DataSource,
  ) {}

  static async start(): Promise<EventStories> {
    const kith = await billingUnderTest();
    const app = kith.services.get('billing')?.app;
    const provider = app?.get(Payments).provider;
    if (!app || !provider) throw new Error('no sandbox');
    const owner = await ownerDatabase(kith, database);
    const stories = new EventStories(kith, app.get(WebhookService), owner);
    provider.subscriptionOf = (customer) => stories.read(customer);
    provider.readInvoice = (customer, invoiceId) =>
      Promise.resolve(invoicesOf(customer).find(({ id }) => id === invoiceId) ?? null);
    provider.endSubscription = (customer, _id, endedReason) => {
      const held = stories.snapshots.get(customer);
      if (held) stories.snapshots.set(customer, { ...held, status: 'canceled', endedReason });
      return Promise.resolve();
    };
    await owner.query('create table billing.crash (event_id text)');
    await owner.query(`
      create function billing.crash() returns trigger language plpgsql security definer as $$ begin
        if exists (select from billing.crash where event_id = new.id) then raise exception 'crash'; end if;
        return null;
      end $$`);
    await owner.query(`create constraint trigger crash after update on billing.webhook_event deferrable initially deferred
      for each row when (new.state = 'applied') execute function billing.crash()`);
    return stories;
  }

  async stop(): Promise<void> {
    await this.owner.destroy();
    await this.kith.stop();
  }

  /** Whether the transaction of this event fails at its commit. */
  async cutOff(eventId: string, isCutOff: boolean): Promise<void> {
    const statement = isCutOff ? 'insert into billing.crash values ($1)' : 'delete from billing.crash where event_id = $1';
    await this.owner.query(statement, [eventId]);
  }

  private async read(customer: string): Promise<ProviderSubscription | null> {
    const snapshot = this.snapshots.get(customer) ?? null;
    await new Promise((resolve) => setImmediate(resolve));
    return snapshot;
  }

  /** Delivers the events to one user in order and to another one shuffled and repeated: both must end in the same state. */
  async compareOrders(scenario: Scenario): Promise<void> {
    const [ordered, shuffled] = await Promise.all([this.aStory(scenario), this.aStory(scenario)]);
    const mixed = shuffled.story
      .flatMap((step, at) => (scenario.isRepeated[at] ? [step, step] : [step]))
      .map((step, at) => ({ step, rank: scenario.order[at] ?? 0, isCutOff: scenario.isCutOff[at] ?? false, at }))
      .sort((a, b) => a.rank - b.rank);
    for (const step of ordered.story) await this.deliverEvent(step, ordered.customer, ordered.story);
    for (let at = 0; at < mixed.length; at += scenario.concurrency)
      await Promise.all(
        mixed.slice(at, at + scenario.concurrency).map(async ({ step, isCutOff, at: position }) => {
          await this.send(step, shuffled, isCutOff);
          if (scenario.isReplayed[position]) await accepted(() => this.replay(step));
        }),
      );
    const state = await this.stateOf(shuffled.userId);
    expect(state).toEqual(await this.stateOf(ordered.userId));
    const truth = this.snapshots.get(shuffled.customer);
    const { id = null, plan = null, status = null } = truth ?? {};
    expect(state.subscription.map((row) => [row.id, row.plan, row.status])).toEqual(truth ? [[id, plan, status]] : []);
  }

  /** A new user with the events of the scenario. */
  async aStory(scenario: Scenario): Promise<Story> {
    const { subscription, credits } = scenario;
    const userId = randomUUID();
    const customer = `cus_sandbox_${userId}`;
    await this.kith.query(`insert into billing.customer (id, user_id, mode) values ($1, $2, 'sandbox')`, [customer, userId]);
    const ids = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    await this.kith.query(
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

  /** Delivers an event until it is accepted, as a provider does; with `isCutOff` the first attempt fails at its commit. */
  private async send(step: StoryEvent, { customer, story }: Story, isCutOff: boolean): Promise<void> {
    if (isCutOff) {
      await this.cutOff(step.event.id, true);
      await this.deliverEvent(step, customer, story).catch(() => undefined);
      await this.cutOff(step.event.id, false);
    }
    await accepted(() => this.deliverEvent(step, customer, story));
  }

  private replay({ event }: StoryEvent): Promise<unknown> {
    return this.kith.ask(payments.replay, { actor: anActor({ role: 'admin' }), eventId: event.id });
  }

  /** Delivers one event. An event cannot arrive before it happened, so the provider's state is at least as new as the event. */
  async deliverEvent(step: StoryEvent, customer: string, story: readonly StoryEvent[]): Promise<void> {
    const known = this.snapshots.get(customer);
    // A subscription that Kith ended stays ended, whatever happened before.
    const isEnded = known !== undefined && story.every((one) => one.snapshot !== known);
    const isNewer = !known || story.findIndex((one) => one.snapshot === known) < story.indexOf(step);
    if (step.snapshot && isNewer && !isEnded) this.snapshots.set(customer, step.snapshot);
    await this.webhooks.receive(signed(step.event, sandboxSecret(this.kith.runtime.keyring)));
  }

  private async stateOf(userId: string) {
    const [entitlement, checkouts, purchases, subscription, invoices, returns] = await Promise.all([
      this.kith.subscription(userId),
      this.kith.query(
        `select credits, state, reference is not null as made from billing.checkout where user_id = $1 order by state`,
        [userId],
      ),
      this.kith.query(`select credits, reclaimed, owed from billing.purchase where user_id = $1 order by reclaimed`, [userId]),
      this.kith.query<{ id: string; plan: string; status: string }>(
        `select id, plan, status, cancels_at_period_end, failed_at, ended_reason from billing.subscription where user_id = $1`,
        [userId],
      ),
      this.kith.query('select plan, cents, currency from billing.invoice where user_id = $1 order by cents', [userId]),
      this.kith.query(
        `select r.kind, r.cents from billing.payment_return r
         where r.payment_id like '%' || $1 or r.payment_id in (select 'pi_' || id from billing.checkout where user_id = $1::uuid)
         order by r.kind, r.cents`,
        [userId],
      ),
    ]);
    const { credits } = await this.kith.usage(userId);
    expect(await this.kith.ledgerSum(userId)).toBe(credits);
    return { entitlement, checkouts, purchases, subscription, credits, invoices, returns };
  }
}
