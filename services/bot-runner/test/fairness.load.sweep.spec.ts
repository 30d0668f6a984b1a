import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import { queues } from '@kith/proto';
import { MAX_OUTSTANDING } from '../src/messages/outstanding-messages.js';
import { RunnerHarness } from './runner-harness.js';

const USUAL_BOTS = 10;
/** The usual rate: each bot gets a message this often, the frequent one fifty times as often. */
const USUAL_EVERY_MS = 500;
const FREQUENT_EVERY_MS = USUAL_EVERY_MS / 50;
const MESSAGES_PER_USUAL_BOT = 10;
/** Alone and together by turns, so that what else the machine does meets both; the median round counts. */
const ROUNDS = 5;
const MAX_RATIO = 1.5;
/** What one bot left behind is waited for before the others are measured alone. */
const DRAIN_MS = 10_000;
/** As over a network. */
const DISCORD_MS = 100;

type Online = Awaited<ReturnType<RunnerHarness['onlineBot']>>;

describe('while one owner’s bot gets far more messages than others, the replies of ten other owners', () => {
  let harness: RunnerHarness;
  let usual: Online[];
  let frequent: Online;
  let members = 0;
  const aMember = () => String(200_000_000_000_000_000n + BigInt(++members));
  const table: Record<string, { p50: number; p95: number; ratios: number[] }> = {};

  beforeAll(async () => {
    // Each case sets the limit whose effect on the other bots it measures.
    harness = await RunnerHarness.open({ identifyEveryMs: 0, isRateLimited: false });
    await harness.startInProcess();
    usual = await Promise.all(Array.from({ length: USUAL_BOTS }, () => harness.onlineBot()));
    harness.discord.delayRequests(DISCORD_MS);
  }, 120_000);
  afterAll(async () => {
    process.stdout.write(`${JSON.stringify(table, null, 2)}\n`);
    await harness.close();
  }, 30_000);
  beforeEach(async () => {
    // What still waits for the bot of the case before takes no place of this one's messages.
    frequent = await harness.onlineBot();
    harness.discord.resetStats();
  });
  afterEach(() => {
    harness.discord.acceptRequests();
    harness.discord.limitChannels(null);
    harness.chat.replyText = (job) => `re: ${job.content}`;
  });

  /** A direct message to a bot; resolves to the milliseconds until its reply. */
  const timed = async (bot: DiscordBot): Promise<number> => {
    const sinceMs = performance.now();
    const messageId = harness.discord.sendMessage({ bot, content: 'hello', authorId: aMember(), guildId: null });
    await harness.discord.waitForReply(messageId, 40_000);
    return performance.now() - sinceMs;
  };

  /** The times of the replies of all bots at the usual rate. */
  async function usualTimes(): Promise<number[]> {
    const times: Promise<number>[] = [];
    for (let round = 0; round < MESSAGES_PER_USUAL_BOT; round += 1) {
      for (const [index, { bot }] of usual.entries())
        times.push(sleep((index * USUAL_EVERY_MS) / USUAL_BOTS).then(() => timed(bot)));
      await sleep(USUAL_EVERY_MS);
    }
    return Promise.all(times);
  }

  /** Compares the times of the bots at the usual rate without and with `disturb`, which runs until its signal is aborted. */
  async function compare(name: string, disturb: (ended: AbortSignal) => void): Promise<void> {
    const [p50s, p95s, ratios]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const alone = await usualTimes();
      const ending = new AbortController();
      disturb(ending.signal);
      const together = await usualTimes();
      ending.abort();
      p50s.push(at(together, 0.5));
      p95s.push(at(together, 0.95));
      ratios.push(at(together, 0.95) / at(alone, 0.95));
      const depth = () => harness.runtime.queues.depth(queues.deliveries);
      await waitFor('an empty queue', async () => (await depth()) === 0, DRAIN_MS).catch(() => undefined);
    }
    const rounded = ratios.map((ratio) => Math.round(ratio * 100) / 100);
    table[name] = { p50: Math.round(at(p50s, 0.5)), p95: Math.round(at(p95s, 0.5)), ratios: rounded };
    expect(at(ratios, 0.5)).toBeLessThanOrEqual(MAX_RATIO);
  }

  const every = (ms: number, ended: AbortSignal, work: () => void): void => {
    const timer = setInterval(work, ms);
    ended.addEventListener('abort', () => clearInterval(timer));
  };
  const sendFrequently = (content: string, channelId?: string): string =>
    harness.discord.sendMessage({
      bot: frequent.bot,
      content,
      authorId: aMember(),
      ...(channelId ? { channelId } : { guildId: null }),
    });

  it('take at most 1.5 times as long as alone at fifty times their rate', async () => {
    await compare('fifty times the rate', (ended) => every(FREQUENT_EVERY_MS, ended, () => sendFrequently('more')));
  }, 300_000);

  it('take at most 1.5 times as long as alone while a channel of one bot gets a thousand messages a second', async () => {
    await compare('a thousand a second', (ended) =>
      every(10, ended, () => Array.from({ length: 10 }, () => sendFrequently('flood', frequent.bot.channelId))),
    );
  }, 300_000);

  it('take at most 1.5 times as long as alone while a thousand new members a second write one bot a direct message', async () => {
    await compare('a thousand direct messages a second', (ended) =>
      every(10, ended, () => Array.from({ length: 10 }, () => sendFrequently('flood'))),
    );
  }, 300_000);

  it('take at most 1.5 times as long as alone while a channel with answers in three parts is in its rate limit, and these stay in order', async () => {
    harness.chat.replyText = ({ content }) => (content.startsWith('long') ? `${content} ${'word '.repeat(1000)}end` : content);
    harness.discord.limitChannels({ posts: 5, windowMs: 1000 });
    const sent: string[] = [];
    await compare('channel in its rate limit', (ended) =>
      every(450, ended, () => sent.push(sendFrequently(`long ${sent.length}`, frequent.bot.channelId))),
    );
    const firstParts = () =>
      harness.discord
        .messages(frequent.bot.channelId)
        .flatMap(({ isBot, replyTo }) => (isBot && replyTo !== null ? [replyTo] : []));
    await waitFor('all parts', () => firstParts().length === sent.length, 120_000);
    expect(firstParts()).toEqual(sent);
    // Before each request it is known whether the limit allows it.
    expect(harness.discord.stats.rateLimited).toBeLessThanOrEqual(2);
  }, 300_000);

  it('take at most 1.5 times as long as alone while a channel gets its sixty answers in three parts a minute, a bot is rate-limited for 30 s, and Discord does not answer one', async () => {
    harness.chat.replyText = ({ content }) => (content.startsWith('long') ? `${content} ${'word '.repeat(1000)}end` : content);
    // Discord's own limit.
    harness.discord.limitChannels({ posts: 5, windowMs: 5000 });
    const [limited, hanging] = [await harness.onlineBot(), await harness.onlineBot()];
    const direct = ({ bot }: Online, content: string) =>
      harness.discord.sendMessage({ bot, content, authorId: aMember(), guildId: null });
    const { applicationId } = hanging.bot;
    harness.discord.rejectRequests({ path: '/messages', method: 'POST', applicationId, status: 'none' });
    await compare('a channel at its limit, a limited bot and one that hangs', (ended) => {
      const { applicationId: id } = limited.bot;
      harness.discord.rejectRequests({ path: '/', applicationId: id, status: 429, retryAfterS: 30, times: 1 });
      every(1000, ended, () => sendFrequently('long', frequent.bot.channelId));
      every(200, ended, () => direct(limited, 'limited'));
      every(200, ended, () => direct(hanging, 'hanging'));
    });
  }, 300_000);

  it('take at most 1.5 times as long as alone after 120 direct messages to one bot at once, of which all that may be outstanding are answered', async () => {
    // What is left of the tests before waits for its limit.
    let sent: string[] = [];
    await compare('120 direct messages', () => {
      sent = Array.from({ length: 120 }, () => sendFrequently('one of many'));
    });
    const answered = () => sent.filter((id) => harness.discord.repliesTo(id).length > 0).length;
    await waitFor('the replies', () => answered() >= MAX_OUTSTANDING.bot, 30_000);
  }, 300_000);
});

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const at = (values: readonly number[], quantile: number): number =>
  values.toSorted((left, right) => left - right)[Math.min(values.length - 1, Math.floor(values.length * quantile))] ?? 0;
