import { randomUUID } from 'node:crypto';
import { Queues } from '@kith/kit';
import { queryAsOwner } from '@kith/kit/testing';
import { queues } from '@kith/proto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { database } from '../src/index.js';
import { billingWithStripe, type BillingUnderTest } from './billing-under-test.js';

let kith: BillingUnderTest;
beforeAll(async () => {
  ({ kith } = await billingWithStripe());
  await kith.sweep();
});
afterEach(async () => {
  kith.setTime(null);
  for (const statement of EMPTY) await kith.query(statement);
});
afterAll(() => kith.stop());

// The notes last: deleting a subscription adds one.
const EMPTY = [
  'delete from billing.subscription',
  'delete from billing.announced_plan',
  'delete from billing.customer',
  'delete from billing.plan_check',
];
const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000);
const appOf = () => {
  const app = kith.services.get('billing')?.app;
  if (!app) throw new Error('billing does not run');
  return app;
};

/** Users whose plan was announced and ends in so many days. */
async function subscribers(count: number, endsInDays: number): Promise<string[]> {
  const users = await kith.query<{ id: string }>(
    `with payers as (select gen_random_uuid() as id from generate_series(1, $1::int)),
       announced as (insert into billing.announced_plan (user_id, plan) select id, 'basic' from payers)
     insert into billing.subscription (user_id, mode, id, plan, status, period_end, cancels_at_period_end, last_payment_id, synced_at)
     select id, 'test', 'sub_' || id, 'basic', 'active', now() + make_interval(days => $2), true, 'pi_' || id, now() from payers
     returning user_id as id`,
    [count, endsInDays],
  );
  return users.map(({ id }) => id);
}
async function aSubscriber(): Promise<string> {
  const [userId = ''] = await subscribers(1, 60);
  await kith.sweep();
  return userId;
}
const announcedOf = async (userIds: readonly string[]): Promise<string[]> => {
  const rows = await kith.query<{ plan: string }>('select distinct plan from billing.announced_plan where user_id = any($1)', [
    userIds,
  ]);
  return rows.map(({ plan }) => plan);
};
const END = `update billing.subscription set status = 'canceled' where user_id = $1`;

describe('the sweep of plans', () => {
  it('computes the plan of nobody for whom nothing has changed, and finds what is due by indexes', async () => {
    await subscribers(3000, 60);
    await kith.query(
      `insert into billing.customer (id, user_id, mode) select 'cus_' || user_id, user_id, mode from billing.subscription`,
    );
    await kith.sweep();
    await queryAsOwner(kith, database, 'analyze billing.subscription, billing.plan_check, billing.customer');
    const rows = appOf().get(DataSource);
    const logged = jest.spyOn(rows.logger, 'logQuery');
    await kith.sweep();
    const calls = [...logged.mock.calls];
    logged.mockRestore();
    expect(calls.filter(([statement]) => statement.includes('billing.entitlement('))).toEqual([]);
    const reads = calls.filter(([statement]) => /from billing\.(subscription|plan_check)/.test(statement));
    const plans = await Promise.all(reads.map(([statement, parameters]) => rows.query(`explain ${statement}`, parameters)));
    expect(plans.map((plan) => JSON.stringify(plan))).toEqual([
      expect.stringContaining('subscription_overdue'),
      expect.stringContaining('plan_check_due'),
    ]);
  });

  it('announces all plans that ended while no process ran, each once', async () => {
    const userIds = await subscribers(510, 2);
    await kith.sweep();
    kith.setTime(inDays(3));
    expect(await kith.sweep()).toBe(510);
    expect(await announcedOf(userIds)).toEqual(['free']);
    expect(await kith.sweep()).toBe(0);
  }, 60_000);

  it('announces a plan that ends a week after a payment failed or a period that was not renewed', async () => {
    const [late, failed] = [await aSubscriber(), await aSubscriber()];
    await kith.query(
      `update billing.subscription set cancels_at_period_end = false, period_end = now() + interval '1 day' where user_id = $1`,
      [late],
    );
    await kith.query(
      `update billing.subscription set status = 'past_due', failed_at = now() + interval '1 day' where user_id = $1`,
      [failed],
    );
    for (const days of [0, 2, 7.9]) {
      kith.setTime(inDays(days));
      expect(await kith.sweep()).toBe(0);
    }
    kith.setTime(inDays(8.1));
    expect(await kith.sweep()).toBe(2);
    expect(await announcedOf([late, failed])).toEqual(['free']);
  });

  it('announces later what could not be announced', async () => {
    const userId = await aSubscriber();
    await kith.query(END, [userId]);
    const jobs = appOf().get(Queues);
    const add = jobs.add.bind(jobs);
    const failing = jest
      .spyOn(jobs, 'add')
      .mockImplementation(((queue: (typeof queues)['planChanges'], ...job: [string, never]) =>
        queue.name === queues.planChanges.name ? Promise.reject(new Error('Redis is away')) : add(queue, ...job)) as never);
    expect(await kith.sweep()).toBe(0);
    failing.mockRestore();
    expect([await kith.sweep(), await announcedOf([userId])]).toEqual([1, ['free']]);
  });

  it('announces a change that was not committed during the sweep before', async () => {
    const userId = await aSubscriber();
    const changing = appOf().get(DataSource).createQueryRunner();
    await changing.startTransaction();
    await changing.query(END, [userId]);
    expect(await kith.sweep()).toBe(0);
    await changing.commitTransaction();
    await changing.release();
    expect([await kith.sweep(), await announcedOf([userId])]).toEqual([1, ['free']]);
  });

  it('announces the plan of whoever paid a payment that was reversed, and forgets one that paid no plan', async () => {
    const userId = await aSubscriber();
    await kith.query(`insert into billing.payment_reversal (payment_id, refunded) values ('pi_' || $1, 1), ($2, 1)`, [
      userId,
      `pi_${randomUUID()}`,
    ]);
    expect([await kith.sweep(), await announcedOf([userId])]).toEqual([1, ['free']]);
    expect(await kith.query(`select from billing.plan_check where due_at = '-infinity'`)).toEqual([]);
  });

  it('looks at all subscriptions when payments are taken in another mode than before', async () => {
    const userId = await aSubscriber();
    await kith.query(`update billing.subscription set mode = 'live' where user_id = $1`, [userId]);
    expect(await kith.sweep()).toBe(0);
    await kith.query(`update billing.swept_mode set mode = 'live'`);
    expect([await kith.sweep(), await announcedOf([userId])]).toEqual([1, ['free']]);
    expect(await kith.query('select mode from billing.swept_mode')).toEqual([{ mode: 'test' }]);
  });
});
