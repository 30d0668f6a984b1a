import { HandleJob, LOGGER, type JobContext, type Logger } from '@kith/kit';
import { queues, type AuditEvent, type JobOf, type ModerationAction } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { CommandTraces } from '../commands/command-traces.js';
import { attemptJob, type Failure } from '../discord/job-attempt.js';
import { CaseStore } from './case-store.js';
import type { ViolationJob } from './violation-job.js';
import { ModeratedAnswers } from './moderated-answers.js';
import { ModerationAccess } from './moderation-access.js';
import type { ModerationCaseEntity } from './moderation-case.entity.js';
import { ModerationMessages } from './moderation-messages.js';
import { Punishments } from './punishments.js';

type Job = JobOf<typeof queues.moderation>;

/**
 * Does what moderation decided. Each case is stored before its first effect, and each effect can be repeated: a deleted message stays deleted,
 * a timeout has a fixed end, a notice has a nonce. So a job that is interrupted anywhere has each effect once.
 */
@Injectable()
export class ModerationWorker {
  @Inject() private readonly traces: CommandTraces;

  constructor(
    private readonly cases: CaseStore,
    private readonly access: ModerationAccess,
    private readonly punishments: Punishments,
    private readonly messages: ModerationMessages,
    private readonly answers: ModeratedAnswers,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandleJob(queues.moderation)
  async handle(job: Job, { isLastAttempt, addedAtMs }: Pick<JobContext, 'isLastAttempt' | 'addedAtMs'>): Promise<void> {
    const { task } = job;
    // Not since the message was written: an old one may be changed into what moderation does not allow.
    const sinceMs = task.kind === 'violation' ? addedAtMs : Date.now();
    const failure = await attemptJob(() => this.run(job), { isLastAttempt, sinceMs });
    if (failure) this.fail(job, failure);
  }

  private fail(job: Job, { reason }: Failure): void {
    const { botId, guildId, task } = job;
    this.logger.warn({ botId, guildId, reason }, 'moderation job failed');
    if (task.kind === 'resume') return;
    // Its punishment may have been done: not only that can fail, but also telling the channel or the log.
    const what = task.kind === 'undo' ? 'A timeout was not taken back.' : 'Not all was done about a message that breaks a rule.';
    this.traces.notDone(job, task.kind === 'violation' ? (task.system?.systemId ?? null) : null, `${what} ${reason}`);
  }

  private run({ task, ...job }: Job): Promise<void> {
    switch (task.kind) {
      case 'undo':
        return this.undo({ ...job, task }, task);
      case 'resume':
        // The call that added this job may have ended before moderation went on, or before it reported that.
        return this.cases.resume({ ...job, pausedAt: new Date(task.pausedAt), event: task.event });
      default:
        return this.moderate({ ...job, task });
    }
  }

  private async moderate(job: ViolationJob): Promise<void> {
    // Asked again here: when Discord could not be asked as the message arrived, it was not known.
    if (await this.access.isModerator(job)) return;
    if (job.task.isRepeated) return this.deleteRepeated(job);
    const { moderationCase, pausedAt } = await this.cases.open(job);
    if (!moderationCase) return pausedAt === null ? undefined : this.messages.tellPause(job, pausedAt);
    // Its owner took it back between two attempts.
    if (moderationCase.undoneAt) return;
    const done = moderationCase.isDryRun ? [] : await this.punish(job, moderationCase);
    await this.messages.notify(job, moderationCase, done);
    await this.messages.log(job, moderationCase, done);
  }

  private async punish(job: ViolationJob, { id, actions, timeoutUntil }: ModerationCaseEntity): Promise<ModerationAction[]> {
    const done: ModerationAction[] = [];
    for (const action of actions) {
      const outcome = await this.punishments.take(action, job, timeoutUntil);
      // That its author deleted the message meanwhile is what was wanted, or an earlier attempt deleted it.
      const isGone = action === 'delete' && outcome !== 'refused';
      if (isGone) await this.answers.withdraw(job);
      if (outcome === 'done' || isGone) done.push(action);
      else if (outcome === 'refused') await this.cases.markRefused(id, action);
    }
    return done;
  }

  private async deleteRepeated(job: ViolationJob): Promise<void> {
    const { autoDelete, moderationDryRun } = job.task.settings;
    if (!autoDelete || moderationDryRun || (await this.cases.pausedAt(job.botId, job.guildId))) return;
    if ((await this.punishments.deleteMessage(job)) !== 'refused') await this.answers.withdraw(job);
  }

  /** Takes a case back and removes its timeout, if it has one; another case of the member may still run, or a timeout that a moderator set. */
  private async undo(job: Job, { caseId, event }: { caseId: string; event?: AuditEvent | undefined }): Promise<void> {
    // The call that added this job may have ended before it marked the case, or before it reported that.
    const undone = await this.cases.takeBack(job.botId, caseId, event);
    if (!undone?.memberId || undone.isDryRun) return;
    if (!undone.timeoutUntil || undone.timeoutUntil.getTime() < Date.now()) return;
    await this.punishments.changeTimeout(job, undone.memberId, (current) => this.cases.timeoutInForce(undone, current));
  }
}
