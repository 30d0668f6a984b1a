import { randomUUID } from 'node:crypto';
import { callScope, PreparedStatement, startService, type RunningService } from '@kith/kit';
import { waitFor } from '@kith/kit/testing';
import type { billing, OutputOf } from '@kith/proto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
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

/** Waits until a statement that began after now waits for a row. */
async function waitForRepetition(): Promise<void> {
  const [{ now = '' } = {}] = await observer.query<{ now: string }[]>('select clock_timestamp()::text as now');
  await waitFor('a later statement to wait', async () => {
    const later = await observer.query<unknown[]>(`${WAITING} and query_start > $1::timestamptz`, [now]);
    return later.length > 0;
  });
}

describe('messages of several users that arrive together', () => {
  it('are answered although the rows of one user are held', async () => {
    const [held = '', ...others] = await usersOfToday(6);
    const free = await holdRows([held]);
    const ofHeld = [reserve(held), reserve(held)];
    const answers = await Promise.allSettled(others.map((userId) => reserve(userId)));
    expect(answers).toMatchObject(others.map(() => ({ status: 'fulfilled', value: { source: 'plan', charge: 1 } })));
    await free();
    expect(await Promise.all(ofHeld)).toMatchObject([{ source: 'plan' }, { source: 'plan' }]);
    for (const [userId, used] of [[held, 2] as const, ...others.map((other) => [other, 1] as const)])
      expect((await kith.usage(userId)).used).toBe(used);
  });

  it('wait 100 ms for rows together, then each user 10 ms, and longer only those whose own rows are held', async () => {
    const [first = '', second = '', other = ''] = await usersOfToday(3);
    const free = await holdRows([first, second]);
    const statements = jest.spyOn(PreparedStatement.prototype, 'rows');
    const ofHeld = [reserve(first), reserve(second)];
    await reserve(other);
    await waitForRepetition();
    await free();
    await Promise.all(ofHeld);
    const waits = statements.mock.calls.filter(([, values]) => values.length === 9).map(([, values]) => values.at(-1));
    statements.mockRestore();
    expect(waits.slice(0, 4)).toEqual([100, 10, 10, 10]);
    expect(new Set(waits.slice(4))).toEqual(new Set([400]));
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

describe('messages of users whose rows are held', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each(['in one turn', 'one after the other'])('do not keep another user waiting, when they arrive %s', async (order) => {
    const held = await usersOfToday(5);
    const [other = ''] = await usersOfToday(1);
    const free = await holdRows(held);
    const answered: string[] = [];
    const note = (userId: string) => (): number => answered.push(userId);
    const started: Promise<number>[] = [];
    for (const userId of held) {
      const name = note(userId);
      started.push(reserve(userId).then(name, name));
      if (order !== 'in one turn') await waitForRepetition();
    }
    const last = await reserve(other).then((answer) => {
      answered.push(other);
      return answer;
    });
    expect(last).toMatchObject({ source: 'plan', charge: 1 });
    // None of the others was answered, and none gave up, which it does after 5 s.
    expect(answered).toEqual([other]);
    await free();
    await Promise.all(started);
    for (const userId of [...held, other]) expect((await kith.usage(userId)).used).toBe(1);
  });

  it('are each answered once, in their order, although their statements were repeated', async () => {
    const [userId = ''] = await usersOfToday(1);
    await kith.query('update billing.usage_day set used = 48 where user_id = $1', [userId]);
    const free = await holdRows([userId]);
    let count = 0;
    const send = async (): Promise<string> => {
      const { source } = await reserve(userId);
      count += 1;
      return source;
    };
    const first = [send(), send()];
    await waitForRepetition();
    await waitForRepetition();
    const then = [send(), send()];
    await waitForRepetition();
    expect(count).toBe(0);
    await free();
    expect(await Promise.all([...first, ...then])).toEqual(['plan', 'plan', 'denied', 'denied']);
    expect((await kith.usage(userId)).used).toBe(50);
    expect(await kith.query('select from billing.reservation where user_id = $1', [userId])).toHaveLength(2);
  });

  it('fail after 5 s, and only those whose own rows are held still', async () => {
    const [userId = ''] = await usersOfToday(1);
    const open = randomUUID();
    await reserve(userId, open);
    const holder = observer.createQueryRunner();
    await holder.startTransaction();
    await holder.query('select 1 from billing.reservation where request_id = $1 for update', [open]);
    const outcomes = Promise.allSettled([reserve(userId), reserve(userId, open), reserve(userId)]);
    await waitForRepetition();
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now + 5001);
    const paid = { status: 'fulfilled', value: { source: 'plan', charge: 1 } };
    const failed = { status: 'rejected', reason: { driverError: { code: '55P03' } } };
    expect(await outcomes).toMatchObject([paid, failed, paid]);
    jest.restoreAllMocks();
    await holder.commitTransaction();
    await holder.release();
    expect((await kith.usage(userId)).used).toBe(3);
  });

  it('leave connections to all else, however many they are', async () => {
    const held = await usersOfToday(12);
    const [reader = ''] = await usersOfToday(1);
    const free = await holdRows(held);
    const answers = held.map((userId) => reserve(userId));
    for (let repetition = 0; repetition < 4; repetition += 1) {
      await waitForRepetition();
      expect((await observer.query<unknown[]>(WAITING)).length).toBeLessThanOrEqual(4);
      expect((await kith.usage(reader)).used).toBe(0);
    }
    await free();
    expect(await Promise.all(answers)).toMatchObject(held.map(() => ({ source: 'plan', charge: 1 })));
  });
});

describe('messages that wait for a statement', () => {
  it('are not reserved after their deadline', async () => {
    const [userId = ''] = await usersOfToday(1);
    const free = await holdRows([userId]);
    const earlier = reserve(userId);
    await waitForWaiting(1);
    const late = randomUUID();
    const refused = callScope.run({ meta: {}, deadline: Date.now() }, () => reserve(userId, late));
    const inTime = callScope.run({ meta: {}, deadline: Date.now() + 60_000 }, () => reserve(userId));
    const outcomes = Promise.allSettled([refused, inTime]);
    await free();
    expect(await outcomes).toMatchObject([
      { status: 'rejected', reason: { code: 'DEADLINE' } },
      { status: 'fulfilled', value: { source: 'plan' } },
    ]);
    await earlier;
    expect(await kith.query('select from billing.reservation where request_id = $1', [late])).toEqual([]);
    expect((await kith.usage(userId)).used).toBe(2);
  });
});
