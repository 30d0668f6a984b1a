import { UnrecoverableError } from 'bullmq';
import type { Redis } from 'ioredis';
import { JobPostponed } from './job-postponed.js';

/** A job during which its process ended so often is not begun again. */
const MAX_KILLED = 3;
/** Of the jobs during which it ended so often one runs at a time: whatever ran beside them may have been the cause. */
const SUSPECT_FROM = 2;
/** A suspect tries again after this while another one runs. */
const SUSPECT_RETRY_MS = 500;
/** Of the hash of a job. */
const UNENDED = 'unended';
/** Both write nothing for a job that was deleted: BullMQ would take the rest of it for the job, and would not add it again. */
const BEGIN = `if redis.call('exists', KEYS[1]) == 1 then redis.call('hincrby', KEYS[1], ARGV[1], 1) end`;
const END = `if redis.call('hexists', KEYS[1], ARGV[1]) == 1 then redis.call('hincrby', KEYS[1], ARGV[1], -1) end`;

interface StalledJob {
  readonly jobId: string;
  /** How often its worker disappeared, also while it only waited for its turn. */
  readonly stalls: number;
}

/**
 * Gives jobs up that end their process each time, by using up its memory for example. Jobs that ran beside them, and those that waited for their turn,
 * are not given up with them: of the suspects of a process one runs at a time. The others come back later, so that none of them holds a slot.
 */
export class KilledJobs {
  private isSuspectRunning = false;

  constructor(
    private readonly redis: Pick<Redis, 'hget' | 'eval'>,
    private readonly queue: string,
  ) {}

  /** Runs a job. What has never stalled costs no request. Throws JobPostponed for a suspect while another one runs. */
  async run({ jobId, stalls }: StalledJob, work: () => unknown): Promise<unknown> {
    if (stalls === 0) return work();
    const key = `jobs:${this.queue}:${jobId}`;
    const killed = Number(await this.redis.hget(key, UNENDED));
    if (killed + 1 >= MAX_KILLED) throw new UnrecoverableError('its process ended each time that it ran');
    if (killed + 1 < SUSPECT_FROM) return this.count(key, work);
    if (this.isSuspectRunning) throw new JobPostponed(SUSPECT_RETRY_MS);
    this.isSuspectRunning = true;
    try {
      return await this.count(key, work);
    } finally {
      this.isSuspectRunning = false;
    }
  }

  /** Notes that the job began, until it has ended in whatever way. The first run, before it stalled, is not noted. */
  private async count(key: string, work: () => unknown): Promise<unknown> {
    await this.redis.eval(BEGIN, 1, key, UNENDED);
    try {
      return await work();
    } finally {
      await this.redis.eval(END, 1, key, UNENDED).catch(() => undefined);
    }
  }
}
