import { Events, Interval, LOGGER, Queues, type AddOptions, type JobRemoval, type Logger, type UnfinishedJob } from '@kith/kit';
import { events, queues, type JobOf, type QueueContract } from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';

type ReplyJob = JobOf<typeof queues.replies>;

/** Shorter than a queue keeps the id of a finished job: one that is added again after its end is not run twice. */
const MAX_AGE_MS = 840_000;
const SWEEP_EVERY_MS = 5000;
const MAX_CHECKED_AT_ONCE = 500;
/** Bots whose jobs are read with one command. */
const MAX_ADOPTED_AT_ONCE = 1000;
/** What is remembered of one owner, and of all together; characters of the data as JSON. Above it the oldest jobs are no longer remembered. */
const MAX_JOBS_PER_OWNER = 1000;
const MAX_CHARACTERS_PER_OWNER = 4_000_000;
const MAX_CHARACTERS = 40_000_000;

/**
 * Where jobs wait whose loss nobody would notice. What comes of a job is put into a later queue before the job ends, so that reading the queues in
 * this order misses none.
 */
const ADOPTED_QUEUES = [
  queues.moderation,
  queues.systems,
  queues.commands,
  queues.proactive,
  queues.replies,
  queues.deliveries,
  queues.forgetMe,
] as const;

/** A job that this process has put into a queue, or of a bot that it took over. */
export interface AcceptedJob extends UnfinishedJob {
  readonly queue: QueueContract;
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
  /** The bots that this process took over and whose jobs it does not know yet. */
  private readonly unread = new Set<string>();
  /** For each reading of queues that is going on, the jobs that have ended since it began. */
  private readonly endedWhileReading = new Set<Set<string>>();
  private unsubscribe: (() => void)[] = [];

  constructor(
    private readonly queues: Queues,
    private readonly events: Events,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    this.unsubscribe = await Promise.all([
      this.events.subscribe(events.messageSettled, (message) => this.onEnded(keyOfReply(message))),
      this.events.subscribe(events.jobEnded, ({ queue, jobId }) => this.onEnded(keyOf(queue, jobId))),
    ]);
  }

  onModuleDestroy(): void {
    for (const unsubscribe of this.unsubscribe) unsubscribe();
  }

  /** Adds a job as `Queues.add` does, and remembers it: before Redis answers, because it may have ended then. */
  async add<Q extends QueueContract>(queue: Q, jobId: string, data: JobOf<Q>, options: AddOptions = {}): Promise<void> {
    const key = keyOfJob(queue, jobId, data);
    const isNew = !this.ownerOfKey.has(key);
    if (isNew) this.remember(key, queue, { jobId, data, ...timesOf(options) });
    try {
      await this.queues.add(queue, jobId, data, options);
    } catch (error) {
      if (isNew) this.forget(key);
      throw error;
    }
    // A changed question takes the place of the one as it was written first.
    if (!isNew && this.find(key)?.jobId !== jobId) this.remember(key, queue, { jobId, data, ...timesOf(options) });
  }

  /** This process took over bots: it remembers their unfinished jobs, because the process that added them may be gone. Never rejects. */
  async takeOver(botIds: readonly string[]): Promise<void> {
    for (const botId of botIds) this.unread.add(botId);
    await this.adopt().catch((error: unknown) =>
      this.logger.warn({ bots: this.unread.size, err: error }, 'jobs of the bots that were taken over not read yet'),
    );
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

  /** Whether the job has not ended, nor been replaced by a changed one. */
  includes({ queue, jobId, data, number }: AcceptedJob): boolean {
    return this.find(keyOfJob(queue, jobId, data))?.number === number;
  }

  /** Adds a job again that Redis may have lost; one that it has is not added twice. */
  async addAgain({ queue, jobId, data, priority, dueAtMs }: AcceptedJob): Promise<void> {
    const delayMs = Math.max(0, dueAtMs - Date.now());
    await this.queues.add(queue, jobId, data, { delayMs, priority });
  }

  /** Forgets what has ended although this process did not hear of it, and what nobody waits for any more. */
  @Interval(SWEEP_EVERY_MS, 'the sweep of accepted jobs')
  async sweep(nowMs = Date.now()): Promise<void> {
    if (this.unread.size > 0) await this.takeOver([]);
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

  /** A question of which this process knows another version stays as it is. */
  private async adopt(): Promise<void> {
    const botIds = [...this.unread].slice(0, MAX_ADOPTED_AT_ONCE);
    const ended = new Set<string>();
    this.endedWhileReading.add(ended);
    try {
      for (const queue of ADOPTED_QUEUES) {
        for (const job of await this.queues.unfinished(queue, botIds)) {
          const key = keyOfJob(queue, job.jobId, job.data);
          if (!ended.has(key) && !this.ownerOfKey.has(key)) this.remember(key, queue, job);
        }
      }
    } finally {
      this.endedWhileReading.delete(ended);
    }
    for (const botId of botIds) this.unread.delete(botId);
    if (this.unread.size > 0) await this.adopt();
  }

  private onEnded(key: string): void {
    this.forget(key);
    for (const ended of this.endedWhileReading) ended.add(key);
  }

  private remember(key: string, queue: QueueContract, job: UnfinishedJob): void {
    this.forget(key);
    const ownerId = ownerOf(job.data);
    const owned = this.owners.get(ownerId) ?? { jobs: new Map<string, AcceptedJob>(), characters: 0 };
    this.owners.set(ownerId, owned);
    const characters = JSON.stringify(job.data).length;
    owned.jobs.set(key, { ...job, queue, number: ++this.added, characters });
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

const timesOf = ({ priority = 0, delayMs = 0 }: AddOptions): Pick<UnfinishedJob, 'priority' | 'dueAtMs'> => ({
  priority,
  dueAtMs: Date.now() + delayMs,
});

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
