import { randomUUID } from 'node:crypto';
import { AppError, auth, billing, type AuditEvent, type OutputOf } from '@kith/proto';
import { anActor, fixture, fixtureService, servicesUnderTest, type ServicesUnderTest } from '@kith/kit/testing';
import { Stripe } from 'stripe';
import { DataSource } from 'typeorm';
import { sandboxSecret } from '../src/sandbox/sandbox.provider.js';
import { Clock } from '../src/clock.js';
import { definition } from '../src/index.js';
import { PlanSweep } from '../src/plans/plan-sweep.js';
import { StripeStandIn } from './stripe-stand-in.js';

const root = anActor({ role: 'super_admin' });
export const WEBHOOK_SECRET = 'whsec_of_the_tests';

export interface BillingUnderTest extends ServicesUnderTest {
  /** Users that the auth service does not know; it knows every other id. */
  readonly strangers: Set<string>;
  query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]>;
  grant(userId: string, credits: number, idempotencyKey?: string): Promise<OutputOf<typeof billing.grantCredits>>;
  reserve(userId: string, requestId?: string): Promise<string>;
  usage(userId: string): Promise<OutputOf<typeof billing.usage>>;
  subscription(userId: string): Promise<OutputOf<typeof billing.subscription>>;
  /** Sets the number of messages that the plan paid today. */
  sendToday(userId: string, used: number): Promise<unknown>;
  /** The sum of the user's ledger postings. */
  ledgerSum(userId: string): Promise<number>;
  /** Sends a signed event to the webhook, as the provider does. */
  deliver(event: object, secret?: string): Promise<unknown>;
  /** The audit events with this target, oldest first. */
  audited(target: string | null): Promise<AuditEvent[]>;
  /** The ids of the jobs of a queue that are about this user. */
  jobsFor(queue: string, userId: string): Promise<string[]>;
  /** Sets the time of billing's clock; null: the real time. */
  setTime(time: Date | null): void;
  sweep(): Promise<number>;
}

export async function billingUnderTest(env: NodeJS.ProcessEnv = {}, secret?: string): Promise<BillingUnderTest> {
  const stack = await servicesUnderTest([definition], env);
  const app = stack.services.get('billing')?.app;
  if (!app) throw new Error('billing does not run');
  const database = app.get(DataSource);
  const clock = app.get(Clock);
  const strangers = new Set<string>();
  const authService = await fixtureService(stack.runtime, 'auth', [
    fixture(auth.person, ({ userId }) => {
      if (strangers.has(userId)) throw new AppError('NOT_FOUND');
      return { id: userId, username: 'Ada', email: 'ada@example.org', role: 'user' as const };
    }),
    fixture(auth.usernames, ({ userIds }) => ({
      names: Object.fromEntries(userIds.filter((id) => !strangers.has(id)).map((id) => [id, 'Ada'])),
    })),
  ]);
  const query = <Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> => database.query<Row[]>(sql, parameters);
  const signWith = secret ?? sandboxSecret(stack.runtime.keyring);
  return {
    ...stack,
    strangers,
    query,
    grant: (userId, credits, idempotencyKey = randomUUID()) =>
      stack.ask(billing.grantCredits, { actor: root, userId, credits, idempotencyKey }),
    reserve: async (userId, requestId = randomUUID()) => (await stack.ask(billing.reserve, { userId, requestId })).source,
    usage: (userId) => stack.ask(billing.usage, { actor: anActor({ userId }) }),
    subscription: (userId) => stack.ask(billing.subscription, { actor: anActor({ userId }) }),
    sendToday: (userId, used) =>
      query(`insert into billing.usage_day (user_id, day, used) values ($1, (now() at time zone 'utc')::date, $2)`, [
        userId,
        used,
      ]),
    ledgerSum: async (userId) => {
      const [row] = await query<{ sum: string }>(
        'select coalesce(sum(amount), 0) as sum from billing.ledger_line where account = $1',
        [`user:${userId}`],
      );
      return Number(row?.sum);
    },
    deliver: (event, by = signWith) => stack.ask(billing.webhook, signed(event, by)),
    audited: async (target) => {
      const events = [...(await jobsOf(stack, 'audit')).values()] as AuditEvent[];
      return events.filter((event) => event.target === target).sort((a, b) => a.at.localeCompare(b.at));
    },
    jobsFor: async (queue, userId) =>
      [...(await jobsOf(stack, queue))].flatMap(([id, data]) => ((data as { userId?: string }).userId === userId ? [id] : [])),
    setTime: (time) => {
      clock.now = () => time ?? new Date();
    },
    sweep: () => app.get(PlanSweep).sweep(),
    stop: async () => {
      await authService.close();
      await stack.stop();
    },
  };
}

/** Billing with the Stripe stand-in. */
export async function billingWithStripe(env: NodeJS.ProcessEnv = {}): Promise<{ kith: BillingUnderTest; stripe: StripeStandIn }> {
  const stripe = new StripeStandIn();
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_API_URL: await stripe.start() };
  const kith = await billingUnderTest({ ...keys, ...env }, WEBHOOK_SECRET);
  const stop = async () => {
    await kith.stop();
    await stripe.stop();
  };
  return { kith: { ...kith, stop }, stripe };
}

/** A body with a signature made by Stripe's own library. */
export function signed(event: object, secret: string, ageS = 0): { body: string; signature: string } {
  const body = JSON.stringify(event);
  const timestamp = Math.floor(Date.now() / 1000) - ageS;
  return { body, signature: Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }) };
}

/** An event in Stripe's format with a new id. */
export function anEvent(
  type: Stripe.Event['type'],
  object: object,
  fields: object = {},
): { id: string } & Record<string, unknown> {
  const created = Math.floor(Date.now() / 1000);
  return { object: 'event', id: `evt_${randomUUID()}`, type, created, livemode: false, data: { object }, ...fields };
}

async function jobsOf({ runtime }: ServicesUnderTest, queue: string): Promise<Map<string, unknown>> {
  const jobs = new Map<string, unknown>();
  for (const key of await runtime.redis.keys(`jobs:${queue}:*`)) {
    const data = (await runtime.redis.type(key)) === 'hash' ? await runtime.redis.hget(key, 'data') : null;
    if (data) jobs.set(key.slice(`jobs:${queue}:`.length), JSON.parse(data));
  }
  return jobs;
}
