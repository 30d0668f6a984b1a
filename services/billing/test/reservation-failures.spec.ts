import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { callScope, startService, type RunningService } from '@kith/kit';
import { waitFor } from '@kith/kit/testing';
import type { billing, OutputOf } from '@kith/proto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { definition } from '../src/index.js';
import { MeteringService } from '../src/metering/metering.service.js';
import { billingUnderTest, type BillingUnderTest } from './billing-under-test.js';

type Answer = OutputOf<typeof billing.reserve>;

let kith: BillingUnderTest;
let service: MeteringService;
let replica: RunningService;
/** Connections that the service under test does not use. */
let observer: DataSource;

beforeAll(async () => {
  kith = await billingUnderTest();
  replica = await startService(definition, kith.runtime);
  const own = kith.services.get('billing');
  if (!own) throw new Error('billing does not run');
  service = own.app.get(MeteringService);
  observer = replica.app.get(DataSource);
});
afterAll(async () => {
  await replica.close();
  await kith.stop();
});

const reserve = (userId: string, requestId: string = randomUUID()): Promise<Answer> =>
  service.reserve({ userId, requestId, botId: null, caps: [] });

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const waitForWaiting = (count: number): Promise<unknown> =>
  waitFor(`${count} statements to wait`, async () => (await observer.query<unknown[]>(WAITING)).length === count);

async function usersOfToday(count: number): Promise<string[]> {
  const users = Array.from({ length: count }, () => randomUUID());
  for (const userId of users) await kith.sendToday(userId, 0);
  return users;
}

/** Holds the rows of the users' day; returns the function that gives them free. */
async function holdRows(users: readonly string[]): Promise<() => Promise<void>> {
  const holder = observer.createQueryRunner();
  await holder.startTransaction();
  await holder.query('select 1 from billing.usage_day where user_id = any($1) for update', [users]);
  return async () => {
    await holder.commitTransaction();
    await holder.release();
  };
}

/** Reserves one message after the other for these users, each by a statement of its own, which waits. */
async function waitOneByOne(users: readonly string[]): Promise<Promise<Answer>[]> {
  const answers: Promise<Answer>[] = [];
  for (const userId of users) {
    answers.push(reserve(userId));
    await waitForWaiting(answers.length);
  }
  return answers;
}

describe('messages of several users that arrive together', () => {
  it('are answered although the rows of one user are held', async () => {
    const [held = '', ...others] = await usersOfToday(6);
    const free = await holdRows([held]);
    const started = Date.now();
    const ofHeld = [reserve(held), reserve(held)];
    const answers = await Promise.allSettled(others.map((userId) => reserve(userId)));
    expect(answers).toMatchObject(others.map(() => ({ status: 'fulfilled', value: { source: 'plan', charge: 1 } })));
    // A statement ends after 5 s.
    expect(Date.now() - started).toBeLessThan(3000);
    await free();
    expect(await Promise.all(ofHeld)).toMatchObject([{ source: 'plan' }, { source: 'plan' }]);
    for (const [userId, used] of [[held, 2] as const, ...others.map((other) => [other, 1] as const)])
      expect((await kith.usage(userId)).used).toBe(used);
  });

  it('are reserved although one message fails: it alone gets the error', async () => {
    const [poor = '', other = ''] = await usersOfToday(2);
    await kith.query('update billing.usage_day set used = 50 where user_id = $1', [poor]);
    await kith.grant(poor, 4);
    // Its reservation is deleted after 30 days, its posting never.
    const old = randomUUID();
    expect(await reserve(poor, old)).toMatchObject({ source: 'credit' });
    await service.settle(old);
    await kith.query('delete from billing.reservation where request_id = $1', [old]);
    const outcomes = await Promise.allSettled([reserve(poor), reserve(poor, old), reserve(other), reserve(poor)]);
    const paidBy = (source: string): object => ({ status: 'fulfilled', value: { source, charge: 1 } });
    const failed = { status: 'rejected', reason: { driverError: { code: '23505' } } };
    expect(outcomes).toMatchObject([paidBy('credit'), failed, paidBy('plan'), paidBy('credit')]);
    expect(await kith.usage(poor)).toMatchObject({ used: 50, credits: 1 });
    expect(await kith.ledgerSum(poor)).toBe(1);
    expect((await kith.usage(other)).used).toBe(1);
  });
});

describe('messages that wait for a statement', () => {
  it('are not reserved after their deadline', async () => {
    const [userId = ''] = await usersOfToday(1);
    const free = await holdRows([userId]);
    const earlier = await waitOneByOne([userId, userId]);
    const late = randomUUID();
    const refused = callScope.run({ meta: {}, deadline: Date.now() + 50 }, () => reserve(userId, late));
    const inTime = callScope.run({ meta: {}, deadline: Date.now() + 60_000 }, () => reserve(userId));
    const outcomes = Promise.allSettled([refused, inTime]);
    await setTimeout(60);
    await free();
    expect(await outcomes).toMatchObject([
      { status: 'rejected', reason: { code: 'DEADLINE' } },
      { status: 'fulfilled', value: { source: 'plan' } },
    ]);
    await Promise.all(earlier);
    expect(await kith.query('select from billing.reservation where request_id = $1', [late])).toEqual([]);
    expect((await kith.usage(userId)).used).toBe(3);
  });

  it('leave a connection to all else, however many rows are held', async () => {
    const [a = '', b = '', c = '', reader = ''] = await usersOfToday(4);
    const free = await holdRows([a, b, c]);
    const first = await waitOneByOne([a, a, b, b]);
    const rest = [reserve(c), reserve(c)];
    await setTimeout(100);
    await waitForWaiting(4);
    expect((await kith.usage(reader)).used).toBe(0);
    await free();
    expect(await Promise.all([...first, ...rest])).toMatchObject(Array.from({ length: 6 }, () => ({ source: 'plan' })));
  });
});
