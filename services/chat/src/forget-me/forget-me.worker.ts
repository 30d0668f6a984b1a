import { setTimeout as sleep } from 'node:timers/promises';
import { LOGGER, Queues, HandleJob, type JobContext, type Logger } from '@kith/kit';
import { AppError, queues, type JobOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { MemoryStore } from '../memory/memory-store.js';
import { MessageLog } from '../messages/message-log.js';
import { Outbox, type Asked } from '../replies/outbox.js';
import { requestIdOf } from '../replies/request-id.js';
import { ForgottenMembers } from './forgotten-members.js';

type Job = JobOf<typeof queues.forgetMe>;

/** What one deletion has found so far. */
interface Found {
  /** The requests of the member. */
  readonly requests: Set<string>;
  /** What was removed and gets no answer. */
  readonly unanswered: Asked[];
}

/** Messages per step, so that each statement stays within the statement timeout. */
const BATCH = 1000;
const RETRY_AFTER_MS = 100;
/** How long a job waits for replies in progress before it is retried; a shutdown waits for it. */
const WAIT_LIMIT_MS = 5000;

/**
 * Forgets a Discord member: queued messages, replies on their way to Discord, stored messages, and messages that would still be stored.
 * Every step can be repeated. Stored messages are deleted last, because they tell which deliveries have to be removed.
 */
@Injectable()
export class ForgetMeWorker {
  constructor(
    private readonly forgotten: ForgottenMembers,
    private readonly queues: Queues,
    private readonly log: MessageLog,
    private readonly outbox: Outbox,
    private readonly memory: MemoryStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandleJob(queues.forgetMe)
  async forget(job: Job, { isLastAttempt }: Pick<JobContext, 'isLastAttempt'>): Promise<void> {
    const found: Found = { requests: new Set(), unanswered: [] };
    try {
      await this.forgotten.add(job);
      // Nothing of earlier messages can be added to it any more.
      await this.memory.forget({ botId: job.botId, member: job.memberId });
      for (const endMs = Date.now() + WAIT_LIMIT_MS; !(await this.forgetIdle(job, found)); await sleep(RETRY_AFTER_MS))
        if (Date.now() > endMs) throw new AppError('DEADLINE', 'a reply to the member is still being written');
      // Finished jobs have no data that could tell whose they are, but their ids name the messages.
      await Promise.all([queues.replies, queues.deliveries].map((queue) => this.queues.removeById(queue, found.requests)));
    } catch (error) {
      if (isLastAttempt) this.logger.error({ botId: job.botId, err: error }, 'a Discord member could not be forgotten');
      throw error;
    } finally {
      // At the end, because a notice has the id of the delivery that was removed.
      await Promise.all(found.unanswered.map((asked) => this.outbox.endUnanswered(asked, 'author_forgotten')));
    }
  }

  /** Removes everything that no worker is processing at the moment; returns whether that was everything. Adds what it found. */
  private async forgetIdle(job: Job, { requests, unanswered }: Found): Promise<boolean> {
    const { botId, memberId, before } = job;
    const isTheirs = ({ author, messageId }: JobOf<typeof queues.replies>): boolean =>
      author.id === memberId && BigInt(messageId) < BigInt(before);
    const messages = await this.queues.remove(queues.replies, `${botId}-`, isTheirs);
    const stored = await this.log.requestsBefore(job, BATCH);
    unanswered.push(...messages.removed);
    const found = [...stored, ...[...messages.removed, ...messages.running].map(requestIdOf)];
    for (const request of found) requests.add(request);
    const deliveries = await this.queues.remove(queues.deliveries, `${botId}-`, (delivery) =>
      requests.has(requestIdOf(delivery)),
    );
    unanswered.push(...deliveries.removed.filter(({ interaction }) => interaction !== undefined));
    // A worker that processes a message may add its delivery at any moment, and only the stored row tells which delivery that is.
    const inProgress = new Set([...messages.running, ...deliveries.running].map(requestIdOf));
    await this.log.deleteRequests(
      botId,
      stored.filter((request) => !inProgress.has(request)),
    );
    return inProgress.size === 0 && stored.length < BATCH;
  }
}
