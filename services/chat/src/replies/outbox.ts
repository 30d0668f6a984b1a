import { Events, Queues, REDIS } from '@kith/kit';
import { events, queues, type JobOf, type Plan } from '@kith/proto';
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

  /** Posts that the daily limit is reached, once per hour and channel (docs/decisions.md B7). */
  async sendLimitNotice(job: Job, resetsAt: string | undefined): Promise<void> {
    const key = `chat:limit-notice:${job.botId}:${job.channelId}`;
    if ((await this.redis.set(key, '1', 'EX', HOUR_S, 'NX')) !== 'OK') return this.publishSettled(job);
    try {
      await this.sendNotice(
        job,
        `I have used up my messages for today.${resetsAt ? ` They reset in ${timeUntil(resetsAt)}.` : ''}`,
      );
    } catch (error) {
      // The notice was not queued, so the next attempt must not skip it.
      await this.redis.del(key);
      throw error;
    }
  }

  private async send(job: Job, kind: 'reply' | 'notice', text: string, ownerPlan?: Plan): Promise<void> {
    const { ownerId, botId, messageId, channelId } = job;
    const delivery = { ownerId, ownerPlan, botId, messageId, channelId, text, kind };
    await this.queues.add(queues.deliveries, `${botId}-${messageId}`, delivery);
  }
}

/** `3 h 12 m` (docs/decisions.md B6); at least one minute. */
export function timeUntil(resetsAt: string, now = Date.now()): string {
  const minutes = Math.max(1, Math.ceil((Date.parse(resetsAt) - now) / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours} h ${minutes % 60} m` : `${minutes} m`;
}
