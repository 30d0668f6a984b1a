import { randomUUID } from 'node:crypto';
import { startService, type RunningService } from '@kith/kit';
import { waitFor } from '@kith/kit/testing';
import type { billing, Cap, InputOf, OutputOf } from '@kith/proto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DataSource } from 'typeorm';
import { definition } from '../src/index.js';
import { MeteringService } from '../src/metering/metering.service.js';
import { billingUnderTest, type BillingUnderTest } from './billing-under-test.js';

type Asked = Omit<InputOf<typeof billing.reserve>, 'userId'>;
type Answer = OutputOf<typeof billing.reserve>;

let kith: BillingUnderTest;
let replicas: RunningService[];
let services: MeteringService[];
/** Connections that no service under test uses. */
let observer: DataSource;

beforeAll(async () => {
  kith = await billingUnderTest();
  replicas = [await startService(definition, kith.runtime), await startService(definition, kith.runtime)];
  const [first, second] = replicas;
  const own = kith.services.get('billing');
  if (!first || !second || !own) throw new Error('billing does not run');
  services = [own.app.get(MeteringService), first.app.get(MeteringService)];
  observer = second.app.get(DataSource);
});
afterAll(async () => {
  for (const replica of replicas) await replica.close();
  await kith.stop();
});

const reserveBy = (replica: number, userId: string, { botId = null, caps = [], ...asked }: Asked): Promise<Answer> => {
  const service = services[replica];
  if (!service) throw new Error('no such replica');
  return service.reserve({ userId, botId, caps, ...asked });
};
const asked = (requestId: string = randomUUID(), caps: Cap[] = []): Asked => ({ requestId, caps });
const sources = (answers: readonly Answer[]): string[] => answers.map(({ source }) => source);
const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

const WAITING = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const TERMINATE_WAITING = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const waitingInDatabase = async (): Promise<number> => (await observer.query<unknown[]>(WAITING)).length;

/** Holds the rows of the user's day and reservations; returns the function that gives them free. */
async function holdRows(userId: string): Promise<() => Promise<void>> {
  const holder = observer.createQueryRunner();
  await holder.startTransaction();
  await holder.query('select 1 from billing.reservation where user_id = $1 for update', [userId]);
  await holder.query('select 1 from billing.usage_day where user_id = $1 for update', [userId]);
  return async () => {
    await holder.commitTransaction();
    await holder.release();
  };
}

/**
 * Reserves a message, holds the rows of the user and reserves the message again, which takes nothing more: a statement then waits, and what is
 * reserved next goes with it when it is repeated, or with the statement after it.
 */
async function oneThatWaits(userId: string): Promise<{ earlier: Promise<Answer>; free: () => Promise<void> }> {
  const request = asked();
  expect(await reserveBy(0, userId, request)).toMatchObject({ source: 'plan' });
  const free = await holdRows(userId);
  const earlier = reserveBy(0, userId, request);
  await waitFor('the statement to wait', async () => (await waitingInDatabase()) === 1);
  return { earlier, free };
}

/** Starts the requests while an earlier one of the user waits, so that one statement reserves them. */
async function together(userId: string, requests: readonly Asked[]): Promise<PromiseSettledResult<Answer>[]> {
  const { earlier, free } = await oneThatWaits(userId);
  const started = Promise.allSettled(requests.map((request) => reserveBy(0, userId, request)));
  await free();
  expect(await earlier).toMatchObject({ source: 'plan' });
  return started;
}

async function answered(userId: string, requests: readonly Asked[]): Promise<Answer[]> {
  const outcomes = await together(userId, requests);
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

/** How many reservations of these requests each transaction wrote. */
async function transactionsOf(requests: readonly Asked[]): Promise<number[]> {
  const rows = await kith.query<{ count: number }>(
    'select count(*)::int as count from billing.reservation where request_id = any($1) group by xmin::text',
    [requests.map(({ requestId }) => requestId)],
  );
  return rows.map(({ count }) => count);
}

describe('reservations of a user that arrive while others are under way', () => {
  it('are written by one transaction, in the order in which they arrived: plan, then credits, then denied', async () => {
    const userId = randomUUID();
    await kith.sendToday(userId, 47);
    await kith.grant(userId, 3);
    const requests = times(10, () => asked());
    const answers = await answered(userId, requests);
    expect(sources(answers)).toEqual([...times(2, () => 'plan'), ...times(3, () => 'credit'), ...times(5, () => 'denied')]);
    expect(answers.map(({ charge }) => charge)).toEqual([...times(5, () => 1), ...times(5, () => 0)]);
    expect(await transactionsOf(requests)).toEqual([5]);
    expect(await kith.usage(userId)).toMatchObject({ used: 50, credits: 0 });
    expect(await kith.ledgerSum(userId)).toBe(0);
    const left = await kith.query('select from billing.reservation where user_id = $1', [userId]);
    expect(left).toHaveLength(6);
  });

  it('are at most 32 in a transaction', async () => {
    const userId = randomUUID();
    await kith.sendToday(userId, 0);
    const requests = times(40, () => asked());
    expect(sources(await answered(userId, requests))).toEqual(times(40, () => 'plan'));
    const transactions = await transactionsOf(requests);
    expect(transactions).toHaveLength(2);
    // The earlier one may be among the first 32.
    expect([31, 32]).toContain(Math.max(...transactions));
  });

  it.each([
    ['are charged once for each request id', 44, { source: 'plan', charge: 1 }, 3],
    ['are all denied, however often a request id is there, and leave nothing', 49, { source: 'denied', charge: 0 }, 0],
  ])('%s', async (_, used, expected, stored) => {
    const userId = randomUUID();
    await kith.sendToday(userId, used);
    const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
    const answers = await answered(
      userId,
      [a, b, a, c, b, a, c].map((requestId) => asked(requestId)),
    );
    expect(answers).toMatchObject(times(7, () => expected));
    // One that came before them.
    expect((await kith.usage(userId)).used).toBe(used + 1 + stored);
    expect(await kith.query('select from billing.reservation where request_id = any($1)', [[a, b, c]])).toHaveLength(stored);
  });

  it('get the same answer again when they are reserved or settled, and another charge when they were released', async () => {
    const userId = randomUUID();
    await kith.sendToday(userId, 0);
    const [open, settled, released, fresh] = times(4, () => randomUUID()) as [string, string, string, string];
    for (const requestId of [open, settled, released]) await reserveBy(0, userId, asked(requestId));
    await services[0]?.settle(settled);
    await services[0]?.release(released, 1);
    const requests = [open, settled, released, fresh, released].map((requestId) => asked(requestId));
    const answers = await answered(userId, requests);
    expect(answers.map(({ source, charge }) => `${source} ${charge}`)).toEqual([
      'plan 1',
      'plan 1',
      'plan 2',
      'plan 1',
      'plan 2',
    ]);
    expect((await kith.usage(userId)).used).toBe(5);
  });

  it('stop at a cap that is reached among them, which only those are told of that it denied', async () => {
    const userId = randomUUID();
    await kith.sendToday(userId, 0);
    const bot: Cap = { scope: 'bot', key: 'bot:a', limit: 4 };
    const member = (name: string): Cap => ({ scope: 'member', key: `member:${name}`, limit: 1 });
    const requests = [
      [bot, member('z')],
      [bot, member('b')],
      [bot, member('z')],
      [],
      [bot, member('a')],
      [bot],
      [bot, member('c')],
    ];
    const answers = await answered(
      userId,
      requests.map((caps) => asked(randomUUID(), caps)),
    );
    expect(answers.map(({ source, cap }) => cap ?? source)).toEqual(['plan', 'plan', 'member', 'plan', 'plan', 'plan', 'bot']);
    expect(
      await kith.query('select key, used from billing.cap_day where user_id = $1 and used > 0 order by key', [userId]),
    ).toEqual([
      { key: 'bot:a', used: 4 },
      { key: 'member:a', used: 1 },
      { key: 'member:b', used: 1 },
      { key: 'member:z', used: 1 },
    ]);
    expect((await kith.usage(userId)).used).toBe(6);
  });

  it('are reserved although one among them belongs to another user', async () => {
    const [userId, foreign] = [randomUUID(), randomUUID()];
    await kith.sendToday(userId, 0);
    await reserveBy(0, randomUUID(), asked(foreign));
    const [before, refused, after] = await together(userId, [asked(), asked(foreign), asked()]);
    expect([before, after]).toMatchObject(times(2, () => ({ status: 'fulfilled', value: { source: 'plan' } })));
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'BAD_INPUT' } });
    expect((await kith.usage(userId)).used).toBe(3);
  });

  it('warn of the highest share of the daily limit that is reached among them', async () => {
    const userId = randomUUID();
    await kith.sendToday(userId, 23);
    await answered(
      userId,
      times(20, () => asked()),
    );
    expect(await kith.jobsFor('notices', userId)).toEqual([expect.stringMatching(/-80$/)]);
    expect((await kith.usage(userId)).used).toBe(44);
  });

  it('all fail when their connection does, charge nothing, and are charged once when they are sent again', async () => {
    const userId = randomUUID();
    await kith.sendToday(userId, 0);
    const { earlier, free } = await oneThatWaits(userId);
    const requests = times(5, () => asked());
    const outcomes = Promise.allSettled([earlier, ...requests.map((request) => reserveBy(0, userId, request))]);
    let isSettled = false;
    void outcomes.then(() => (isSettled = true));
    // All at once, or the earlier one before the five.
    await waitFor('the messages to fail', async () => {
      await observer.query(TERMINATE_WAITING);
      return isSettled;
    });
    expect(await outcomes).toMatchObject(times(6, () => ({ status: 'rejected', reason: { driverError: { code: '57P01' } } })));
    await free();
    expect((await kith.usage(userId)).used).toBe(1);
    expect(await kith.query('select from billing.reservation where user_id = $1', [userId])).toHaveLength(1);
    const again = await Promise.all(requests.map((request) => reserveBy(0, userId, request)));
    expect(again).toMatchObject(times(5, () => ({ source: 'plan', charge: 1 })));
    expect((await kith.usage(userId)).used).toBe(6);
  });

  it('take one connection, so that other users are answered while a hundred of one user wait', async () => {
    const [userId, other] = [randomUUID(), randomUUID()];
    await kith.sendToday(userId, 0);
    await kith.query(`insert into billing.plan_grant (user_id, plan) values ($1, 'basic')`, [userId]);
    const free = await holdRows(userId);
    const outcomes: Answer[] = [];
    const waiting = times(100, async () => outcomes.push(await reserveBy(0, userId, asked())));
    await waitFor('a statement to wait', async () => (await waitingInDatabase()) === 1);
    expect(await reserveBy(0, other, asked())).toMatchObject({ source: 'plan' });
    expect(await waitingInDatabase()).toBeLessThanOrEqual(1);
    expect(outcomes).toEqual([]);
    await free();
    await Promise.all(waiting);
    expect(sources(outcomes)).toEqual(times(100, () => 'plan'));
    expect((await kith.usage(userId)).used).toBe(100);
  });
});

describe('reservations of several users that arrive together', () => {
  it('are written by one transaction, each paid as its user can', async () => {
    const [free, paying, poor, fresh] = times(4, () => randomUUID()) as [string, string, string, string];
    await kith.sendToday(free, 10);
    await kith.sendToday(paying, 50);
    await kith.sendToday(poor, 50);
    await kith.grant(paying, 5);
    const asks = [free, paying, poor, fresh, paying, free].map((userId) => ({ userId, request: asked() }));
    const answers = await Promise.all(asks.map(({ userId, request }) => reserveBy(0, userId, request)));
    expect(sources(answers)).toEqual(['plan', 'credit', 'denied', 'plan', 'credit', 'plan']);
    expect(await transactionsOf(asks.map(({ request }) => request))).toEqual([5]);
    expect(await kith.usage(paying)).toMatchObject({ used: 50, credits: 3 });
    expect(await kith.usage(free)).toMatchObject({ used: 12 });
    expect(await kith.usage(fresh)).toMatchObject({ used: 1 });
    expect(await kith.ledgerSum(paying)).toBe(3);
    // Where nobody is denied and each day has begun, all rows are written by a few statements.
    const again = [free, paying, fresh, paying].map((userId) => ({ userId, request: asked() }));
    const later = await Promise.all(again.map(({ userId, request }) => reserveBy(0, userId, request)));
    expect(sources(later)).toEqual(['plan', 'credit', 'plan', 'credit']);
    expect(await transactionsOf(again.map(({ request }) => request))).toEqual([4]);
    expect(await kith.usage(paying)).toMatchObject({ used: 50, credits: 1 });
    expect(await kith.ledgerSum(paying)).toBe(1);
  });

  it('keep a request id to one user', async () => {
    const users = [randomUUID(), randomUUID()];
    const request = asked();
    const outcomes = await Promise.allSettled(users.map((userId) => reserveBy(0, userId, request)));
    expect(outcomes.toSorted((a, b) => a.status.localeCompare(b.status))).toMatchObject([
      { status: 'fulfilled', value: { source: 'plan' } },
      { status: 'rejected', reason: { code: 'BAD_INPUT' } },
    ]);
    expect(await kith.query('select used from billing.usage_day where user_id = any($1) and used > 0', [users])).toEqual([
      { used: 1 },
    ]);
  });
});

describe('reservations by two processes', () => {
  it('are charged once for each request id, in whatever order each process got them', async () => {
    const userId = randomUUID();
    await kith.sendToday(userId, 0);
    await kith.query(`insert into billing.plan_grant (user_id, plan) values ($1, 'premium')`, [userId]);
    const caps = times(3, (at): Cap => ({ scope: 'member', key: `member:${at}`, limit: 10_000 }));
    for (let round = 1; round <= 40; round += 1) {
      const requests = times(8, (at) => asked(randomUUID(), caps.slice(at % 3)));
      const before = times(2, () => asked());
      const answers = await Promise.all([
        ...[...before, ...requests].map((request) => reserveBy(0, userId, request)),
        ...[...before, ...requests.toReversed()].map((request) => reserveBy(1, userId, request)),
      ]);
      expect(answers).toMatchObject(times(20, () => ({ source: 'plan', charge: 1 })));
      expect((await kith.usage(userId)).used).toBe(round * 10);
    }
  });

  it('settle, release and count caps alike, and never wait for each other in a circle, in any mix', async () => {
    const number = fc.nat(1);
    const one = fc.record({
      kind: fc.constantFrom('reserve', 'reserve', 'reserve', 'settle', 'release'),
      replica: number,
      user: number,
      request: fc.nat(9),
      caps: fc.subarray(['bot:a', 'server:b', 'member:c'], { minLength: 0 }),
    });
    const rounds = fc.array(fc.array(one, { minLength: 20, maxLength: 60 }), { minLength: 1, maxLength: 4 });
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(rounds, async (run) => {
        const users = [randomUUID(), randomUUID()] as const;
        for (const userId of users) {
          await kith.sendToday(userId, 45);
          await kith.grant(userId, 3);
        }
        for (const steps of run) {
          await Promise.all(
            steps.map(async ({ kind, replica, user, request, caps: keys }) => {
              const userId = users[user] ?? users[0];
              const requestId = `${userId}-${request}`;
              if (kind === 'settle') return services[replica]?.settle(requestId);
              if (kind === 'release') return services[replica]?.release(requestId);
              const caps = keys.map((key): Cap => ({ scope: key.split(':')[0] as Cap['scope'], key, limit: 6 }));
              const { source, cap } = await reserveBy(replica, userId, asked(requestId, caps));
              outcomes.add(cap ? 'capped' : source);
              return undefined;
            }),
          );
          for (const userId of users) await expectConsistent(userId);
        }
      }),
      { numRuns: 40 },
    );
    expect([...outcomes].toSorted()).toEqual(['capped', 'credit', 'denied', 'plan']);
  }, 120_000);
});

const COUNTED = `
  select
    (select used from billing.usage_day where user_id = $1) - 45
      - (select count(*)::int from billing.reservation where user_id = $1 and source = 'plan' and state <> 'released') as messages,
    (select on_credit from billing.usage_day where user_id = $1)
      - (select count(*)::int from billing.reservation where user_id = $1 and source = 'credit' and state <> 'released') as "onCredit",
    (select sum(amount)::int from billing.ledger_txn where user_id = $1) - (select balance::int from billing.wallet where user_id = $1) as ledger,
    3 - (select count(*)::int from billing.reservation where user_id = $1 and source = 'credit' and state <> 'released')
      - (select balance::int from billing.wallet where user_id = $1) as credits,
    (select coalesce(sum(used), 0)::int from billing.cap_day where user_id = $1)
      - (select coalesce(sum(cardinality(cap_keys)), 0)::int from billing.reservation where user_id = $1 and state <> 'released') as caps,
    (select count(*)::int from billing.cap_day where user_id = $1 and used > 6) as "overCap",
    (select count(*)::int from billing.reservation where user_id = $1 and (attempt < 1 or source is null)) as "notCharged"`;

/** What was counted is what the reservations say. */
async function expectConsistent(userId: string): Promise<void> {
  expect(await kith.query(COUNTED, [userId])).toEqual([
    { messages: 0, onCredit: 0, ledger: 0, credits: 0, caps: 0, overCap: 0, notCharged: 0 },
  ]);
}
