import { randomUUID } from 'node:crypto';
import { startService, type RunningService } from '@kith/kit';
import { waitFor } from '@kith/kit/testing';
import { billing } from '@kith/proto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { definition } from '../src/index.js';
import { MeteringService } from '../src/metering/metering.service.js';
import { ReservationSweep } from '../src/metering/reservation-sweep.js';
import { billingUnderTest, type BillingUnderTest } from './billing-under-test.js';

let kith: BillingUnderTest;
let replica: RunningService;

// Two replicas handle the calls of this file.
beforeAll(async () => {
  kith = await billingUnderTest();
  replica = await startService(definition, kith.runtime);
});
afterAll(async () => {
  await replica.close();
  await kith.stop();
});

const count = (values: string[], wanted: string): number => values.filter((value) => value === wanted).length;
const parallel = (userId: string, times = 100): Promise<string[]> =>
  Promise.all(Array.from({ length: times }, () => kith.reserve(userId)));
const release = (requestId: string) => kith.ask(billing.release, { requestId });
const settle = (requestId: string) => kith.ask(billing.settle, { requestId });

describe('reserving a message', () => {
  it('uses the daily limit of the plan first, then credits, then denies', async () => {
    const userId = randomUUID();
    await kith.sendToday(userId, 49);
    await kith.grant(userId, 1);
    expect(await kith.reserve(userId)).toBe('plan');
    expect(await kith.reserve(userId)).toBe('credit');
    expect(await kith.reserve(userId)).toBe('denied');
    expect(await kith.usage(userId)).toMatchObject({ used: 50, dailyLimit: 50, credits: 0 });
    expect(await kith.ledgerSum(userId)).toBe(0);
  });

  it('returns the next midnight UTC as the time of the reset', async () => {
    const { resetsAt } = await kith.ask(billing.reserve, { userId: randomUUID(), requestId: randomUUID() });
    const untilReset = new Date(resetsAt).getTime() - Date.now();
    expect(resetsAt).toMatch(/T00:00:00\.000Z$/);
    expect(untilReset).toBeGreaterThan(0);
    expect(untilReset).toBeLessThanOrEqual(86_400_000);
  });

  it('returns the same source for a repeated request id and charges it once, before and after settling', async () => {
    const userId = randomUUID();
    const requestId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => kith.reserve(userId, requestId)));
    expect(new Set(answers)).toEqual(new Set(['plan']));
    await settle(requestId);
    expect(await kith.reserve(userId, requestId)).toBe('plan');
    expect((await kith.usage(userId)).used).toBe(1);
  });

  it('does not store a denial: the same request id succeeds after credits were added', async () => {
    const userId = randomUUID();
    const requestId = randomUUID();
    await kith.sendToday(userId, 50);
    expect(await kith.reserve(userId, requestId)).toBe('denied');
    await kith.grant(userId, 1);
    expect(await kith.reserve(userId, requestId)).toBe('credit');
  });

  it('refuses a request id of another user', async () => {
    const requestId = randomUUID();
    const otherUser = randomUUID();
    await kith.reserve(randomUUID(), requestId);
    await expect(kith.reserve(otherUser, requestId)).rejects.toMatchObject({ code: 'BAD_INPUT' });
    expect((await kith.usage(otherUser)).used).toBe(0);
  });

  it('never denies a user with the premium plan, and counts the messages', async () => {
    const userId = randomUUID();
    await kith.query(`insert into billing.plan_grant (user_id, plan) values ($1, 'premium')`, [userId]);
    await kith.sendToday(userId, 5_000_000);
    expect(await kith.reserve(userId)).toBe('plan');
    expect(await kith.usage(userId)).toMatchObject({ used: 5_000_001, dailyLimit: 999_999 });
  });
});

describe('concurrent reservations', () => {
  it('take exactly the one credit that is left [S35]', async () => {
    const userId = randomUUID();
    await kith.sendToday(userId, 50);
    await kith.grant(userId, 1);
    const answers = await parallel(userId);
    expect(count(answers, 'credit')).toBe(1);
    expect(count(answers, 'denied')).toBe(99);
    expect((await kith.usage(userId)).credits).toBe(0);
    expect(await kith.ledgerSum(userId)).toBe(0);
  });

  it('use exactly the one message of the plan that is left', async () => {
    const userId = randomUUID();
    await kith.sendToday(userId, 49);
    const answers = await parallel(userId);
    expect(count(answers, 'plan')).toBe(1);
    expect(count(answers, 'denied')).toBe(99);
    expect((await kith.usage(userId)).used).toBe(50);
  });

  it('of a new user use exactly the daily limit', async () => {
    const userId = randomUUID();
    const answers = await parallel(userId);
    expect(count(answers, 'plan')).toBe(50);
    expect(count(answers, 'denied')).toBe(50);
  });

  it('of one request are given back once, however often they are released', async () => {
    const userId = randomUUID();
    const requestId = randomUUID();
    await kith.sendToday(userId, 50);
    await kith.grant(userId, 5);
    await kith.reserve(userId, requestId);
    await Promise.all(Array.from({ length: 50 }, () => release(requestId)));
    expect((await kith.usage(userId)).credits).toBe(5);
    expect(await kith.ledgerSum(userId)).toBe(5);
  });
});

describe('settling and releasing', () => {
  it('gives a released message back to the daily limit', async () => {
    const userId = randomUUID();
    const requestId = randomUUID();
    await kith.reserve(userId, requestId);
    await release(requestId);
    expect((await kith.usage(userId)).used).toBe(0);
  });

  it('release does nothing after settle, and neither does anything for an unknown request id', async () => {
    const userId = randomUUID();
    const requestId = randomUUID();
    await kith.reserve(userId, requestId);
    await settle(requestId);
    await release(requestId);
    await release(randomUUID());
    await settle(randomUUID());
    expect((await kith.usage(userId)).used).toBe(1);
  });

  it('the first of a concurrent settle and release wins', async () => {
    const userId = randomUUID();
    const requestId = randomUUID();
    await kith.reserve(userId, requestId);
    await Promise.all([settle(requestId), release(requestId)]);
    const [row] = await kith.query<{ state: string }>('select state from billing.reservation where request_id = $1', [requestId]);
    expect((await kith.usage(userId)).used).toBe(row?.state === 'settled' ? 1 : 0);
  });

  it('release gives the message back to the day on which it was counted', async () => {
    const userId = randomUUID();
    const requestId = randomUUID();
    await kith.reserve(userId, requestId);
    await kith.query(`update billing.usage_day set day = day - 1 where user_id = $1`, [userId]);
    await kith.query(`update billing.reservation set day = day - 1 where request_id = $1`, [requestId]);
    await kith.reserve(userId);
    await release(requestId);
    const days = await kith.query<{ used: number }>('select used from billing.usage_day where user_id = $1 order by day', [
      userId,
    ]);
    expect(days.map(({ used }) => used)).toEqual([0, 1]);
  });

  it('a repeated release of an earlier attempt does not undo the charge of a later attempt', async () => {
    const userId = randomUUID();
    const requestId = randomUUID();
    await kith.sendToday(userId, 49);
    await kith.grant(userId, 1);
    for (const charge of [1, 2, 3]) {
      for (let again = 0; again < 2; again += 1)
        expect(await kith.ask(billing.reserve, { userId, requestId })).toMatchObject({ source: 'plan', charge });
      for (let late = 1; late < charge; late += 1) await kith.ask(billing.release, { requestId, charge: late });
      expect((await kith.usage(userId)).used).toBe(50);
      if (charge < 3) await kith.ask(billing.release, { requestId, charge });
    }
    await settle(requestId);
    expect(await kith.usage(userId)).toMatchObject({ used: 50, credits: 1 });
  });

  it('returns charge 0 when it denies', async () => {
    const userId = randomUUID();
    await kith.sendToday(userId, 50);
    expect(await kith.ask(billing.reserve, { userId, requestId: randomUUID() })).toMatchObject({ source: 'denied', charge: 0 });
  });

  it('charges a released request id again when its job is retried', async () => {
    const userId = randomUUID();
    const requestId = randomUUID();
    await kith.sendToday(userId, 50);
    await kith.grant(userId, 1);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect(await kith.reserve(userId, requestId)).toBe('credit');
      expect((await kith.usage(userId)).credits).toBe(0);
      if (attempt < 3) await release(requestId);
    }
    await settle(requestId);
    const kinds = await kith.query<{ kind: string; reference: string }>(
      `select kind, reference from billing.ledger_txn where starts_with(reference, $1) order by id`,
      [requestId],
    );
    expect(kinds.map(({ kind, reference }) => `${kind} ${reference.slice(requestId.length)}`)).toEqual([
      'message #1',
      'reversal #1',
      'message #2',
      'reversal #2',
      'message #3',
    ]);
    expect(await kith.ledgerSum(userId)).toBe(0);
  });
});

describe('a retried job', () => {
  it('is charged once when two workers reserve its released request id at the same time', async () => {
    const userId = randomUUID();
    const requestId = randomUUID();
    await kith.reserve(userId, requestId);
    await release(requestId);
    const holder = replica.app.get(DataSource).createQueryRunner();
    await holder.startTransaction();
    await holder.query('select 1 from billing.usage_day where user_id = $1 for update', [userId]);
    const both = Promise.all(
      [kith.services.get('billing') as RunningService, replica].map(({ app }) =>
        app.get(MeteringService).reserve({ userId, requestId, botId: null, caps: [] }),
      ),
    );
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await waitFor('both reservations to wait', async () => (await kith.query(waiting)).length === 2);
    await holder.commitTransaction();
    await holder.release();
    expect(await both).toMatchObject([{ source: 'plan' }, { source: 'plan' }]);
    expect((await kith.usage(userId)).used).toBe(1);
  });
});

describe('the reservation sweep', () => {
  const sweeps = () => [...kith.services.values(), replica].map(({ app }) => app.get(ReservationSweep).sweep());

  it('releases reservations that are open for more than 15 minutes, once, with two replicas', async () => {
    const userId = randomUUID();
    const [lost, fresh, settled] = [randomUUID(), randomUUID(), randomUUID()];
    await kith.sendToday(userId, 50);
    await kith.grant(userId, 3);
    for (const requestId of [lost, fresh, settled]) await kith.reserve(userId, requestId);
    await settle(settled);
    await kith.query(`update billing.reservation set reserved_at = now() - interval '16 minutes' where request_id = any($1)`, [
      [lost, settled],
    ]);
    const released = await Promise.all(sweeps());
    expect(released.reduce((sum, number) => sum + number, 0)).toBeGreaterThanOrEqual(1);
    expect((await kith.usage(userId)).credits).toBe(1);
    expect(await Promise.all(sweeps())).toEqual([0, 0]);
  });

  it('deletes reservations that were closed more than 30 days ago, and no open one', async () => {
    const userId = randomUUID();
    const [settled, released, recent, open] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    for (const requestId of [settled, released, recent, open]) await kith.reserve(userId, requestId);
    await Promise.all([settle(settled), settle(recent), release(released)]);
    const age = `update billing.reservation set reserved_at = now() - $2::interval where request_id = any($1)`;
    await kith.query(age, [[settled, released], '31 days']);
    await kith.query(age, [[recent], '29 days']);
    await Promise.all(sweeps());
    const left = await kith.query<{ id: string }>('select request_id as id from billing.reservation where user_id = $1', [
      userId,
    ]);
    expect(left.map(({ id }) => id).sort()).toEqual([recent, open].sort());
  });

  it('releases its lock for the next replica', async () => {
    const userId = randomUUID();
    for (const { app } of [...kith.services.values(), replica]) {
      const requestId = randomUUID();
      await kith.reserve(userId, requestId);
      await kith.query(`update billing.reservation set reserved_at = now() - interval '1 hour' where request_id = $1`, [
        requestId,
      ]);
      expect(await app.get(ReservationSweep).sweep()).toBe(1);
    }
    expect((await kith.usage(userId)).used).toBe(0);
  });
});
