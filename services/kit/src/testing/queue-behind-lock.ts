import type { DataSource } from 'typeorm';
import { waitFor } from './wait-for.js';

/**
 * Holds the lock that a statement takes, starts the calls one after the other, each once the one before waits for a lock, then gives the lock
 * free; returns their outcomes in the same order. With a lock on a table against writes, all calls have read before any of them writes, unless
 * locks of their own keep them apart.
 */
export async function queueBehindLock(
  database: DataSource,
  [sql, parameters]: readonly [sql: string, parameters?: unknown[]],
  calls: readonly (() => Promise<unknown>)[],
): Promise<PromiseSettledResult<unknown>[]> {
  const started: Promise<PromiseSettledResult<unknown>[]>[] = [];
  await database.transaction(async (transaction) => {
    await transaction.query(sql, parameters);
    for (const call of calls) {
      started.push(Promise.allSettled([call()]));
      await waitFor('the next call to wait for the lock', async () => {
        // Of this database only: other test files use other databases on the same server.
        const waiting = await database.query<unknown[]>(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return waiting.length >= started.length;
      });
    }
  });
  return (await Promise.all(started)).flat();
}
