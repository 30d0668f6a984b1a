import { randomUUID } from 'node:crypto';
import { Queues } from '@kith/kit';
import { AppError, queues, refuseImpersonation, type auth, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { tellAccessChanged } from '../notifications/access-changed.js';
import { PasswordResetEntity } from '../passwords/password-reset.entity.js';
import { PasswordService } from '../passwords/password.service.js';
import { UserEntity } from '../user.entity.js';

const PASSWORD_NEEDED = 'Please enter your current password to change the email address';
const EMAIL_NEEDED = 'Please enter a valid email address';

/** What a new e-mail address takes, and whom it is told. */
@Injectable()
export class EmailChange {
  constructor(
    private readonly database: DataSource,
    private readonly passwords: PasswordService,
    private readonly queues: Queues,
  ) {}

  /** The hash of the password that confirms a new address; undefined when the address stays. */
  async confirm({ actor, email, currentPassword }: ParsedInputOf<typeof auth.profile>): Promise<string | undefined> {
    const user = await this.database.manager.findOneBy(UserEntity, { id: actor.userId });
    if (!user) throw new AppError('UNAUTHENTICATED');
    if (user.email === email) return undefined;
    refuseImpersonation(actor);
    if (email === '') throw new AppError('BAD_INPUT', EMAIL_NEEDED, { fields: { email: EMAIL_NEEDED } });
    if (!(await this.passwords.isSet(user.id))) throw new AppError('PASSWORD_MISSING');
    if (!currentPassword) throw new AppError('BAD_INPUT', PASSWORD_NEEDED, { fields: { currentPassword: PASSWORD_NEEDED } });
    return this.passwords.verifyOwn(actor, currentPassword);
  }

  /** In the transaction of the change, so that no address changes without the mail that tells the old one. */
  async complete(manager: EntityManager, { id, email }: UserEntity, passwordHash: string | undefined): Promise<void> {
    // The password or the address was changed by another request since the password was verified.
    if (passwordHash === undefined || !(await manager.existsBy(UserEntity, { id, passwordHash })))
      throw new AppError('WRONG_PASSWORD');
    // A reset link that was mailed to the old address must not open the account any more.
    await manager.delete(PasswordResetEntity, { userId: id });
    await tellAccessChanged(this.queues, id, 'email');
    if (email !== '')
      await this.queues.add(queues.notices, `email-changed-${randomUUID()}`, {
        kind: 'email-changed',
        userId: id,
        address: email,
      });
  }
}
