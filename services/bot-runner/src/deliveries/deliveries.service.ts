import { Events, HandleJob, JobOutOfOrder, RpcClient, type JobContext } from '@kith/kit';
import { chat, events, queues, sentAtMs, type JobOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { attemptJob, type Failure } from '../discord/job-attempt.js';
import { AnswerPoster } from '../interactions/answer-poster.js';
import { OutstandingMessages } from '../messages/outstanding-messages.js';
import { DeliveryOutcomes } from './delivery-outcomes.js';
import { splitMessage } from './split-message.js';

type Delivery = JobOf<typeof queues.deliveries>;

/** How long an answer waits for those to earlier messages of its channel; longer than the language model usually takes. */
const MAX_ORDER_WAIT_MS = 60_000;
const ORDER_RETRY_MS = 250;
const EMPTY: Failure = { reason: 'The answer was empty.', refusal: undefined };

/** Posts replies and notices. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly answers: AnswerPoster,
    private readonly outstanding: OutstandingMessages,
    private readonly outcomes: DeliveryOutcomes,
    private readonly rpc: RpcClient,
    private readonly events: Events,
  ) {}

  @HandleJob(queues.deliveries)
  async deliver(job: Delivery, { isLastAttempt, addedAtMs }: Pick<JobContext, 'isLastAttempt' | 'addedAtMs'>): Promise<void> {
    const { ownerId, botId, messageId, channelId, kind } = job;
    await this.requireOrder(job, addedAtMs);
    const reason = await this.post(job, isLastAttempt);
    await this.events.publish(events.messageSettled, { ownerId, botId, messageId, channelId });
    if (kind === 'notice') return;
    if (reason === null) await this.rpc.ask(chat.delivered, { botId, messageId });
    else await this.rpc.ask(chat.undeliverable, { botId, messageId, reason: reason.slice(0, 500) });
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
  private async post(job: Delivery, isLastAttempt: boolean): Promise<string | null> {
    const parts = splitMessage(job.text).map((content) => ({ content }));
    const attempt = { isLastAttempt, sinceMs: sentAtMs(job.messageId) };
    const failure = parts.length === 0 ? EMPTY : await attemptJob(() => this.answers.post(job, parts), attempt);
    await this.outcomes.record(job, failure);
    return failure?.reason ?? null;
  }
}
