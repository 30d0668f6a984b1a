import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { AppError, ProactiveMessage } from '@kith/proto';
import { MessageFlags } from 'discord-api-types/v10';
import { DesiredBotsSource } from '../src/connections/desired-bots.js';
import { ProactiveLog } from '../src/proactive/proactive-log.js';
import { DAY, ProactiveBots, type Job, type ProactiveBot } from './proactive-bots.js';

const OWN = 'Anybody here?';
const WRITTEN = 'The tide is out. Who walks the mudflats with me?';

let proactive: ProactiveBots;
beforeAll(async () => {
  proactive = await ProactiveBots.open();
});
afterAll(() => proactive.close());
beforeEach(() => {
  proactive.harness.discord.acceptRequests();
  proactive.harness.chat.asked.length = 0;
  proactive.harness.chat.ended.length = 0;
  proactive.harness.chat.beforeEnded = () => undefined;
  proactive.harness.chat.beginning = () => WRITTEN;
});

/** A bot whose model writes what it says in its quiet channel. */
async function aBot(fields: object = {}): Promise<ProactiveBot> {
  const on = proactive.harness.addBot();
  const { channelId } = on.bot;
  const message = ProactiveMessage.parse({ channelId, text: OWN, isWritten: true, hint: 'the sea', ...fields });
  await proactive.start(on, { settings: { proactiveMessages: [message] } });
  proactive.write(on, 8);
  return on;
}

const aJob = (on: ProactiveBot): Job => proactive.jobOf(on);
const work = (job: Job, isLastAttempt = false): Promise<void> => proactive.work(job, isLastAttempt);
/** Without its answer to the message of the member. */
const said = ({ bot }: ProactiveBot) =>
  proactive.harness.discord.messages(bot.channelId).filter(({ isBot, content }) => isBot && !content.startsWith('re: '));

describe('a message that a model writes', () => {
  it('is asked for with its occasion, posted without a notification, and settled', async () => {
    const on = await aBot();
    const job = aJob(on);
    await work(job);
    const { botId, channelId, eventId, ownerId } = job;
    const { guildId } = on.bot;
    expect(proactive.harness.chat.asked).toEqual([
      { botId, channelId, eventId, guildId, event: 'quiet', quietDays: 7, hint: 'the sea' },
    ]);
    expect(said(on)).toMatchObject([
      { content: WRITTEN, flags: MessageFlags.SuppressNotifications, allowedMentions: { parse: [] } },
    ]);
    expect(proactive.harness.chat.ended).toEqual([
      { botId, channelId, eventId, ownerId, guildId, isPosted: true, isCharged: true },
    ]);
  });

  it('is posted and settled once, however often its job runs, and the same text whoever wrote another one meanwhile', async () => {
    const on = await aBot();
    const job = aJob(on);
    let texts = 0;
    proactive.harness.chat.beginning = () => `${WRITTEN} ${++texts}`;
    await Promise.all([work(job), work(job), work(job)]);
    await work(job);
    expect(said(on)).toHaveLength(1);
    expect(new Set(proactive.harness.chat.ended.map(({ isPosted }) => isPosted))).toEqual(new Set([true]));
    const asked = proactive.harness.chat.asked.length;
    await work(job);
    await work(aJob(on));
    expect(proactive.harness.chat.asked).toHaveLength(asked);
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
        proactive.harness.chat.beforeEnded = () => {
          throw new AppError('UNAVAILABLE');
        };
      else
        proactive.harness.discord.rejectRequests({ method: 'POST', path: `/channels/${on.bot.channelId}/messages`, status: 500 });
      await expect(work(job)).rejects.toThrow();
      proactive.harness.discord.acceptRequests();
      proactive.harness.chat.beforeEnded = () => undefined;
      await work(job);
      expect(proactive.harness.chat.asked).toHaveLength(1);
      expect(said(on).map(({ content }) => content)).toEqual([WRITTEN]);
      expect(proactive.harness.chat.ended.map((one) => one.isPosted)).toEqual([true]);
    },
    20_000,
  );

  it('is settled by a later attempt and never given back, although the chat service was down until the last one', async () => {
    const on = await aBot();
    const job = aJob(on);
    proactive.harness.chat.beforeEnded = () => {
      throw new AppError('UNAVAILABLE');
    };
    await expect(work(job)).rejects.toThrow();
    await expect(work(job, true)).rejects.toThrow();
    expect(proactive.harness.chat.ended).toEqual([]);
    proactive.harness.chat.beforeEnded = () => undefined;
    await work(job);
    expect(proactive.harness.chat.ended.map(({ isPosted }) => isPosted)).toEqual([true]);
    expect(said(on)).toHaveLength(1);
  });

  it.each([
    ['posted', true],
    ['not posted', false],
  ])(
    'that was %s when its bot stopped, its message changed or its channel was restricted is closed',
    async (_what, isPosted) => {
      const changes = [
        ({ botId }: ProactiveBot) => proactive.harness.bots.stop(botId),
        ({ botId }: ProactiveBot) => proactive.harness.bots.change(botId, { settings: { proactiveMessages: [] } }),
        ({ bot, botId }: ProactiveBot) =>
          proactive.harness.bots.change(botId, { settings: { restrictedChannels: [bot.channelId] } }),
      ];
      for (const change of changes) {
        const on = await aBot();
        const job = aJob(on);
        proactive.harness.chat.beforeEnded = () => {
          throw new AppError('UNAVAILABLE');
        };
        if (!isPosted)
          proactive.harness.discord.rejectRequests({
            method: 'POST',
            path: `/channels/${on.bot.channelId}/messages`,
            status: 500,
          });
        await expect(work(job)).rejects.toThrow();
        proactive.harness.discord.acceptRequests();
        proactive.harness.chat.beforeEnded = () => undefined;
        await change(on);
        await waitFor('the change', () => {
          const known = proactive.get(DesiredBotsSource).bots.get(on.botId);
          return change === changes[0] ? !known : known?.version === proactive.harness.bots.runnableOf(on.botId).version;
        });
        await work(job);
        expect(proactive.harness.chat.ended.map((one) => one.isPosted)).toEqual([isPosted]);
        proactive.harness.chat.ended.length = 0;
      }
    },
    60_000,
  );

  it('is kept in Redis for hours at most, and neither read nor forged by whoever controls it', async () => {
    const on = await aBot();
    const job = aJob(on);
    proactive.harness.discord.rejectRequests({ method: 'POST', path: `/channels/${on.bot.channelId}/messages`, status: 500 });
    await expect(work(job)).rejects.toThrow();
    proactive.harness.discord.acceptRequests();
    const { redis } = proactive.harness.runtime;
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
    await proactive.get(ProactiveLog).purge(on.botId);
    expect(await redis.exists(key)).toBe(0);
  }, 20_000);

  it('that Discord refuses is released', async () => {
    const on = await aBot();
    proactive.harness.discord.rejectRequests({
      method: 'POST',
      path: `/channels/${on.bot.channelId}/messages`,
      status: 403,
      code: 50_013,
    });
    await work(aJob(on));
    expect(proactive.harness.chat.ended.map(({ isPosted }) => isPosted)).toEqual([false]);
  });

  it('is not said again when Redis has lost everything', async () => {
    const on = await aBot();
    await work(aJob(on));
    await proactive.get(ProactiveLog).purge(on.botId);
    await work(aJob(on));
    expect(said(on)).toHaveLength(1);
    expect(proactive.harness.chat.asked).toHaveLength(1);
  });
});

describe('where no model writes', () => {
  it.each([['DAILY_LIMIT'], ['CAP_REACHED'], ['MODEL_UNAVAILABLE'], ['OWN_KEY_FAILED'], ['PROMPT_REFUSED']] as const)(
    'because of %s, the text of the owner is said, and nothing without one',
    async (code) => {
      proactive.harness.chat.beginning = () => {
        throw new AppError(code);
      };
      const [withText, without] = [await aBot(), await aBot({ text: '' })];
      await work(aJob(withText));
      await work(aJob(without));
      expect(said(withText).map(({ content, flags = 0 }) => [content, flags])).toEqual([[OWN, 0]]);
      expect(said(without)).toEqual([]);
      expect(proactive.harness.chat.ended.map(({ isPosted }) => isPosted)).toEqual([false, false]);
    },
  );

  it('because it takes too long, it is not asked again', async () => {
    const on = await aBot();
    proactive.harness.chat.beginning = () => {
      throw new AppError('DEADLINE');
    };
    await work(aJob(on));
    expect(proactive.harness.chat.asked).toHaveLength(1);
    expect(said(on).map(({ content }) => content)).toEqual([OWN]);
  });

  it('and nothing is said, the channel is spoken to on another day although nobody wrote since', async () => {
    const on = await aBot({ text: '' });
    proactive.harness.chat.beginning = () => {
      throw new AppError('MODEL_UNAVAILABLE');
    };
    await work(aJob(on));
    const log = proactive.get(ProactiveLog);
    const claim = { botId: on.botId, channelId: on.bot.channelId, writtenAtMs: Date.now() - 8 * DAY };
    expect(await log.claim({ ...claim, eventId: 'today', nowMs: Date.now() })).toBe(false);
    expect(await log.claim({ ...claim, eventId: 'tomorrow', nowMs: Date.now() + DAY })).toBe(true);
  });

  it('because a part of Kith is down, it is tried again, and the last attempt says the text of the owner', async () => {
    const on = await aBot();
    const job = aJob(on);
    proactive.harness.chat.beginning = () => {
      throw new AppError('UNAVAILABLE');
    };
    await expect(work(job)).rejects.toThrow();
    expect(said(on)).toEqual([]);
    await work(job, true);
    await waitFor('the text', () => said(on).length > 0);
    proactive.harness.chat.beginning = () => WRITTEN;
    await work(job);
    expect(said(on).map(({ content }) => content)).toEqual([OWN]);
  });
});
