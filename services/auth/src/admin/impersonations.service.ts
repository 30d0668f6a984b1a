import { Audit, Events, Interval, LOGGER, type Logger } from '@kith/kit';
import { AppError, events, requireSuperAdmin, type admin, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull, Not, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { AuthService } from '../auth.service.js';
import { Session } from '../session.entity.js';
import { alive, newSession, SessionsService } from '../sessions.service.js';
import { lockUsers } from './lock-users.js';

type Start = ParsedInputOf<typeof admin.impersonate>;
type End = ParsedInputOf<typeof admin.endImpersonation>;
type Started = OutputOf<typeof admin.impersonate>;

const IN_HALF_AN_HOUR = `now() + interval '30 minutes'`;
const LOOK_EVERY_MS = 20_000;

/** Sessions of the super-admin in the name of users (decision A5). */
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
      this.removeOrphans(userId).catch((error: unknown) => this.logger.warn({ err: error }, 'impersonation not removed'));
    });
  }

  onModuleDestroy(): void {
    this.unsubscribe();
  }

  async start({ actor, userId, origin }: Start): Promise<Started> {
    requireSuperAdmin(actor);
    const { values, columns } = newSession(origin);
    const replaced = await this.database.transaction(async (manager) => {
      const { acting, user } = await lockUsers(manager, actor.userId, userId);
      if (acting.role !== 'super_admin') throw new AppError('FORBIDDEN');
      if (user.role !== 'user') throw new AppError('CANNOT_IMPERSONATE');
      const parent = await parentSession(manager, actor.sessionId);
      if (parent.userId !== actor.userId) throw new AppError('UNAUTHENTICATED');
      // One at a time: whoever starts another one has left the one before.
      const before = await removed(manager, { parentSessionId: parent.id });
      await manager.insert(Session, {
        userId,
        ...columns,
        impersonatorId: actor.userId,
        parentSessionId: parent.id,
        expiresAt: () => IN_HALF_AN_HOUR,
      });
      return before;
    });
    await this.announce(replaced);
    const impersonating = await this.sessions.resolve('bearer', columns.bearerHash);
    await this.audit.report('impersonation_started', { actor: impersonating, target: userId });
    return { ...values, user: await this.auth.user(impersonating), message: 'Impersonation started' };
  }

  /** The session it was started from gets new values, since only the hashes of the old ones are known; its age stays. */
  async end({ kind, hash, origin }: End): Promise<Started> {
    const { values, columns } = newSession(origin);
    const ended = await this.database.transaction(async (manager) => {
      const child = await impersonation(manager, kind, hash);
      const parent = await parentSession(manager, child.parentSessionId);
      const { affected } = await manager.delete(Session, { id: child.id, parentSessionId: parent.id });
      // Somebody else ended it while we waited for the lock.
      if (affected === 0) throw new AppError('UNAUTHENTICATED');
      await manager.update(Session, parent.id, { ...columns, lastUsedAt: () => 'now()' });
      return { userId: child.userId, impersonator: { userId: parent.userId, username: parent.user.username } };
    });
    // Before the new values are tried: they may be void already, but this one has ended.
    await this.announce([ended.userId, ended.impersonator.userId]);
    // Both identities, as in all that was done meanwhile.
    const actor = { ...ended, username: ended.impersonator.username };
    await this.audit.report('impersonation_ended', { actor, target: ended.userId });
    const superAdmin = await this.sessions.resolve('bearer', columns.bearerHash);
    return { ...values, user: await this.auth.user(superAdmin), message: 'Impersonation ended' };
  }

  /** Live connections ask again who they serve when they hear of it; an end that comes by itself has to be told, too. */
  @Interval(LOOK_EVERY_MS, 'the look for impersonations that expired')
  async announceExpired(): Promise<void> {
    const expired = await this.database
      .getRepository(Session)
      .createQueryBuilder('session')
      // The first condition follows from the second, but the index is looked for under the first.
      .where('session.impersonatorId is not null')
      .andWhere(`session.expiresAt <= now() and session.expiresAt > now() - interval '1 minute'`)
      .getMany();
    await this.announce(expired.map(({ userId }) => userId));
  }

  /** With a session of the super-admin its impersonation ends; whoever keeps the actor of that one has to hear of it, too. */
  private async removeOrphans(impersonatorId: string): Promise<void> {
    await this.announce(await removed(this.database.manager, { impersonatorId, parentSessionId: IsNull() }));
  }

  private async announce(userIds: string[]): Promise<void> {
    await Promise.all(userIds.map((userId) => this.events.publish(events.actorDropped, { userId })));
  }
}

/** Removes impersonations; answers in whose name they were. */
async function removed(manager: EntityManager, which: FindOptionsWhere<Session>): Promise<string[]> {
  const { raw } = await manager.createQueryBuilder().delete().from(Session).where(which).returning('user_id').execute();
  return (raw as { user_id: string }[]).map(({ user_id: userId }) => userId);
}

/** The super-admin's session, locked. UNAUTHENTICATED when it is over, or never was one. */
async function parentSession(manager: EntityManager, id: string | null): Promise<Session> {
  const session = await manager
    .createQueryBuilder(Session, 'session')
    .innerJoinAndSelect('session.user', 'user')
    .where('session.id = :id', { id })
    .andWhere(`${alive('session')} and "user".role = 'super_admin'`)
    .setLock('pessimistic_write', undefined, ['session'])
    .getOne();
  if (!session) throw new AppError('UNAUTHENTICATED');
  return session;
}

async function impersonation(manager: EntityManager, kind: End['kind'], hash: string): Promise<Session> {
  const value = kind === 'bearer' ? { bearerHash: hash } : { cookieHash: hash };
  const session = await manager.findOneBy(Session, { ...value, impersonatorId: Not(IsNull()) });
  if (!session) throw new AppError('UNAUTHENTICATED');
  return session;
}
