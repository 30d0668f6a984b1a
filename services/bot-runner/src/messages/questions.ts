import { parseImageCommand, sentAtMs, type JobOf, type queues } from '@kith/proto';
import type { ConnectedBot } from './connected-bot.js';

type Line = JobOf<typeof queues.replies>;

/** What a member wrote in a row. */
export interface Question {
  readonly connected: ConnectedBot;
  readonly lines: readonly [Line, ...Line[]];
}

interface WaitingQuestion {
  readonly connected: ConnectedBot;
  lines: [Line, ...Line[]];
  /** Resolves when the question is in the queue. */
  readonly done: Promise<void>;
  readonly resolve: (queued: Promise<void>) => void;
  timer: NodeJS.Timeout;
}

const MAX_LINES = 10;
const MAX_CHARACTERS = 4000;
/** How much of the window a bot waits, by the pace that its owner chose. */
const SHARE_OF_WINDOW = { instant: 0, natural: 1, slow: 2 } as const;
/** For lines that Discord delivers late: those behind them follow within this time. */
const LATE_LINE_WAIT_MS = 100;

/**
 * Collects the lines that one member writes in a row in a channel, each within the window after the one before, as one question. The window
 * counts by when the lines were sent, so that lines that are delivered late, or again to the next owner of the session, make the same question
 * (docs/decisions.md C13). What is to be drawn is a question of its own.
 */
export class Questions {
  private readonly waiting = new Map<string, WaitingQuestion>();

  constructor(
    private readonly windowMs: number,
    private readonly enqueue: (question: Question) => Promise<void>,
  ) {}

  /** Resolves when the question of the line is in the queue. */
  add(connected: ConnectedBot, line: Line): Promise<void> {
    const key = keyOf(line);
    if (this.windowOf(connected) === 0 || isAlone(line)) {
      this.end(key);
      return this.enqueue({ connected, lines: [line] });
    }
    const waiting = this.waiting.get(key);
    // What came over an earlier connection of the bot may never be queued: Discord delivers it to the new one again.
    const isSameConnection = waiting?.connected === connected;
    if (waiting && isSameConnection && hasRoom(waiting, line) && this.isInWindow(waiting, line.author.id, line.messageId)) {
      if (!waiting.lines.some(({ messageId }) => messageId === line.messageId)) waiting.lines.push(line);
      clearTimeout(waiting.timer);
      waiting.timer = this.timerFor(key, connected, line);
      return waiting.done;
    }
    this.end(key);
    let resolve: WaitingQuestion['resolve'] = () => undefined;
    const done = new Promise<void>((settle) => (resolve = settle));
    this.waiting.set(key, { connected, lines: [line], done, resolve, timer: this.timerFor(key, connected, line) });
    return done;
  }

  /** Whether a message continues the question that waits in its channel. If not, and it is of somebody else, that question ends. */
  continues({ botId, channelId, authorId, id }: { botId: string; channelId: string; authorId: string; id: string }): boolean {
    if (this.waiting.size === 0) return false;
    const key = keyOf({ botId, channelId });
    const waiting = this.waiting.get(key);
    if (!waiting) return false;
    if (waiting.lines[0].author.id !== authorId) this.end(key);
    return this.isInWindow(waiting, authorId, id);
  }

  /** Replaces a line that its author changed; false when no question that waits has it. */
  change(line: Line): boolean {
    const waiting = this.waiting.get(keyOf(line));
    const index = waiting?.lines.findIndex(({ messageId }) => messageId === line.messageId) ?? -1;
    if (!waiting || index < 0) return false;
    waiting.lines[index] = {
      ...line,
      ...(waiting.lines[index]?.remark === undefined ? {} : { remark: waiting.lines[index].remark }),
    };
    return true;
  }

  /** Removes a line that was deleted; a question without lines is none. */
  remove({ botId, channelId, messageId }: Pick<Line, 'botId' | 'channelId' | 'messageId'>): void {
    const key = keyOf({ botId, channelId });
    const waiting = this.waiting.get(key);
    if (!waiting) return;
    const [first, ...others] = waiting.lines.filter((line) => line.messageId !== messageId);
    if (first) {
      waiting.lines = [first, ...others];
      return;
    }
    this.waiting.delete(key);
    clearTimeout(waiting.timer);
    waiting.resolve(Promise.resolve());
  }

  endAllOf(botId: string): void {
    for (const key of this.waiting.keys()) if (key.startsWith(`${botId}:`)) this.end(key);
  }

  private isInWindow({ connected, lines }: WaitingQuestion, authorId: string, messageId: string): boolean {
    const last = lines.at(-1) ?? lines[0];
    return last.author.id === authorId && sentAtMs(messageId) - sentAtMs(last.messageId) <= this.windowOf(connected);
  }

  private timerFor(key: string, connected: ConnectedBot, { messageId }: Line): NodeJS.Timeout {
    const windowMs = this.windowOf(connected);
    const leftMs = sentAtMs(messageId) + windowMs - Date.now();
    return setTimeout(() => this.end(key), Math.min(Math.max(leftMs, LATE_LINE_WAIT_MS), windowMs));
  }

  private windowOf({ bot: { replyPace = 'natural' } }: ConnectedBot): number {
    return this.windowMs * SHARE_OF_WINDOW[replyPace];
  }

  private end(key: string): void {
    const question = this.waiting.get(key);
    if (!question) return;
    this.waiting.delete(key);
    clearTimeout(question.timer);
    question.resolve(this.enqueue(question));
  }
}

const keyOf = ({ botId, channelId }: Pick<Line, 'botId' | 'channelId'>): string => `${botId}:${channelId}`;

/** Whether a line is joined with no other: one that begins with the command to draw. */
export const isAlone = ({ content }: Pick<Line, 'content'>): boolean => parseImageCommand(content) !== undefined;

const hasRoom = ({ lines }: WaitingQuestion, { content }: Line): boolean =>
  lines.length < MAX_LINES && lines.reduce((sum, line) => sum + line.content.length + 1, content.length) <= MAX_CHARACTERS;
