import { expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { waitFor } from '@kith/kit/testing';
import { randomUUID } from 'node:crypto';
import { billingUnderTest } from './billing-under-test.js';
import { ReservationSweep } from '../src/reservation-sweep.js';
it('survives cut connections', async () => {
  const kith = await billingUnderTest();
  const app = kith.services.get('billing')?.app;
  const source = app?.get(DataSource) as DataSource;
  const sweep = app?.get(ReservationSweep) as ReservationSweep;
  const userId = randomUUID(); const r = randomUUID();
  await kith.reserve(userId, r);
  await kith.query(`update billing.reservation set reserved_at = now() - interval '1 hour'`);
  for (let n = 0; n < 6; n += 1) {
    const holder = source.createQueryRunner();
    await holder.startTransaction();
    await holder.query('select 1 from billing.reservation for update');
    const running = sweep.sweep().then(() => 'ok', (e: Error) => e.message);
    const [w] = await waitFor('wait', async () => { const rows = await holder.query(`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`) as {pid: number}[]; return rows.length > 0 && rows; });
    await holder.query('select pg_terminate_backend($1)', [w?.pid]);
    console.log(await running);
    await holder.rollbackTransaction(); await holder.release();
  }
  const pool = (source.driver as unknown as { master: { totalCount: number; idleCount: number; waitingCount: number } }).master;
  console.log(pool.totalCount, pool.idleCount, pool.waitingCount);
  expect(await sweep.sweep()).toBe(1);
  await kith.stop();
});
