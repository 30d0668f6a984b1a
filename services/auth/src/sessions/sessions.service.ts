import { Audit, Events, Interval } from '@kith/kit';
import { AppError, events, refuseImpersonation, type Actor, type auth, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, Repository, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { UserView } from '../account/user-view.js';
import { Plans } from '../plans.js';
import { newSecret, sha256 } from '../secrets.js';
import { UserEntity } from '../user.entity.js';
import { SessionEntity } from './session.entity.js';

type Origin = ParsedInputOf<typeof auth.login>['origin'];

// Idle and absolute timeout of a session (docs/security.md S17; ASVS 7.3.1, 7.3.2).
export const activeSessionSql = (session: 'session' | 'parent'): string =>
  `${session}.last_used_at > now() - interval '7 days' and ${session}.created_at > now() - interval '30 days'`;
const ACTIVE = activeSessionSql('session');
// An impersonation is valid for its own time and while its parent session is active, from a super-admin to an ordinary user.
const IMPERSONATION_VALID_OR_ABSENT_SQL = `(session.impersonator_id is null
  or session.expires_at > now() and ${activeSessionSql('parent')} and impersonator.role = 'super_admin' and "user".role = 'user')`;
// An impersonation that has expired can still be ended (docs/decisions.md A5), so it is kept as long as its parent session.
const ENDED = `case when session.impersonator_id is null then not (${ACTIVE}) else session.parent_session_id is null end`;
const TOUCH_INTERVAL_MS = 60_000;
// More than one person uses at once; repeated logins must not fill the table.
const MAX_PER_USER = 30;
const LATEST = `select id from auth.session where user_id = :userId and impersonator_id is null
  order by last_used_at desc, id limit :max`;
const SWEEP_INTERVAL_MS = 300_000;
// Takes less than a second, well below the statement timeout, however large the table has grown.
const SWEEP_BATCH = 5000;
// An index on the times would be written with each use of a session. What another replica is deleting is passed.
const SWEEP_PAGE = `
  with page as (
    select id from auth.session where $1::uuid is null or id > $1 order by id limit $2
  ), deleted as (
    delete from auth.session where id = any (array(
      select id from auth.session where id = any (array(select id from page)) and ${ENDED} for update skip locked
    )) returning id
  )
  select (select count(*)::int from page) as looked, (select count(*)::int from deleted) as deleted,
    (select id from page order by id desc limit 1) as last`;

interface SweptPage {
  readonly looked: number;
  readonly deleted: number;
  readonly last: string | null;
}

@Injectable()
export class SessionsService {
  /** The session at which the last sweep ended; null: at the end of all. */
  private lastSwept: string | null = null;

  constructor(
    @InjectRepository(SessionEntity) private readonly sessions: Repository<SessionEntity>,
    private readonly plans: Plans,
    private readonly view: UserView,
    private readonly events: Events,
    private readonly audit: Audit,
  ) {}

  /**
   * Opens a session for a user whose password was verified. The returned token and cookie are stored nowhere. Throws BAD_CREDENTIALS when
   * the password was changed or the account removed at the same moment.
   */
  async signIn(user: UserEntity, origin: Origin): Promise<OutputOf<typeof auth.login>> {
    const [session, view] = await Promise.all([this.open(user.id, origin), this.view.of(user)]);
    // Code that ends all sessions locks the user first. It deletes sessions opened before that; this check finds those opened later.
    const { id, passwordHash } = user;
    if (!(await this.sessions.manager.existsBy(UserEntity, { id, passwordHash }))) {
      await this.sessions.delete({ bearerHash: sha256(session.token) });
      throw new AppError('BAD_CREDENTIALS');
    }
    return { ...session, user: view };
  }

  /** The actor of a session. UNAUTHENTICATED when no active session has this hash. */
  async resolve(kind: 'bearer' | 'cookie', hash: string): Promise<Actor> {
    const session = await this.sessions
      .createQueryBuilder('session')
      .innerJoinAndSelect('session.user', 'user')
      .leftJoinAndSelect('session.impersonator', 'impersonator')
      .leftJoin('session.parent', 'parent')
      .where(kind === 'bearer' ? 'session.bearerHash = :hash' : 'session.cookieHash = :hash', { hash })
      .andWhere(`${ACTIVE} and ${IMPERSONATION_VALID_OR_ABSENT_SQL}`)
      .getOne();
    if (!session) throw new AppError('UNAUTHENTICATED');
    const [plan] = await Promise.all([this.plans.of(session.userId), this.touch(session)]);
    const { username, role } = session.user;
    const { impersonator } = session;
    const impersonation = impersonator ? { impersonator: { userId: impersonator.id, username: impersonator.username } } : {};
    return { userId: session.userId, username, role, plan, sessionId: session.id, ...impersonation };
  }

  async logout(actor: Actor): Promise<OutputOf<typeof auth.logout>> {
    const { userId, sessionId, impersonator } = actor;
    const isEnded = await this.sessions.manager.transaction(async (manager) => {
      const isParentEnded = impersonator !== undefined && (await endParent(manager, sessionId));
      const { affected } = await manager.delete(SessionEntity, { id: sessionId, userId });
      return isParentEnded || affected === 1;
    });
    await this.events.publish(events.actorDropped, { userId });
    if (impersonator) await this.events.publish(events.actorDropped, { userId: impersonator.userId });
    if (isEnded) await this.audit.report('logout', { actor, target: userId });
    return { message: 'You have been successfully logged out.' };
  }

  /** The actor's own sessions, the latest first; without impersonations. */
  async list(actor: Actor): Promise<OutputOf<typeof auth.sessions>> {
    // Not paged: there are at most MAX_PER_USER.
    const sessions = await this.sessions
      .createQueryBuilder('session')
      .where(ownSessions(actor.userId))
      .andWhere(ACTIVE)
      .orderBy({ 'session.lastUsedAt': 'DESC', 'session.id': 'ASC' })
      .getMany();
    return { sessions: sessions.map((session) => sessionView(session, actor)) };
  }

  async end({ actor, sessionId }: ParsedInputOf<typeof auth.endSession>): Promise<OutputOf<typeof auth.endSession>> {
    refuseImpersonation(actor);
    const { affected } = await this.sessions.delete({ ...ownSessions(actor.userId), id: sessionId });
    if (!affected) throw new AppError('NOT_FOUND');
    await this.reportEnded(actor, affected);
    return { message: 'The session has been ended.' };
  }

  async endAll(actor: Actor): Promise<OutputOf<typeof auth.endSessions>> {
    refuseImpersonation(actor);
    const count = await endSessions(this.sessions.manager, actor.userId);
    if (count > 0) await this.reportEnded(actor, count);
    return { message: 'You have been signed out everywhere.' };
  }

  /**
   * Looks at the next `batch` sessions and deletes those that have ended, whose users never came back; returns how many. After the last session
   * it begins again with the first.
   */
  @Interval(SWEEP_INTERVAL_MS, 'the sweep of ended sessions')
  async sweep(batch = SWEEP_BATCH): Promise<number> {
    const [page] = await this.sessions.query<SweptPage[]>(SWEEP_PAGE, [this.lastSwept, batch]);
    if (!page) return 0;
    this.lastSwept = page.looked < batch ? null : page.last;
    return page.deleted;
  }

  private async open(userId: string, origin: Origin): Promise<{ token: string; cookie: string }> {
    const { values, columns } = newSession(origin);
    await this.removeEnded(userId);
    await this.sessions.insert({ userId, ...columns });
    await this.removeSurplus(userId);
    return values;
  }

  // Once a minute is exact enough for a timeout of seven days, and avoids a write per request.
  private async touch({ id, lastUsedAt }: SessionEntity): Promise<void> {
    if (Date.now() - lastUsedAt.getTime() < TOUCH_INTERVAL_MS) return;
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

  private async reportEnded(actor: Actor, count: number): Promise<void> {
    await this.events.publish(events.actorDropped, { userId: actor.userId });
    await this.audit.report('sessions_ended', { actor, target: actor.userId, details: { sessions: count } });
  }
}

/** Sessions that the user opened. An impersonation belongs to the super-admin and ends with the super-admin's session. */
const ownSessions = (userId: string): FindOptionsWhere<SessionEntity> => ({ userId, impersonatorId: IsNull() });

/** Ends the user's own sessions except `exceptId`; returns how many. The caller publishes `actorDropped` after the transaction. */
export async function endSessions(manager: EntityManager, userId: string, exceptId?: string): Promise<number> {
  const { affected } = await manager.delete(SessionEntity, {
    ...ownSessions(userId),
    ...(exceptId === undefined ? {} : { id: Not(exceptId) }),
  });
  return affected ?? 0;
}

/** A logout during an impersonation also ends the parent session: nobody holds its token or cookie any more. */
async function endParent(manager: EntityManager, sessionId: string): Promise<boolean> {
  const session = await manager.findOneBy(SessionEntity, { id: sessionId });
  if (!session?.parentSessionId || !session.impersonatorId) return false;
  const { affected } = await manager.delete(SessionEntity, { id: session.parentSessionId, userId: session.impersonatorId });
  return affected === 1;
}

/** Token and cookie of a new session, and the columns of its row except those of the user. */
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

// A header may contain what Postgres does not store: NUL and lone surrogates.
const storable = (header: string): string => Buffer.from(header.replaceAll('\0', '')).toString();

const sessionView = ({ id, createdAt, lastUsedAt, ip, userAgent }: SessionEntity, { sessionId }: Actor) => ({
  id,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
  ip,
  userAgent,
  isCurrent: id === sessionId,
});
