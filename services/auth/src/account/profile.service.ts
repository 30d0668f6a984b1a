import { Audit, CONFIG, Events, type Config } from '@kith/kit';
import { AppError, events, refuseImpersonation, type auth, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PasswordReset } from '../reset/password-reset.entity.js';
import { User } from '../user.entity.js';
import { checkUsername, nameKey } from '../usernames.js';
import { lockUser } from './lock-user.js';
import { takenBy } from './taken.js';
import { UserView } from './user-view.js';

type Change = ParsedInputOf<typeof auth.profile>;

@Injectable()
export class ProfileService {
  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly view: UserView,
    private readonly events: Events,
    private readonly audit: Audit,
  ) {}

  async change(input: Change): Promise<OutputOf<typeof auth.profile>> {
    const { actor } = input;
    const { user, changed } = await this.database
      .transaction(async (manager) => {
        const before = await lockUser(manager, actor.userId);
        const changed = this.check(before, input);
        // A link that was mailed to the old address must not open the account any more.
        if (changed.includes('email')) await manager.delete(PasswordReset, { userId: before.id });
        const after = { username: input.username, usernameKey: nameKey(input.username), email: input.email };
        await manager.update(User, { id: before.id }, after);
        return { user: { ...before, ...after }, changed };
      })
      .catch((error: unknown) => {
        throw takenBy(error);
      });
    if (changed.includes('username')) await this.events.publish(events.actorDropped, { userId: user.id });
    if (changed.length > 0)
      await this.audit.report('profile_changed', { actor, target: user.id, details: { fields: changed.join(', ') } });
    return this.view.of(user, actor.impersonator);
  }

  /** What changes, if all of it may. What stays is not judged: a name that was allowed once may be kept. */
  private check(before: User, { actor, username, email }: Change): ('username' | 'email')[] {
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
