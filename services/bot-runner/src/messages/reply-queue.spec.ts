import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Config, Logger } from '@kith/kit';
import { AppError, queues, type JobOf } from '@kith/proto';
import type { AcceptedJobs } from './accepted-jobs.js';
import type { ConnectedBot } from './connected-bot.js';
import type { OutstandingMessages } from './outstanding-messages.js';
import type { MergedLines } from './merged-lines.js';
import type { QuestionFeedback } from './question-feedback.js';
import { ReplyQueue } from './reply-queue.js';

type Line = JobOf<typeof queues.replies>;

const line = (messageId: string, channelId = '1'): Line => ({
  ownerId: 'owner',
  botId: 'bot',
  messageId,
  channelId,
  guildId: '2',
  author: { id: '3', name: 'Eve' },
  content: 'Hello',
});

describe('the queue of replies', () => {
  /** What Redis is asked for, in order: messages that are counted, and jobs that are added. */
  let asked: string[];
  /** How often Redis cannot be reached for a message. */
  let failures: Map<string, number>;
  /** What admitting a message waits for. */
  let held: Map<string, Promise<void>>;
  let accepted: Line[];
  /** Messages that are refused, because too many wait. */
  let refused: string[];
  let replyQueue: ReplyQueue;
  const connected = {
    bot: { channelSettings: { responseDelay: 0 } },
    closed: new AbortController().signal,
  } as unknown as ConnectedBot;

  beforeEach(() => {
    [asked, failures, held, accepted, refused] = [[], new Map(), new Map(), [], []];
    const outstanding = {
      admitNew: (_connection: object, line: Line) => outstanding.admit(line),
      admit: async ({ messageId }: Line): Promise<number | string> => {
        const left = failures.get(messageId) ?? 0;
        failures.set(messageId, left - 1);
        if (left > 0) throw new Error('Connection is closed.');
        await held.get(messageId);
        asked.push(`admit ${messageId}`);
        return refused.includes(messageId) ? 'too_many_waiting' : 1;
      },
    };
    const jobs = {
      all: () => accepted.map((data) => ({ queue: queues.replies, jobId: `bot-${data.messageId}`, data })),
      includes: ({ data }: { readonly data: Line }) => accepted.includes(data),
      addAgain: ({ jobId }: { readonly jobId: string }) => Promise.resolve(asked.push(`add ${jobId}`)),
      add: (_queue: unknown, jobId: string, { content }: Line) => {
        if (content === '') return Promise.reject(new AppError('BAD_INPUT'));
        asked.push(`add ${jobId}`);
        return Promise.resolve();
      },
    };
    const feedback = {
      merged: () => undefined,
      noteLines: () => Promise.resolve(),
      waits: () => undefined,
      refused: (_connected: unknown, { messageId }: Line, reason: string) =>
        Promise.resolve(void asked.push(`refused ${messageId}: ${reason}`)),
    };
    replyQueue = new ReplyQueue(
      outstanding as unknown as OutstandingMessages,
      jobs as unknown as AcceptedJobs,
      feedback as unknown as QuestionFeedback,
      { questionsWith: (lines: unknown) => Promise.resolve([lines]) } as unknown as MergedLines,
      { error: () => undefined, info: () => undefined } as unknown as Logger,
      { REPLY_MERGE_WINDOW_MS: 0 } as Config,
    );
  });

  it('gets the messages of a channel in the order in which they came, also when Redis was away for the first of them', async () => {
    failures.set('1', 2);
    const first = replyQueue.add(connected, line('1'));
    const second = replyQueue.add(connected, line('2'));
    await replyQueue.add(connected, line('3', 'another'));
    expect(asked).toEqual(['admit 3', 'add bot-3']);
    await Promise.all([first, second]);
    expect(asked.slice(2)).toEqual(['admit 1', 'add bot-1', 'admit 2', 'add bot-2']);
  });

  it('does not hold messages behind one that it refuses, nor those of another connection behind one that never gets there', async () => {
    const closing = new AbortController();
    const closed = { ...connected, closed: closing.signal };
    failures.set('0', 1);
    void replyQueue.add(closed, line('0'));
    closing.abort();
    const refused = replyQueue.add(connected, { ...line('1'), content: '' });
    await Promise.all([refused, replyQueue.add(connected, line('2'))]);
    expect(asked).toEqual(['admit 1', 'admit 2', 'add bot-2']);
  });

  it('counts all outstanding messages again before it adds one of them or a new one, after Redis lost its data', async () => {
    accepted = [line('1'), line('2', 'another')];
    let release = (): void => undefined;
    held.set('1', new Promise((resolve) => (release = resolve)));
    const restored = replyQueue.restore();
    const added = replyQueue.add(connected, line('3'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toEqual([]);
    release();
    await Promise.all([restored, added]);
    expect(asked.slice(0, 2)).toEqual(['admit 1', 'admit 2']);
    expect(asked).toEqual(expect.arrayContaining(['add bot-1', 'add bot-2', 'admit 3', 'add bot-3']));
    expect(asked.indexOf('admit 3')).toBeGreaterThan(1);
  });

  it('is not given a message again that was answered while the outstanding ones were counted', async () => {
    accepted = [line('1'), line('2', 'another')];
    let release = (): void => undefined;
    held.set('2', new Promise((resolve) => (release = resolve)));
    const restored = replyQueue.restore();
    await new Promise((resolve) => setImmediate(resolve));
    accepted.shift();
    release();
    await restored;
    expect(asked).toEqual(['admit 1', 'admit 2', 'add bot-2']);
  });

  it('is not given a message for which too many wait', async () => {
    refused = ['1'];
    await replyQueue.add(connected, line('1', '7'));
    expect(asked).toEqual(['admit 1', 'refused 1: too_many_waiting']);
  });

  it('takes new messages although the outstanding ones cannot be added again', async () => {
    accepted = [line('1')];
    failures.set('1', 1);
    await expect(replyQueue.restore()).rejects.toThrow('closed');
    await replyQueue.add(connected, line('2'));
    expect(asked).toEqual(['admit 2', 'add bot-2']);
  });
});
