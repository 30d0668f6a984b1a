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
const rollUp = (at: string) => kith.query('select billing.roll_up_credits($1)', [at]);

describe('the statistics of credits', () => {
  it('add up each kind per month and the balance at its end, the same before, between and after the days are added up', async () => {
    await post('purchase', 500, '2025-01-02T10:00:00Z');
    await post('purchase', 100, '2026-10-31T23:59:59.999Z');
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
    for (const at of ['2026-11-02T12:00:00Z', '2026-11-02T12:00:00Z', '2026-11-04T00:30:00Z', '2026-11-15T12:00:00Z']) {
      await rollUp(at);
      expect(await totals()).toEqual(first);
    }
    expect(await kith.query('select until from billing.credit_rollup')).toEqual([{ until: new Date('2026-11-15T11:00:00Z') }]);
  });

  it('count a posting that began before midnight and was committed after it, although a later one has a lower id', async () => {
    const before = (await totals()).get('2026-11')?.granted ?? 0;
    await post('grant', 1, '2026-11-16T00:00:01Z');
    await post('grant', 2, '2026-11-15T23:59:59Z');
    await rollUp('2026-11-16T00:59:59Z');
    await rollUp('2026-11-16T01:00:01Z');
    await post('grant', 4, '2026-11-16T02:00:00Z');
    kith.setTime(new Date('2026-11-16T12:00:00Z'));
    const { periods } = await kith.ask(payments.statistics, { actor: anActor({ role: 'admin' }) });
    expect(periods.find(({ month }) => month === '2026-11')?.credits.granted).toBe(before + 7);
    await rollUp('2026-11-17T02:00:00Z');
    const later = await kith.ask(payments.statistics, { actor: anActor({ role: 'admin' }) });
    expect(later.periods.find(({ month }) => month === '2026-11')?.credits.granted).toBe(before + 7);
  });

  it('count a posting that was not committed when a later one with a higher id was', async () => {
    const runner = kith.services.get('billing')?.app.get(DataSource).createQueryRunner();
    if (!runner) throw new Error('billing has no database');
    await runner.startTransaction();
    await runner.query(
      `insert into billing.ledger_txn (kind, reference, user_id, amount, created_at)
       values ('grant', $1, gen_random_uuid(), 32, '2026-11-18T09:00:01Z')`,
      [randomUUID()],
    );
    await post('grant', 16, '2026-11-18T09:00:02Z');
    await rollUp('2026-11-18T09:30:00Z');
    await runner.commitTransaction();
    await runner.release();
    await rollUp('2026-11-18T12:00:00Z');
    const days = await kith.query(`select credits::int from billing.credit_day where day = '2026-11-18' and kind = 'grant'`);
    expect(days).toEqual([{ credits: 48 }]);
  });

  it('are added up by one of two processes that begin at the same time', async () => {
    await post('grant', 8, '2026-11-19T08:00:00Z');
    await Promise.all([rollUp('2026-11-20T00:00:00Z'), rollUp('2026-11-20T00:00:00Z'), rollUp('2026-11-20T00:00:00Z')]);
    const days = await kith.query(`select credits::int from billing.credit_day where day = '2026-11-19' and kind = 'grant'`);
    expect(days).toEqual([{ credits: 8 }]);
  });
});
