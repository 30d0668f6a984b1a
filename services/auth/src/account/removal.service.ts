import { Audit, Events, LOGGER, Queues, type Logger } from '@kith/kit';
import { AppError, events, queues, refuseImpersonation, type auth, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { PasswordReset } from '../reset/password-reset.entity.js';
import { endSessions } from '../sessions/end-sessions.js';
import { User } from '../user.entity.js';
import { lockUser } from './lock-user.js';
import { OwnPassword } from './own-password.js';

@Injectable()
export class RemovalService {
  constructor(
    private readonly database: DataSource,
    private readonly ownPassword: OwnPassword,
    private readonly queues: Queues,
    private readonly events: Events,
    private readonly audit: Audit,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The account is gone for everybody at once; what it owned in other services goes by a job. */
  async remove({ actor, password }: ParsedInputOf<typeof auth.removeAccount>): Promise<OutputOf<typeof auth.removeAccount>> {
    refuseImpersonation(actor);
    if (actor.role === 'super_admin') throw new AppError('SUPER_ADMIN_PROTECTED');
    const passwordHash = await this.ownPassword.verified(actor, password);
    const { userId } = actor;
    await this.database.transaction((manager) => wipe(manager, userId, passwordHash));
    await this.events.publish(events.actorDropped, { userId });
    await this.queues.add(queues.accountRemovals, userId, { userId }).catch((error: unknown) => {
      // The account is gone already, so the caller hears that; the sweep adds the job again.
      this.logger.warn({ err: error, userId }, 'removal waits for the sweep');
    });
    await this.audit.report('account_removed', { actor, target: userId });
    return { message: 'Your account has been deleted.' };
  }
}

async function wipe(manager: EntityManager, userId: string, passwordHash: string): Promise<void> {
  const { id, role } = await lockUser(manager, userId);
  if (role === 'super_admin') throw new AppError('SUPER_ADMIN_PROTECTED');
  // Too long for a name and no address: nobody can have registered it, and the old ones are free.
  const nobody = `removed:${id}`;
  const { affected } = await manager.update(
    User,
    { id, passwordHash },
    {
      username: nobody,
      usernameKey: nobody,
      email: nobody,
      passwordHash: '',
      role: 'user',
      apiKey: null,
      apiKeyHint: null,
      removedAt: new Date(),
    },
  );
  if (!affected) throw new AppError('WRONG_PASSWORD');
  await manager.delete(PasswordReset, { userId: id });
  await endSessions(manager, id);
}
