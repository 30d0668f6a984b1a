import type { DataSource } from 'typeorm';

/** Does `work` unless another replica is at it; answers undefined then. */
export async function onlyHere<T>(database: DataSource, name: string, work: () => Promise<T>): Promise<T | undefined> {
  const connection = database.createQueryRunner();
  try {
    const [lock] = (await connection.query('select pg_try_advisory_lock(hashtext($1)) as held', [name])) as { held: boolean }[];
    return lock?.held ? await work() : undefined;
  } finally {
    await connection.query('select pg_advisory_unlock_all()');
    await connection.release();
  }
}
