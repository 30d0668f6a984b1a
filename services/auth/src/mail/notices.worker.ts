import { CONFIG, HandleJob, type Config, type JobContext } from '@kith/kit';
import { queues, type JobOf, type NotificationContent } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { PasswordResetLinks } from '../passwords/password-reset-links.service.js';
import { UserEntity } from '../user.entity.js';
import { notificationMail, passwordResetMail } from './mail-texts.js';
import { Mailer } from './mailer.js';

type Job = JobOf<typeof queues.notices>;

@Injectable()
export class NoticesWorker {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    @Inject(CONFIG) private readonly config: Config,
    private readonly resetLinks: PasswordResetLinks,
    private readonly mailer: Mailer,
  ) {}

  @HandleJob(queues.notices)
  async work({ userId, ...notice }: Job, { jobId, attempt }: JobContext): Promise<void> {
    const user = await this.users.findOneBy({ id: userId });
    if (!user) return;
    if (notice.kind === 'password-reset') return this.mailResetLink(user, `${jobId}-${attempt}`);
    if (notice.kind === 'product-news') return;
    await this.mail(user, jobId, notice);
  }

  /** Each attempt creates a new link, so its mail needs an id of its own. */
  private async mailResetLink(user: UserEntity, id: string): Promise<void> {
    if (!this.mailer.isConfigured) return;
    const link = await this.resetLinks.create(user);
    await this.mailer.send({ id, to: user.email, ...passwordResetMail(user.username, link) });
  }

  private async mail(user: UserEntity, id: string, content: NotificationContent): Promise<void> {
    if (!this.mailer.isConfigured || !wantsMail(user, content)) return;
    await this.mailer.send({ id, to: user.email, ...notificationMail(content, user.username, this.config.PUBLIC_URL) });
  }
}

/** Mails about bots and usage each have a switch of their own besides the one for all mails. */
function wantsMail(user: UserEntity, { kind }: NotificationContent): boolean {
  if (!user.emailNotifications) return false;
  switch (kind) {
    case 'bot-failed':
    case 'bot-paused':
      return user.botStatusAlerts;
    case 'usage-warning':
    case 'usage-report':
      return user.usageReports;
    case 'product-news':
      return user.marketingUpdates;
    default:
      return true;
  }
}
