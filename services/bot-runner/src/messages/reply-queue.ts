import { CONFIG, growingCache, LOGGER, type Config, type Logger } from '@kith/kit';
import { queues, sentAtMs, type JobOf, type RunnableBot } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { AcceptedJobs, jobIdOf, type AcceptedJob } from './accepted-jobs.js';
import type { ConnectedBot } from './connected-bot.js';
import { MergedLines } from './merged-lines.js';
import { OutstandingMessages } from './outstanding-messages.js';
import { QuestionFeedback } from './question-feedback.js';
import { Questions, type Question } from './questions.js';
import { isInvalid, untilQueued } from './until-queued.js';

type Job = JobOf<typeof queues.replies>;
type Delivery = JobOf<typeof queues.deliveries>;
type Lines = Question['lines'];

/** How long the lines of a question are known, so that a changed one is answered together with the others. */
const LINES_KNOWN_MS = 600_000;
const MAX_KNOWN_LINES = 5000;

/** Puts questions into the queue `replies`. What one member writes in a row within the merge window is one question. */
@Injectable()
export class ReplyQueue {
  private readonly questions: Questions;
  /** Of the questions with several lines, by bot and message. */
  private readonly knownLines = growingCache<Lines>(MAX_KNOWN_LINES, LINES_KNOWN_MS);
  /** By channel, what queues the last message of each. */
  private readonly queueing = new WeakMap<ConnectedBot, Map<string, Promise<boolean>>>();
  /** When the outstanding messages are counted again. */
  private counted: Promise<void> = Promise.resolve();

  constructor(
    private readonly outstanding: OutstandingMessages,
    private readonly accepted: AcceptedJobs,
    private readonly feedback: QuestionFeedback,
    private readonly mergedLines: MergedLines,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.questions = new Questions(config.REPLY_MERGE_WINDOW_MS, (question) => this.enqueue(question));
  }

  /** Adds a line. Resolves when the question that it belongs to is in the queue; never after the connection of the bot was closed. */
  add(connected: ConnectedBot, line: Job): Promise<void> {
    return this.questions.add(connected, line);
  }

  /** Changes a line that still waits for further ones; false when it does not. */
  changeLine(line: Job): boolean {
    return this.questions.change(line);
  }

  /** The whole question of a line that was changed or is to be answered anew. */
  questionWith(line: Job): Job {
    const lines = this.knownLines.get(lineKey(line));
    if (!lines) return line;
    const [first, ...others] = lines.map((one) => (one.messageId === line.messageId ? line : one));
    return first ? this.remember([first, ...others]) : line;
  }

  /** What is left of the questions with several lines of which some were deleted, each with the message that the whole one replied to; once. */
  takeRests(botId: string, deleted: readonly string[]): { readonly askedAs: string; readonly rest: Job }[] {
    const questions = new Set(deleted.flatMap((messageId) => this.knownLines.get(lineKey({ botId, messageId }))?.[0] ?? []));
    return [...questions].flatMap((firstLine) => {
      const lines = this.knownLines.get(lineKey(firstLine)) ?? [firstLine];
      for (const line of lines) this.knownLines.delete(lineKey(line));
      const [first, ...others] = lines.filter(({ messageId }) => !deleted.includes(messageId));
      const { messageId: askedAs } = lines.at(-1) ?? firstLine;
      return first ? [{ askedAs, rest: this.remember([first, ...others]) }] : [];
    });
  }

  forgetMember(botId: string, memberId: string): void {
    for (const [key, [{ author }]] of this.knownLines.entries())
      if (key.startsWith(`${botId}:`) && author.id === memberId) this.knownLines.delete(key);
  }

  removeLine(line: Parameters<Questions['remove']>[0]): void {
    this.questions.remove(line);
  }

  /**
   * Calls `work` about a question of a channel until it succeeds, after the earlier messages of the channel are queued and, when Redis may have
   * lost its data, all outstanding ones are counted again.
   */
  async inTurn(connected: ConnectedBot, channelId: string, work: () => Promise<void>): Promise<boolean> {
    return this.inOrder(connected, channelId, () =>
      untilQueued(connected.closed, async () => {
        await this.counted;
        await work();
      }),
    );
  }

  /** Adds a question that was changed after it was queued or answered; in the turn of its channel. */
  async revise(
    { channelSettings }: Pick<RunnableBot, 'channelSettings'>,
    job: Job & { readonly revision: string },
  ): Promise<void> {
    await this.feedback.noteLines(job);
    const priority = await this.outstanding.admitAgain(job);
    if (typeof priority !== 'number') return;
    const delayMs = Math.max(0, sentAtMs(job.revision) + channelSettings.responseDelay * 1000 - Date.now());
    await this.put(job, { delayMs, priority });
  }

  /** Whether the member's last question still waits for further lines. To be called for each message of a channel: those of others end it. */
  continuesQuestion(message: Parameters<Questions['continues']>[0]): boolean {
    return this.questions.continues(message);
  }

  /** The bot is handed over: its questions do not wait for further lines. */
  endQuestionsOf(botId: string): void {
    this.questions.endAllOf(botId);
  }

  /**
   * Adds all that this process has put into queues again, after Redis may have lost its data; what it has is not added twice. All questions are
   * counted before, and new ones wait for that: an answer waits for those to the earlier messages of its channel, if they are counted.
   */
  async restore(): Promise<void> {
    const accepted = this.accepted.all();
    const counting = this.countAgain(accepted);
    this.counted = counting.then(noop, noop);
    const counted = await counting;
    for (const one of accepted) {
      const priority = counted.get(one);
      if (priority === 'settled' || !this.accepted.includes(one)) continue;
      await this.accepted.addAgain(typeof priority === 'number' ? { ...one, priority } : one);
    }
    if (accepted.length > 0) this.logger.info({ count: accepted.length }, 'accepted jobs added again');
  }

  private async countAgain(accepted: readonly AcceptedJob[]): Promise<ReadonlyMap<AcceptedJob, number | string>> {
    const counted = new Map<AcceptedJob, number | string>();
    for (const one of accepted) {
      if (one.queue.name === queues.replies.name) counted.set(one, await this.outstanding.admit(one.data as Job));
      if (one.queue.name === queues.deliveries.name) await this.countDelivery(one.data as Delivery);
    }
    return counted;
  }

  /** The answers to later messages of the channel wait for this one. */
  private async countDelivery({ kind, guildId, ...delivery }: Delivery): Promise<void> {
    if (kind !== 'withdrawal' && guildId !== undefined) await this.outstanding.admit({ ...delivery, guildId });
  }

  private async put(job: Job, options: { readonly delayMs: number; readonly priority: number }): Promise<void> {
    await this.accepted.add(queues.replies, jobIdOf(job), job, options);
    this.feedback.waits(job);
  }

  private remember(lines: Lines): Job {
    if (lines.length > 1) for (const line of lines) this.knownLines.set(lineKey(line), lines);
    return mergedJob(lines);
  }

  private async enqueue({ connected, lines }: Question): Promise<void> {
    await this.inTurn(connected, lines[0].channelId, async () => {
      const questions = await this.questionsWith(connected, lines);
      const jobs = questions.map((question) => this.remember(question));
      const queuedIds = new Set(questions.flat().map(({ messageId }) => messageId));
      // The others belong to a question that has ended.
      this.feedback.merged(lines.filter(({ messageId }) => !queuedIds.has(messageId)));
      for (const question of questions) this.feedback.merged(question.slice(0, -1));
      for (const job of jobs) await this.admitAndPut(connected, job);
    });
  }

  private async admitAndPut(connected: ConnectedBot, job: Job): Promise<void> {
    const { botId, messageId } = job;
    // The member has waited since the last line was sent.
    const waitedMs = Math.max(0, Date.now() - sentAtMs(messageId));
    const delayMs = Math.max(0, connected.bot.channelSettings.responseDelay * 1000 - waitedMs);
    const priority = await this.outstanding.admitNew(connected, job);
    if (priority === 'settled') return;
    if (typeof priority !== 'number') return this.feedback.refused(connected, job, priority);
    try {
      // When Discord delivers the message again after a RESUME, the queue ignores the second job with the same id.
      await this.put(job, { delayMs, priority });
    } catch (error) {
      if (!isInvalid(error)) throw error;
      this.logger.error({ botId, messageId }, 'message refused by the schema of the queue');
    }
  }

  /** Where lines are never joined, a question has the same id in every process. */
  private async questionsWith({ bot }: ConnectedBot, lines: Lines): Promise<readonly Lines[]> {
    if (this.config.REPLY_MERGE_WINDOW_MS === 0 || bot.replyPace === 'instant') return [lines];
    return this.mergedLines.questionsWith(lines);
  }

  /**
   * The messages of a channel are queued one after the other: while Redis is away each is tried again at its own times, and a later one that
   * is queued first is answered first.
   */
  private inOrder(connected: ConnectedBot, channelId: string, queue: () => Promise<boolean>): Promise<boolean> {
    const channels = this.queueing.get(connected) ?? new Map<string, Promise<boolean>>();
    this.queueing.set(connected, channels);
    const queued = channels.get(channelId)?.then(queue) ?? queue();
    channels.set(channelId, queued);
    return queued.finally(() => {
      if (channels.get(channelId) === queued) channels.delete(channelId);
    });
  }
}

const MAX_FILES = 10;

const noop = (): void => undefined;

const lineKey = ({ botId, messageId }: Pick<Job, 'botId' | 'messageId'>): string => `${botId}:${messageId}`;

/** One job for all lines, which replies to the last one. */
export function mergedJob(lines: readonly [Job, ...Job[]]): Job {
  const last = lines.at(-1) ?? lines[0];
  if (lines.length === 1) return last;
  const files = lines.flatMap((line) => line.files ?? []).slice(0, MAX_FILES);
  const remark = lines.find((line) => line.remark !== undefined)?.remark;
  const repliedTo = lines.findLast((line) => line.repliedTo !== undefined)?.repliedTo;
  const { isAddressed: _ofLast, ...rest } = last;
  return {
    ...rest,
    ...(lines.every(({ isAddressed }) => isAddressed === false) ? { isAddressed: false } : {}),
    ...(repliedTo === undefined ? {} : { repliedTo }),
    ...(lines[0].talk === undefined ? {} : { talk: lines[0].talk }),
    ...(files.length > 0 ? { files } : {}),
    ...(remark === undefined ? {} : { remark }),
    earlierIds: lines.slice(0, -1).map(({ messageId }) => messageId),
    content: lines.map(({ content }) => content).join('\n'),
  };
}
