import { Audit, CONFIG, type Config } from '@kith/kit';
import { AppError, email as emailSchema } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { violatedConstraint } from '../account/registration.service.js';
import { UserEntity } from '../user.entity.js';
import { nameKey } from '../usernames.js';
import type { DiscordAccount } from './discord-api.js';
import { DiscordLinkEntity } from './discord-link.entity.js';
import { usernamesFor } from './discord-names.js';

const ADDRESS_KNOWN =
  'A user with the e-mail address of your Discord account exists already. Sign in with the password, then link Discord under Settings → Security.';

/** Creates users from Discord accounts. */
@Injectable()
export class DiscordRegistration {
  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly audit: Audit,
  ) {}

  /** Creates a user that is linked to the account, unless there is one. EMAIL_TAKEN when another user has its address. */
  async create(account: DiscordAccount): Promise<void> {
    const email = emailSchema.safeParse(account.email).data ?? '';
    for (const username of usernamesFor(account.name, this.config.SUPER_ADMIN_USERNAME)) {
      try {
        const userId = await this.insert({ username, email }, account);
        return await this.audit.report('registered', {
          actor: { userId, username },
          target: userId,
          details: { method: 'discord' },
        });
      } catch (error) {
        const constraint = violatedConstraint(error);
        // An address is no proof: whoever has it must not get into the account of another user.
        if (constraint === 'user_email') throw new AppError('EMAIL_TAKEN', ADDRESS_KNOWN);
        // The same person in another tab was faster.
        if (constraint === 'discord_link_account') return;
        if (constraint !== 'user_username') throw error;
      }
    }
    throw new AppError('USERNAME_TAKEN');
  }

  private insert(fields: { username: string; email: string }, { id: discordId, name }: DiscordAccount): Promise<string> {
    const usernameKey = nameKey(fields.username);
    return this.database.transaction(async (manager) => {
      // Without a password: its empty hash matches none.
      const user = manager.create(UserEntity, { ...fields, usernameKey, role: 'user', passwordHash: '' });
      await manager.insert(UserEntity, user);
      await manager.insert(DiscordLinkEntity, { userId: user.id, discordId, discordName: name });
      return user.id;
    });
  }
}
