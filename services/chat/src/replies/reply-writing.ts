import { AppError, type JobOf, type queues } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { Interruptions } from './interruptions.js';
import { ReplyProgress } from './reply-progress.js';
import type { StreamedReply } from './streamed-reply.js';

type Job = JobOf<typeof queues.replies>;

const REPLY_TIMEOUT_MS = 120_000;

/** `stopped`: before there was any text; `superseded`: the reply is not wanted any more. */
export type Written = 'complete' | 'superseded' | 'stopped';

/** Has a reply written to its end, unless something happens to its question meanwhile. */
@Injectable()
export class ReplyWriting {
  constructor(
    private readonly interruptions: Interruptions,
    private readonly progress: ReplyProgress,
  ) {}

  /** Whether members see a beginning of the reply, which must not stand there alone. */
  isShown(job: Job): boolean {
    return this.progress.isShown(job);
  }

  isSuperseded(job: Job): Promise<boolean> {
    return this.interruptions.isSuperseded(job);
  }

  /** Throws MODEL_UNAVAILABLE when the model takes too long: that is no outage, after which the same would be tried again for long. */
  async finish(job: Job, streamed: StreamedReply): Promise<Written> {
    const running = this.interruptions.start(job);
    const timeout = AbortSignal.timeout(REPLY_TIMEOUT_MS);
    try {
      await streamed.finish(AbortSignal.any([timeout, running.signal]), this.progress.of(job));
    } catch (error) {
      if (running.reason !== null) return running.reason;
      throw timeout.aborted ? new AppError('MODEL_UNAVAILABLE') : error;
    } finally {
      running.end();
    }
    return (await this.interruptions.isSuperseded(job)) ? 'superseded' : 'complete';
  }
}
