import { IsNull, Not, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { Session } from '../session.entity.js';

/** The sessions a user opened; an impersonation is one of the super-admin, and ends with theirs. */
export const own = (userId: string): FindOptionsWhere<Session> => ({ userId, impersonatorId: IsNull() });

/** Ends them, all but `exceptId`; answers how many. Whoever listens has to be told after the transaction. */
export async function endSessions(manager: EntityManager, userId: string, exceptId?: string): Promise<number> {
  const { affected } = await manager.delete(Session, {
    ...own(userId),
    ...(exceptId === undefined ? {} : { id: Not(exceptId) }),
  });
  return affected ?? 0;
}
