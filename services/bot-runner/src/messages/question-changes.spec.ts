import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Config, Logger } from '@kith/kit';
import { idAt, queues, type JobOf } from '@kith/proto';
import type { Redis } from 'ioredis';
import type { CommandIntake } from '../commands/command-intake.js';
import type { PostedParts } from '../discord/posted-parts.js';
import type { AcceptedJobs } from './accepted-jobs.js';
import type { ChannelTalk } from './channel-talk.js';
import type { ConnectedBot } from './connected-bot.js';
import type { IntakeNotices } from './intake-notices.js';
import type { OutstandingMessages } from './outstanding-messages.js';
import { QuestionChanges } from './question-changes.js';
import { MergedLines } from './merged-lines.js';
import { QuestionFeedback } from './question-feedback.js';
import { ReplyQueue } from './reply-queue.js';
import type { SupersededMessages } from './superseded-messages.js';
import type { TypingIndicators } from './typing-indicators.js';
import type { Traces } from '../traces/traces.service.js';

type Line = JobOf<typeof queues.replies>;

const [EARLIER, QUESTION] = [idAt(Date.now() - 2000), idAt(Date.now() - 1000)];
const CHANNEL = '1';

const line = (messageId: string): Line => ({
  ownerId: 'owner',
  botId: 'bot',
  messageId,
  channelId: CHANNEL,
  guildId: '2',
  author: { id: '3', name: 'Eve' },
  content: 'Hello',
});

/** As far as MergedLines uses it. */
function aRedis() {
  const values = new Map<string, string>();
  const changes = {
    set: (key: string, value: string) => (values.set(key, value), changes),
    del: (key: string) => (values.delete(key), changes),
    exec: () => Promise.resolve([]),
  };
  /** Lines that belong to no question become one, which has the id of the last of them. */
  const runnerJoinLines = (count: number, ...given: string[]) => {
    const [keys, ids] = [given.slice(0, count), given.slice(count + 1, 2 * count + 1)];
    const free = keys.filter((key) => !values.has(key));
    for (const key of free) values.set(key, ids[keys.indexOf(free.at(-1) ?? '')] ?? '');
    return Promise.resolve([keys.map((key) => values.get(key)), keys.map(() => null)]);
  };
  const get = (key: string) => Promise.resolve(values.get(key) ?? null);
  return { multi: () => changes, get, defineCommand: () => undefined, runnerJoinLines };
}

/** A bot with an outstanding question, of which Redis knows nothing until it is counted again. */
function aBot(mergeWindowMs = 0) {
  const done: string[] = [];
  const works = new Map<string, Promise<void>>();
  const contents: string[] = [];
  const counted = new Set<string>();
  let failures = 0;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const outstanding = {
    admit: async ({ messageId }: Line): Promise<number> => {
      if (messageId === QUESTION) await held;
      else if (failures-- > 0) throw new Error('Connection is closed.');
      counted.add(messageId);
      return 1;
    },
    admitNew: (_connection: object, line: Line) => outstanding.admit(line),
    admitAgain: () => Promise.resolve(1),
    among: (_botId: string, ids: readonly string[]) => Promise.resolve(ids.filter((id) => counted.has(id))),
  };
  const superseded = {
    withdraw: ({ messageId }: Line) => Promise.resolve(done.push(`withdraw ${messageId}`)),
    revise: ({ messageId }: Line) => Promise.resolve(done.push(`revise ${messageId}`)),
    firstRevision: () => Promise.resolve(0n),
  };
  const lines = new MergedLines(aRedis() as unknown as Redis);
  const feedback = new QuestionFeedback(
    { start: () => undefined } as unknown as TypingIndicators,
    undefined as unknown as IntakeNotices,
    { record: () => undefined } as unknown as Traces,
    lines,
  );
  const accepted = {
    add: (_queue: unknown, jobId: string, { content }: Line) => {
      contents.push(content);
      return Promise.resolve(done.push(`add ${jobId}`));
    },
    all: () => [{ queue: queues.replies, jobId: `bot-${QUESTION}`, data: line(QUESTION) }],
    includes: () => true,
    addAgain: ({ jobId }: { readonly jobId: string }) => Promise.resolve(done.push(`add ${jobId}`)),
  };
  const replyQueue = new ReplyQueue(
    outstanding as unknown as OutstandingMessages,
    accepted as unknown as AcceptedJobs,
    feedback,
    lines,
    { error: () => undefined, info: () => undefined } as unknown as Logger,
    { REPLY_MERGE_WINDOW_MS: mergeWindowMs } as Config,
  );
  const changes = new QuestionChanges(
    { callIn: () => ({}) } as unknown as CommandIntake,
    replyQueue,
    outstanding as unknown as OutstandingMessages,
    superseded as unknown as SupersededMessages,
    { isAnswer: () => Promise.resolve(false) } as unknown as PostedParts,
    { remove: () => undefined } as unknown as ChannelTalk,
  );
  const connected = {
    bot: { botId: 'bot', ownerId: 'owner', channelSettings: { responseDelay: 0 } },
    handled: { workOf: (id: string) => works.get(id) ?? null },
    replies: { recordReply: () => undefined },
    closed: new AbortController().signal,
  } as unknown as ConnectedBot;
  const fail = (times: number) => (failures = times);
  return { changes, connected, replyQueue, done, release, counted, fail, lines, works, contents };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));
/** What a changed question is answered anew with; the limits and settings of the bot play no part here. */
const revise = ({ changes, connected }: ReturnType<typeof aBot>, changed = line(QUESTION)): Promise<void> => {
  const question = { ...changed, revision: idAt(Date.now()) };
  return changes['revise'](connected, { id: question.revision, channelId: CHANNEL } as never, question as never);
};

describe('a question that is changed or deleted right after Redis lost its data', () => {
  it('is withdrawn once the outstanding messages are counted again', async () => {
    const bot = aBot();
    const restored = bot.replyQueue.restore();
    const deleted = bot.changes.deleted(bot.connected, { ids: [QUESTION], channel_id: CHANNEL, guild_id: '2' });
    await soon();
    bot.release();
    await Promise.all([restored, deleted]);
    expect(bot.done).toContain(`withdraw ${QUESTION}`);
  });

  it('is answered anew once they are', async () => {
    const bot = aBot();
    const restored = bot.replyQueue.restore();
    const revised = revise(bot);
    await soon();
    bot.release();
    await Promise.all([restored, revised]);
    expect(bot.done).toContain(`revise ${QUESTION}`);
  });

  it('does not overtake earlier messages of its channel that are still being queued', async () => {
    const bot = aBot();
    bot.counted.add(QUESTION);
    bot.fail(2);
    const added = bot.replyQueue.add(bot.connected, line(EARLIER));
    const revised = revise(bot);
    await Promise.all([added, revised]);
    expect(bot.done[0]).toBe(`add bot-${EARLIER}`);
    expect(bot.done.at(-1)).toBe(`revise ${QUESTION}`);
  });
});

describe('a question with several lines that waits for its answer', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const LINES = [4, 3, 2].map((secondsAgo) => idAt(Date.now() - secondsAgo * 1000));
  const [first = '', second = '', third = ''] = LINES;
  async function withQuestion() {
    const bot = aBot(60_000);
    const added = LINES.map((id) => bot.replyQueue.add(bot.connected, line(id)));
    bot.replyQueue.endQuestionsOf('bot');
    await Promise.all(added);
    const remove = (id: string) => bot.changes.deleted(bot.connected, { ids: [id], channel_id: CHANNEL, guild_id: '2' });
    return { ...bot, remove };
  }

  it('is found by each line that is left when its last one was deleted', async () => {
    const { lines, remove, counted } = await withQuestion();
    expect(await lines.questionOf('bot', second)).toBe(third);
    await remove(third);
    expect([await lines.questionOf('bot', first), await lines.questionOf('bot', second)]).toEqual([second, second]);
    counted.add(second);
    await remove(second);
    expect(await lines.questionOf('bot', first)).toBe(first);
  });

  it('is answered anew for each line that is deleted, also within one millisecond', async () => {
    const { done, remove } = await withQuestion();
    jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    await Promise.all([remove(first), remove(second)]);
    const added = done.filter((one) => one.startsWith(`add bot-${third}-`));
    expect(new Set(added).size).toBe(2);
  });

  it.each([
    ['with the others', 0, ['Hello\nHello\nHello', 'Hello\nHello\nchanged']],
    ['without those that another runner joined before', 2, ['Hello\nHello', 'Hello', 'changed']],
  ])('is answered anew %s when a line is changed while it is being queued', async (_how, joinedBefore, contents) => {
    const bot = aBot(60_000);
    const [one, ...others] = LINES.slice(0, joinedBefore).map(line);
    if (one) await bot.lines.questionsWith([one, ...others]);
    bot.counted.add(third);
    for (const id of LINES) bot.works.set(id, bot.replyQueue.add(bot.connected, line(id)));
    bot.replyQueue.endQuestionsOf('bot');
    await revise(bot, { ...line(third), content: 'changed' });
    expect(bot.done).toContain(`revise ${third}`);
    expect(bot.contents).toEqual(contents);
  });

  it('is answered without a deleted line also when the clock of Discord, which dated its last change, is ahead', async () => {
    const { done, remove, changes, connected } = await withQuestion();
    const ahead = idAt(Date.now() + 60_000);
    changes.revision(connected, { id: third } as never, {} as never, ahead);
    await remove(first);
    const revision =
      done
        .findLast((one) => one.startsWith(`add bot-${third}-`))
        ?.split('-')
        .at(-1) ?? '0';
    expect(BigInt(revision)).toBeGreaterThan(BigInt(ahead));
  });
});
