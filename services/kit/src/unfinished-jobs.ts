import type { JobOf, QueueContract } from '@kith/proto';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { jobIdsWithPrefix } from './job-ids.js';
import { verifyJob } from './job-signature.js';
import type { ServiceKeys } from './service-keys.js';

const READ_AT_ONCE = 200;
/** Of a hash that BullMQ stores for each job. */
const FIELDS = ['data', 'priority', 'timestamp', 'delay'] as const;

/** A job that waits, runs or is to be tried again. */
export interface UnfinishedJob<D = unknown> {
  readonly jobId: string;
  readonly data: D;
  /** 0 for none. */
  readonly priority: number;
  /** When it is to run, in epoch ms. */
  readonly dueAtMs: number;
}

interface ReadQueue<Q extends QueueContract> {
  readonly contract: Q;
  readonly queue: Queue;
  readonly keys: ServiceKeys;
}

/** The unfinished jobs whose ids start with one of `prefixes`, which are of the same length; without those that no producer signed. */
export async function unfinishedJobs<Q extends QueueContract>(
  redis: Redis,
  { contract, queue, keys }: ReadQueue<Q>,
  prefixes: readonly string[],
): Promise<UnfinishedJob<JobOf<Q>>[]> {
  const ids = await jobIdsWithPrefix(redis, queue, prefixes);
  const jobs: UnfinishedJob<JobOf<Q>>[] = [];
  for (let start = 0; start < ids.length; start += READ_AT_ONCE) {
    const jobIds = ids.slice(start, start + READ_AT_ONCE);
    const reading = redis.pipeline();
    for (const jobId of jobIds) reading.hmget(queue.toKey(jobId), ...FIELDS);
    const found = (await reading.exec()) ?? [];
    jobs.push(...jobIds.flatMap((jobId, at) => jobOf(contract, keys, jobId, found[at]?.[1]) ?? []));
  }
  return jobs;
}

/** Undefined when it has ended in the meantime, or a process that may not add jobs to the queue has written it. */
function jobOf<Q extends QueueContract>(
  contract: Q,
  keys: ServiceKeys,
  jobId: string,
  fields: unknown,
): UnfinishedJob<JobOf<Q>> | undefined {
  const [text, priority, addedAtMs, delayMs] = fields as readonly (string | null)[];
  const parsed = contract.data.safeParse(verifyJob(keys, contract, jobId, parsedJson(text ?? 'null')));
  if (!parsed.success) return undefined;
  const dueAtMs = Number(addedAtMs) + Number(delayMs);
  return { jobId, data: parsed.data as JobOf<Q>, priority: Number(priority), dueAtMs };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
