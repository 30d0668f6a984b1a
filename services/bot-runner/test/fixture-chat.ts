import { Worker } from 'bullmq';
import type { Runtime } from '@kith/kit';
import { fixture, fixtureService } from '@kith/kit/testing';
import { chat, queues, type JobOf } from '@kith/proto';
import { Redis } from 'ioredis';

/** Plays the chat service: answers each reply job with "re: <content>", counts what runners say about deliveries. */
export class FixtureChat {
  readonly delivered: string[] = [];
  readonly undeliverable: { messageId: string; reason: string }[] = [];
  readonly purged: string[] = [];
  readonly jobs: JobOf<typeof queues.replies>[] = [];
  /** What is answered. */
  answer: (job: JobOf<typeof queues.replies>) => string = (job) => `re: ${job.content}`;
  /** May fail, as a chat service in trouble does. */
  beforeDelivered: () => void = () => undefined;
  #played: { close(): Promise<void> } | null = null;
  #worker: Worker | null = null;
  #connection: Redis | null = null;

  constructor(private readonly runtime: Runtime) {}

  async play(): Promise<void> {
    this.#played = await fixtureService(this.runtime, 'chat', [
      fixture(chat.delivered, ({ messageId }) => {
        this.beforeDelivered();
        this.delivered.push(messageId);
        return {};
      }),
      fixture(chat.undeliverable, ({ messageId, reason }) => {
        this.undeliverable.push({ messageId, reason });
        return {};
      }),
      fixture(chat.purge, ({ botId }) => {
        this.purged.push(botId);
        return {};
      }),
    ]);
    this.#connection = new Redis(this.runtime.config.REDIS_URL, { maxRetriesPerRequest: null });
    this.#connection.on('error', () => undefined);
    this.#worker = new Worker(queues.replies.name, (job) => this.#reply(job.data as JobOf<typeof queues.replies>), {
      connection: this.#connection,
      prefix: 'jobs',
      concurrency: 20,
    });
    this.#worker.on('error', () => undefined);
  }

  async leave(): Promise<void> {
    await this.#worker?.close();
    this.#connection?.disconnect();
    await this.#played?.close();
  }

  async #reply(job: JobOf<typeof queues.replies>): Promise<void> {
    const { botId, messageId, channelId } = job;
    this.jobs.push(job);
    await this.runtime.queues.add(queues.deliveries, `${botId}-${messageId}`, {
      botId,
      messageId,
      channelId,
      text: this.answer(job),
      kind: 'reply',
    });
  }
}
