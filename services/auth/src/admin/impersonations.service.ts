import { Audit, Events, Interval, LOGGER, type Logger } from '@kith/kit';
import { AppError, events, requireSuperAdmin, type admin, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull, Not, Raw, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { AuthService } from '../auth.service.js';
import { newSecret, sha256 } from '../secrets.js';
import { SessionEntity } from '../sessions/session.entity.js';
import { activeSessionSql, newSession, SessionsService } from '../sessions/sessions.service.js';
import { lockActorAndUser } from '../user-locks.js';

type StartInput = ParsedInputOf<typeof admin.impersonate>;
type EndInput = ParsedInputOf<typeof admin.endImpersonation>;
type Started = OutputOf<typeof admin.impersonate>;
type Ended = OutputOf<typeof admin.endImpersonation>;

const EXPIRES_AT_SQL = `now() + interval '30 minutes'`;
const EXPIRY_CHECK_INTERVAL_MS = 20_000;

/** Sessions in which the super-admin acts as another user (docs/decisions.md A5). */
@Injectable()
export class ImpersonationsService implements OnApplicationBootstrap, OnModuleDestroy {
  private unsubscribe: () => void = () => undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly sessions: SessionsService,
    private readonly auth: AuthService,
    private readonly audit: Audit,
    private readonly events: Events,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.unsubscribe = await this.events.subscribe(events.actorDropped, ({ userId }) => {
      this.removeOrphans(userId).catch((error: unknown) =>
        this.logger.warn({ err: error }, 'impersonations without a parent session not removed'),
      );
    });
  }

  onModuleDestroy(): void {
    this.unsubscribe();
  }

  async start({ actor, userId, origin }: StartInput): Promise<Started> {
    requireSuperAdmin(actor);
    const { values, columns } = newSession(origin);
    const parentCookie = newSecret();
    const replaced = await this.database.transaction(async (manager) => {
      const { acting, user } = await lockActorAndUser(manager, actor.userId, userId);
      if (acting.role !== 'super_admin') throw new AppError('FORBIDDEN');
      if (user.role !== 'user') throw new AppError('CANNOT_IMPERSONATE');
      const parent = await parentSession(manager, actor.sessionId);
      if (parent.userId !== actor.userId) throw new AppError('UNAUTHENTICATED');
      // Its old value is overwritten in the browser by the cookie of the impersonation.
      await manager.update(SessionEntity, parent.id, { cookieHash: sha256(parentCookie) });
      // One at a time: starting another impersonation ends the previous one.
      const previous = await deleteImpersonations(manager, { parentSessionId: parent.id });
      await manager.insert(SessionEntity, {
        userId,
        ...columns,
        impersonatorId: actor.userId,
        parentSessionId: parent.id,
        expiresAt: () => EXPIRES_AT_SQL,
      });
      return previous;
    });
    await this.dropActors(replaced);
    const impersonating = await this.sessions.resolve('bearer', columns.bearerHash);
    await this.audit.report('impersonation_started', { actor: impersonating, target: userId });
    return { ...values, parentCookie, user: await this.auth.user(impersonating), message: 'Impersonation started' };
  }

  /**
   * Ends an impersonation. One that runs needs the cookie of its parent session, which then gets a new token and cookie, since only the
   * hashes of the old ones are stored; its age does not change. One that has expired opens no session: its token may be old and stolen.
   */
  async end({ kind, hash, parentHash, origin }: EndInput): Promise<Ended> {
    const { values, columns } = newSession(origin);
    const { child, isExpired } = await this.database.transaction(async (manager) => {
      const found = await findImpersonation(manager, kind, hash);
      if (await deleteExpired(manager, found.id)) return { child: found, isExpired: true };
      const parent = await parentSession(manager, found.parentSessionId, parentHash ?? '');
      const { affected } = await manager.delete(SessionEntity, { id: found.id, parentSessionId: parent.id });
      // Another request ended it while this one waited for the lock.
      if (affected === 0) throw new AppError('UNAUTHENTICATED');
      await manager.update(SessionEntity, parent.id, { ...columns, lastUsedAt: () => 'now()' });
      return { child: found, isExpired: false };
    });
    const { userId, impersonator } = child;
    // Before the new token is resolved: that fails if the parent ended meanwhile, but the impersonation is over in any case.
    await this.dropActors([userId, impersonator.id]);
    // The audit log names both identities, as for everything that was done during the impersonation.
    const actor = {
      userId,
      username: impersonator.username,
      impersonator: { userId: impersonator.id, username: impersonator.username },
    };
    await this.audit.report('impersonation_ended', { actor, target: userId });
    if (isExpired) return { session: null, message: 'The impersonation had expired. Please sign in again.' };
    const superAdmin = await this.sessions.resolve('bearer', columns.bearerHash);
    return { session: { ...values, user: await this.auth.user(superAdmin) }, message: 'Impersonation ended' };
  }

  /** Open WebSocket connections re-check their actor on `actorDropped`, so the event is also needed when an impersonation expires. */
  @Interval(EXPIRY_CHECK_INTERVAL_MS, 'the check for expired impersonations')
  async dropExpired(): Promise<void> {
    const expired = await this.database
      .getRepository(SessionEntity)
      .createQueryBuilder('session')
      // The second condition implies the first, but only the first lets Postgres use the partial index.
      .where('session.impersonatorId is not null')
      .andWhere(`session.expiresAt <= now() and session.expiresAt > now() - interval '1 minute'`)
      .getMany();
    await this.dropActors(expired.map(({ userId }) => userId));
  }

  /** Deletes impersonations whose parent session has ended, and drops their actors from all caches. */
  private async removeOrphans(impersonatorId: string): Promise<void> {
    await this.dropActors(await deleteImpersonations(this.database.manager, { impersonatorId, parentSessionId: IsNull() }));
  }

  private async dropActors(userIds: string[]): Promise<void> {
    await Promise.all(userIds.map((userId) => this.events.publish(events.actorDropped, { userId })));
  }
}

/** Deletes impersonations; returns the ids of the impersonated users. */
async function deleteImpersonations(manager: EntityManager, where: FindOptionsWhere<SessionEntity>): Promise<string[]> {
  const { raw } = await manager.createQueryBuilder().delete().from(SessionEntity).where(where).returning('user_id').execute();
  return (raw as { user_id: string }[]).map(({ user_id: userId }) => userId);
}

/**
 * Locks a session of the super-admin; with a `cookieHash`, only the one that has this cookie. UNAUTHENTICATED when it has ended or is not the
 * super-admin's.
 */
async function parentSession(manager: EntityManager, id: string | null, cookieHash?: string): Promise<SessionEntity> {
  const session = await manager
    .createQueryBuilder(SessionEntity, 'session')
    .innerJoinAndSelect('session.user', 'user')
    .where({ id: id ?? IsNull(), ...(cookieHash !== undefined && { cookieHash }) })
    .andWhere(`${activeSessionSql('session')} and "user".role = 'super_admin'`)
    .setLock('pessimistic_write', undefined, ['session'])
    .getOne();
  if (!session) throw new AppError('UNAUTHENTICATED');
  return session;
}

type Impersonation = SessionEntity & { readonly impersonator: NonNullable<SessionEntity['impersonator']> };

async function findImpersonation(manager: EntityManager, kind: EndInput['kind'], hash: string): Promise<Impersonation> {
  const condition = kind === 'bearer' ? { bearerHash: hash } : { cookieHash: hash };
  const where = { ...condition, impersonatorId: Not(IsNull()) };
  const session = await manager.findOne(SessionEntity, { where, relations: { impersonator: true } });
  if (!session || !isImpersonation(session)) throw new AppError('UNAUTHENTICATED');
  return session;
}

const isImpersonation = (session: SessionEntity): session is Impersonation => session.impersonator !== null;

async function deleteExpired(manager: EntityManager, id: string): Promise<boolean> {
  const { affected } = await manager.delete(SessionEntity, { id, expiresAt: Raw((column) => `${column} <= now()`) });
  return affected === 1;
}
