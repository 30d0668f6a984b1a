import { Events, Interval, LOGGER, type Logger } from '@kith/kit';
import { events, type JobOf, type queues } from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { TypingIndicators } from './typing-indicators.js';

type Job = JobOf<typeof queues.replies>;

/** Shorter than the queue keeps the id of a finished job: a message that is added again after its answer is not answered twice. */
const MAX_AGE_MS = 840_000;
const SWEEP_EVERY_MS = 60_000;
/** Characters of all texts together. Above it the oldest messages are no longer remembered. */
const MAX_CHARACTERS = 20_000_000;

interface Accepted {
  readonly job: Job;
  readonly atMs: number;
}

/** The messages that this process has put into the queue and whose answer is outstanding: they are added again when Redis has lost its data. */
@Injectable()
export class AcceptedMessages implements OnModuleInit, OnModuleDestroy {
  /** By bot and message, oldest first. */
  private readonly messages = new Map<string, Accepted>();
  private characters = 0;
  private unsubscribe: (() => void) | undefined;

  constructor(
    private readonly events: Events,
    private readonly typing: TypingIndicators,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    this.unsubscribe = await this.events.subscribe(events.messageSettled, (message) => this.forget(keyOf(message)));
  }

  onModuleDestroy(): void {
    this.unsubscribe?.();
  }

  /** All outstanding messages, oldest first. */
  all(): Job[] {
    return [...this.messages.values()].map(({ job }) => job);
  }

  /** The message is in the queue: it is remembered, and the bot is shown as typing. */
  accept(job: Job, nowMs = Date.now()): void {
    this.remember(job, nowMs);
    this.typing.start(job.botId, job.channelId, job.messageId);
  }

  @Interval(SWEEP_EVERY_MS, 'the sweep of accepted messages')
  sweep(nowMs = Date.now()): void {
    for (const [key, { atMs }] of this.messages) {
      if (atMs > nowMs - MAX_AGE_MS) return;
      this.forget(key);
    }
  }

  private remember(job: Job, nowMs: number): void {
    const key = keyOf(job);
    const known = this.messages.get(key);
    if (known && jobIdOf(known.job) === jobIdOf(job)) return;
    // A changed question takes the place of the one as it was written first.
    if (known) this.forget(key);
    this.messages.set(key, { job, atMs: nowMs });
    this.characters += job.content.length;
    while (this.characters > MAX_CHARACTERS) this.forgetOldest();
  }

  private forget(key: string): void {
    const message = this.messages.get(key);
    if (message && this.messages.delete(key)) this.characters -= message.job.content.length;
  }

  private forgetOldest(): void {
    const [oldest = ''] = this.messages.keys();
    this.forget(oldest);
    this.logger.warn({ jobId: oldest }, 'too many outstanding messages: the oldest would not survive a loss of Redis');
  }
}

const keyOf = ({ botId, messageId }: Pick<Job, 'botId' | 'messageId'>): string => `${botId}-${messageId}`;

export const jobIdOf = ({ revision, ...job }: Pick<Job, 'botId' | 'messageId' | 'revision'>): string =>
  revision === undefined ? keyOf(job) : `${keyOf(job)}-${revision}`;
