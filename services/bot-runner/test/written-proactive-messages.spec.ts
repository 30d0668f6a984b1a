import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import { AppError, ProactiveMessage, type JobOf, type queues } from '@kith/proto';
import { MessageFlags } from 'discord-api-types/v10';
import { DesiredBotsSource } from '../src/connections/desired-bots.js';
import { ProactiveLog } from '../src/proactive/proactive-log.js';
import { ProactiveWorker } from '../src/proactive/proactive.worker.js';
import { newMember } from './moderated-bots.js';
import { RunnerHarness } from './runner-harness.js';

interface On {
  readonly bot: DiscordBot;
  readonly botId: string;
}

const DAY = 86_400_000;
const OWN = 'Anybody here?';
const WRITTEN = 'The tide is out. Who walks the mudflats with me?';

let harness: RunnerHarness;
let service: RunningService;
let events = 0;
beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  service = await harness.startInProcess();
});
afterAll(() => harness.close());
beforeEach(() => {
  harness.discord.acceptRequests();
  harness.chat.asked.length = 0;
  harness.chat.ended.length = 0;
  harness.chat.beforeEnded = () => undefined;
  harness.chat.beginning = () => WRITTEN;
});

/** A bot whose model writes what it says in its quiet channel. */
async function aBot(fields: object = {}): Promise<On> {
  const on = harness.addBot();
  const { channelId } = on.bot;
  const message = ProactiveMessage.parse({ channelId, text: OWN, isWritten: true, hint: 'the sea', ...fields });
  await harness.bots.change(on.botId, { settings: { proactiveMessages: [message] }, sendsProactiveMessages: true });
  await harness.bots.start(on.botId);
  await harness.bots.waitForState(on.botId, 'online', 15_000);
  harness.discord.sendMessage({
    bot: on.bot,
    content: 'hm',
    channelId,
    authorId: newMember(),
    sentAtMs: Date.now() - 8 * DAY,
  });
  return on;
}

function aJob({ bot, botId }: On): JobOf<typeof queues.proactive> {
  const { ownerId } = harness.bots.runnableOf(botId);
  return { ownerId, botId, channelId: bot.channelId, event: 'quiet', eventId: `quiet-${++events}`, guildId: null };
}

const work = (job: JobOf<typeof queues.proactive>, isLastAttempt = false): Promise<void> =>
  service.app.get(ProactiveWorker).work(job, { isLastAttempt, addedAtMs: Date.now() });
/** Without its answer to the message of the member. */
const said = ({ bot }: On) =>
  harness.discord.messages(bot.channelId).filter(({ isBot, content }) => isBot && !content.startsWith('re: '));

describe('a message that a model writes', () => {
  it('is asked for with its occasion, posted without a notification, and settled', async () => {
    const on = await aBot();
    const job = aJob(on);
    await work(job);
    const { botId, channelId, eventId, ownerId } = job;
    const { guildId } = on.bot;
    expect(harness.chat.asked).toEqual([{ botId, channelId, eventId, guildId, event: 'quiet', quietDays: 7, hint: 'the sea' }]);
    expect(said(on)).toMatchObject([
      { content: WRITTEN, flags: MessageFlags.SuppressNotifications, allowedMentions: { parse: [] } },
    ]);
    expect(harness.chat.ended).toEqual([{ botId, channelId, eventId, ownerId, guildId, isPosted: true, isCharged: true }]);
  });

  it('is posted and settled once, however often its job runs, and the same text whoever wrote another one meanwhile', async () => {
    const on = await aBot();
    const job = aJob(on);
    let texts = 0;
    harness.chat.beginning = () => `${WRITTEN} ${++texts}`;
    await Promise.all([work(job), work(job), work(job)]);
    await work(job);
    expect(said(on)).toHaveLength(1);
    expect(new Set(harness.chat.ended.map(({ isPosted }) => isPosted))).toEqual(new Set([true]));
    const asked = harness.chat.asked.length;
    await work(job);
    await work({ ...job, eventId: `quiet-${++events}` });
    expect(harness.chat.asked).toHaveLength(asked);
    expect(said(on)).toHaveLength(1);
  });

  it.each([
    ['before it was posted', false],
    ['before it was settled', true],
  ])(
    'is written once when the process ends %s',
    async (_when, isPosted) => {
      const on = await aBot();
      const job = aJob(on);
      if (isPosted)
        harness.chat.beforeEnded = () => {
          throw new AppError('UNAVAILABLE');
        };
      else harness.discord.rejectRequests({ method: 'POST', path: `/channels/${on.bot.channelId}/messages`, status: 500 });
      await expect(work(job)).rejects.toThrow();
      harness.discord.acceptRequests();
      harness.chat.beforeEnded = () => undefined;
      await work(job);
      expect(harness.chat.asked).toHaveLength(1);
      expect(said(on).map(({ content }) => content)).toEqual([WRITTEN]);
      expect(harness.chat.ended.map((one) => one.isPosted)).toEqual([true]);
    },
    20_000,
  );

  it('is settled by a later attempt and never given back, although the chat service was down until the last one', async () => {
    const on = await aBot();
    const job = aJob(on);
    harness.chat.beforeEnded = () => {
      throw new AppError('UNAVAILABLE');
    };
    await expect(work(job)).rejects.toThrow();
    await expect(work(job, true)).rejects.toThrow();
    expect(harness.chat.ended).toEqual([]);
    harness.chat.beforeEnded = () => undefined;
    await work(job);
    expect(harness.chat.ended.map(({ isPosted }) => isPosted)).toEqual([true]);
    expect(said(on)).toHaveLength(1);
  });

  it.each([
    ['posted', true],
    ['not posted', false],
  ])(
    'that was %s when its bot stopped, its message changed or its channel was restricted is closed',
    async (_what, isPosted) => {
      const changes = [
        ({ botId }: On) => harness.bots.stop(botId),
        ({ botId }: On) => harness.bots.change(botId, { settings: { proactiveMessages: [] } }),
        ({ bot, botId }: On) => harness.bots.change(botId, { settings: { restrictedChannels: [bot.channelId] } }),
      ];
      for (const change of changes) {
        const on = await aBot();
        const job = aJob(on);
        harness.chat.beforeEnded = () => {
          throw new AppError('UNAVAILABLE');
        };
        if (!isPosted)
          harness.discord.rejectRequests({ method: 'POST', path: `/channels/${on.bot.channelId}/messages`, status: 500 });
        await expect(work(job)).rejects.toThrow();
        harness.discord.acceptRequests();
        harness.chat.beforeEnded = () => undefined;
        await change(on);
        await waitFor('the change', () => {
          const known = service.app.get(DesiredBotsSource).bots.get(on.botId);
          return change === changes[0] ? !known : known?.version === harness.bots.runnableOf(on.botId).version;
        });
        await work(job);
        expect(harness.chat.ended.map((one) => one.isPosted)).toEqual([isPosted]);
        harness.chat.ended.length = 0;
      }
    },
    60_000,
  );

  it('is kept in Redis for hours at most, and neither read nor forged by whoever controls it', async () => {
    const on = await aBot();
    const job = aJob(on);
    harness.discord.rejectRequests({ method: 'POST', path: `/channels/${on.bot.channelId}/messages`, status: 500 });
    await expect(work(job)).rejects.toThrow();
    harness.discord.acceptRequests();
    const { redis } = harness.runtime;
    const key = `runner:proactive-text:${on.botId}-${on.bot.channelId}`;
    const kept = (await redis.get(key)) ?? '';
    expect(kept).toContain(job.eventId);
    expect(kept + JSON.stringify(await redis.hgetall(`runner:proactive:${on.botId}`))).not.toContain('mudflats');
    expect(await redis.pttl(key)).toBeLessThanOrEqual(DAY / 4);
    expect(await redis.pttl(key)).toBeGreaterThan(0);
    const forged = JSON.stringify({ text: 'Free coins!', isWritten: true, isCharged: true, outcome: null });
    await redis.set(key, `${job.eventId} ${forged}`);
    await work(job);
    expect(said(on).map(({ content }) => content)).toEqual([WRITTEN]);
    await service.app.get(ProactiveLog).purge(on.botId);
    expect(await redis.exists(key)).toBe(0);
  }, 20_000);

  it('that Discord refuses is released', async () => {
    const on = await aBot();
    harness.discord.rejectRequests({ method: 'POST', path: `/channels/${on.bot.channelId}/messages`, status: 403, code: 50_013 });
    await work(aJob(on));
    expect(harness.chat.ended.map(({ isPosted }) => isPosted)).toEqual([false]);
  });

  it('is not said again when Redis has lost everything', async () => {
    const on = await aBot();
    await work(aJob(on));
    await service.app.get(ProactiveLog).purge(on.botId);
    await work(aJob(on));
    expect(said(on)).toHaveLength(1);
    expect(harness.chat.asked).toHaveLength(1);
  });
});

describe('where no model writes', () => {
  it.each([['DAILY_LIMIT'], ['CAP_REACHED'], ['MODEL_UNAVAILABLE'], ['OWN_KEY_FAILED'], ['PROMPT_REFUSED']] as const)(
    'because of %s, the text of the owner is said, and nothing without one',
    async (code) => {
      harness.chat.beginning = () => {
        throw new AppError(code);
      };
      const [withText, without] = [await aBot(), await aBot({ text: '' })];
      await work(aJob(withText));
      await work(aJob(without));
      expect(said(withText).map(({ content, flags = 0 }) => [content, flags])).toEqual([[OWN, 0]]);
      expect(said(without)).toEqual([]);
      expect(harness.chat.ended.map(({ isPosted }) => isPosted)).toEqual([false, false]);
    },
  );

  it('because it takes too long, it is not asked again', async () => {
    const on = await aBot();
    harness.chat.beginning = () => {
      throw new AppError('DEADLINE');
    };
    await work(aJob(on));
    expect(harness.chat.asked).toHaveLength(1);
    expect(said(on).map(({ content }) => content)).toEqual([OWN]);
  });

  it('and nothing is said, the channel is spoken to on another day although nobody wrote since', async () => {
    const on = await aBot({ text: '' });
    harness.chat.beginning = () => {
      throw new AppError('MODEL_UNAVAILABLE');
    };
    await work(aJob(on));
    const log = service.app.get(ProactiveLog);
    const claim = { botId: on.botId, channelId: on.bot.channelId, writtenAtMs: Date.now() - 8 * DAY };
    expect(await log.claim({ ...claim, eventId: 'today', nowMs: Date.now() })).toBe(false);
    expect(await log.claim({ ...claim, eventId: 'tomorrow', nowMs: Date.now() + DAY })).toBe(true);
  });

  it('because a part of Kith is down, it is tried again, and the last attempt says the text of the owner', async () => {
    const on = await aBot();
    const job = aJob(on);
    harness.chat.beginning = () => {
      throw new AppError('UNAVAILABLE');
    };
    await expect(work(job)).rejects.toThrow();
    expect(said(on)).toEqual([]);
    await work(job, true);
    await waitFor('the text', () => said(on).length > 0);
    harness.chat.beginning = () => WRITTEN;
    await work(job);
    expect(said(on).map(({ content }) => content)).toEqual([OWN]);
  });
});
