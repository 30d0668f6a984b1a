import { HOUR_MS, AppError, type JobOf, type QueueContract } from '@kith/proto';
import { Queue, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { jobIdsWithPrefix } from './job-ids.js';
import { dataOf, signJob } from './job-signature.js';
import { connectRedis, disconnect, redisReady } from './redis.js';
import type { ServiceKeys } from './service-keys.js';
import { unfinishedJobs, type UnfinishedJob } from './unfinished-jobs.js';

/** BullMQ's. */
const MAX_PRIORITY = 2 ** 21;
export const JOB_DEFAULTS = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
  removeOnFail: { age: 7 * 86_400, count: 10_000 },
};
// A Discord session can be resumed for minutes: until then a replayed message must find its job id in use.
const COMPLETED_JOB_TTL_S = 900;
// ioredis reports this error shortly before it changes the status of the connection.
const NOT_SENT = /Stream isn't writeable/;

/** The result of `Queues.remove`: the data of the jobs. */
export interface JobRemoval<D> {
  readonly removed: readonly D[];
  readonly removedIds: readonly string[];
  /** Not removed because a worker is processing them. */
  readonly running: readonly D[];
}

export interface AddOptions {
  readonly delayMs?: number;
  /** Workers take the job with the lowest number first, among equal ones the oldest; jobs without a number before all others. */
  readonly priority?: number;
}

/** Adds jobs to queues. The caller chooses the id of each job, so that adding a job twice adds it once. */
export class Queues {
  private readonly queues = new Map<string, Queue>();
  private readonly connection: Redis;
  private wasReady = false;
  private opening: Promise<boolean> | undefined;

  constructor(
    redisUrl: string,
    private readonly keys: ServiceKeys,
  ) {
    this.connection = connectRedis(redisUrl);
    this.connection.once('ready', () => (this.wasReady = true));
  }

  /** Adds one job; `jobId` must not contain a colon. Throws BAD_INPUT when the data does not match the schema, UNAVAILABLE when Redis is down. */
  async add<Q extends QueueContract>(
    queue: Q,
    jobId: string,
    data: JobOf<Q>,
    { delayMs = 0, priority = 0 }: AddOptions = {},
  ): Promise<void> {
    const parsed = queue.data.safeParse(data);
    if (!parsed.success) throw new AppError('BAD_INPUT', `the data of a ${queue.name} job does not match its schema`);
    await this.requireRedis();
    const { attempts = JOB_DEFAULTS.attempts, keptS = COMPLETED_JOB_TTL_S } = queue;
    try {
      await this.of(queue).add(queue.name, signJob(this.keys, queue, jobId, parsed.data), {
        ...JOB_DEFAULTS,
        attempts,
        removeOnComplete: keptS === 0 ? true : { age: keptS },
        jobId,
        delay: delayMs,
        priority: Math.min(priority, MAX_PRIORITY),
      });
    } catch (error) {
      // Adding the job again is safe, so it does not matter whether Redis received it before the connection broke.
      throw this.connection.status === 'ready' && !NOT_SENT.test(String(error)) ? error : new AppError('UNAVAILABLE');
    }
  }

  /**
   * Adds a job again that may have been lost with Redis' data, or have failed permanently. The job id contains the hour: replicas that do this
   * at the same time add one job, and in a later hour a job that failed gets a successor.
   */
  async addAgain<Q extends QueueContract>(queue: Q, jobId: string, data: JobOf<Q>, now = new Date()): Promise<void> {
    await this.add(queue, `${jobId}-sweep${Math.floor(now.getTime() / HOUR_MS)}`, data);
  }

  /**
   * Removes the waiting jobs whose id starts with `prefix` and whose data matches; finished ones have no data any more. Returns their data,
   * and the data of matching jobs that cannot be removed because a worker is processing them.
   */
  async remove<Q extends QueueContract>(
    queue: Q,
    prefix: string,
    matches: (data: JobOf<Q>) => boolean,
  ): Promise<JobRemoval<JobOf<Q>>> {
    await this.requireRedis();
    const jobs = this.of(queue);
    const ids = await jobIdsWithPrefix(this.connection, jobs, [prefix]);
    const removal: { removed: JobOf<Q>[]; removedIds: string[]; running: JobOf<Q>[] } = {
      removed: [],
      removedIds: [],
      running: [],
    };
    for (const jobId of ids) {
      const job = (await jobs.getJob(jobId)) as Job | undefined;
      if (!job || isFinished(job.data)) continue;
      const data = dataOf(job.data) as JobOf<Q>;
      if (!matches(data)) continue;
      // Fails while a worker holds the job, and for a job that was completed and deleted in the meantime.
      const isRemoved = await job.remove().then(
        () => true,
        async () => (await jobs.getJob(jobId)) === undefined,
      );
      removal[isRemoved ? 'removed' : 'running'].push(data);
      if (isRemoved) removal.removedIds.push(jobId);
    }
    return removal;
  }

  /** The jobs that have not ended and whose ids start with one of `prefixes`, which are of the same length. Unsigned ones are left out. */
  async unfinished<Q extends QueueContract>(queue: Q, prefixes: readonly string[]): Promise<UnfinishedJob<JobOf<Q>>[]> {
    await this.requireRedis();
    return unfinishedJobs(this.connection, { contract: queue, queue: this.of(queue), keys: this.keys }, prefixes);
  }

  /** Removes the jobs with these ids, finished ones too, and returns the ids that are gone: not those that a worker is processing. */
  async removeById(queue: QueueContract, jobIds: Iterable<string>): Promise<string[]> {
    await this.requireRedis();
    const ids = [...jobIds];
    const removed = await Promise.all(ids.map((jobId) => this.of(queue).remove(jobId)));
    return ids.filter((_, at) => removed[at] === 1);
  }

  /** Which of the jobs have ended and are kept. */
  async endedAmong(queue: QueueContract, jobIds: readonly string[]): Promise<string[]> {
    await this.requireRedis();
    const jobs = this.of(queue);
    const reading = this.connection.pipeline();
    for (const jobId of jobIds) reading.hexists(jobs.toKey(jobId), 'finishedOn');
    const found = (await reading.exec()) ?? [];
    return jobIds.filter((_, at) => found[at]?.[1] === 1);
  }

  /**
   * When the oldest job was to begin, in epoch ms, of those that began first, wait longest, and are next and last by priority; null for none. Those that
   * are to run later do not count, also after a failure.
   */
  async oldestDueAtMs(queue: QueueContract): Promise<number | null> {
    await this.requireRedis();
    const { connection } = this;
    const keyOf = (name: string) => this.of(queue).toKey(name);
    const ends = ['0', '-1'].map((at) => connection.zrange(keyOf('prioritized'), at, at));
    const ids = await Promise.all([connection.lindex(keyOf('active'), -1), connection.lindex(keyOf('wait'), -1), ...ends]);
    const jobs = ids.flat().flatMap((id) => (id ? connection.hmget(keyOf(id), 'timestamp', 'opts') : []));
    const times = (await Promise.all(jobs)).flatMap(([addedAtMs, options]) => dueAtMs(addedAtMs, options) ?? []);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Number of waiting, running and delayed jobs. */
  async depth(queue: QueueContract): Promise<number> {
    const counts = await this.of(queue).getJobCounts('wait', 'active', 'delayed', 'prioritized');
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
  }

  async close(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    disconnect(this.connection);
  }

  /** The first call opens the connection. Without this check BullMQ would wait for it, and a new queue for the next one. */
  private async requireRedis(): Promise<void> {
    if (this.connection.status === 'ready') return;
    if (this.wasReady) throw new AppError('UNAVAILABLE');
    this.opening ??= isReady(this.connection).finally(() => (this.opening = undefined));
    if (!(await this.opening)) throw new AppError('UNAVAILABLE');
  }

  private of(contract: QueueContract): Queue {
    let queue = this.queues.get(contract.name);
    if (!queue) {
      queue = new Queue(contract.name, { connection: this.connection, prefix: 'jobs' });
      queue.on('error', () => undefined);
      this.queues.set(contract.name, queue);
    }
    return queue;
  }
}

const isReady = (connection: Redis): Promise<boolean> =>
  redisReady(connection).then(
    () => true,
    () => false,
  );

/** Of the data of a job: it has ended. */
export const isFinished = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'finished' in data && data.finished === true;

/** Undefined for a job that is gone. */
function dueAtMs(addedAtMs: string | null | undefined, options: string | null | undefined): number | undefined {
  if (!addedAtMs) return undefined;
  const { delay = 0 } = JSON.parse(options ?? '{}') as { delay?: number };
  return Number(addedAtMs) + delay;
}
