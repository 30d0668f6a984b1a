import { Events, HandleJob, JobOutOfOrder, LOGGER, RpcClient, type JobContext, type Logger } from '@kith/kit';
import { chat, events, queues, sentAtMs, type JobOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { attemptJob } from '../discord/job-attempt.js';
import { AnswerPoster } from '../interactions/answer-poster.js';
import { OutstandingMessages } from '../messages/outstanding-messages.js';
import { Problems } from '../problems/problems.service.js';
import { Traces } from '../traces/traces.service.js';
import { splitMessage } from './split-message.js';

type Delivery = JobOf<typeof queues.deliveries>;

/** How long an answer waits for those to earlier messages of its channel; longer than the language model usually takes. */
const MAX_ORDER_WAIT_MS = 60_000;
const ORDER_RETRY_MS = 250;
/** By Discord's code of the refusal, in the words of its settings. */
const MISSING_PERMISSIONS: ReadonlyMap<number | string, string> = new Map([
  [50_001, 'View Channel'],
  [50_013, 'Send Messages'],
]);

/** Posts replies and notices. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly answers: AnswerPoster,
    private readonly outstanding: OutstandingMessages,
    private readonly problems: Problems,
    private readonly traces: Traces,
    private readonly rpc: RpcClient,
    private readonly events: Events,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandleJob(queues.deliveries)
  async deliver(job: Delivery, { isLastAttempt, addedAtMs }: Pick<JobContext, 'isLastAttempt' | 'addedAtMs'>): Promise<void> {
    const { ownerId, botId, messageId, channelId, kind } = job;
    await this.requireOrder(job, addedAtMs);
    const reason = await this.post(job, isLastAttempt);
    await this.events.publish(events.messageSettled, { ownerId, botId, messageId, channelId });
    if (reason !== null) this.logger.warn({ botId, channelId, messageId, kind, reason }, 'message not delivered');
    this.trace(job, reason);
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
    if (parts.length === 0) return 'The answer was empty.';
    const attempt = { isLastAttempt, sinceMs: sentAtMs(job.messageId) };
    const failure = await attemptJob(() => this.answers.post(job, parts), attempt);
    if (failure === null) this.resolveProblem(job);
    else if (failure.refusal?.status === 403) await this.recordRefusal(job, failure.refusal.code);
    return failure?.reason ?? null;
  }

  /** The next messages of the channel are not answered, and the owner reads why. */
  private async recordRefusal({ ownerId, botId, channelId, guildId }: Delivery, code: number | string): Promise<void> {
    await this.outstanding.markChannelRefused(botId, channelId).catch(() => undefined);
    if (!guildId) return;
    // Not awaited: the answers of others must not wait for Postgres.
    void this.problems.record(
      { ownerId, botId },
      { guildId, channelId, action: 'send-messages' },
      MISSING_PERMISSIONS.get(code) ?? null,
    );
  }

  /** `failure` is why it could not be posted. A notice tells members why there is no answer; its trace tells the owner. */
  private trace({ guildId = null, kind, noAnswer, ...job }: Delivery, failure: string | null): void {
    const message = { ...job, guildId };
    if (failure !== null) this.traces.record(message, { outcome: 'unanswered', reason: 'discord_refused', detail: failure });
    else if (kind === 'reply') this.traces.record(message, { outcome: 'answered' });
    else if (noAnswer !== undefined) this.traces.record(message, { outcome: 'unanswered', reason: noAnswer });
  }

  private resolveProblem({ ownerId, botId, channelId, guildId }: Delivery): void {
    if (guildId) void this.problems.resolve({ ownerId, botId }, { guildId, channelId, action: 'send-messages' });
  }
}
