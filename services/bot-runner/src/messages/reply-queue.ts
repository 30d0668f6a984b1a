import { CONFIG, LOGGER, Queues, type Config, type Logger } from '@kith/kit';
import { queues, sentAtMs, type JobOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { AcceptedMessages, jobIdOf } from './accepted-messages.js';
import { Traces } from '../traces/traces.service.js';
import type { ConnectedBot } from './connected-bot.js';
import { OutstandingMessages } from './outstanding-messages.js';
import { Questions, type Question } from './questions.js';
import { untilQueued } from './until-queued.js';

type Job = JobOf<typeof queues.replies>;

/** Puts questions into the queue `replies`. What one member writes in a row within the merge window is one question. */
@Injectable()
export class ReplyQueue {
  private readonly questions: Questions;

  constructor(
    private readonly queues: Queues,
    private readonly outstanding: OutstandingMessages,
    private readonly accepted: AcceptedMessages,
    private readonly traces: Traces,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) { REPLY_MERGE_WINDOW_MS }: Config,
  ) {
    this.questions = new Questions(REPLY_MERGE_WINDOW_MS, (question) => this.enqueue(question));
  }

  /** Adds a line. Resolves when the question that it belongs to is in the queue; never after the connection of the bot was closed. */
  add(connected: ConnectedBot, line: Job): Promise<void> {
    return this.questions.add(connected, line);
  }

  /** Whether the member's last question still waits for further lines. To be called for each message of a channel: those of others end it. */
  continuesQuestion(message: Parameters<Questions['continues']>[0]): boolean {
    return this.questions.continues(message);
  }

  /** The bot is handed over: its questions do not wait for further lines. */
  endQuestionsOf(botId: string): void {
    this.questions.endAllOf(botId);
  }

  /** Adds the outstanding messages of this process again, after Redis may have lost its data; those that it has are not added twice. */
  async restore(): Promise<void> {
    const jobs = this.accepted.all();
    for (const job of jobs) {
      const priority = await this.outstanding.admit(job);
      if (priority === 'settled') continue;
      await this.queues.add(queues.replies, jobIdOf(job), job, { priority: typeof priority === 'number' ? priority : 0 });
    }
    if (jobs.length > 0) this.logger.info({ count: jobs.length }, 'outstanding messages added again');
  }

  private async enqueue({ connected: { bot, closed }, lines }: Question): Promise<void> {
    const job = mergedJob(lines);
    for (const messageId of job.earlierIds ?? []) this.traces.record({ ...job, messageId }, { outcome: 'merged' });
    // The member has waited since the last line was sent.
    const delayMs = Math.max(0, bot.channelSettings.responseDelay * 1000 - Math.max(0, Date.now() - sentAtMs(job.messageId)));
    const isValid = await untilQueued(closed, async () => {
      const priority = await this.outstanding.admit(job);
      if (priority === 'settled') return;
      if (typeof priority !== 'number') return this.traces.record(job, { outcome: 'unanswered', reason: priority });
      // When Discord delivers the message again after a RESUME, the queue ignores the second job with the same id.
      await this.queues.add(queues.replies, jobIdOf(job), job, { delayMs, priority });
      this.accepted.accept(job);
    });
    const { botId, messageId } = job;
    if (!isValid) this.logger.error({ botId, messageId }, 'message refused by the schema of the queue');
  }
}

const MAX_FILES = 10;

/** One job for all lines, which replies to the last one. */
function mergedJob(lines: readonly [Job, ...Job[]]): Job {
  const last = lines.at(-1) ?? lines[0];
  if (lines.length === 1) return last;
  const files = lines.flatMap((line) => line.files ?? []).slice(0, MAX_FILES);
  const remark = lines.find((line) => line.remark !== undefined)?.remark;
  return {
    ...last,
    ...(files.length > 0 ? { files } : {}),
    ...(remark === undefined ? {} : { remark }),
    earlierIds: lines.slice(0, -1).map(({ messageId }) => messageId),
    content: lines.map(({ content }) => content).join('\n'),
  };
}
