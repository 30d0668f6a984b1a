import type { DataSource, EntityManager } from 'typeorm';

const BY_INDEXES_ALONE = `select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`;

/**
 * A transaction in which Postgres finds rows by scans of an index. Batches of a deletion need it: a scan of the table or a bitmap reads with each batch
 * what the ones before it deleted, while a scan of an index marks the entries of deleted rows and passes them. And with statistics that are older than
 * the rows, Postgres would look for many words of a bot in its index of sequences of letters.
 */
export function inIndexOrder<T>(database: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T> {
  return database.transaction(async (manager) => {
    await manager.query(BY_INDEXES_ALONE);
    return work(manager);
  });
}
