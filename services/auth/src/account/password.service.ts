import { Audit, Events } from '@kith/kit';
import { AppError, events, refuseImpersonation, type auth, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Passwords } from '../passwords/passwords.js';
import { PasswordReset } from '../reset/password-reset.entity.js';
import { endSessions } from '../sessions/end-sessions.js';
import { User } from '../user.entity.js';
import { lockUser } from './lock-user.js';
import { OwnPassword } from './own-password.js';

@Injectable()
export class PasswordService {
  constructor(
    private readonly database: DataSource,
    private readonly ownPassword: OwnPassword,
    private readonly passwords: Passwords,
    private readonly events: Events,
    private readonly audit: Audit,
  ) {}

  /** Ends all other sessions with it (decision A7). */
  async change(input: ParsedInputOf<typeof auth.password>): Promise<OutputOf<typeof auth.password>> {
    const { actor, currentPassword, newPassword } = input;
    refuseImpersonation(actor);
    const passwordHash = await this.ownPassword.verified(actor, currentPassword);
    this.passwords.refuseCommon(newPassword, 'newPassword');
    const change = { passwordHash: await this.passwords.hash(newPassword) };
    await this.database.transaction(async (manager) => {
      const { id } = await lockUser(manager, actor.userId);
      const { affected } = await manager.update(User, { id, passwordHash }, change);
      // Somebody else changed it meanwhile: what we verified is not the current password any more.
      if (!affected) throw new AppError('WRONG_PASSWORD');
      await manager.delete(PasswordReset, { userId: id });
      await endSessions(manager, id, actor.sessionId);
    });
    await this.events.publish(events.actorDropped, { userId: actor.userId });
    await this.audit.report('password_changed', { actor, target: actor.userId });
    return { message: 'Your password has been changed. You have been signed out everywhere else.' };
  }
}
