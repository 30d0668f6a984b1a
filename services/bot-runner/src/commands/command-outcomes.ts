import { LOGGER, type Logger } from '@kith/kit';
import type { JobOf, queues, RunnableBot, TraceReason } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { DesiredBotsSource } from '../connections/desired-bots.js';
import type { Failure } from '../discord/job-attempt.js';
import { AnswerPoster } from '../interactions/answer-poster.js';
import type { NotAdmitted } from '../messages/outstanding-messages.js';
import { Traces } from '../traces/traces.service.js';
import { FAILED, STOPPED_BEFORE } from './command-texts.js';
import { nameOfUse } from './command-traces.js';
import { RefusedCards } from './refused-cards.js';

type Job = JobOf<typeof queues.commands>;

/** Notes for the owner why a command was not run or not answered. */
@Injectable()
export class CommandOutcomes {
  constructor(
    private readonly answers: AnswerPoster,
    private readonly traces: Traces,
    private readonly desired: DesiredBotsSource,
    /** What of an answer Discord refuses because a permission is missing. */
    readonly cards: RefusedCards,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** `told`: what the member reads. */
  recordRefused(job: Job, told: string | undefined): void {
    this.trace(job, 'command_refused', told);
  }

  /** Its question was not taken up. */
  recordNotAdmitted(job: Job, reason: NotAdmitted): void {
    this.trace(job, reason, undefined);
  }

  /** The bot was stopped before a member's command was run. */
  async recordStopped(job: Job): Promise<void> {
    await this.end(job, STOPPED_BEFORE);
  }

  async recordFailed(job: Job, bot: RunnableBot, { reason, refusal }: Failure): Promise<void> {
    const { botId, guildId, channelId, messageId, task } = job;
    this.logger.warn({ botId, channelId, messageId, kind: task.kind, reason }, 'command not answered');
    if (task.kind === 'call') this.trace(job, 'discord_refused', reason);
    await this.end(job, FAILED);
    if (refusal?.status === 403) await this.answers.recordRefusal(bot, { guildId, channelId }, refusal.code);
  }

  private titleOf(botId: string, commandId: string): string | null {
    return this.desired.bots.get(botId)?.commands.find((one) => one.commandId === commandId)?.custom?.name ?? null;
  }

  private async end(job: Job, why: string): Promise<void> {
    const isUpdate = job.task.kind === 'call' && job.task.use?.isUpdate === true;
    await this.answers.end(job, why, { isUpdate });
  }

  private trace(job: Job, reason: TraceReason, detail: string | undefined): void {
    const { interaction, task } = job;
    if (task.kind !== 'call') return;
    // The text of a slash command begins with its name; the use of a button, a menu or a form has none.
    const [name = ''] = task.content.split(' ', 1);
    const command = task.use ? nameOfUse(task.use, this.titleOf(job.botId, task.commandId)) : name;
    this.traces.record(job, {
      outcome: 'command',
      reason,
      ...(detail === undefined ? {} : { detail }),
      ...(interaction === undefined ? {} : { command }),
    });
  }
}
