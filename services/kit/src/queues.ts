import { HOUR_MS, AppError, type JobOf, type QueueContract, type QueueTurns } from '@kith/proto';
import { SetMetadata } from '@nestjs/common';
import { DelayedError, Queue, UnrecoverableError, Worker, type Job } from 'bullmq';
import { Redis } from 'ioredis';
import { jobIdsWithPrefix } from './job-ids.js';
import { JobPostponed } from './job-postponed.js';
import { dataOf, signJob, verifyJob } from './job-signature.js';
import { JobTurns, type OwnerPlanReport } from './job-turns.js';
import type { Logger } from './logger.js';
import { connectRedis, disconnect } from './redis.js';
import { callScope } from './rpc/protocol.js';
import type { ServiceKeys } from './service-keys.js';

const HANDLE_JOB = Symbol('handle-job');

/** Marks the method that processes the jobs of a queue: `(data, job)`. The start fails unless a queue has exactly one such method. */
export const HandleJob = (queue: QueueContract): MethodDecorator => SetMetadata(HANDLE_JOB, queue);

/** The queue whose jobs a method processes; undefined for an unmarked method. */
export const queueHandledBy = (method: unknown): QueueContract | undefined =>
  Reflect.getMetadata(HANDLE_JOB, method as object) as QueueContract | undefined;

/** The second argument of a job handler. The reported plan counts in queues with turns. */
export interface JobContext extends OwnerPlanReport {
  readonly jobId: string;
  /** When the job was added, in epoch ms. */
  readonly addedAtMs: number;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly isLastAttempt: boolean;
}

// While a worker closes, its connections are checked this often; one that is down at two checks in a row is closed.
const CONNECTION_CHECK_MS = 1500;
// Jobs of a killed worker are taken over within seconds; with BullMQ's defaults it takes a minute.
const LOCK_MS = 10_000;
// ioredis reports this error shortly before it changes the status of the connection.
const NOT_SENT = /Stream isn't writeable/;
const MAX_STALLED = 3;
/** For jobs that a worker takes before their turn: those were only waiting when it was killed. */
const MAX_STALLED_IN_WINDOW = 20;
/** BullMQ's. */
const MAX_PRIORITY = 2 ** 21;
const JOB_DEFAULTS = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
  removeOnFail: { age: 7 * 86_400, count: 10_000 },
};
// A Discord session can be resumed for minutes: until then a replayed message must find its job id in use.
const COMPLETED_JOB_TTL_S = 900;
/** The data of a job that needs none any more: texts of users stay in Redis no longer than their job runs. */
const NO_DATA = { finished: true };

/** The result of `Queues.remove`: the data of the jobs. */
export interface JobRemoval<D> {
  readonly removed: readonly D[];
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
    this.requireRedis();
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
    this.requireRedis();
    const jobs = this.of(queue);
    const ids = await jobIdsWithPrefix(this.connection, jobs, prefix);
    const removal: { removed: JobOf<Q>[]; running: JobOf<Q>[] } = { removed: [], running: [] };
    for (const jobId of new Set(ids)) {
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
    }
    return removal;
  }

  /** Removes the jobs with these ids, finished ones too; not those that a worker is processing. */
  async removeById(queue: QueueContract, jobIds: Iterable<string>): Promise<void> {
    this.requireRedis();
    await Promise.all([...jobIds].map((jobId) => this.of(queue).remove(jobId)));
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

  // Without this check BullMQ would wait for the connection, and a new queue for the next one.
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

type JobHandler = (data: unknown, context: JobContext) => unknown;

/**
 * Processes the jobs of a queue until closed. Jobs that are not signed by a producer of the queue, do not match the schema, or fail with an
 * AppError that a retry cannot fix, are not retried.
 */
export function startWorker(
  contract: QueueContract,
  redisUrl: string,
  keys: ServiceKeys,
  method: JobHandler,
  logger: Logger,
  lockMs = LOCK_MS,
): { close(): Promise<void> } {
  const [connection, connections] = openForWorker(redisUrl);
  const turns = hasTurns(contract) ? new JobTurns(contract) : undefined;
  const handler = turns?.wrap(method, retryDelayMs) ?? method;
  const worker = new Worker(contract.name, (job, token) => runJob(contract, keys, job, handler, token), {
    connection,
    prefix: 'jobs',
    concurrency: contract.turns?.window ?? contract.concurrency,
    lockDuration: lockMs,
    stalledInterval: lockMs / 2,
    maxStalledCount: contract.turns ? MAX_STALLED_IN_WINDOW : MAX_STALLED,
  });
  worker.on('error', (error) => logger.debug({ queue: contract.name, err: error }, 'worker connection'));
  worker.on('failed', (job, error) => {
    logger.warn({ queue: contract.name, jobId: job?.id, attempt: job?.attemptsMade, reason: error.message }, 'job failed');
    // BullMQ itself ends a job whose workers were killed too often.
    if (job?.finishedOn !== undefined && !isFinished(job.data)) void job.updateData(NO_DATA).catch(() => undefined);
  });
  return {
    close: async () => {
      turns?.close();
      // Running jobs may take their time, but a Redis that is down will not answer: its connections are closed to end the wait.
      let wereDown: readonly Redis[] = [];
      const connectionCheck = setInterval(() => {
        const areDown = connections.filter(({ status }) => status !== 'ready');
        areDown.filter((each) => wereDown.includes(each)).forEach(disconnect);
        wereDown = areDown;
      }, CONNECTION_CHECK_MS);
      // Not forced: a forced close leaves the running job stalled until its lock expires.
      await worker.close().finally(() => clearInterval(connectionCheck));
      connections.forEach(disconnect);
    },
  };
}

const hasTurns = (contract: QueueContract): contract is QueueContract & { readonly turns: QueueTurns } =>
  contract.turns !== undefined;

/** The connection for a worker, and a list with all its copies: BullMQ duplicates it for the command that blocks until there is a job. */
function openForWorker(redisUrl: string): [Redis, readonly Redis[]] {
  // BullMQ requires that commands of workers wait for Redis without a limit.
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

/** The longest time after which BullMQ tries a failed job again; null when it does not. */
function retryDelayMs(error: unknown, { attempt, isLastAttempt }: JobContext): number | null {
  const { backoff } = JOB_DEFAULTS;
  return isLastAttempt || isFinalFailure(error) ? null : backoff.delay * 2 ** (attempt - 1);
}

// A retry cannot fix these: the input, the permissions or the state of the data forbid the operation.
const FINAL_STATUSES = new Set([400, 401, 403, 404, 409, 413, 415, 422]);

/** Runs one attempt. A job that is done, or has failed for good, keeps its id and loses its data. */
async function runJob(contract: QueueContract, keys: ServiceKeys, job: Job, method: JobHandler, token?: string): Promise<void> {
  // It ran to its end, but Redis did not learn that.
  if (isFinished(job.data)) return;
  try {
    await attemptJob(contract, keys, job, method);
  } catch (error) {
    if (error instanceof JobPostponed) {
      await job.moveToDelayed(error.untilMs, token);
      throw new DelayedError();
    }
    const failure = isFinalFailure(error) ? new UnrecoverableError(error.message) : error;
    if (failure instanceof UnrecoverableError || isLastAttempt(job)) await job.updateData(NO_DATA);
    throw failure;
  }
  await job.updateData(NO_DATA);
}

async function attemptJob(contract: QueueContract, keys: ServiceKeys, job: Job, method: JobHandler): Promise<void> {
  const jobId = job.id ?? '';
  const data = verifyJob(keys, contract, jobId, job.data);
  if (data === undefined) throw new UnrecoverableError(`not signed by a process that may add jobs to ${contract.name}`);
  const parsed = contract.data.safeParse(data);
  if (!parsed.success) throw new UnrecoverableError(`data does not match the schema of ${contract.name}`);
  const reportOwnerPlan = (): void => undefined;
  const attempt = job.attemptsMade + 1;
  const context = { jobId, attempt, addedAtMs: job.timestamp, isLastAttempt: isLastAttempt(job), reportOwnerPlan };
  await callScope.run({ meta: { 'x-request-id': `job-${contract.name}-${jobId}` } }, async () => method(parsed.data, context));
}

const isFinalFailure = (error: unknown): error is Error =>
  error instanceof UnrecoverableError || (error instanceof AppError && FINAL_STATUSES.has(error.status));

const isLastAttempt = (job: Job): boolean => job.attemptsMade + 1 >= (job.opts.attempts ?? 1);

const isFinished = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'finished' in data && data.finished === true;
