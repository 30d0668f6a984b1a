import type { DataSource, EntityManager } from 'typeorm';

/** Holds a lock on what the user pays for until the transaction ends. */
export async function lockUser(manager: EntityManager, userId: string): Promise<void> {
  await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [userId]);
}

/** Runs `work` unless another replica is running it; returns undefined then. */
export async function runOnOneReplica<T>(database: DataSource, name: string, work: () => Promise<T>): Promise<T | undefined> {
  const connection = database.createQueryRunner();
  try {
    const [lock] = (await connection.query('select pg_try_advisory_lock(hashtext($1)) as held', [name])) as { held: boolean }[];
    return lock?.held ? await work() : undefined;
  } finally {
    await connection.query('select pg_advisory_unlock_all()');
    await connection.release();
  }
}
