import { CONFIG, Work, type Config, type JobContext } from '@kith/kit';
import { queues, type JobOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Mailer } from './mailer.js';
import { User } from './user.entity.js';

type Notice = JobOf<typeof queues.notices>;

@Injectable()
export class NoticesWorker {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    @Inject(CONFIG) private readonly config: Config,
    private readonly mailer: Mailer,
  ) {}

  @Work(queues.notices)
  async sendNotice(notice: Notice, { jobId }: JobContext): Promise<void> {
    if (!this.mailer.isOn) return;
    const user = await this.users.findOneBy({ id: notice.userId });
    if (!user) return;
    const subject = `${oneLine(notice.botName)} has stopped`;
    await this.mailer.send({
      id: jobId,
      to: user.email,
      subject,
      text: botFailed(user.username, notice, this.config.PUBLIC_URL),
    });
  }
}

const botFailed = (username: string, { botName, reason }: Notice, publicUrl: string): string => `Hello ${oneLine(username)},

your companion ${oneLine(botName)} on Kith has stopped and does not answer on Discord any more.

${reason}

Start it again from your dashboard: ${publicUrl}/dashboard
`;

const oneLine = (words: string): string => words.replace(/\s+/g, ' ');
