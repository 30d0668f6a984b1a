import { AppError, type ErrorCode } from '@kith/proto';
import { In, type EntityManager } from 'typeorm';
import { UserEntity } from './user.entity.js';

/**
 * Locks the row of a user until the end of the transaction. No session of the user can be inserted meanwhile, because its foreign key
 * needs the row. Throws `code` when there is no such user.
 */
export async function lockUser(manager: EntityManager, id: string, code: ErrorCode = 'UNAUTHENTICATED'): Promise<UserEntity> {
  const user = await manager.findOne(UserEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!user) throw new AppError(code);
  return user;
}

/**
 * Locks an administrator and the user they act on, so that both roles stay the same until the end of the transaction. The role that came
 * with the request may be outdated; check that of `acting`. Rows are locked in the order of their ids, so that two administrators who act
 * on each other do not deadlock. Throws FORBIDDEN when the actor does not exist, NOT_FOUND when the user does not.
 */
export async function lockActorAndUser(
  manager: EntityManager,
  actorId: string,
  userId: string,
): Promise<{ acting: UserEntity; user: UserEntity }> {
  const locked = await manager.find(UserEntity, {
    where: { id: In([actorId, userId]) },
    order: { id: 'ASC' },
    // A plain "for update" would conflict with the foreign key check of every session of theirs that is being inserted.
    lock: { mode: 'for_no_key_update' },
  });
  const acting = locked.find(({ id }) => id === actorId);
  if (!acting) throw new AppError('FORBIDDEN');
  const user = locked.find(({ id }) => id === userId);
  if (!user) throw new AppError('NOT_FOUND');
  return { acting, user };
}
