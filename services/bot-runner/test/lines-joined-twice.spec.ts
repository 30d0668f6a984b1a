import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REDIS } from '@kith/kit';
import { waitFor } from '@kith/kit/testing';
import { queues } from '@kith/proto';
import type { Redis } from 'ioredis';
import { AcceptedJobs } from '../src/messages/accepted-jobs.js';
import type { ConnectedBot } from '../src/messages/connected-bot.js';
import { IntakeNotices } from '../src/messages/intake-notices.js';
import { linesKey, MergedLines } from '../src/messages/merged-lines.js';
import { OutstandingMessages } from '../src/messages/outstanding-messages.js';
import { QuestionFeedback } from '../src/messages/question-feedback.js';
import { ReplyQueue } from '../src/messages/reply-queue.js';
import { TypingIndicators } from '../src/messages/typing-indicators.js';
import { Traces } from '../src/traces/traces.service.js';
import { InterruptedSteps } from './interrupted-steps.js';
import { ModeratedBots, newMember } from './moderated-bots.js';

const TEXTS = ['one', 'two', 'three'];
const MOST_STEPS = 10;

let bots: ModeratedBots;
beforeAll(async () => {
  bots = await ModeratedBots.open({}, { REPLY_MERGE_WINDOW_MS: '300' });
});
afterAll(() => bots.harness.close());

/** Lines of one member, and what makes questions of them as a runner of its own does. */
class Member {
  readonly id = newMember();
  private readonly messageIds: readonly string[];
  readonly connected: ConnectedBot;

  constructor(private readonly place: Awaited<ReturnType<ModeratedBots['add']>>) {
    const { bot, botId } = place;
    const { discord } = bots.harness;
    // Without a text, so that the runner itself does not answer them.
    this.messageIds = TEXTS.map(() => discord.sendMessage({ bot, content: '' }));
    this.connected = { bot: bots.harness.bots.runnableOf(botId), closed: new AbortController().signal } as ConnectedBot;
  }

  line(index: number) {
    const { bot, botId } = this.place;
    const { channelId, guildId } = bot;
    return {
      ownerId: this.connected.bot.ownerId,
      botId,
      channelId,
      guildId,
      author: { id: this.id, name: 'Eve' },
      messageId: this.messageIds[index] ?? '',
      content: TEXTS[index] ?? '',
    };
  }

  /** Joins the lines to one question. */
  async ask(replies: ReplyQueue, indexes: readonly number[]): Promise<void> {
    const added = indexes.map((index) => replies.add(this.connected, this.line(index)));
    replies.endQuestionsOf(this.place.botId);
    await Promise.all(added);
  }

  /** The lines that were answered, as often as they were, in their order. */
  get answered(): string[] {
    const jobs = bots.harness.chat.jobs.filter(({ author }) => author.id === this.id);
    return jobs.flatMap(({ content }) => content.split('\n')).toSorted((one, other) => TEXTS.indexOf(one) - TEXTS.indexOf(other));
  }
}

const isQueueing = (name: string): boolean => name === 'add';
/** Nothing but these is awaited on the way into the queue. */
const isCommand = (name: string): boolean => /^(eval|evalsha|get|set|hset|del|exists|zmscore|runner\w+)$/.test(name);

function newRunner(steps = new InterruptedSteps(Infinity, 'before', 'fails')): ReplyQueue {
  const { harness, service } = bots;
  const { events, metrics, logger, config } = harness.runtime;
  const { app } = service;
  const redis = steps.of(app.get<Redis>(REDIS), isCommand);
  const jobs = steps.of(harness.runtime.queues, isQueueing);
  const lines = new MergedLines(redis);
  const feedback = new QuestionFeedback(app.get(TypingIndicators), app.get(IntakeNotices), app.get(Traces), lines);
  const outstanding = new OutstandingMessages(redis, events, metrics, jobs, logger);
  return new ReplyQueue(outstanding, new AcceptedJobs(jobs, events, logger), feedback, lines, logger, config);
}

const allAnswered = () =>
  waitFor('the end of all questions', async () => (await bots.harness.runtime.queues.depth(queues.replies)) === 0, 20_000);

// A runner that hung ends the question that it holds while the next owner of the session has heard of more lines, or of fewer.
const CASES: readonly [how: string, first: readonly number[], second: readonly number[]][] = [
  ['more', [0, 1, 2], [0, 1]],
  ['fewer', [0], [0, 1, 2]],
  ['the same', [0, 1, 2], [0, 1, 2]],
  ['the earlier', [0, 1], [0, 1, 2]],
  ['the later', [1, 2], [0, 1]],
];

describe.each(CASES)('lines of which one runner joins %s, %j, and another one %j', (_how, first, second) => {
  const rest = TEXTS.map((_, index) => index).filter((index) => !second.includes(index));

  it.each(['is killed', 'hangs', 'fails'] as const)(
    'are answered once when the first one %s at any step',
    async (how) => {
      const place = await bots.add();
      const members = new Map<string, Member>();
      for (const when of ['before', 'after'] as const) {
        for (let step = 1; step <= MOST_STEPS; step += 1) {
          const member = new Member(place);
          members.set(`${when} step ${step}`, member);
          const steps = new InterruptedSteps(step, when, how);
          const asked = member.ask(newRunner(steps), first).finally(() => steps.end());
          await steps.stopped;
          const successor = newRunner();
          await member.ask(successor, second);
          // Discord delivers all lines to it.
          if (rest.length > 0) await member.ask(successor, rest);
          steps.release();
          if (how !== 'is killed' || steps.wasUndisturbed) await asked;
          if (steps.wasUndisturbed) break;
          expect(step).toBeLessThan(MOST_STEPS);
        }
      }
      await allAnswered();
      const answered = [...members].map(([name, member]) => [name, member.answered]);
      expect(answered).toEqual([...members.keys()].map((name) => [name, TEXTS]));
      expect(members.size).toBeGreaterThan(6);
    },
    60_000,
  );

  it('are answered once when the first one is killed, and the second one as well', async () => {
    const place = await bots.add();
    const members = new Map<string, Member>();
    for (const [step, ofSecond] of [1, 2, 3, 4].flatMap((one) => [1, 2, 3, 4].map((other) => [one, other] as const))) {
      const member = new Member(place);
      members.set(`after step ${step} and before step ${ofSecond}`, member);
      for (const [steps, indexes] of [
        [new InterruptedSteps(step, 'after', 'is killed'), first],
        [new InterruptedSteps(ofSecond, 'before', 'is killed'), second],
      ] as const) {
        void member.ask(newRunner(steps), indexes).finally(() => steps.end());
        await steps.stopped;
      }
      const successor = newRunner();
      for (const indexes of [second, rest]) if (indexes.length > 0) await member.ask(successor, indexes);
    }
    await allAnswered();
    expect([...members].map(([name, member]) => [name, member.answered])).toEqual(
      [...members.keys()].map((name) => [name, TEXTS]),
    );
  }, 60_000);

  it('are answered once when the answer to the first ones was complete before', async () => {
    const member = new Member(await bots.add());
    await member.ask(newRunner(), first);
    const last = member.line(first.at(-1) ?? 0);
    await waitFor('the answer', () => bots.harness.discord.repliesTo(last.messageId).length > 0);
    const successor = newRunner();
    for (const indexes of [second, rest]) if (indexes.length > 0) await member.ask(successor, indexes);
    await allAnswered();
    expect(member.answered).toEqual(TEXTS);
  });
});

describe('a line that another runner joined with others', () => {
  it('is known with those of its question, so that a change of it does not answer the other lines again', async () => {
    await bots.harness.chat.pause();
    const member = new Member(await bots.add());
    await member.ask(newRunner(), [0, 1]);
    const second = newRunner();
    await member.ask(second, [0, 1, 2]);
    const changed = second.questionWith({ ...member.line(0), content: 'changed' });
    expect(changed).toMatchObject({ messageId: member.line(1).messageId, content: 'changed\ntwo' });
    const { botId, messageId } = member.line(2);
    expect(second.questionWith(member.line(2)).content).toBe('three');
    expect(second.takeRests(botId, [messageId])).toEqual([]);
    const [rest] = second.takeRests(botId, [member.line(0).messageId]);
    expect(rest).toMatchObject({ askedAs: member.line(1).messageId, rest: { content: 'two' } });
    bots.harness.chat.resume();
    await allAnswered();
  });
});

describe('the lines of a question', () => {
  const keptOf = (member: Member) => {
    const { botId, messageId } = member.line(2);
    return bots.harness.runtime.redis.get(linesKey(botId, messageId));
  };

  it('are kept in Redis until it is answered', async () => {
    await bots.harness.chat.pause();
    const member = new Member(await bots.add());
    await member.ask(newRunner(), [0, 1, 2]);
    expect(await keptOf(member)).toContain('"two"');
    bots.harness.chat.resume();
    await waitFor('the end of the question', async () => (await keptOf(member)) === null);
    expect(member.answered).toEqual(TEXTS);
  });

  it('are not kept in Redis when it gets no answer', async () => {
    const place = await bots.add();
    const member = new Member(place);
    await bots.service.app.get(OutstandingMessages).markChannelRefused(place.botId, place.bot.channelId);
    for (const indexes of [
      [0, 1, 2],
      [0, 1],
    ])
      await member.ask(newRunner(), indexes);
    expect(await keptOf(member)).toBeNull();
    await allAnswered();
    expect(member.answered).toEqual([]);
  });
});
