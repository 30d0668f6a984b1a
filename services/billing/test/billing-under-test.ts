import { randomUUID } from 'node:crypto';
import { billing, type OutputOf } from '@kith/proto';
import { anActor, servicesUnderTest, type ServicesUnderTest } from '@kith/kit/testing';
import { DataSource } from 'typeorm';
import { definition } from '../src/index.js';

const root = anActor({ role: 'super_admin' });

export interface BillingUnderTest extends ServicesUnderTest {
  query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]>;
  grant(userId: string, credits: number, idempotencyKey?: string): Promise<OutputOf<typeof billing.grantCredits>>;
  reserve(userId: string, requestId?: string): Promise<string>;
  usage(userId: string): Promise<OutputOf<typeof billing.usage>>;
  /** As if the user had sent `used` messages of the plan today. */
  sendToday(userId: string, used: number): Promise<unknown>;
  /** What the ledger says about the user. */
  ledgerSum(userId: string): Promise<number>;
}

export async function billingUnderTest(): Promise<BillingUnderTest> {
  const stack = await servicesUnderTest([definition]);
  const database = stack.services.get('billing')?.app.get(DataSource);
  if (!database) throw new Error('billing has no database');
  const query = <Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> => database.query<Row[]>(sql, parameters);
  return {
    ...stack,
    query,
    grant: (userId, credits, idempotencyKey = randomUUID()) =>
      stack.ask(billing.grantCredits, { actor: root, userId, credits, idempotencyKey }),
    reserve: async (userId, requestId = randomUUID()) => (await stack.ask(billing.reserve, { userId, requestId })).source,
    usage: (userId) => stack.ask(billing.usage, { actor: anActor({ userId }) }),
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
  };
}
