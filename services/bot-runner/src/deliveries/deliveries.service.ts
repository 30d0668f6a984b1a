import { HandleJob, JobOutOfOrder, RpcClient, type JobContext } from '@kith/kit';
import { chat, queues, sentAtMs, type JobOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { attemptJob, type Failure } from '../discord/job-attempt.js';
import { OutstandingMessages } from '../messages/outstanding-messages.js';
import { SupersededMessages } from '../messages/superseded-messages.js';
import { DeliveryOutcomes } from './delivery-outcomes.js';
import { PostedAnswers } from './posted-answers.js';

type Delivery = JobOf<typeof queues.deliveries>;
type Attempt = Pick<JobContext, 'isLastAttempt' | 'addedAtMs'>;

/** How long an answer waits for those to earlier messages of its channel; longer than the language model usually takes. */
const MAX_ORDER_WAIT_MS = 60_000;
const ORDER_RETRY_MS = 250;
const EMPTY: Failure = { reason: 'The answer was empty.', refusal: undefined };
const NOT_WANTED = 'The question was deleted or changed.';

/** Posts replies and notices. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly answers: PostedAnswers,
    private readonly outstanding: OutstandingMessages,
    private readonly superseded: SupersededMessages,
    private readonly outcomes: DeliveryOutcomes,
    private readonly rpc: RpcClient,
  ) {}

  @HandleJob(queues.deliveries)
  async deliver(job: Delivery, attempt: Attempt): Promise<void> {
    const { ownerId, botId, messageId, channelId, guildId, noAnswer } = job;
    if (job.kind === 'withdrawal') return this.withdraw(job, attempt);
    if (job.kind === 'unanswered') return this.outstanding.settle({ ownerId, botId, messageId, channelId, guildId, noAnswer });
    if (await this.superseded.includes(job)) return this.report(job, NOT_WANTED);
    await this.requireOrder(job, attempt.addedAtMs);
    const reason = await this.post(job, attempt);
    await this.outstanding.settle({ ownerId, botId, messageId, channelId });
    await this.report(job, reason);
  }

  /** Throws JobOutOfOrder while an earlier message of the channel waits for its answer, which another replica may write or post; for a while. */
  private async requireOrder(job: Delivery, addedAtMs: number): Promise<void> {
    const earlier = await this.outstanding.earlierThan(job);
    if (earlier.length === 0) return;
    if (Date.now() - addedAtMs < MAX_ORDER_WAIT_MS) throw new JobOutOfOrder(ORDER_RETRY_MS);
    // Their answers are late: the later ones need not wait for them either.
    await this.outstanding.stopWaitingFor(job, earlier);
  }

  /** Null when all parts are posted, else why they never can be. */
  private async post(job: Delivery, { isLastAttempt }: Attempt): Promise<string | null> {
    const post = this.answers.posting(job);
    const sinceMs = sentAtMs(job.revision ?? job.messageId);
    let postedAs: readonly string[] = [];
    const work = async (): Promise<void> => {
      postedAs = (await post?.()) ?? [];
    };
    const failure = post ? await attemptJob(work, { isLastAttempt, sinceMs }) : EMPTY;
    await this.outcomes.record(job, failure, postedAs);
    return failure?.reason ?? null;
  }

  /** The question was deleted, by its author or by moderation: what was posted of its answer goes. */
  private async withdraw(job: Delivery, { isLastAttempt, addedAtMs: sinceMs }: Attempt): Promise<void> {
    const { ownerId, botId, messageId, channelId, guildId, noAnswer = 'question_deleted' } = job;
    await attemptJob(() => this.answers.withdraw(job), { isLastAttempt, sinceMs });
    await this.outstanding.settle({ ownerId, botId, messageId, channelId, guildId, noAnswer });
  }

  /** Tells chat what became of a reply. */
  private async report({ botId, messageId, revision, kind }: Delivery, reason: string | null): Promise<void> {
    if (kind !== 'reply') return;
    const reply = { botId, messageId: revision === undefined ? messageId : `${messageId}-${revision}` };
    if (reason === null) await this.rpc.ask(chat.delivered, reply);
    else await this.rpc.ask(chat.undeliverable, { ...reply, reason: reason.slice(0, 500) });
  }
}
