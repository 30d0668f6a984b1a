import { setTimeout as sleep } from 'node:timers/promises';
import { LOGGER, Queues, HandleJob, type JobContext, type Logger } from '@kith/kit';
import { AppError, queues, type JobOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { MessageLog } from '../message-log.js';
import { Outbox } from '../replies/outbox.js';
import { requestIdOf } from '../replies/replies.worker.js';
import { ForgottenMembers } from './forgotten-members.js';

type Job = JobOf<typeof queues.forgetMe>;

/** Messages per step: a statement takes no longer than it may. */
const AT_ONCE = 1000;
const LOOK_AGAIN_MS = 100;
/** So long a stop of the service may wait for it; then the job comes again. */
const LONGEST_MS = 5000;

/**
 * Forgets a member of Discord: what waits for a reply or on its way to Discord, what was said, and what would still be stored. Each step
 * may be done again; the messages go last, for they tell which answers are to be looked for.
 */
@Injectable()
export class ForgetMeWorker {
  constructor(
    private readonly forgotten: ForgottenMembers,
    private readonly queues: Queues,
    private readonly log: MessageLog,
    private readonly outbox: Outbox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandleJob(queues.forgetMe)
  async forget(job: Job, { isLastAttempt }: Pick<JobContext, 'isLastAttempt'>): Promise<void> {
    try {
      await this.forgotten.add(job);
      for (const endMs = Date.now() + LONGEST_MS; !(await this.forgetAllThatRests(job)); await sleep(LOOK_AGAIN_MS))
        if (Date.now() > endMs) throw new AppError('DEADLINE', 'an answer to the member is still being written');
    } catch (error) {
      if (isLastAttempt) this.logger.error({ botId: job.botId, err: error }, 'a member of Discord was not forgotten');
      throw error;
    }
  }

  /** Takes what no worker holds at this moment; answers whether that was everything. */
  private async forgetAllThatRests(job: Job): Promise<boolean> {
    const { botId, memberId, before } = job;
    const isTheirs = ({ author, messageId }: JobOf<typeof queues.replies>): boolean =>
      author.id === memberId && BigInt(messageId) < BigInt(before);
    const asked = await this.queues.remove(queues.replies, `${botId}-`, isTheirs);
    await Promise.all(asked.removed.map((message) => this.outbox.sendNothing(message)));
    const written = await this.log.requestsBefore(job, AT_ONCE);
    const requests = new Set([...written, ...asked.removed.map(requestIdOf)]);
    const answers = await this.queues.remove(queues.deliveries, `${botId}-`, (delivery) => requests.has(requestIdOf(delivery)));
    // While a worker holds a message, its answer may come into the queue at any moment: only its row tells of it then.
    const underWay = new Set([...asked.running, ...answers.running].map(requestIdOf));
    await this.log.forget(
      botId,
      written.filter((request) => !underWay.has(request)),
    );
    return underWay.size === 0 && written.length < AT_ONCE;
  }
}
