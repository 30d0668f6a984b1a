import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import { shardOf } from '../src/leases/shard.js';
import { RunnerHarness } from './runner-harness.js';

let harness: RunnerHarness;
let service: RunningService;
let identifying: NodeJS.Timeout | undefined;
let members = 0;

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  service = await harness.startInProcess();
});
afterAll(() => harness.close());
afterEach(() => {
  clearInterval(identifying);
  harness.discord.closeAfterHello(null);
});

/** Shards of an application IDENTIFY five seconds after each other; here at once. */
function identifyAtOnce(bot: DiscordBot): void {
  identifying = setInterval(() => void harness.allowIdentify(bot), 50);
}

/** The metric of operators. */
async function resumes(): Promise<number> {
  const { values } = await harness.runtime.metrics.gatewaySessions.get();
  return values.find(({ labels }) => labels.how === 'resume')?.value ?? 0;
}

const leasesOf = (bot: DiscordBot) => harness.runtime.redis.keys(`runner:lease:${bot.applicationId}*`);

const connected = (bot: DiscordBot) => harness.discord.connectedShards(bot).map(String).toSorted();

async function largeBot(shards: number): Promise<{ bot: DiscordBot; botId: string }> {
  const added = harness.addBot();
  harness.discord.requireShards(added.bot, shards);
  identifyAtOnce(added.bot);
  await harness.bots.start(added.botId);
  await harness.bots.waitForState(added.botId, 'online', 20_000);
  return added;
}

/** A server of the bot in each shard. */
function serversOf(bot: DiscordBot, shards: number): string[] {
  const found = new Map<number, string>();
  while (found.size < shards) {
    const { id } = harness.discord.addGuild({ name: 'Another' });
    if (!found.has(shardOf(id, shards))) harness.discord.addBotToGuild(bot, { guildId: id });
    found.set(shardOf(id, shards), id);
  }
  return [...found.values()];
}

const say = (bot: DiscordBot, guildId: string | null): string =>
  harness.discord.sendMessage({ bot, content: 'hello', guildId, authorId: String(500_000_000_000_000_000n + BigInt(++members)) });

async function expectOneAnswerEach(bot: DiscordBot, guildIds: readonly (string | null)[]): Promise<void> {
  const ids = guildIds.map((guildId) => say(bot, guildId));
  await Promise.all(ids.map((id) => harness.discord.waitForReply(id)));
  expect(ids.map((id) => harness.discord.repliesTo(id).length)).toEqual(ids.map(() => 1));
}

describe('a bot that Discord wants in three shards', () => {
  let bot: DiscordBot;
  let botId: string;

  it('connects three times, with a lease for each, and answers in the servers of each shard and direct messages, once', async () => {
    ({ bot, botId } = await largeBot(3));
    expect(connected(bot)).toEqual(['0,3', '1,3', '2,3']);
    expect(await leasesOf(bot)).toHaveLength(3);
    await expectOneAnswerEach(bot, [...serversOf(bot, 3), null]);
  }, 40_000);

  it('is shown as online only when all are, and says how many are', async () => {
    harness.discord.closeAfterHello(4000);
    harness.discord.interruptSession(bot, { code: 4000 }, 1);
    await waitFor('the status', () => harness.bots.state(botId)?.statusReason?.startsWith('2 of 3 connections'));
    expect(harness.bots.state(botId)).toMatchObject({ runtimeState: 'reconnecting', code: null });
    harness.discord.closeAfterHello(null);
    await harness.bots.waitForState(botId, 'online', 20_000);
  }, 40_000);

  it('is resumed by the next runner in all shards, without an IDENTIFY', async () => {
    await harness.stopInProcess(service);
    expect(connected(bot)).toEqual([]);
    const guildId = serversOf(bot, 3)[2] ?? null;
    const missed = say(bot, guildId);
    harness.discord.resetStats();
    const before = await resumes();
    service = await harness.startInProcess();
    await waitFor('all shards', () => connected(bot).length === 3);
    await harness.discord.waitForReply(missed);
    expect(harness.discord.stats).toMatchObject({ identifies: 0, resumed: 3 });
    expect(await resumes()).toBe(before + 3);
  }, 40_000);

  it('goes offline with all of them when its owner stops it', async () => {
    await harness.bots.stop(botId);
    await harness.bots.waitForState(botId, 'stopped');
    await waitFor('the end of the sessions', () => !harness.discord.hasSession(bot));
    await waitFor('the release of all leases', async () => (await leasesOf(bot)).length === 0);
  });
});

describe('a bot that outgrows its connection', () => {
  it.each([
    ['is refused with 4011', { code: 4011 } as const],
    ['needs a new session', { op: 9 } as const],
  ])(
    'goes on with the shards that Discord wants when it %s, without having failed',
    async (_what, interruption) => {
      const { bot, botId } = await harness.onlineBot();
      expect(connected(bot)).toEqual(['0,1']);
      harness.discord.requireShards(bot, 2);
      identifyAtOnce(bot);
      harness.discord.interruptSession(bot, interruption);
      await waitFor('both shards', () => connected(bot).join(' ') === '0,2 1,2', 20_000);
      await harness.bots.waitForState(botId, 'online');
      await expectOneAnswerEach(bot, serversOf(bot, 2));
      expect(harness.bots.reports.filter((report) => report.botId === botId && report.runtimeState === 'failed')).toEqual([]);
    },
    40_000,
  );
});
