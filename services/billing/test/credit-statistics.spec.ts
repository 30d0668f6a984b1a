import { randomUUID } from 'node:crypto';
import { payments, type CreditTotals } from '@kith/proto';
import { anActor } from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { billingUnderTest, type BillingUnderTest } from './billing-under-test.js';

let kith: BillingUnderTest;
beforeAll(async () => {
  kith = await billingUnderTest();
});
afterAll(() => kith.stop());

const NOW = new Date('2026-11-15T12:00:00Z');
/** Adds postings to the ledger as they would have been written at that time. */
const post = (
  kind: 'grant' | 'correction' | 'purchase' | 'refund' | 'message' | 'reversal',
  credits: number,
  at: string,
  times = 1,
) =>
  kith.query(
    `insert into billing.ledger_txn (kind, reference, user_id, amount, created_at)
     select $1, $2 || n, gen_random_uuid(), $3::bigint, $4::timestamptz from generate_series(1, $5::int) n`,
    [kind, randomUUID(), credits, at, times],
  );

const totals = async (): Promise<Map<string | null, CreditTotals>> => {
  kith.setTime(NOW);
  const { periods } = await kith.ask(payments.statistics, { actor: anActor({ role: 'admin' }) });
  return new Map(periods.map(({ month, credits }) => [month, credits]));
};
const rollUp = () => kith.query('select billing.roll_up_credits()');

describe('the statistics of credits', () => {
  it('add up each kind per month and the balance at its end, the same before, between and after the days are added up', async () => {
    await post('purchase', 500, '2025-01-02T10:00:00Z');
    await post('purchase', 100, '2026-10-31T23:59:59.999Z');
    await rollUp();
    await post('grant', 20, '2026-11-01T00:00:00Z');
    await post('message', -1, '2026-11-02T08:00:00Z', 30);
    await post('reversal', 1, '2026-11-02T08:00:00Z', 4);
    await post('refund', -60, '2026-11-03T08:00:00Z');
    await post('refund', 10, '2026-11-04T08:00:00Z');
    await post('correction', -5, '2026-11-05T08:00:00Z');
    await post('message', -1, '2026-11-15T11:00:00Z', 2);
    const first = await totals();
    expect(first.get('2026-10')).toEqual({ sold: 100, granted: 0, spent: 0, refunded: 0, corrected: 0, outstanding: 600 });
    expect(first.get('2026-11')).toEqual({ sold: 0, granted: 20, spent: 28, refunded: 50, corrected: 5, outstanding: 537 });
    expect(first.get(null)).toEqual({ sold: 100, granted: 20, spent: 28, refunded: 50, corrected: 5, outstanding: 537 });
    expect(first.get('2026-09')).toMatchObject({ sold: 0, outstanding: 500 });
    for (let time = 0; time < 2; time += 1) {
      await rollUp();
      expect(await totals()).toEqual(first);
    }
    const isDone = 'select next_txn > (select max(id) from billing.ledger_txn) as "isDone" from billing.credit_rollup';
    expect(await kith.query(isDone)).toEqual([{ isDone: true }]);
  });

  it('count a posting on the day on which it began, although a later one has a lower id', async () => {
    const before = (await totals()).get('2026-11')?.granted ?? 0;
    await post('grant', 1, '2026-11-16T00:00:01Z');
    await rollUp();
    await post('grant', 2, '2026-11-15T23:59:59Z');
    await rollUp();
    await post('grant', 4, '2026-11-16T02:00:00Z');
    kith.setTime(new Date('2026-11-16T12:00:00Z'));
    const { periods } = await kith.ask(payments.statistics, { actor: anActor({ role: 'admin' }) });
    expect(periods.find(({ month }) => month === '2026-11')?.credits.granted).toBe(before + 7);
    await rollUp();
    const later = await kith.ask(payments.statistics, { actor: anActor({ role: 'admin' }) });
    expect(later.periods.find(({ month }) => month === '2026-11')?.credits.granted).toBe(before + 7);
  });

  it('count a posting that was not committed when later ones with higher ids were, however long it took, beside others that are open', async () => {
    const rows = kith.services.get('billing')?.app.get(DataSource);
    if (!rows) throw new Error('billing has no database');
    const anOpenPosting = async (credits: number) => {
      const runner = rows.createQueryRunner();
      await runner.startTransaction();
      await runner.query(
        `insert into billing.ledger_txn (kind, reference, user_id, amount, created_at)
         values ('grant', $1, gen_random_uuid(), $2, '2026-11-18T09:00:01Z')`,
        [randomUUID(), credits],
      );
      return async () => {
        await runner.commitTransaction();
        await runner.release();
      };
    };
    const granted = async () =>
      (
        await kith.query<{ credits: number }>(
          `select credits::int from billing.credit_day where day = '2026-11-18' and kind = 'grant'`,
        )
      ).map(({ credits }) => credits);
    const commit = await anOpenPosting(32);
    await post('grant', 16, '2026-11-18T09:00:02Z');
    for (let sweep = 0; sweep < 3; sweep += 1) await rollUp();
    expect(await granted()).toEqual([]);
    const commitOther = await anOpenPosting(64);
    await commit();
    await rollUp();
    expect(await granted()).toEqual([48]);
    await commitOther();
    await rollUp();
    expect(await granted()).toEqual([112]);
  });

  it('are added up by one of two processes that begin at the same time', async () => {
    await post('grant', 8, '2026-11-19T08:00:00Z');
    await Promise.all([rollUp(), rollUp(), rollUp()]);
    const days = await kith.query(`select credits::int from billing.credit_day where day = '2026-11-19' and kind = 'grant'`);
    expect(days).toEqual([{ credits: 8 }]);
  });
});
