import { CONFIG, HandleJob, type Config, type JobContext } from '@kith/kit';
import { queues, type JobOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { StoredContent } from '../notifications/notification.entity.js';
import { wantsMail, wantsNotification } from '../notifications/notification-switches.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { PasswordResetLinks } from '../passwords/password-reset-links.service.js';
import { UserEntity } from '../user.entity.js';
import { emailChangedMail, notificationMail, passwordResetMail } from './mail-texts.js';
import { Mailer } from './mailer.js';

type Job = JobOf<typeof queues.notices>;

@Injectable()
export class NoticesWorker {
  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly resetLinks: PasswordResetLinks,
    private readonly notifications: NotificationsService,
    private readonly mailer: Mailer,
  ) {}

  @HandleJob(queues.notices)
  async work({ userId, ...notice }: Job, { jobId, attempt }: JobContext): Promise<void> {
    if (notice.kind === 'password-reset') {
      await this.mailResetLink(userId, `${jobId}-${attempt}`);
      return;
    }
    const user = await this.findUser(userId);
    if (!user) return;
    if (notice.kind === 'email-changed') await this.mailOldAddress(user, notice.address, jobId);
    else if (wantsNotification(user, notice.kind)) await this.notify(user, jobId, notice);
  }

  /** A change of the user queues its notice before it is committed; the lock waits until then, so that the new address is read. */
  private findUser(id: string): Promise<UserEntity | null> {
    return this.database.transaction((manager) =>
      manager.findOne(UserEntity, { where: { id }, lock: { mode: 'pessimistic_read' } }),
    );
  }

  /**
   * Each attempt creates a new link, so its mail needs an id of its own. A user whose address is being changed gets none: `create` refuses
   * when the address is no longer the one that was read here without waiting.
   */
  private async mailResetLink(userId: string, id: string): Promise<void> {
    if (!this.mailer.isConfigured) return;
    const user = await this.database.manager.findOneBy(UserEntity, { id: userId });
    if (!user) return;
    const link = await this.resetLinks.create(user);
    await this.mailer.send({ id, to: user.email, ...passwordResetMail(user.username, link) });
  }

  private async mailOldAddress({ username }: UserEntity, address: string, id: string): Promise<void> {
    if (this.mailer.isConfigured)
      await this.mailer.send({ id, to: address, ...emailChangedMail(username, this.config.PUBLIC_URL) });
  }

  private async notify(user: UserEntity, jobId: string, notice: StoredContent): Promise<void> {
    const stored = await this.notifications.store(user.id, jobId, notice);
    if (!stored || stored.mailedAt || !this.mailer.isConfigured || !wantsMail(user, notice.kind)) return;
    const content = await this.notifications.contentOf(notice);
    if (!content) return;
    await this.mailer.send({ id: jobId, to: user.email, ...notificationMail(content, user.username, this.config.PUBLIC_URL) });
    await this.notifications.markMailed(stored);
  }
}
