import { randomUUID } from 'node:crypto';
import { Audit, CONFIG, Events, Queues, type Config } from '@kith/kit';
import { AppError, events, queues, refuseImpersonation, type auth, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { PasswordResetEntity } from '../passwords/password-reset.entity.js';
import { PasswordService } from '../passwords/password.service.js';
import { lockUser } from '../user-locks.js';
import { UserEntity } from '../user.entity.js';
import { checkUsername, nameKey } from '../usernames.js';
import { asTakenError } from './registration.service.js';
import { UserView } from './user-view.js';

type ProfileInput = ParsedInputOf<typeof auth.profile>;

const PASSWORD_NEEDED = 'Please enter your current password to change the email address';
const EMAIL_NEEDED = 'Please enter a valid email address';

@Injectable()
export class ProfileService {
  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly passwords: PasswordService,
    private readonly queues: Queues,
    private readonly view: UserView,
    private readonly events: Events,
    private readonly audit: Audit,
  ) {}

  async change(input: ProfileInput): Promise<OutputOf<typeof auth.profile>> {
    const { actor } = input;
    const passwordHash = await this.confirmedHash(input);
    const { user, changed } = await this.database
      .transaction(async (manager) => {
        const before = await lockUser(manager, actor.userId);
        const changed = this.changedFields(before, input);
        const after = { username: input.username, usernameKey: nameKey(input.username), email: input.email };
        await manager.update(UserEntity, { id: before.id }, after);
        if (changed.includes('email')) await this.replaceEmail(manager, before, passwordHash);
        return { user: { ...before, ...after }, changed };
      })
      .catch((error: unknown) => {
        throw asTakenError(error);
      });
    if (changed.includes('username')) await this.events.publish(events.actorDropped, { userId: user.id });
    if (changed.length > 0)
      await this.audit.report('profile_changed', { actor, target: user.id, details: { fields: changed.join(', ') } });
    return this.view.of(user, actor.impersonator);
  }

  /** The hash of the password that confirms a new address; undefined when the address stays. */
  private async confirmedHash({ actor, email, currentPassword }: ProfileInput): Promise<string | undefined> {
    const user = await this.database.manager.findOneBy(UserEntity, { id: actor.userId });
    if (!user) throw new AppError('UNAUTHENTICATED');
    if (user.email === email) return undefined;
    refuseImpersonation(actor);
    if (email === '') throw new AppError('BAD_INPUT', EMAIL_NEEDED, { fields: { email: EMAIL_NEEDED } });
    if (!(await this.passwords.isSet(user.id))) throw new AppError('PASSWORD_MISSING');
    if (!currentPassword) throw new AppError('BAD_INPUT', PASSWORD_NEEDED, { fields: { currentPassword: PASSWORD_NEEDED } });
    return this.passwords.verifyOwn(actor, currentPassword);
  }

  /** Inside the transaction, so that no address changes without the mail that tells the old one. */
  private async replaceEmail(manager: EntityManager, { id, email }: UserEntity, passwordHash?: string): Promise<void> {
    // The password or the address was changed by another request since the password was verified.
    if (passwordHash === undefined || !(await manager.existsBy(UserEntity, { id, passwordHash })))
      throw new AppError('WRONG_PASSWORD');
    // A reset link that was mailed to the old address must not open the account any more.
    await manager.delete(PasswordResetEntity, { userId: id });
    await this.queues.add(queues.notices, `access-changed-${randomUUID()}`, {
      kind: 'access-changed',
      userId: id,
      change: 'email',
    });
    if (email !== '')
      await this.queues.add(queues.notices, `email-changed-${randomUUID()}`, {
        kind: 'email-changed',
        userId: id,
        address: email,
      });
  }

  /** The fields that differ. Throws when one of them may not change; a value that stays is not checked, so that old names remain valid. */
  private changedFields(before: UserEntity, { actor, username, email }: ProfileInput): ('username' | 'email')[] {
    const isRenamed = username !== before.username;
    const isEmailChanged = email !== before.email;
    if (isEmailChanged) refuseImpersonation(actor);
    if (isRenamed) {
      if (before.role === 'super_admin') throw new AppError('SUPER_ADMIN_PROTECTED');
      checkUsername(username, this.config.SUPER_ADMIN_USERNAME);
    }
    return [...(isRenamed ? (['username'] as const) : []), ...(isEmailChanged ? (['email'] as const) : [])];
  }
}
