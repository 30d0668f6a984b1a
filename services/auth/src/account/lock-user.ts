import { AppError, type ErrorCode } from '@kith/proto';
import type { EntityManager } from 'typeorm';
import { User } from '../user.entity.js';

/** Locks the user until the end of the transaction: no session is opened meanwhile. `code` when there is none. */
export async function lockUser(manager: EntityManager, id: string, code: ErrorCode = 'UNAUTHENTICATED'): Promise<User> {
  const user = await manager.findOne(User, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!user) throw new AppError(code);
  return user;
}
