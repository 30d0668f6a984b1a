import { Events, REDIS } from '@kith/kit';
import { events, type EventOf, type JobOf, type queues } from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';

type Job = Pick<JobOf<typeof queues.replies>, 'botId' | 'messageId' | 'revision'>;
type Reason = EventOf<typeof events.replyInterrupted>['reason'];

/** The Redis command that is used here. */
interface RevisionStore {
  get(key: string): Promise<string | null>;
}

/** A reply while it is written. */
export interface Interruption {
  /** Aborts when the reply is not to be finished. */
  readonly signal: AbortSignal;
  /** Null as long as the reply is to be finished. */
  readonly reason: Reason | null;
  /** To be called when it is written. */
  end(): void;
}

/** Which replies are not wanted any more, or are to end where they are (docs/decisions.md C31, C32). */
@Injectable()
export class Interruptions implements OnModuleInit, OnModuleDestroy {
  private readonly running = new Set<RunningReply>();
  private unsubscribe: (() => void) | undefined;

  constructor(
    private readonly events: Events,
    @Inject(REDIS) private readonly redis: RevisionStore,
  ) {}

  async onModuleInit(): Promise<void> {
    this.unsubscribe = await this.events.subscribe(events.replyInterrupted, (interrupted) => {
      for (const reply of this.running) reply.interrupt(interrupted);
    });
  }

  onModuleDestroy(): void {
    this.unsubscribe?.();
  }

  /** Whether the message was deleted, or is answered by a job of a later revision. The runner notes it before it announces it. */
  async isSuperseded({ botId, messageId, revision = '0' }: Job): Promise<boolean> {
    return BigInt((await this.redis.get(`runner:superseded:${botId}-${messageId}`)) ?? 0) > BigInt(revision);
  }

  start(job: Job): Interruption {
    const reply = new RunningReply(job, () => this.running.delete(reply));
    this.running.add(reply);
    return reply;
  }
}

class RunningReply implements Interruption {
  private readonly controller = new AbortController();
  reason: Reason | null = null;

  constructor(
    private readonly job: Job,
    readonly end: () => void,
  ) {}

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  interrupt({ botId, messageId, reason, before }: EventOf<typeof events.replyInterrupted>): void {
    if (botId !== this.job.botId || messageId !== this.job.messageId) return;
    if (before !== undefined && BigInt(before) <= BigInt(this.job.revision ?? 0)) return;
    this.reason ??= reason;
    this.controller.abort();
  }
}
