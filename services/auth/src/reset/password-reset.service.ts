import { Audit, Events } from '@kith/kit';
import { AppError, events, type auth, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { DataSource, Raw, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { lockUser } from '../account/lock-user.js';
import { Passwords } from '../passwords/passwords.js';
import { sha256 } from '../secrets.js';
import { endSessions } from '../sessions/end-sessions.js';
import { Throttle } from '../throttle/throttle.js';
import { User } from '../user.entity.js';
import { PasswordReset } from './password-reset.entity.js';

@Injectable()
export class PasswordResetService {
  constructor(
    private readonly database: DataSource,
    private readonly passwords: Passwords,
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
    this.passwords.refuseCommon(password, 'password');
    const link = await this.database.manager.findOneBy(PasswordReset, goodLink(token));
    if (!link) throw new AppError('RESET_INVALID');
    const passwordHash = await this.passwords.hash(password);
    const user = await this.database.transaction(async (manager) => {
      const locked = await lockUser(manager, link.userId, 'RESET_INVALID');
      await useUp(manager, token);
      await manager.update(User, { id: locked.id }, { passwordHash });
      await endSessions(manager, locked.id);
      return locked;
    });
    await this.events.publish(events.actorDropped, { userId: user.id });
    await this.throttle.afterReset(user, origin.ip);
    await this.audit.report('password_reset', { actor: { userId: user.id, username: user.username }, target: user.id });
    return { message: 'Your password has been changed. Please sign in with the new one.' };
  }
}

const goodLink = (token: string): FindOptionsWhere<PasswordReset> => ({
  tokenHash: sha256(token),
  createdAt: Raw((column) => `${column} > now() - interval '1 hour'`),
});

/** Of two that come with the same link one gets here. */
async function useUp(manager: EntityManager, token: string): Promise<void> {
  const { affected } = await manager.delete(PasswordReset, goodLink(token));
  if (!affected) throw new AppError('RESET_INVALID');
}
