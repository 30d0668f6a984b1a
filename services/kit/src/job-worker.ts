import { AppError, type QueueContract, type QueueTurns } from '@kith/proto';
import { SetMetadata } from '@nestjs/common';
import { DelayedError, UnrecoverableError, Worker, type Job } from 'bullmq';
import { Redis } from 'ioredis';
import { JobPostponed } from './job-postponed.js';
import { verifyJob } from './job-signature.js';
import { JobTurns, type OwnerPlanReport } from './job-turns.js';
import { KilledJobs } from './killed-jobs.js';
import type { Logger } from './logger.js';
import { isFinished, JOB_DEFAULTS } from './queues.js';
import { disconnect } from './redis.js';
import { callScope } from './rpc/protocol.js';
import type { ServiceKeys } from './service-keys.js';
import { shareScripts } from './shared-scripts.js';

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
  /** Aborted when the worker closes: a long job ends with JobPostponed then, so that it goes on in another replica, or after the restart. */
  readonly stopping: AbortSignal;
}

// While a worker closes, its connections are checked this often; one that is down at two checks in a row is closed.
const CONNECTION_CHECK_MS = 1500;
// Jobs of a killed worker are taken over within seconds; with BullMQ's defaults it takes a minute.
const LOCK_MS = 10_000;
// How long an idle worker waits for a job before it looks whether it missed one; with BullMQ's five seconds it asks twice as often. A new job ends
// the wait at once. Not longer: a connection that was lost without notice is found at its end.
const IDLE_WAIT_S = 10;
/**
 * BullMQ gives no job up because its worker disappeared so often: most only waited for their turn, ran beside the one that ended the process, or their
 * worker was too slow to keep their locks. KilledJobs gives up the one that ends its process each time.
 */
const MAX_STALLED = Number.MAX_SAFE_INTEGER;
/** The data of a job that needs none any more: texts of users stay in Redis no longer than their job runs. */
const NO_DATA = { finished: true };

interface StalledContext extends JobContext {
  readonly stalls: number;
}
type JobHandler = (data: unknown, context: JobContext) => unknown;
type InnerHandler = (data: unknown, context: StalledContext) => unknown;

interface WorkerOptions {
  readonly redisUrl: string;
  /** With which it checks who added a job. */
  readonly keys: ServiceKeys;
  readonly logger: Logger;
  /** How long a worker holds a job without renewing its lock. */
  readonly lockMs?: number | undefined;
  /** Called with the id of each job that is done or has failed for good. */
  readonly onEnded?: ((jobId: string) => void) | undefined;
}

interface Run {
  readonly contract: QueueContract;
  readonly keys: ServiceKeys;
  readonly stopping: AbortSignal;
}

/**
 * Processes the jobs of a queue until closed. Jobs that are not signed by a producer of the queue, do not match the schema, or fail with an
 * AppError that a retry cannot fix, are not retried.
 */
export function startWorker(
  contract: QueueContract,
  { redisUrl, keys, logger, lockMs = LOCK_MS, onEnded }: WorkerOptions,
  method: JobHandler,
): { close(): Promise<void> } {
  const [connection, connections] = openForWorker(redisUrl);
  const turns = hasTurns(contract) ? new JobTurns(contract) : undefined;
  const killed = new KilledJobs(connection, contract.name);
  const whole: InnerHandler = (data, { stalls, ...context }) =>
    killed.run({ jobId: context.jobId, stalls }, () => method(data, context));
  const handler = turns?.wrap<StalledContext>(whole, retryDelayMs) ?? whole;
  const stopping = new AbortController();
  const run: Run = { contract, keys, stopping: stopping.signal };
  const worker = new Worker(contract.name, (job, token) => runJob(run, job, handler, token), {
    connection,
    prefix: 'jobs',
    concurrency: contract.turns?.window ?? contract.concurrency,
    drainDelay: IDLE_WAIT_S,
    lockDuration: lockMs,
    stalledInterval: contract.isBackground ? lockMs : lockMs / 2,
    maxStalledCount: MAX_STALLED,
  });
  worker.on('error', (error) => logger.debug({ queue: contract.name, err: error }, 'worker connection'));
  worker.on('completed', ({ id = '' }) => onEnded?.(id));
  worker.on('failed', (job, error) => {
    logger.warn({ queue: contract.name, jobId: job?.id, attempt: job?.attemptsMade, reason: error.message }, 'job failed');
    if (job?.finishedOn !== undefined) onEnded?.(job.id ?? '');
  });
  return {
    close: async () => {
      stopping.abort();
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
    shareScripts(copy);
    copy.on('error', () => undefined);
    connections.push(copy);
    return copy;
  };
  shareScripts(connection);
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
async function runJob(run: Run, job: Job, method: InnerHandler, token?: string): Promise<void> {
  // It ran to its end, but Redis did not learn that.
  if (isFinished(job.data)) return;
  try {
    await attemptJob(run, job, method);
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

async function attemptJob({ contract, keys, stopping }: Run, job: Job, method: InnerHandler): Promise<void> {
  const jobId = job.id ?? '';
  const data = verifyJob(keys, contract, jobId, job.data);
  if (data === undefined) throw new UnrecoverableError(`not signed by a process that may add jobs to ${contract.name}`);
  const parsed = contract.data.safeParse(data);
  if (!parsed.success) throw new UnrecoverableError(`data does not match the schema of ${contract.name}`);
  const reportOwnerPlan = (): void => undefined;
  const attempt = job.attemptsMade + 1;
  const { timestamp: addedAtMs, stalledCounter: stalls } = job;
  const context = { jobId, attempt, addedAtMs, isLastAttempt: isLastAttempt(job), reportOwnerPlan, stopping, stalls };
  await callScope.run({ meta: { 'x-request-id': `job-${contract.name}-${jobId}` } }, async () => method(parsed.data, context));
}

const isFinalFailure = (error: unknown): error is Error =>
  error instanceof UnrecoverableError || (error instanceof AppError && FINAL_STATUSES.has(error.status));

const isLastAttempt = (job: Job): boolean => job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
