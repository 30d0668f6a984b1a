import { AppError, type JobOf, type QueueContract } from '@kith/proto';
import { SetMetadata } from '@nestjs/common';
import { Queue, UnrecoverableError, Worker, type Job, type JobType } from 'bullmq';
import { Redis } from 'ioredis';
import type { Logger } from './logger.js';
import { connectRedis, disconnect } from './redis.js';
import { callScope } from './rpc/protocol.js';

const HANDLE_JOB = Symbol('handle-job');

/** Marks the method that works the jobs of a queue: `(data, job)`. Boot fails when a queue has no such method, or two. */
export const HandleJob = (queue: QueueContract): MethodDecorator => SetMetadata(HANDLE_JOB, queue);

/** The queue a method works, if any. */
export const queueHandledBy = (method: unknown): QueueContract | undefined =>
  Reflect.getMetadata(HANDLE_JOB, method as object) as QueueContract | undefined;

/** What a worker method gets beside the data. */
export interface JobContext {
  readonly jobId: string;
  /** 1 at the first try. */
  readonly attempt: number;
  readonly isLastAttempt: boolean;
}

// A worker that closes looks this often whether Redis is there: away at two looks it is given up.
const LOOK_MS = 1500;
// Killed workers' jobs are taken over within seconds; BullMQ's defaults take a minute (architecture, section 2).
const LOCK_MS = 10_000;
// ioredis says so a moment before it says that the connection is lost.
const NOT_SENT = /Stream isn't writeable/;
const MAX_STALLED = 3;
const HOUR_MS = 3_600_000;
const JOB_DEFAULTS = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
  removeOnFail: { age: 7 * 86_400, count: 10_000 },
};
// Long enough that a replayed Discord message finds its job id taken (session resume lasts minutes).
const KEPT_S = 900;
const EVERY_STATE: readonly JobType[] = ['wait', 'prioritized', 'delayed', 'active', 'completed', 'failed'];

/** What `Queues.remove` found. */
export interface JobRemoval<D> {
  readonly removed: readonly D[];
  /** Still there: a worker holds them. */
  readonly running: readonly D[];
}

/** Adds jobs. Each job has an id that we choose: adding it twice adds it once. */
export class Queues {
  private readonly queues = new Map<string, Queue>();
  private readonly connection: Redis;
  private wasReady = false;

  constructor(redisUrl: string) {
    this.connection = connectRedis(redisUrl);
    this.connection.once('ready', () => (this.wasReady = true));
  }

  /** Adds one job; `jobId` must not hold a colon. Throws BAD_INPUT when the data does not fit, UNAVAILABLE when Redis is away. */
  async add<Q extends QueueContract>(queue: Q, jobId: string, data: JobOf<Q>, options: { delayMs?: number } = {}): Promise<void> {
    const parsed = queue.data.safeParse(data);
    if (!parsed.success) throw new AppError('BAD_INPUT', `job ${queue.name} does not fit its schema`);
    this.requireRedis();
    const { attempts = JOB_DEFAULTS.attempts, keptS = KEPT_S } = queue;
    try {
      await this.of(queue).add(queue.name, parsed.data, {
        ...JOB_DEFAULTS,
        attempts,
        removeOnComplete: keptS === 0 ? true : { age: keptS },
        jobId,
        delay: options.delayMs ?? 0,
      });
    } catch (error) {
      // Adding it again is safe, so it does not matter whether Redis had it when the connection broke.
      throw this.connection.status === 'ready' && !NOT_SENT.test(String(error)) ? error : new AppError('UNAVAILABLE');
    }
  }

  /**
   * Adds a job that may have got lost with Redis' data, or have failed for good. The hour stands in its id: replicas that do so at the same
   * time add one, and whoever does so for hours gets a successor of one that failed.
   */
  async addAgain<Q extends QueueContract>(queue: Q, jobId: string, data: JobOf<Q>, now = new Date()): Promise<void> {
    await this.add(queue, `${jobId}-sweep${Math.floor(now.getTime() / HOUR_MS)}`, data);
  }

  /**
   * Takes jobs out of a queue whose id begins with `prefix` and whose data are meant: those that wait, and those that are done or failed
   * and kept. Answers what they carried, and what those carry that cannot be taken because they are being worked on at this moment.
   */
  async remove<Q extends QueueContract>(
    queue: Q,
    prefix: string,
    isMeant: (data: JobOf<Q>) => boolean,
  ): Promise<JobRemoval<JobOf<Q>>> {
    this.requireRedis();
    const jobs = this.of(queue);
    // One answer of Redis: asked for in parts, a job that changes its state would be missed.
    const ids = (await jobs.getRanges([...EVERY_STATE], 0, -1)).filter((jobId) => jobId.startsWith(prefix));
    const removal: { removed: JobOf<Q>[]; running: JobOf<Q>[] } = { removed: [], running: [] };
    for (const jobId of new Set(ids)) {
      const job = (await jobs.getJob(jobId)) as Job<JobOf<Q>> | undefined;
      if (!job || !isMeant(job.data)) continue;
      // Refused while a worker holds the job; one that was done meanwhile may go by itself.
      const isGone = await job.remove().then(
        () => true,
        async () => (await jobs.getJob(jobId)) === undefined,
      );
      removal[isGone ? 'removed' : 'running'].push(job.data);
    }
    return removal;
  }

  /** Jobs that wait, run or are delayed; for health and metrics. */
  async depth(queue: QueueContract): Promise<number> {
    const counts = await this.of(queue).getJobCounts('wait', 'active', 'delayed', 'prioritized');
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
  }

  async close(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    disconnect(this.connection);
  }

  // BullMQ waits for the first connection, and a queue that is new for the next one.
  private requireRedis(): void {
    if (this.wasReady && this.connection.status !== 'ready') throw new AppError('UNAVAILABLE');
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

type Method = (data: unknown, context: JobContext) => unknown;

/** Works a queue until closed. A job that does not fit its schema fails for good; an AppError that no repeat can mend, too. */
export function startWorker(
  contract: QueueContract,
  redisUrl: string,
  method: Method,
  logger: Logger,
  lockMs = LOCK_MS,
): { close(): Promise<void> } {
  const [connection, connections] = openForWorker(redisUrl);
  const worker = new Worker(contract.name, (job) => runJob(contract, job, method), {
    connection,
    prefix: 'jobs',
    concurrency: contract.concurrency,
    lockDuration: lockMs,
    stalledInterval: lockMs / 2,
    maxStalledCount: MAX_STALLED,
  });
  worker.on('error', (error) => logger.debug({ queue: contract.name, err: error }, 'worker connection'));
  worker.on('failed', (job, error) =>
    logger.warn({ queue: contract.name, jobId: job?.id, attempt: job?.attemptsMade, reason: error.message }, 'job failed'),
  );
  return {
    close: async () => {
      // What runs may take its time, but nothing can be waited for that a Redis which is away would have to answer.
      let wereAway: readonly Redis[] = [];
      const giveUp = setInterval(() => {
        const areAway = connections.filter(({ status }) => status !== 'ready');
        areAway.filter((each) => wereAway.includes(each)).forEach(disconnect);
        wereAway = areAway;
      }, LOOK_MS);
      // Never force: a forced close leaves the job stalled for half a minute.
      await worker.close().finally(() => clearInterval(giveUp));
      connections.forEach(disconnect);
    },
  };
}

/** The connection that a worker is given, and all that it makes of it: BullMQ copies it for the command that waits for a job. */
function openForWorker(redisUrl: string): [Redis, readonly Redis[]] {
  // Waits for Redis as long as it takes, as BullMQ wants it for workers.
  const connection = new Redis(redisUrl, { maxRetriesPerRequest: null });
  const connections = [connection];
  const duplicate = connection.duplicate.bind(connection);
  connection.duplicate = (options) => {
    const copy = duplicate(options);
    copy.on('error', () => undefined);
    connections.push(copy);
    return copy;
  };
  connection.on('error', () => undefined);
  return [connection, connections];
}

// Repeating these changes nothing: the input, the owner or the state of the world forbids it.
const FINAL_STATUSES = new Set([400, 401, 403, 404, 409, 413, 415, 422]);

async function runJob(contract: QueueContract, job: Job, method: Method): Promise<unknown> {
  const parsed = contract.data.safeParse(job.data);
  if (!parsed.success) throw new UnrecoverableError(`data does not fit the schema of ${contract.name}`);
  const attempt = job.attemptsMade + 1;
  const context: JobContext = { jobId: job.id ?? '', attempt, isLastAttempt: attempt >= (job.opts.attempts ?? 1) };
  try {
    return await callScope.run({ meta: { 'x-request-id': `job-${contract.name}-${context.jobId}` } }, async () =>
      method(parsed.data, context),
    );
  } catch (error) {
    if (error instanceof AppError && FINAL_STATUSES.has(error.status)) throw new UnrecoverableError(error.message);
    throw error;
  }
}
