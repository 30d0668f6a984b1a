import type { EntityManager } from 'typeorm';

/** What belongs to one user as a whole: the companions (decision B16), or the library of commands. */
type Kind = 'owner' | 'commands';

/** Until the transaction ends everybody else waits here: what is counted stays true. */
export async function lockOwner(manager: EntityManager, kind: Kind, userId: string): Promise<void> {
  await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`bots-${kind}-${userId}`]);
}

/** The same for the whole library of a user. Before the companions, as everywhere: two locks that are taken in two orders wait for each other. */
export async function lockLibrary(manager: EntityManager, userId: string): Promise<void> {
  await lockOwner(manager, 'commands', userId);
  await manager.query('select id from bots.custom_command where owner_id = $1 order by id for update', [userId]);
}

/** The same for all companions of a user, those that exist already included; in the order of their ids, as everywhere. */
export async function lockOwnersBots(manager: EntityManager, userId: string): Promise<void> {
  await lockOwner(manager, 'owner', userId);
  await manager.query('select id from bots.bot where owner_id = $1 and deleted_at is null order by id for update', [userId]);
}
