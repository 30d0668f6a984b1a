import { Audit, Events, HandleJob, Interval, LOGGER, Queues, RpcClient, type Logger } from '@kith/kit';
import {
  AppError,
  billing,
  bots,
  events,
  queues,
  refuseImpersonation,
  type auth,
  type JobOf,
  type OutputOf,
  type ParsedInputOf,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, IsNull, LessThan, Not, Repository, type EntityManager } from 'typeorm';
import { AccessKeyEntity } from '../access-keys/access-key.entity.js';
import { DiscordLinkEntity } from '../discord/discord-link.entity.js';
import { NotificationEntity } from '../notifications/notification.entity.js';
import { PasswordResetEntity } from '../passwords/password-reset.entity.js';
import { PasswordService } from '../passwords/password.service.js';
import { endSessions } from '../sessions/sessions.service.js';
import { lockUser } from '../user-locks.js';
import { UserEntity } from '../user.entity.js';
import { NO_KEY } from './api-key.js';

// Longer than any call may take: a request that was running when the account was removed may still have created something.
const SECOND_PURGE_AFTER_MS = 60_000;
const SWEEP_INTERVAL_MS = 60_000;
// A removal takes little more than a minute.
const OVERDUE_AFTER_MS = 300_000;
const SWEEP_BATCH = 500;

/** The user's request to delete the account. */
@Injectable()
export class AccountRemovalService {
  constructor(
    private readonly database: DataSource,
    private readonly passwords: PasswordService,
    private readonly queues: Queues,
    private readonly events: Events,
    private readonly audit: Audit,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Erases the account at once; a job deletes what it owned in other services. */
  async remove({ actor, password }: ParsedInputOf<typeof auth.removeAccount>): Promise<OutputOf<typeof auth.removeAccount>> {
    refuseImpersonation(actor);
    if (actor.role === 'super_admin') throw new AppError('SUPER_ADMIN_PROTECTED');
    const passwordHash = await this.passwords.verifyOwn(actor, password);
    const { userId } = actor;
    await this.database.transaction((manager) => eraseUser(manager, userId, passwordHash));
    await this.events.publish(events.actorDropped, { userId });
    await this.queues.add(queues.accountRemovals, userId, { userId }).catch((error: unknown) => {
      // The account is already erased, so the call succeeds; the sweep adds the job again.
      this.logger.warn({ err: error, userId }, 'account removal job not added; the sweep will add it');
    });
    await this.audit.report('account_removed', { actor, target: userId });
    return { message: 'Your account has been deleted.' };
  }
}

/** Deletes what removed accounts owned in other services, then their rows. */
@Injectable()
export class AccountPurgeWorker {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    private readonly rpc: RpcClient,
    private readonly queues: Queues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Has the other services purge the user's data, now and again a minute later, and then deletes the row. */
  @HandleJob(queues.accountRemovals)
  async purge({ userId }: JobOf<typeof queues.accountRemovals>): Promise<void> {
    const removed = { id: userId, removedAt: Not(IsNull()) };
    const user = await this.users.findOne({ where: removed, withDeleted: true });
    if (!user?.removedAt) return;
    const ageMs = Date.now() - user.removedAt.getTime();
    await Promise.all([this.rpc.ask(bots.removeAllOf, { userId }), this.rpc.ask(billing.removeUser, { userId })]);
    if (ageMs >= SECOND_PURGE_AFTER_MS) await this.users.delete(removed);
    else await this.queues.add(queues.accountRemovals, `${userId}-settled`, { userId }, { delayMs: SECOND_PURGE_AFTER_MS });
  }

  /** Adds the job again for accounts that still exist five minutes after their removal; returns how many there are. */
  @Interval(SWEEP_INTERVAL_MS, 'the sweep of removed accounts')
  async sweep(now = new Date()): Promise<number> {
    const overdue = await this.users.find({
      select: { id: true },
      where: { removedAt: LessThan(new Date(now.getTime() - OVERDUE_AFTER_MS)) },
      withDeleted: true,
      order: { removedAt: 'asc' },
      take: SWEEP_BATCH,
    });
    await Promise.all(overdue.map(({ id }) => this.queues.addAgain(queues.accountRemovals, id, { userId: id }, now)));
    if (overdue.length > 0) this.logger.info({ removals: overdue.length }, 'removed accounts not purged yet');
    return overdue.length;
  }
}

async function eraseUser(manager: EntityManager, userId: string, passwordHash: string): Promise<void> {
  const { id, role } = await lockUser(manager, userId);
  if (role === 'super_admin') throw new AppError('SUPER_ADMIN_PROTECTED');
  // Longer than a username may be and no valid address, so no user can have registered it; the old name and address become free.
  const placeholder = `removed:${id}`;
  const { affected } = await manager.update(
    UserEntity,
    { id, passwordHash },
    {
      username: placeholder,
      usernameKey: placeholder,
      email: placeholder,
      passwordHash: '',
      role: 'user',
      ...NO_KEY,
      removedAt: new Date(),
    },
  );
  if (!affected) throw new AppError('WRONG_PASSWORD');
  await manager.delete(PasswordResetEntity, { userId: id });
  await manager.delete(NotificationEntity, { userId: id });
  await manager.delete(AccessKeyEntity, { userId: id });
  await manager.delete(DiscordLinkEntity, { userId: id });
  await endSessions(manager, id);
}
