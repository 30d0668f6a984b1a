import { randomUUID } from 'node:crypto';
import { Audit, CONFIG, Queues, type Config } from '@kith/kit';
import { AppError, queues, type auth, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Mailer } from '../mail/mailer.js';
import { newSecret, sha256 } from '../secrets.js';
import { Throttle } from '../throttle.js';
import { lockUser } from '../user-locks.js';
import { UserEntity } from '../user.entity.js';
import { PasswordResetEntity } from './password-reset.entity.js';

/** Links by mail that let a user set a new password. */
@Injectable()
export class PasswordResetLinks {
  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly mailer: Mailer,
    private readonly throttle: Throttle,
    private readonly queues: Queues,
    private readonly audit: Audit,
  ) {}

  async request({
    email,
    origin,
  }: ParsedInputOf<typeof auth.requestPasswordReset>): Promise<OutputOf<typeof auth.requestPasswordReset>> {
    if (!this.mailer.isConfigured) throw new AppError('NOT_CONFIGURED');
    await this.throttle.beforeResetRequest(email, origin.ip);
    const users = this.database.getRepository(UserEntity).createQueryBuilder('user');
    const user = await users.where('lower(user.email) = lower(:email)', { email }).getOne();
    // For an unknown address a job is added as well, with an id that no user has, so that timing does not reveal who has an account.
    const userId = user?.id ?? randomUUID();
    await this.queues.add(queues.notices, `password-reset-${randomUUID()}`, { kind: 'password-reset', userId });
    await this.audit.report('password_reset_requested', user ? { target: user.id } : {});
    return { message: 'If an account has this email address, a link to reset the password is on its way.' };
  }

  /**
   * Creates a link to mail to this address; it replaces the user's previous one. The token is stored only as a hash. Throws NOT_FOUND
   * when the user is gone and RESET_INVALID when the address was changed since the mail was addressed.
   */
  async create({ id: userId, email }: Pick<UserEntity, 'id' | 'email'>): Promise<string> {
    const token = newSecret();
    await this.database.transaction(async (manager) => {
      const user = await lockUser(manager, userId, 'NOT_FOUND');
      // A change of the address deletes existing links; one created for the old address afterwards would survive.
      if (user.email !== email) throw new AppError('RESET_INVALID');
      await manager
        .createQueryBuilder()
        .insert()
        .into(PasswordResetEntity)
        .values({ userId, tokenHash: sha256(token), createdAt: () => 'now()' })
        .orUpdate(['token_hash', 'created_at'], ['user_id'])
        .execute();
    });
    // The browser does not send the fragment, so the token appears in no access log and no Referer header (docs/security.md S21).
    return `${this.config.PUBLIC_URL}/auth#reset=${token}`;
  }
}
