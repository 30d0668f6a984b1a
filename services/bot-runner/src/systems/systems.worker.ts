import { HandleJob, LOGGER, type JobContext, type Logger } from '@kith/kit';
import { queues, type JobOf, type RunnableBot } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { CommandRefusal, MoveRefusal } from '../commands/command-refusal.js';
import { DONE, FAILED, NO_PERMISSION, REFUSED, STOPPED_BEFORE } from '../commands/command-texts.js';
import { CommandTraces } from '../commands/command-traces.js';
import { DesiredBotsSource } from '../connections/desired-bots.js';
import { messageParts } from '../deliveries/split-message.js';
import { attemptJob, MAX_JOB_AGE_MS, type Failure } from '../discord/job-attempt.js';
import type { MessagePart } from '../discord/message-poster.js';
import { isRefused } from '../discord/refused.js';
import { InteractionAnswers } from '../interactions/interaction-answers.js';
import { Problems } from '../problems/problems.service.js';
import { SYSTEM_DEFINITIONS } from './definitions.js';
import type { SystemAnswer, SystemHandler, SystemJob } from './system-handler.js';
import { Systems } from './systems.js';

type Job = JobOf<typeof queues.systems>;

const SWITCHED_OFF = 'This is switched off at the moment.';

/** Runs what installed systems have to do. A job that runs twice has one effect. */
@Injectable()
export class SystemsWorker {
  constructor(
    private readonly systems: Systems,
    private readonly desired: DesiredBotsSource,
    private readonly answers: InteractionAnswers,
    private readonly problems: Problems,
    private readonly traces: CommandTraces,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandleJob(queues.systems)
  async work(job: Job, { isLastAttempt, addedAtMs }: Pick<JobContext, 'isLastAttempt' | 'addedAtMs'>): Promise<void> {
    const bot = this.desired.botOfJob(job);
    // A bot that was stopped meanwhile does nothing more.
    if (!bot) return this.end(job, STOPPED_BEFORE);
    // Events may be planned for long after they were added; Discord accepts answers to an interaction only for a quarter of an hour.
    const sinceMs = job.task.kind === 'event' ? Date.now() : addedAtMs;
    // The wait doubles with each attempt: the next one would come when Discord accepts no answer any more.
    const isTooLate = job.interaction !== undefined && Date.now() - addedAtMs > MAX_JOB_AGE_MS / 2;
    const failure = await attemptJob(() => this.run(job, bot), { isLastAttempt: isLastAttempt || isTooLate, sinceMs });
    if (failure) await this.fail(job, bot, failure);
  }

  private async fail(job: Job, bot: RunnableBot, { reason, refusal }: Failure): Promise<void> {
    const { botId, systemId, guildId } = job;
    this.logger.warn({ botId, systemId, guildId, reason }, 'job of an installed system failed');
    if (job.task.kind === 'event') this.noteEvent(job, reason);
    else this.traces.notRun(job, FAILED);
    await this.end(job, FAILED);
    if (refusal?.status === 403) await this.recordProblem(job, bot, null);
  }

  private noteEvent(job: Job, why: string): void {
    this.traces.notDone(job, job.systemId, why);
  }

  /** Tells the member of a command or a component why nothing was done. */
  private async end({ botId, eventId: interactionId, interaction: sealed, isUpdate = false }: Job, why: string): Promise<void> {
    if (sealed !== undefined) await this.answers.end({ botId, interactionId, sealed }, why, { isUpdate });
  }

  private async run(job: Job, bot: RunnableBot): Promise<void> {
    const system = bot.systems.find(({ systemId }) => systemId === job.systemId);
    const handler = this.systems.find(job.systemId);
    if (!system || !handler) {
      this.traces.notRun(job, SWITCHED_OFF);
      return this.answer(job, { content: SWITCHED_OFF }, true);
    }
    const { settings } = system;
    if (job.task.kind === 'event') {
      if (!(await this.workOn(handler, { ...job, task: job.task, bot, settings }))) return;
    } else {
      const answer = await this.answerOf(handler, { ...job, task: job.task, bot, settings }, bot);
      if (answer.isNoted) this.traces.notRun(job, answer.message?.content ?? '');
      await this.answer(job, answer.message, answer.isRefusal);
      if (answer.isRefusal) return;
    }
    if (definitionOf(job)?.solvesProblem?.(job.task)) await this.problems.resolve(bot, placeOf(job));
  }

  /** False where the system refuses what the event asks for, which nobody but the owner is told. */
  private async workOn(handler: SystemHandler, job: SystemJob<'event'>): Promise<boolean> {
    try {
      await handler.work?.(job);
      return true;
    } catch (error) {
      if (!(error instanceof CommandRefusal)) throw error;
      this.noteEvent(job, error.message);
      return false;
    }
  }

  /** What a command or a component answers: the answer of the system, or why it did nothing. */
  private async answerOf(
    handler: SystemHandler,
    { task, ...job }: SystemJob,
    bot: RunnableBot,
  ): Promise<{
    readonly message: SystemAnswer | null;
    readonly isRefusal: boolean;
    /** For the owner, too. */
    readonly isNoted?: boolean;
  }> {
    try {
      if (task.kind === 'command')
        return { message: (await handler.runCommand?.({ ...job, task })) ?? { content: DONE }, isRefusal: false };
      if (task.kind === 'component')
        return { message: (await handler.useComponent?.({ ...job, task })) ?? null, isRefusal: false };
      return { message: null, isRefusal: false };
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null) throw error;
      if (refusal.isPermission) await this.recordProblem(job, bot, refusal.permission);
      return { message: { content: refusal.text }, isRefusal: true, isNoted: !(error instanceof MoveRefusal) };
    }
  }

  private async answer(job: Job, message: SystemAnswer | null, isRefusal: boolean): Promise<void> {
    const { botId, eventId: interactionId, interaction: sealed, isUpdate = false } = job;
    if (sealed === undefined) return;
    const deferred = { botId, interactionId, sealed };
    if (isUpdate && isRefusal) return this.answers.tellPrivately(deferred, message?.content ?? REFUSED);
    if (message) await this.answers.edit(deferred, partsOf(message));
    else if (!isUpdate) await this.answers.edit(deferred, [{ content: DONE }]);
  }

  private async recordProblem(
    job: Pick<Job, 'systemId' | 'guildId'>,
    bot: RunnableBot,
    permission: string | null,
  ): Promise<void> {
    await this.problems.record(bot, placeOf(job), permission);
  }
}

const definitionOf = ({ systemId }: Pick<Job, 'systemId'>) =>
  SYSTEM_DEFINITIONS.find((definition) => definition.systemId === systemId);

const placeOf = (job: Pick<Job, 'systemId' | 'guildId'>) => ({
  guildId: job.guildId,
  channelId: null,
  action: definitionOf(job)?.problemAction ?? ('send-messages' as const),
});

const partsOf = ({ content = '', ...attached }: SystemAnswer): MessagePart[] => messageParts(content, attached);

interface Refusal {
  readonly text: string;
  readonly isPermission: boolean;
  readonly permission: string | null;
}

/** What the member is told of an error that another attempt cannot overcome; null for all others. */
function refusalOf(error: unknown): Refusal | null {
  if (error instanceof CommandRefusal)
    return { text: error.message, isPermission: error.missingPermission !== null, permission: error.missingPermission };
  if (!isRefused(error)) return null;
  const isPermission = error.status === 403;
  return { text: isPermission ? NO_PERMISSION : REFUSED, isPermission, permission: null };
}
