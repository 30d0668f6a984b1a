import { LOGGER, RpcClient, HandleJob, type JobContext, type Logger } from '@kith/kit';
import { AppError, bots, queues, type JobOf, type Persona } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { Message } from '../message.entity.js';
import { MessageLog } from '../message-log.js';
import { Charges } from './charges.js';
import { Outbox } from './outbox.js';
import { ReplyPipeline, type ReplyRequest } from './reply-pipeline.js';

type Job = JobOf<typeof queues.replies>;

const MAX_WRITING_MS = 120_000;
const MODEL_DOWN = 'I cannot reach my language model right now. Please try again in a minute.';
const KITH_DOWN = 'I cannot answer right now because a part of me is not running. Please try again in a minute.';

/**
 * Answers messages from Discord. Each step leaves a trace that the next attempt finds: the reservation keeps its id, a stored reply is
 * not written again, a delivery that is already queued is not queued twice.
 */
@Injectable()
export class RepliesWorker {
  constructor(
    private readonly rpc: RpcClient,
    private readonly log: MessageLog,
    private readonly pipeline: ReplyPipeline,
    private readonly charges: Charges,
    private readonly outbox: Outbox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandleJob(queues.replies)
  async reply(job: Job, { isLastAttempt }: Pick<JobContext, 'isLastAttempt'>): Promise<void> {
    try {
      await this.answer(job);
    } catch (error) {
      if (error instanceof AppError && error.code === 'DAILY_LIMIT') return this.outbox.sayLimit(job, error.details.resetsAt);
      if (isLastAttempt || !isWorthRepeating(error)) await this.giveUp(job, error);
      throw error;
    }
  }

  private async answer(job: Job): Promise<void> {
    const requestId = requestIdOf(job);
    if (await this.log.isForgotten(job.botId, job.author.id, job.messageId)) return this.drop(job);
    const known = await this.log.find(job.botId, requestId);
    if (known) return this.deliver(job, known);
    const epoch = await this.log.epoch(job.botId);
    const persona = await this.personaOf(job.botId);
    // Deleted meanwhile: nobody is there to answer.
    if (!persona) return this.outbox.sendNothing(job);
    const request = requestOf(job, persona, epoch);
    await this.charges.reserve(persona.ownerId, requestId);
    const draft = await this.pipeline.begin(request);
    await draft.finish(AbortSignal.timeout(MAX_WRITING_MS));
    const kept = await this.pipeline.keep(request, draft);
    // Wiped while it was being written: answered anew, by a companion that remembers nothing. Forgotten: not answered.
    await (kept ? this.deliver(job, kept) : this.answer(job));
  }

  /** Its author does not want to have written it. */
  private async drop(job: Job): Promise<void> {
    await this.charges.close('release', requestIdOf(job));
    await this.outbox.sendNothing(job);
  }

  private async deliver(job: Job, message: Message): Promise<void> {
    if (message.state === 'written') await this.outbox.sendReply(job, message);
  }

  /** Nothing is charged and the member is told why. A reply that is stored is kept: its delivery may be under way. */
  private async giveUp(job: Job, error: unknown): Promise<void> {
    try {
      const requestId = requestIdOf(job);
      if (await this.log.find(job.botId, requestId)) return;
      await this.charges.close('release', requestId);
      await this.outbox.sendNotice(job, error instanceof AppError && error.code === 'MODEL_UNAVAILABLE' ? MODEL_DOWN : KITH_DOWN);
    } catch (problem) {
      this.logger.error({ jobId: requestIdOf(job), err: problem }, 'a message was given up without a word');
    }
  }

  private async personaOf(botId: string): Promise<Persona | undefined> {
    try {
      return await this.rpc.ask(bots.persona, { botId });
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
      throw error;
    }
  }
}

export const requestIdOf = ({ botId, messageId }: Pick<Job, 'botId' | 'messageId'>): string => `${botId}-${messageId}`;

const requestOf = (job: Job, persona: Persona, epoch: number): ReplyRequest => ({
  persona,
  channel: 'discord',
  conversation: job.channelId,
  requestId: requestIdOf(job),
  author: job.author.id,
  authorName: job.author.name,
  question: job.content,
  attachments: [],
  epoch,
});

// The same line as the queue draws: below 429 the input, the owner or the state of the world forbids it.
const isWorthRepeating = (error: unknown): boolean => !(error instanceof AppError) || error.status >= 429;
