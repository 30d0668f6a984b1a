import { randomUUID } from 'node:crypto';
import { Audit, Queues } from '@kith/kit';
import { AppError, queues, type auth, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Mailer } from '../mail/mailer.js';
import { Throttle } from '../throttle/throttle.js';
import { User } from '../user.entity.js';

type Request = ParsedInputOf<typeof auth.requestPasswordReset>;

@Injectable()
export class ResetRequestService {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly mailer: Mailer,
    private readonly throttle: Throttle,
    private readonly queues: Queues,
    private readonly audit: Audit,
  ) {}

  options(): OutputOf<typeof auth.signInOptions> {
    return { passwordReset: this.mailer.isOn };
  }

  async request({ email, origin }: Request): Promise<OutputOf<typeof auth.requestPasswordReset>> {
    if (!this.mailer.isOn) throw new AppError('NOT_CONFIGURED');
    await this.throttle.beforeResetRequest(email, origin.ip);
    const user = await this.users.createQueryBuilder('user').where('lower(user.email) = lower(:email)', { email }).getOne();
    // An unknown address takes the same way: the worker finds nobody of this id.
    const userId = user?.id ?? randomUUID();
    await this.queues.add(queues.notices, `password-reset-${randomUUID()}`, { kind: 'password-reset', userId });
    await this.audit.report('password_reset_requested', user ? { target: user.id } : {});
    return { message: 'If an account has this email address, a link to reset the password is on its way.' };
  }
}
