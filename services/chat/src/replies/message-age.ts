import { REDIS } from '@kith/kit';
import { sentAtMs, type JobOf, type queues } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';

type Job = Pick<JobOf<typeof queues.replies>, 'botId' | 'channelId' | 'messageId' | 'revision' | 'missedMessages'>;

/** Nobody waits for an answer to an older message. */
const MAX_ANSWERED_AGE_MS = 600_000;
/** From this age on only the newest message of a channel is answered: they have waited for an outage. */
const OUTAGE_AGE_MS = 120_000;
/** How long work is tried again that failed because a part of Kith was down. */
const MAX_OUTAGE_MS = 900_000;
const MIN_WAIT_MS = 500;
const MAX_WAIT_MS = 10_000;

/** The Redis command that is used here. */
interface NewestMessages {
  get(key: string): Promise<string | null>;
}

/** What the age of a message means for its answer (docs/decisions.md C14). */
@Injectable()
export class MessageAge {
  constructor(@Inject(REDIS) private readonly redis: NewestMessages) {}

  /**
   * Whether the message is not to be answered any more: it is older than ten minutes, or than two when there is a newer one in its channel or the
   * owner wants no missed message answered, or it was left out in favour of newer ones, because too many waited.
   */
  async isMissed(job: Job, nowMs = Date.now()): Promise<boolean> {
    if ((await this.redis.get(`runner:missed:${job.botId}-${job.messageId}`)) !== null) return true;
    const asked = job.revision ?? job.messageId;
    const ageMs = nowMs - sentAtMs(asked);
    if (ageMs <= OUTAGE_AGE_MS) return false;
    if (ageMs > MAX_ANSWERED_AGE_MS || job.missedMessages === 'none') return true;
    const newest = await this.redis.get(`runner:newest:${job.botId}:${job.channelId}`);
    return newest !== null && BigInt(newest) > BigInt(asked);
  }
}

/** Milliseconds until work for a message is tried again after an outage: longer the older it is. Null when it is given up. */
export function outageWaitMs({ messageId, revision }: Pick<Job, 'messageId' | 'revision'>, nowMs = Date.now()): number | null {
  const ageMs = nowMs - sentAtMs(revision ?? messageId);
  return ageMs > MAX_OUTAGE_MS ? null : Math.min(Math.max(ageMs / 4, MIN_WAIT_MS), MAX_WAIT_MS);
}
