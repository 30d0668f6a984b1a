import { UnrecoverableError } from 'bullmq';
import type { Redis } from 'ioredis';

/** A job during which its process ended so often is not begun again. */
const MAX_KILLED = 4;
/** One during which it ended so often runs alone: whatever ran beside it may have been the cause. */
const ALONE_FROM = 2;
/** Of the hash of a job. */
const UNENDED = 'unended';

interface StalledJob {
  readonly jobId: string;
  /** How often its worker disappeared, also while it only waited for its turn. */
  readonly stalls: number;
}

/**
 * Gives jobs up that end their process each time, by using up its memory for example. Jobs that ran beside them, and those that waited for their turn,
 * are not given up with them: suspects run one after the other.
 */
export class KilledJobs {
  private lastAlone: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly redis: Pick<Redis, 'hget' | 'hincrby'>,
    private readonly queue: string,
  ) {}

  /** Runs a job. What has never stalled costs no request. */
  async run({ jobId, stalls }: StalledJob, work: () => unknown): Promise<unknown> {
    if (stalls === 0) return work();
    const key = `jobs:${this.queue}:${jobId}`;
    const killed = Number(await this.redis.hget(key, UNENDED));
    if (killed + 1 >= MAX_KILLED) throw new UnrecoverableError('its process ended each time that it ran');
    if (killed + 1 < ALONE_FROM) return this.count(key, work);
    const alone = this.lastAlone.then(() => this.count(key, work));
    this.lastAlone = alone.catch(() => undefined);
    return alone;
  }

  /** Notes that the job began, until it has ended in whatever way. The first run, before it stalled, is not noted. */
  private async count(key: string, work: () => unknown): Promise<unknown> {
    await this.redis.hincrby(key, UNENDED, 1);
    try {
      return await work();
    } finally {
      await this.redis.hincrby(key, UNENDED, -1).catch(() => undefined);
    }
  }
}
