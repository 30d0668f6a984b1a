import { CONFIG, HandleJob, type Config, type JobContext } from '@kith/kit';
import { queues, unreachable, type JobOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { ResetLinks } from '../reset/reset-links.js';
import { User } from '../user.entity.js';
import { Mailer, type Mail } from './mailer.js';

type Notice = JobOf<typeof queues.notices>;
type Letter = Pick<Mail, 'subject' | 'text'>;

@Injectable()
export class NoticesWorker {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    @Inject(CONFIG) private readonly config: Config,
    private readonly links: ResetLinks,
    private readonly mailer: Mailer,
  ) {}

  @HandleJob(queues.notices)
  async sendNotice(notice: Notice, { jobId, attempt }: JobContext): Promise<void> {
    if (!this.mailer.isOn) return;
    const user = await this.users.findOneBy({ id: notice.userId });
    if (!user || !wants(user, notice)) return;
    // A link is new in each attempt, so the mail is another one; a notice stays the same one.
    const id = notice.kind === 'password-reset' ? `${jobId}-${attempt}` : jobId;
    await this.mailer.send({ id, to: user.email, ...(await this.letter(user, notice)) });
  }

  private async letter(user: User, notice: Notice): Promise<Letter> {
    const { username } = user;
    switch (notice.kind) {
      case 'bot-failed':
        return botFailed(username, notice, this.config.PUBLIC_URL);
      case 'password-reset':
        return passwordReset(username, await this.links.create(user));
      default:
        return unreachable(notice);
    }
  }
}

/** Notices are sent as the user set them; a reset link was asked for. */
const wants = ({ emailNotifications, botStatusAlerts }: User, { kind }: Notice): boolean =>
  kind === 'password-reset' || (emailNotifications && botStatusAlerts);

const botFailed = (
  username: string,
  { botName, reason }: Extract<Notice, { kind: 'bot-failed' }>,
  publicUrl: string,
): Letter => ({
  subject: `${oneLine(botName)} has stopped`,
  text: `Hello ${oneLine(username)},

your companion ${oneLine(botName)} on Kith has stopped and does not answer on Discord any more.

${reason}

Start it again from your dashboard: ${publicUrl}/dashboard

You can switch these mails off in your settings: ${publicUrl}/settings
`,
});

const passwordReset = (username: string, link: string): Letter => ({
  subject: 'Reset your Kith password',
  text: `Hello ${oneLine(username)},

somebody, hopefully you, wants to set a new password for your account on Kith. This link does it, once and within the next hour:

${link}

If it was not you, ignore this mail: your password stays as it is.
`,
});

const oneLine = (words: string): string => words.replace(/\s+/g, ' ');
