import type { JobOf, queues } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { Traces } from '../traces/traces.service.js';
import type { ConnectedBot } from './connected-bot.js';
import { IntakeNotices } from './intake-notices.js';
import { MergedLines } from './merged-lines.js';
import type { NotAdmitted } from './outstanding-messages.js';
import { TypingIndicators } from './typing-indicators.js';

type Job = JobOf<typeof queues.replies>;

/** What members and the owner learn of a question before it is answered. */
@Injectable()
export class QuestionFeedback {
  constructor(
    private readonly typing: TypingIndicators,
    private readonly notices: IntakeNotices,
    private readonly traces: Traces,
    private readonly lines: MergedLines,
  ) {}

  /** It waits for its answer: the bot is shown as typing. */
  waits({ botId, channelId, messageId }: Job): void {
    this.typing.start(botId, channelId, messageId);
  }

  /** The lines have no answer of their own. */
  merged(lines: readonly Job[]): void {
    for (const line of lines) this.traces.record(line, { outcome: 'merged' });
  }

  /** Its answer is found by each of its lines, also when it replies to another one than before. */
  async noteLines(job: Job): Promise<void> {
    if (job.earlierIds || job.revision !== undefined) await this.lines.note(job);
  }

  /** It gets no answer. The channel is told, once in a while, where Discord lets the bot write. */
  async refused(connected: ConnectedBot, job: Job, reason: NotAdmitted): Promise<void> {
    this.traces.record(job, { outcome: 'unanswered', reason });
    if (job.earlierIds) await this.lines.end(job);
    if (reason === 'too_many_waiting') await this.notices.tooBusy(connected, { ...job, id: job.messageId });
  }
}
