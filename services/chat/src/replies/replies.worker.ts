import { LOGGER, HandleJob, isOutage, JobPostponed, type JobContext, type Logger } from '@kith/kit';
import { AppError, queues, type JobOf, type NoAnswerReason, type Persona, type Plan } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { MessageLog } from '../messages/message-log.js';
import type { MessageEntity } from '../messages/message.entity.js';
import { ReplyFailure } from '../models/failure-texts.js';
import { Charges, isDenial } from './charges.js';
import { outageWaitMs } from './message-age.js';
import { Outbox } from './outbox.js';
import { WithheldReply } from './reply-guard.js';
import { ReplyPipeline } from './reply-pipeline.js';
import { requestIdOf } from './request-id.js';
import type { ReplyRequest } from './reply-writer.js';
import { ReplyWriting } from './reply-writing.js';

type Job = JobOf<typeof queues.replies>;

const NOTICE_RETRY_MS = 5000;
const MODEL_DOWN = 'I cannot reach my language model right now. Please try again in a minute.';
const KITH_DOWN = 'I cannot answer right now because a part of me is not running. Please try again in a minute.';

/**
 * Answers messages from Discord. Each step leaves a trace that a retry finds: the reservation keeps its id, a stored reply is not written
 * again, a queued delivery is not queued twice. While a part of Kith is down the job is postponed; only failures of the language model and
 * of the work itself use up its attempts.
 */
@Injectable()
export class RepliesWorker {
  constructor(
    private readonly log: MessageLog,
    private readonly pipeline: ReplyPipeline,
    private readonly charges: Charges,
    private readonly outbox: Outbox,
    private readonly writing: ReplyWriting,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandleJob(queues.replies)
  async reply(job: Job, context: Pick<JobContext, 'isLastAttempt' | 'reportOwnerPlan'>): Promise<void> {
    try {
      await this.answer(job, context);
    } catch (error) {
      if (isDenial(error)) return this.outbox.sendLimitNotice(job, error);
      if (error instanceof AppError && error.code === 'OWN_KEY_FAILED') return this.outbox.sendOwnKeyNotice(job);
      if (isOutage(error)) return this.waitForEndOfOutage(job, error);
      if (context.isLastAttempt || !isRetryable(error)) await this.giveUp(job, error);
      throw error;
    }
  }

  /** Postpones the job, or ends it with a notice when the outage has lasted too long. */
  private async waitForEndOfOutage(job: Job, error: unknown): Promise<void> {
    const waitMs = outageWaitMs(job);
    if (waitMs !== null) throw new JobPostponed(waitMs);
    this.logger.error({ jobId: requestIdOf(job), err: error }, 'message was given up after an outage');
    await this.giveUp(job, error);
  }

  private async answer(job: Job, context: Pick<JobContext, 'reportOwnerPlan'>): Promise<void> {
    const requestId = requestIdOf(job);
    // First, because it needs neither the database nor billing nor a model: no outage keeps it back.
    if (this.outbox.needsCare(job) && !(await this.writing.isSuperseded(job))) return this.outbox.sendCare(job);
    const [isForgotten, isSuperseded, known, isMissed, epoch] = await Promise.all([
      this.log.isForgotten(job.botId, job.author.id, job.messageId),
      this.writing.isSuperseded(job),
      this.log.find(job.botId, requestId),
      this.outbox.isMissed(job),
      this.log.epoch(job.botId),
    ]);
    if (isForgotten) return this.skipForgotten(job);
    if (isSuperseded) return this.skipSuperseded(job);
    if (known) return this.deliver(job, known);
    if (isMissed) return this.skipMissed(job);
    const persona = await this.pipeline.personaOf(job.botId);
    // The bot was deleted meanwhile.
    if (!persona) return this.outbox.endUnanswered(job, 'bot_deleted');
    context.reportOwnerPlan(persona.ownerPlan);
    const request = requestOf(job, persona, epoch);
    const refusal = await this.pipeline.refusalOf(request);
    if (refusal) return this.outbox.sendReply(job, refusal, persona.ownerPlan);
    // Gathered while it is found out who writes and while billing answers, because members wait.
    const preparation = this.pipeline.prepare(request);
    const writer = await this.pipeline.writerOf(request);
    const begun = this.pipeline.begin(request, writer, preparation);
    begun.catch(() => undefined);
    if (writer.isCharged) await this.charges.reserve({ persona, requestId, guildId: job.guildId, memberId: job.author.id });
    const streamed = await begun;
    const written = await this.writing.finish(job, streamed);
    if (written !== 'complete') return written === 'stopped' ? this.skipStopped(job) : this.skipSuperseded(job);
    if (streamed.isSilent) return this.outbox.leaveUnanswered(job, 'not_addressed');
    // What the model did not finish, or another wrote in its place for nothing.
    if (writer.isCharged && !streamed.isCharged) await this.charges.close('release', requestId);
    const stored = await this.pipeline.store(request, streamed);
    // Not stored: the bot was wiped, so the reply is written again without memory, or the author was forgotten, so there is none.
    await (stored ? this.deliver(job, stored, persona.ownerPlan) : this.answer(job, context));
  }

  /** A member stopped it before there was any text. */
  private async skipStopped(job: Job): Promise<void> {
    await this.charges.close('release', requestIdOf(job));
    await this.outbox.leaveUnanswered(job);
  }

  /** The question was deleted, or is answered by another job. The runner ends what its members see of it. */
  private async skipSuperseded(job: Job): Promise<void> {
    await this.charges.close('release', requestIdOf(job));
    await this.log.markFailed(job.botId, requestIdOf(job));
  }

  private async skipForgotten(job: Job): Promise<void> {
    await this.charges.close('release', requestIdOf(job));
    await this.outbox.endUnanswered(job, 'author_forgotten');
  }

  private async skipMissed(job: Job): Promise<void> {
    await this.charges.close('release', requestIdOf(job));
    await this.outbox.sendMissedNotice(job);
  }

  private async deliver(job: Job, message: MessageEntity, ownerPlan?: Plan): Promise<void> {
    await (message.state === 'written' ? this.outbox.sendReply(job, message, ownerPlan) : this.outbox.leaveUnanswered(job));
  }

  /**
   * Releases the charge and posts why there is no reply. A stored reply is kept: its delivery may be in progress. It needs neither the
   * database nor billing: when the notice cannot be queued either, the job is postponed.
   */
  private async giveUp(job: Job, error: unknown): Promise<void> {
    const requestId = requestIdOf(job);
    const known = await this.log.find(job.botId, requestId).catch(() => null);
    if (known) return;
    await this.charges.close('release', requestId);
    try {
      await this.outbox.sendFailureNotice(job, { ...noticeOf(error), isAlways: this.writing.isShown(job) });
    } catch (problem) {
      this.logger.error({ jobId: requestId, err: problem }, 'notice not queued; trying again');
      throw new JobPostponed(NOTICE_RETRY_MS);
    }
  }
}

function noticeOf(error: unknown): { readonly text: string; readonly noAnswer: NoAnswerReason } {
  if (error instanceof WithheldReply) return { text: error.memberText, noAnswer: error.noAnswer };
  const { code, message } = AppError.from(error);
  const text = error instanceof ReplyFailure ? error.memberText : undefined;
  if (code === 'PROMPT_REFUSED') return { text: text ?? message, noAnswer: 'prompt_refused' };
  if (code === 'MODEL_UNAVAILABLE') return { text: text ?? MODEL_DOWN, noAnswer: 'model_unavailable' };
  return { text: KITH_DOWN, noAnswer: 'kith_down' };
}

const requestOf = (job: Job, persona: Persona, epoch: number): ReplyRequest => ({
  persona,
  channel: 'discord',
  // The thread has the id of the message: what is written in it continues the conversation.
  conversation: job.threadName === undefined ? job.channelId : job.messageId,
  requestId: requestIdOf(job),
  author: job.author.id,
  authorName: job.author.name,
  question: job.content,
  isAddressed: job.isAddressed,
  task: job.task,
  attachments: [],
  files: job.files,
  repliedTo: job.repliedTo,
  talk: job.talk,
  replaces: job.revision === undefined ? undefined : requestIdOf({ botId: job.botId, messageId: job.messageId }),
  isKept: job.isKept,
  place: { guildId: job.guildId, channelId: job.channelId },
  epoch,
});

// As the queue decides: below 429 the input, the owner or the state of the data refuses the message, so a retry fails again.
const isRetryable = (error: unknown): boolean => !(error instanceof AppError) || error.status >= 429;
