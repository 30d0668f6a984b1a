import { Audit, CONFIG, Events, type Config } from '@kith/kit';
import { AppError, events, refuseImpersonation, type auth, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { lockUser } from '../user-locks.js';
import { UserEntity } from '../user.entity.js';
import { checkUsername, nameKey } from '../usernames.js';
import { EmailChange } from './email-change.service.js';
import { asTakenError } from './registration.service.js';
import { UserView } from './user-view.js';

type ProfileInput = ParsedInputOf<typeof auth.profile>;

@Injectable()
export class ProfileService {
  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly emailChange: EmailChange,
    private readonly view: UserView,
    private readonly events: Events,
    private readonly audit: Audit,
  ) {}

  async change(input: ProfileInput): Promise<OutputOf<typeof auth.profile>> {
    const { actor } = input;
    const passwordHash = await this.emailChange.confirm(input);
    const { user, changed } = await this.database
      .transaction(async (manager) => {
        const before = await lockUser(manager, actor.userId);
        const changed = this.changedFields(before, input);
        const after = { username: input.username, usernameKey: nameKey(input.username), email: input.email };
        await manager.update(UserEntity, { id: before.id }, after);
        if (changed.includes('email')) await this.emailChange.complete(manager, before, passwordHash);
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
