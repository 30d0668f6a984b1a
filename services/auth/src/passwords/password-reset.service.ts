import { Audit, Events } from '@kith/kit';
import { AppError, events, type auth, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { DataSource, Raw, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { AccessKeyEntity } from '../access-keys/access-key.entity.js';
import { sha256 } from '../secrets.js';
import { endSessions } from '../sessions/sessions.service.js';
import { Throttle } from '../throttle.js';
import { lockUser } from '../user-locks.js';
import { UserEntity } from '../user.entity.js';
import { PasswordHasher } from './password-hasher.js';
import { PasswordResetEntity } from './password-reset.entity.js';

/** Sets a new password for whoever holds a reset link. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly database: DataSource,
    private readonly hasher: PasswordHasher,
    private readonly throttle: Throttle,
    private readonly events: Events,
    private readonly audit: Audit,
  ) {}

  async reset({
    token,
    password,
    origin,
  }: ParsedInputOf<typeof auth.resetPassword>): Promise<OutputOf<typeof auth.resetPassword>> {
    await this.throttle.beforeReset(origin.ip);
    this.hasher.refuseCommon(password, 'password');
    const link = await this.database.manager.findOneBy(PasswordResetEntity, validLink(token));
    if (!link) throw new AppError('RESET_INVALID');
    const passwordHash = await this.hasher.hash(password);
    const user = await this.database.transaction(async (manager) => {
      const locked = await lockUser(manager, link.userId, 'RESET_INVALID');
      await consumeLink(manager, token);
      await manager.update(UserEntity, { id: locked.id }, { passwordHash });
      await endSessions(manager, locked.id);
      await manager.delete(AccessKeyEntity, { userId: locked.id });
      return locked;
    });
    await this.events.publish(events.actorDropped, { userId: user.id });
    await this.throttle.afterReset(user, origin.ip);
    await this.audit.report('password_reset', { actor: { userId: user.id, username: user.username }, target: user.id });
    return { message: 'Your password has been changed. Please sign in with the new one.' };
  }
}

const validLink = (token: string): FindOptionsWhere<PasswordResetEntity> => ({
  tokenHash: sha256(token),
  createdAt: Raw((column) => `${column} > now() - interval '1 hour'`),
});

/** RESET_INVALID when a request with the same link was faster. */
async function consumeLink(manager: EntityManager, token: string): Promise<void> {
  const { affected } = await manager.delete(PasswordResetEntity, validLink(token));
  if (!affected) throw new AppError('RESET_INVALID');
}
