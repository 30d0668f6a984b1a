import type { EntityManager } from 'typeorm';

/** Until the end of the transaction nobody else changes what this user pays for. */
export async function lockUser(manager: EntityManager, userId: string): Promise<void> {
  await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [userId]);
}
