import { Events, Queues, REDIS } from '@kith/kit';
import { events, queues, type AppError, type JobOf, type Plan } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { Reply } from './reply-writer.js';

/** The Redis commands that are used here. */
interface NoticeStore {
  set(key: string, value: string, ex: 'EX', seconds: number, nx: 'NX'): Promise<'OK' | null>;
  del(key: string): Promise<number>;
}

type Job = JobOf<typeof queues.replies>;
const HOUR_S = 3600;
const MINUTE_MS = 60_000;
const LIMIT_TEXT = 'I have used up my messages for today.';
const OWN_KEY_TEXT = 'I cannot answer right now: my owner needs to look at my settings.';
/** By the cap of the owner that is reached. */
const LIMIT_TEXTS: Readonly<Record<string, string>> = {
  bot: 'I have used up the messages that my owner allows me in a day.',
  server: 'This server has had all the messages from me that my owner allows in a day.',
  member: 'You have had all the messages from me that my owner allows in a day.',
};

/** Queues texts for Discord: replies, and notices where there is no reply. */
@Injectable()
export class Outbox {
  constructor(
    private readonly queues: Queues,
    private readonly events: Events,
    @Inject(REDIS) private readonly redis: NoticeStore,
  ) {}

  async sendReply(job: Job, { reply, truncated }: Pick<Reply, 'reply' | 'truncated'>, ownerPlan?: Plan): Promise<void> {
    await this.send(job, 'reply', truncated ? `${reply} …` : reply, ownerPlan);
  }

  /** A notice is not charged. */
  async sendNotice(job: Job, text: string): Promise<void> {
    await this.send(job, 'notice', text);
  }

  /** For a message that gets neither reply nor notice: ends the typing indicator. */
  async publishSettled({ ownerId, botId, messageId, channelId }: Job): Promise<void> {
    await this.events.publish(events.messageSettled, { ownerId, botId, messageId, channelId });
  }

  /** Posts that the daily limit or a cap is reached, once per hour and channel (docs/decisions.md B7). */
  async sendLimitNotice(job: Job, { details: { resetsAt, cap } }: AppError): Promise<void> {
    const text = `${LIMIT_TEXTS[cap ?? ''] ?? LIMIT_TEXT}${resetsAt ? ` They reset in ${timeUntil(resetsAt)}.` : ''}`;
    await this.sendHourlyNotice(job, 'limit-notice', text);
  }

  /** Posts, once per hour and channel, that the owner's own API key does not work. Why concerns the owner alone. */
  async sendOwnKeyNotice(job: Job): Promise<void> {
    await this.sendHourlyNotice(job, 'own-key-notice', OWN_KEY_TEXT);
  }

  private async sendHourlyNotice(job: Job, name: string, text: string): Promise<void> {
    const key = `chat:${name}:${job.botId}:${job.channelId}`;
    if ((await this.redis.set(key, '1', 'EX', HOUR_S, 'NX')) !== 'OK') return this.publishSettled(job);
    try {
      await this.sendNotice(job, text);
    } catch (error) {
      // The notice was not queued, so the next attempt must not skip it.
      await this.redis.del(key);
      throw error;
    }
  }

  private async send(job: Job, kind: 'reply' | 'notice', text: string, ownerPlan?: Plan): Promise<void> {
    const { ownerId, botId, messageId, channelId, guildId, interaction } = job;
    const delivery = { ownerId, ownerPlan, botId, messageId, channelId, guildId, text, kind, interaction };
    await this.queues.add(queues.deliveries, `${botId}-${messageId}`, delivery);
  }
}

/** `3 h 12 m` (docs/decisions.md B6); at least one minute. */
export function timeUntil(resetsAt: string, now = Date.now()): string {
  const minutes = Math.max(1, Math.ceil((Date.parse(resetsAt) - now) / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours} h ${minutes % 60} m` : `${minutes} m`;
}
