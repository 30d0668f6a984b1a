import { Audit, Events } from '@kith/kit';
import { AppError, events, type Actor, type auth, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { Plans } from './plans.js';
import { newSecret, sha256 } from './secrets.js';
import { Session } from './session.entity.js';

type Origin = ParsedInputOf<typeof auth.login>['origin'];

// Idle and absolute end of a session (design: security, "Sessions, decided"; ASVS 7.3.1, 7.3.2).
export const alive = (session: 'session' | 'parent'): string =>
  `${session}.last_used_at > now() - interval '7 days' and ${session}.created_at > now() - interval '30 days'`;
export const ALIVE = alive('session');
// An impersonation holds for its time and as long as the session it was started from, of a super-admin, in the name of an ordinary user.
const NO_IMPERSONATION_OR_A_VALID_ONE = `(session.impersonator_id is null
  or session.expires_at > now() and ${alive('parent')} and impersonator.role = 'super_admin' and "user".role = 'user')`;
// It can be ended after its time (decision A5), so it is kept as long as the session it was started from.
export const ENDED = `case when session.impersonator_id is null then not (${ALIVE}) else session.parent_session_id is null end`;
const TOUCH_EVERY_MS = 60_000;
// More than anybody has browsers; whoever signs in over and over must not fill the table.
const MAX_PER_USER = 30;
const LATEST = `select id from auth.session where user_id = :userId and impersonator_id is null
  order by last_used_at desc, id limit :max`;

@Injectable()
export class SessionsService {
  constructor(
    @InjectRepository(Session) private readonly sessions: Repository<Session>,
    private readonly plans: Plans,
    private readonly events: Events,
    private readonly audit: Audit,
  ) {}

  /** Opens a session. The two values exist nowhere else than in this answer. */
  async open(userId: string, origin: Origin): Promise<{ token: string; cookie: string }> {
    const { values, columns } = newSession(origin);
    await this.removeEnded(userId);
    await this.sessions.insert({ userId, ...columns });
    await this.removeSurplus(userId);
    return values;
  }

  async resolve(kind: 'bearer' | 'cookie', hash: string): Promise<Actor> {
    const session = await this.sessions
      .createQueryBuilder('session')
      .innerJoinAndSelect('session.user', 'user')
      .leftJoinAndSelect('session.impersonator', 'impersonator')
      .leftJoin('session.parent', 'parent')
      .where(kind === 'bearer' ? 'session.bearerHash = :hash' : 'session.cookieHash = :hash', { hash })
      .andWhere(`${ALIVE} and ${NO_IMPERSONATION_OR_A_VALID_ONE}`)
      .getOne();
    if (!session) throw new AppError('UNAUTHENTICATED');
    const [plan] = await Promise.all([this.plans.of(session.userId), this.touch(session)]);
    const { username, role } = session.user;
    const { impersonator } = session;
    const behind = impersonator ? { impersonator: { userId: impersonator.id, username: impersonator.username } } : {};
    return { userId: session.userId, username, role, plan, sessionId: session.id, ...behind };
  }

  async end(actor: Actor): Promise<{ message: string }> {
    const { userId, sessionId, impersonator } = actor;
    const isEnded = await this.sessions.manager.transaction(async (manager) => {
      const isParentEnded = impersonator !== undefined && (await endParent(manager, sessionId));
      const { affected } = await manager.delete(Session, { id: sessionId, userId });
      return isParentEnded || affected === 1;
    });
    await this.events.publish(events.actorDropped, { userId });
    if (impersonator) await this.events.publish(events.actorDropped, { userId: impersonator.userId });
    if (isEnded) await this.audit.report('logout', { actor, target: userId });
    return { message: 'You have been successfully logged out.' };
  }

  /** Takes back what `open` answered. */
  async discard(token: string): Promise<void> {
    await this.sessions.delete({ bearerHash: sha256(token) });
  }

  // Once a minute is exact enough for seven days, and spares a write per request.
  private async touch({ id, lastUsedAt }: Session): Promise<void> {
    if (Date.now() - lastUsedAt.getTime() < TOUCH_EVERY_MS) return;
    await this.sessions.update(id, { lastUsedAt: () => 'now()' });
  }

  private async removeSurplus(userId: string): Promise<void> {
    const { affected } = await this.sessions
      .createQueryBuilder('session')
      .delete()
      .where('user_id = :userId and impersonator_id is null')
      .andWhere(`id not in (${LATEST})`)
      .setParameters({ userId, max: MAX_PER_USER })
      .execute();
    if (affected) await this.events.publish(events.actorDropped, { userId });
  }

  private async removeEnded(userId: string): Promise<void> {
    await this.sessions.createQueryBuilder('session').delete().where(`${ENDED} and user_id = :userId`, { userId }).execute();
  }
}

/** Whoever logs out during an impersonation is gone: nobody has the values of the session any more that it was started from. */
async function endParent(manager: EntityManager, sessionId: string): Promise<boolean> {
  const session = await manager.findOneBy(Session, { id: sessionId });
  if (!session?.parentSessionId || !session.impersonatorId) return false;
  const { affected } = await manager.delete(Session, { id: session.parentSessionId, userId: session.impersonatorId });
  return affected === 1;
}

/** The two values of a new session, and its row without the user. */
export function newSession(origin: Origin) {
  const values = { token: newSecret(), cookie: newSecret() };
  const columns = {
    bearerHash: sha256(values.token),
    cookieHash: sha256(values.cookie),
    ip: storable(origin.ip),
    userAgent: storable(origin.userAgent),
  };
  return { values, columns };
}

// A header may hold what Postgres does not store: NUL, lone surrogates.
const storable = (header: string): string => Buffer.from(header.replaceAll('\0', '')).toString();
