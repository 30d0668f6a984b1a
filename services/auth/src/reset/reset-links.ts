import { CONFIG, type Config } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { lockUser } from '../account/lock-user.js';
import { newSecret, sha256 } from '../secrets.js';
import type { User } from '../user.entity.js';
import { PasswordReset } from './password-reset.entity.js';

@Injectable()
export class ResetLinks {
  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** A new link for whoever reads the mails of this address; the one before is void. It exists nowhere else than in this answer. */
  async create({ id: userId, email }: Pick<User, 'id' | 'email'>): Promise<string> {
    const token = newSecret();
    await this.database.transaction(async (manager) => {
      const user = await lockUser(manager, userId, 'NOT_FOUND');
      // Changed since the mail was addressed, and the links of the old address were made void: this one comes too late.
      if (user.email !== email) throw new AppError('RESET_INVALID');
      await manager
        .createQueryBuilder()
        .insert()
        .into(PasswordReset)
        .values({ userId, tokenHash: sha256(token), createdAt: () => 'now()' })
        .orUpdate(['token_hash', 'created_at'], ['user_id'])
        .execute();
    });
    // The fragment stays in the browser: no access log and no Referer header ever holds the token (S21).
    return `${this.config.PUBLIC_URL}/auth#reset=${token}`;
  }
}
