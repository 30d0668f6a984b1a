import { Events, Interval, LOGGER, Queues, type AddOptions, type JobRemoval, type Logger } from '@kith/kit';
import { events, queues, type JobOf, type QueueContract } from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';

type ReplyJob = JobOf<typeof queues.replies>;

/** Shorter than a queue keeps the id of a finished job: one that is added again after its end is not run twice. */
const MAX_AGE_MS = 840_000;
const SWEEP_EVERY_MS = 5000;
const MAX_CHECKED_AT_ONCE = 500;
/** What is remembered of one owner, and of all together; characters of the data as JSON. Above it the oldest jobs are no longer remembered. */
const MAX_JOBS_PER_OWNER = 1000;
const MAX_CHARACTERS_PER_OWNER = 4_000_000;
const MAX_CHARACTERS = 40_000_000;

/** A job that this process has put into a queue. */
export interface AcceptedJob {
  readonly queue: QueueContract;
  readonly jobId: string;
  readonly data: unknown;
  readonly priority: number | undefined;
  /** When it is to run, in epoch ms. */
  readonly dueAtMs: number;
  /** Of all jobs of the process, in the order in which they were added. */
  readonly number: number;
  readonly characters: number;
}

interface OwnedJobs {
  /** By key, oldest first. */
  readonly jobs: Map<string, AcceptedJob>;
  characters: number;
}

/**
 * Puts into queues what an event of Discord asks for. Discord does not deliver it again, so each job is remembered until it has ended, and added
 * again when Redis has lost its data. A question has ended when it is answered, or will not be; any other job when its worker says so.
 */
@Injectable()
export class AcceptedJobs implements OnModuleInit, OnModuleDestroy {
  private readonly owners = new Map<string, OwnedJobs>();
  private readonly ownerOfKey = new Map<string, string>();
  private characters = 0;
  private added = 0;
  private sweeps = 0;
  private unsubscribe: (() => void)[] = [];

  constructor(
    private readonly queues: Queues,
    private readonly events: Events,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    this.unsubscribe = await Promise.all([
      this.events.subscribe(events.messageSettled, (message) => this.forget(keyOfReply(message))),
      this.events.subscribe(events.jobEnded, ({ queue, jobId }) => this.forget(keyOf(queue, jobId))),
    ]);
  }

  onModuleDestroy(): void {
    for (const unsubscribe of this.unsubscribe) unsubscribe();
  }

  /** Adds a job as `Queues.add` does, and remembers it: before Redis answers, because it may have ended then. */
  async add<Q extends QueueContract>(queue: Q, jobId: string, data: JobOf<Q>, options: AddOptions = {}): Promise<void> {
    const key = keyOfJob(queue, jobId, data);
    const isNew = !this.ownerOfKey.has(key);
    if (isNew) this.remember(key, queue, jobId, data, options);
    try {
      await this.queues.add(queue, jobId, data, options);
    } catch (error) {
      if (isNew) this.forget(key);
      throw error;
    }
    // A changed question takes the place of the one as it was written first.
    if (!isNew && this.find(key)?.jobId !== jobId) this.remember(key, queue, jobId, data, options);
  }

  /** Removes waiting jobs as `Queues.remove` does; no process that added one of them adds it again. */
  async remove<Q extends QueueContract>(
    queue: Q,
    prefix: string,
    matches: (data: JobOf<Q>) => boolean,
  ): Promise<JobRemoval<JobOf<Q>>> {
    for (const one of this.all())
      if (one.queue.name === queue.name && one.jobId.startsWith(prefix) && matches(one.data as JobOf<Q>))
        this.forget(keyOfJob(queue, one.jobId, one.data));
    const removal = await this.queues.remove(queue, prefix, matches);
    await Promise.all(removal.removedIds.map((jobId) => this.events.publish(events.jobEnded, { queue: queue.name, jobId })));
    return removal;
  }

  /** All jobs that have not ended, oldest first. */
  all(): AcceptedJob[] {
    return [...this.owners.values()]
      .flatMap(({ jobs }) => [...jobs.values()])
      .toSorted((one, other) => one.number - other.number);
  }

  /** Adds a job again that Redis may have lost; one that it has is not added twice. */
  async addAgain({ queue, jobId, data, priority, dueAtMs }: AcceptedJob): Promise<void> {
    const delayMs = Math.max(0, dueAtMs - Date.now());
    await this.queues.add(queue, jobId, data, priority === undefined ? { delayMs } : { delayMs, priority });
  }

  /** Forgets what has ended although this process did not hear of it, and what nobody waits for any more. */
  @Interval(SWEEP_EVERY_MS, 'the sweep of accepted jobs')
  async sweep(nowMs = Date.now()): Promise<void> {
    const waiting = new Map<QueueContract, string[]>();
    const waitingIn = (queue: QueueContract): string[] => {
      const known = waiting.get(queue) ?? [];
      waiting.set(queue, known);
      return known;
    };
    for (const { queue, jobId, data, dueAtMs } of this.all()) {
      if (dueAtMs <= nowMs - MAX_AGE_MS) this.forget(keyOfJob(queue, jobId, data));
      else if (queue.name !== queues.replies.name && dueAtMs <= nowMs - SWEEP_EVERY_MS) waitingIn(queue).push(jobId);
    }
    this.sweeps += 1;
    for (const [queue, jobIds] of waiting) {
      // Others each time: of very many the first ones may wait longest.
      const first = (this.sweeps * MAX_CHECKED_AT_ONCE) % Math.max(1, jobIds.length);
      const checked = [...jobIds.slice(first), ...jobIds.slice(0, first)].slice(0, MAX_CHECKED_AT_ONCE);
      for (const jobId of await this.queues.endedAmong(queue, checked)) this.forget(keyOf(queue.name, jobId));
    }
  }

  private remember(key: string, queue: QueueContract, jobId: string, data: unknown, options: AddOptions): void {
    this.forget(key);
    const ownerId = ownerOf(data);
    const owned = this.owners.get(ownerId) ?? { jobs: new Map<string, AcceptedJob>(), characters: 0 };
    this.owners.set(ownerId, owned);
    const { priority, delayMs = 0 } = options;
    const dueAtMs = Date.now() + delayMs;
    const characters = JSON.stringify(data).length;
    owned.jobs.set(key, { queue, jobId, data, priority, dueAtMs, number: ++this.added, characters });
    this.ownerOfKey.set(key, ownerId);
    owned.characters += characters;
    this.characters += characters;
    while (owned.jobs.size > MAX_JOBS_PER_OWNER || owned.characters > MAX_CHARACTERS_PER_OWNER) this.forgetOldest(owned);
    while (this.characters > MAX_CHARACTERS) this.forgetOldest(this.largest() ?? owned);
  }

  private find(key: string): AcceptedJob | undefined {
    return this.owners.get(this.ownerOfKey.get(key) ?? '')?.jobs.get(key);
  }

  private forget(key: string): void {
    const ownerId = this.ownerOfKey.get(key);
    const owned = ownerId === undefined ? undefined : this.owners.get(ownerId);
    const job = owned?.jobs.get(key);
    if (ownerId === undefined || !owned || !job) return;
    owned.jobs.delete(key);
    this.ownerOfKey.delete(key);
    owned.characters -= job.characters;
    this.characters -= job.characters;
    if (owned.jobs.size === 0) this.owners.delete(ownerId);
  }

  private forgetOldest({ jobs }: OwnedJobs): void {
    const [oldest = ''] = jobs.keys();
    this.forget(oldest);
    this.logger.warn({ job: oldest }, 'too many accepted jobs: the oldest would not survive a loss of Redis');
  }

  /** The owner with the most pays for the limit of all. */
  private largest(): OwnedJobs | undefined {
    return [...this.owners.values()].reduce((one, other) => (other.characters > one.characters ? other : one));
  }
}

/** What one owner has waiting must not take the memory of others; where the owner is not named, the bot stands for it. */
function ownerOf(data: unknown): string {
  const { ownerId, botId } = data as { readonly ownerId?: string; readonly botId?: string };
  return ownerId ?? botId ?? '';
}

const keyOf = (queue: string, jobId: string): string => `${queue} ${jobId}`;

const keyOfReply = ({ botId, messageId }: Pick<ReplyJob, 'botId' | 'messageId'>): string =>
  keyOf(queues.replies.name, `${botId}-${messageId}`);

/** A question has the same one however often it is changed. */
const keyOfJob = ({ name }: QueueContract, jobId: string, data: unknown): string =>
  name === queues.replies.name ? keyOfReply(data as ReplyJob) : keyOf(name, jobId);

/** The id of the job that answers a message. */
export const jobIdOf = ({ botId, messageId, revision }: Pick<ReplyJob, 'botId' | 'messageId' | 'revision'>): string =>
  revision === undefined ? `${botId}-${messageId}` : `${botId}-${messageId}-${revision}`;
