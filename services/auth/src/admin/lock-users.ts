import { AppError } from '@kith/proto';
import { In, type EntityManager } from 'typeorm';
import { User } from '../user.entity.js';

/**
 * Whoever acts and whom it is done to, their roles fixed until the end of the transaction: what the actor was when the request came may
 * be over. In the order of their ids, so that two who do it to each other do not wait for each other. FORBIDDEN, NOT_FOUND.
 */
export async function lockUsers(manager: EntityManager, actorId: string, userId: string): Promise<{ acting: User; user: User }> {
  const locked = await manager.find(User, {
    where: { id: In([actorId, userId]) },
    order: { id: 'ASC' },
    // Not "for update": that would wait for every session of theirs that is being opened, and be waited for.
    lock: { mode: 'for_no_key_update' },
  });
  const acting = locked.find(({ id }) => id === actorId);
  if (!acting) throw new AppError('FORBIDDEN');
  const user = locked.find(({ id }) => id === userId);
  if (!user) throw new AppError('NOT_FOUND');
  return { acting, user };
}
