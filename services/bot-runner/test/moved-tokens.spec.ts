import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import { RunnerWorld } from './runner-world.js';

describe('a token that moves from one companion to another', () => {
  let world: RunnerWorld;

  beforeAll(async () => {
    world = await RunnerWorld.open({ identifyEveryMs: 0 });
    await world.startHere();
  });
  afterAll(() => world.close());

  const successorOf = async (bot: DiscordBot, first: string): Promise<string> => {
    await world.bots.stop(first);
    await world.bots.waitForState(first, 'stopped');
    const second = world.bots.add(bot);
    await world.allowIdentify(bot);
    await world.bots.start(second);
    return second;
  };

  it('connects, although Discord refused the first one at the same version', async () => {
    const { bot, botId } = await world.onlineBot();
    world.discord.kick(bot, { code: 4013 });
    await world.bots.waitForState(botId, 'failed');
    const second = await successorOf(bot, botId);
    await world.bots.waitForState(second, 'online');
  });

  it('outlives the deletion of the first one, which is purged and forgotten', async () => {
    const { bot, botId } = await world.onlineBot();
    const second = await successorOf(bot, botId);
    await world.bots.waitForState(second, 'online');
    await waitFor('the session', () => world.runtime.redis.exists(`runner:session:${bot.applicationId}`));
    await world.bots.remove(botId);
    await world.bots.hurryPurge(botId);
    await waitFor('the end of the first', () => world.bots.forgotten.includes(botId));
    expect(await world.runtime.redis.exists(`runner:session:${bot.applicationId}`)).toBe(1);
    await world.discord.waitForReply(world.discord.say({ bot, content: 'still there?' }));
  });

  it('takes its answers with it, whichever runner posts them', async () => {
    await world.startHere();
    const { bot, botId } = await world.onlineBot();
    const answersOf = async (speaker: DiscordBot): Promise<string[]> => {
      const ids = Array.from({ length: 30 }, (_, index) =>
        world.discord.say({
          bot: speaker,
          content: `n ${index}`,
          guildId: null,
          authorId: String(300_000_000_000_000_000n + BigInt(index)),
        }),
      );
      return (await Promise.all(ids.map((id) => world.discord.waitForReply(id)))).map(({ authorId }) => authorId);
    };
    expect(new Set(await answersOf(bot))).toEqual(new Set([bot.applicationId]));
    const other = world.discord.addBot();
    await world.bots.change(botId, { token: other.token, applicationId: other.applicationId });
    await waitFor('the move', () => world.discord.isConnected(other));
    expect(new Set(await answersOf(other))).toEqual(new Set([other.applicationId]));
  });
});

describe('what the bots service is told', () => {
  let world: RunnerWorld;

  beforeAll(async () => {
    world = await RunnerWorld.open({ identifyEveryMs: 0 });
  });
  afterAll(() => world.close());

  it('the state again at a start of a companion that runs: its row may say "starting" since', async () => {
    const runner = await world.startHere();
    const { botId } = await world.onlineBot();
    const told = world.bots.reports.length;
    await world.bots.start(botId);
    await waitFor('the report', () => world.bots.reports.slice(told).find((report) => report.runtimeState === 'online'));
    await world.bots.stop(botId);
    await world.bots.waitForState(botId, 'stopped');
    await world.stopHere(runner);
  });

  it('a refusal by the next runner, when the one that met it died before it was heard', async () => {
    const first = await world.startProcess();
    const { bot, botId } = await world.onlineBot();
    await world.bots.leave();
    world.discord.kick(bot, { code: 4013 });
    await waitFor('the refusal', () => !world.discord.isConnected(bot));
    await waitFor('the lease', async () => (await world.runtime.redis.keys('runner:lease:*')).length === 0);
    await world.end(first, 'SIGKILL');
    await world.bots.play();
    const refused = `runner:refused:${botId}`;
    expect(await world.runtime.redis.ttl(refused)).toBeLessThanOrEqual(900);
    await world.runtime.redis.pexpire(refused, 1);
    const told = world.bots.reports.length;
    await world.startHere();
    await waitFor('a state', () => world.bots.reports.length > told);
  });
});
