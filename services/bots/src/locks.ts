import { AppError, type Actor } from '@kith/proto';
import { IsNull, type EntityManager } from 'typeorm';
import { BotEntity } from './bot.entity.js';

// Locks are taken in one order everywhere, so that transactions do not deadlock: library of custom commands, custom command, bot. Several
// rows of a table are locked in the order of their ids.

/** What a user owns as a whole: the bots (docs/decisions.md B16), or the library of custom commands. */
type OwnerLock = 'owner' | 'commands';

/** Makes other transactions with the same lock wait until this one ends, so that a count of what the user owns stays correct. */
export async function lockOwner(manager: EntityManager, kind: OwnerLock, userId: string): Promise<void> {
  await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`bots-${kind}-${userId}`]);
}

/** Locks a user's library of custom commands and every command in it. */
export async function lockLibrary(manager: EntityManager, userId: string): Promise<void> {
  await lockOwner(manager, 'commands', userId);
  await manager.query('select id from bots.custom_command where owner_id = $1 order by id for update', [userId]);
}

/** Locks the bots of a user, existing ones and the creation of new ones. */
export async function lockOwnersBots(manager: EntityManager, userId: string): Promise<void> {
  await lockOwner(manager, 'owner', userId);
  await manager.query('select id from bots.bot where owner_id = $1 and deleted_at is null order by id for update', [userId]);
}

/** Locks a bot of the actor; changes of its settings and of its learned commands wait until the transaction ends. NOT_FOUND. */
export async function lockBot(manager: EntityManager, actor: Actor, botId: string): Promise<BotEntity> {
  const bot = await manager.findOne(BotEntity, {
    where: { id: botId, ownerId: actor.userId, deletedAt: IsNull() },
    lock: { mode: 'pessimistic_write' },
  });
  if (!bot) throw new AppError('NOT_FOUND');
  return bot;
}

/** Locks bots that may be of several users. Also before rows that belong to them are deleted, whose triggers change the bots. */
export async function lockBots(manager: EntityManager, botIds: readonly string[]): Promise<void> {
  await manager.query('select id from bots.bot where id = any($1) order by id for update', [botIds]);
}
