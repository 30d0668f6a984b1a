import { CONFIG, HandleJob, type Config, type JobContext } from '@kith/kit';
import { queues, unreachable, type JobOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { PasswordResetLinks } from '../passwords/password-reset-links.service.js';
import { UserEntity } from '../user.entity.js';
import { Mailer, type Mail } from './mailer.js';

type Notice = JobOf<typeof queues.notices>;
type MailContent = Pick<Mail, 'subject' | 'text'>;

@Injectable()
export class NoticesWorker {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    @Inject(CONFIG) private readonly config: Config,
    private readonly resetLinks: PasswordResetLinks,
    private readonly mailer: Mailer,
  ) {}

  @HandleJob(queues.notices)
  async sendNotice(notice: Notice, { jobId, attempt }: JobContext): Promise<void> {
    if (!this.mailer.isConfigured) return;
    const user = await this.users.findOneBy({ id: notice.userId });
    if (!user || !wants(user, notice)) return;
    // Each attempt creates a new link, so its mail needs an id of its own; any other notice is the same mail in every attempt.
    const id = notice.kind === 'password-reset' ? `${jobId}-${attempt}` : jobId;
    await this.mailer.send({ id, to: user.email, ...(await this.compose(user, notice)) });
  }

  private async compose(user: UserEntity, notice: Notice): Promise<MailContent> {
    const { username } = user;
    switch (notice.kind) {
      case 'bot-failed':
        return botFailed(username, notice, this.config.PUBLIC_URL);
      case 'password-reset':
        return passwordReset(username, await this.resetLinks.create(user));
      default:
        return unreachable(notice);
    }
  }
}

/** A reset link was requested and is always sent; other notices depend on the user's settings. */
const wants = ({ emailNotifications, botStatusAlerts }: UserEntity, { kind }: Notice): boolean =>
  kind === 'password-reset' || (emailNotifications && botStatusAlerts);

const botFailed = (
  username: string,
  { botName, reason }: Extract<Notice, { kind: 'bot-failed' }>,
  publicUrl: string,
): MailContent => ({
  subject: `${oneLine(botName)} has stopped`,
  text: `Hello ${oneLine(username)},

your companion ${oneLine(botName)} on Kith has stopped and does not answer on Discord any more.

${reason}

Start it again from your dashboard: ${publicUrl}/dashboard

You can switch these mails off in your settings: ${publicUrl}/settings
`,
});

const passwordReset = (username: string, link: string): MailContent => ({
  subject: 'Reset your Kith password',
  text: `Hello ${oneLine(username)},

somebody, hopefully you, wants to set a new password for your account on Kith. This link does it, once and within the next hour:

${link}

If it was not you, ignore this mail: your password stays as it is.
`,
});

// Names may contain line breaks, which would add headers to the mail.
const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
