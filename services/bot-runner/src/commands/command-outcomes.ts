import { LOGGER, type Logger } from '@kith/kit';
import type { JobOf, queues, RunnableBot, TraceReason } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { Failure } from '../discord/job-attempt.js';
import { AnswerPoster } from '../interactions/answer-poster.js';
import { Traces } from '../traces/traces.service.js';

type Job = JobOf<typeof queues.commands>;

/** Notes for the owner why a command was not run or not answered. */
@Injectable()
export class CommandOutcomes {
  constructor(
    private readonly answers: AnswerPoster,
    private readonly traces: Traces,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** `told`: what the member reads. */
  recordRefused(job: Job, told: string | undefined): void {
    this.trace(job, 'command_refused', told);
  }

  async recordFailed(job: Job, bot: RunnableBot, { reason, refusal }: Failure): Promise<void> {
    const { botId, guildId, channelId, messageId, task } = job;
    this.logger.warn({ botId, channelId, messageId, kind: task.kind, reason }, 'command not answered');
    if (task.kind === 'call') this.trace(job, 'discord_refused', reason);
    if (refusal?.status === 403) await this.answers.recordRefusal(bot, { guildId, channelId });
  }

  /** Interactions have no message that an owner could ask about. */
  private trace(job: Job, reason: TraceReason, detail: string | undefined): void {
    if (job.interaction !== undefined) return;
    this.traces.record(job, { outcome: 'command', reason, ...(detail === undefined ? {} : { detail }) });
  }
}
