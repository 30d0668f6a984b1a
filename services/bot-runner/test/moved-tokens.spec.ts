import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import { RunnerHarness } from './runner-harness.js';

describe('a token that moves from one bot to another', () => {
  let harness: RunnerHarness;

  beforeAll(async () => {
    harness = await RunnerHarness.open({ identifyEveryMs: 0 });
    await harness.startInProcess();
  });
  afterAll(() => harness.close());

  const successorOf = async (bot: DiscordBot, first: string): Promise<string> => {
    await harness.bots.stop(first);
    await harness.bots.waitForState(first, 'stopped');
    const second = harness.bots.add(bot);
    await harness.allowIdentify(bot);
    await harness.bots.start(second);
    return second;
  };

  it('connects for the second bot although Discord refused the first bot at the same version', async () => {
    const { bot, botId } = await harness.onlineBot();
    harness.discord.interruptSession(bot, { code: 4013 });
    await harness.bots.waitForState(botId, 'failed');
    const second = await successorOf(bot, botId);
    await harness.bots.waitForState(second, 'online');
  });

  it('stays connected for the second bot while the first one is deleted, purged and forgotten', async () => {
    const { bot, botId } = await harness.onlineBot();
    const second = await successorOf(bot, botId);
    await harness.bots.waitForState(second, 'online');
    await waitFor('the session to be saved', () => harness.runtime.redis.exists(`runner:session:${bot.applicationId}`));
    await harness.bots.remove(botId);
    await harness.bots.runSecondPurgeNow(botId);
    await waitFor('the first bot to be forgotten', () => harness.bots.forgotten.includes(botId));
    expect(await harness.runtime.redis.exists(`runner:session:${bot.applicationId}`)).toBe(1);
    await harness.discord.waitForReply(harness.discord.sendMessage({ bot, content: 'still there?' }));
  });

  it('posts all further replies as the new application, whichever runner delivers them', async () => {
    await harness.startInProcess();
    const { bot, botId } = await harness.onlineBot();
    const replyAuthors = async (discordBot: DiscordBot): Promise<string[]> => {
      const ids = Array.from({ length: 30 }, (_, index) =>
        harness.discord.sendMessage({
          bot: discordBot,
          content: `n ${index}`,
          guildId: null,
          authorId: String(300_000_000_000_000_000n + BigInt(index)),
        }),
      );
      return (await Promise.all(ids.map((id) => harness.discord.waitForReply(id)))).map(({ authorId }) => authorId);
    };
    expect(new Set(await replyAuthors(bot))).toEqual(new Set([bot.applicationId]));
    const other = harness.discord.addBot();
    await harness.bots.change(botId, { token: other.token, applicationId: other.applicationId });
    await waitFor('the new connection', () => harness.discord.isConnected(other));
    expect(new Set(await replyAuthors(other))).toEqual(new Set([other.applicationId]));
  });
});

describe('reports to the bots service', () => {
  let harness: RunnerHarness;

  beforeAll(async () => {
    harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  });
  afterAll(() => harness.close());

  it('repeat the state when a bot that is online already is started, because its row may say "starting"', async () => {
    const runner = await harness.startInProcess();
    const { botId } = await harness.onlineBot();
    const reported = harness.bots.reports.length;
    await harness.bots.start(botId);
    await waitFor('the report', () => harness.bots.reports.slice(reported).find((report) => report.runtimeState === 'online'));
    await harness.bots.stop(botId);
    await harness.bots.waitForState(botId, 'stopped');
    await harness.stopInProcess(runner);
  });

  it('contain a refusal from the next runner when the first one died before it could report it', async () => {
    const first = await harness.startProcess();
    const { bot, botId } = await harness.onlineBot();
    await harness.bots.stopServing();
    harness.discord.interruptSession(bot, { code: 4013 });
    await waitFor('the refusal', () => !harness.discord.isConnected(bot));
    await waitFor('the lease', async () => (await harness.runtime.redis.keys('runner:lease:*')).length === 0);
    await harness.end(first, 'SIGKILL');
    await harness.bots.serve();
    const refused = `runner:refused:${botId}`;
    expect(await harness.runtime.redis.ttl(refused)).toBeLessThanOrEqual(900);
    await harness.runtime.redis.pexpire(refused, 1);
    const reported = harness.bots.reports.length;
    await harness.startInProcess();
    await waitFor('a state', () => harness.bots.reports.length > reported);
  });
});
