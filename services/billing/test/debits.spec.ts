import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { billingUnderTest, type BillingUnderTest } from './billing-under-test.js';

const USERS = 1000;
const PLAN_LIMIT = 2;
const CREDITS = 3;
const REQUESTS = 8;
const CLIENTS = 16;

let kith: BillingUnderTest;
let database: DataSource;
beforeAll(async () => {
  kith = await billingUnderTest();
  const app = kith.services.get('billing')?.app;
  if (!app) throw new Error('billing does not run');
  database = app.get(DataSource);
});
afterAll(() => kith.stop());

describe('debits of 1,000 users at the same time', () => {
  it('allow each exactly the limit and the credits, leave no balance below zero, and the ledger sums to the balances [S35]', async () => {
    const users = Array.from({ length: USERS }, () => randomUUID());
    await kith.query(`select billing.post_grant(u, $2, 'start-' || u, null) from unnest($1::uuid[]) u`, [users, CREDITS]);
    // All requests of a user are next to each other, so that the clients run them at the same time.
    const requests = users.flatMap((userId) => Array.from({ length: REQUESTS }, () => ({ userId, requestId: randomUUID() })));
    const repeated = requests.filter((_, at) => at % 5 === 0);
    const sources = new Map<string, string>();
    const waiting = [...requests, ...repeated].values();
    const client = async (): Promise<void> => {
      for (const { userId, requestId } of waiting) sources.set(requestId, await reserve(userId, requestId));
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    const count = (source: string): number => [...sources.values()].filter((one) => one === source).length;
    expect([count('plan'), count('credit')]).toEqual([USERS * PLAN_LIMIT, USERS * CREDITS]);
    expect(count('denied')).toBe(USERS * (REQUESTS - PLAN_LIMIT - CREDITS));
    const wrong = await kith.query(
      `select u from unnest($1::uuid[]) u
       left join billing.wallet w on w.user_id = u
       left join billing.usage_day d on d.user_id = u
       where w.balance <> 0 or d.used <> $2 or w.balance <> (
         select sum(t.amount) from billing.ledger_txn t where t.user_id = u)`,
      [users, PLAN_LIMIT],
    );
    expect(wrong).toEqual([]);
  }, 60_000);
});

async function reserve(userId: string, requestId: string): Promise<string> {
  const [row] = await database.query<{ source: string }[]>(
    `select source from billing.reserve_messages(array[$1]::uuid[], array[$2]::int[], array[1], array[$3], array[null]::uuid[], null, 5000)`,
    [userId, PLAN_LIMIT, requestId],
  );
  return row?.source ?? '';
}
