import { Events, Queues, REDIS } from '@kith/kit';
import { events, queues, type JobOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { Message } from '../message.entity.js';

/** What is used of Redis here. */
interface OnceStore {
  set(key: string, value: string, ex: 'EX', seconds: number, nx: 'NX'): Promise<'OK' | null>;
  del(key: string): Promise<number>;
}

type Job = JobOf<typeof queues.replies>;
const HOUR_S = 3600;
const MINUTE_MS = 60_000;

/** What goes to Discord: replies, and words of ours where a reply cannot be given. */
@Injectable()
export class Outbox {
  constructor(
    private readonly queues: Queues,
    private readonly events: Events,
    @Inject(REDIS) private readonly redis: OnceStore,
  ) {}

  async sendReply(job: Job, { reply, truncated }: Pick<Message, 'reply' | 'truncated'>): Promise<void> {
    await this.send(job, 'reply', truncated ? `${reply} …` : reply);
  }

  /** A notice is not charged. */
  async sendNotice(job: Job, text: string): Promise<void> {
    await this.send(job, 'notice', text);
  }

  /** Nothing goes to Discord, where the companion seems to type: that ends. */
  async sendNothing({ botId, messageId, channelId }: Job): Promise<void> {
    await this.events.publish(events.messageSettled, { botId, messageId, channelId });
  }

  /** The daily limit is reached: said once an hour in each channel (decision B7). */
  async sayLimit(job: Job, resetsAt: string | undefined): Promise<void> {
    const key = `chat:limit-notice:${job.botId}:${job.channelId}`;
    if ((await this.redis.set(key, '1', 'EX', HOUR_S, 'NX')) !== 'OK') return this.sendNothing(job);
    try {
      await this.sendNotice(
        job,
        `I have used up my messages for today.${resetsAt ? ` They reset in ${timeUntil(resetsAt)}.` : ''}`,
      );
    } catch (error) {
      // Not said: the repeat of this job must not take it for said.
      await this.redis.del(key);
      throw error;
    }
  }

  private async send({ botId, messageId, channelId }: Job, kind: 'reply' | 'notice', text: string): Promise<void> {
    await this.queues.add(queues.deliveries, `${botId}-${messageId}`, { botId, messageId, channelId, text, kind });
  }
}

/** `3 h 12 m` (decision B6); at least a minute. */
export function timeUntil(resetsAt: string, now = Date.now()): string {
  const minutes = Math.max(1, Math.ceil((Date.parse(resetsAt) - now) / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours} h ${minutes % 60} m` : `${minutes} m`;
}
