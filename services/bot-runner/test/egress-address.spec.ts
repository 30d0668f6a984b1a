import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createLogger, type RunningService } from '@kith/kit';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import { runner } from '@kith/proto';
import { InvalidRequests, PAUSE_FROM, RequestsPaused, SLOW_FROM } from '../src/discord/invalid-requests.js';
import { RunnerHarness } from './runner-harness.js';

let harness: RunnerHarness;
let service: RunningService;

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  service = await harness.startInProcess();
});
afterAll(() => harness.close());
beforeEach(() => {
  harness.discord.acceptRequests();
  harness.discord.resetStats();
});
afterEach(() => forgetCounts());

const counter = () => service.app.get(InvalidRequests);
const minuteOf = (minutesAgo: number) => Math.floor(Date.now() / 60_000) - minutesAgo;
const totalOf = (minutesAgo: number) => `runner:invalid-requests:total:${minuteOf(minutesAgo)}`;
const causesOf = (minutesAgo: number) => `runner:invalid-requests:bots:${minuteOf(minutesAgo)}`;
const keysOf = (of: string) => harness.runtime.redis.keys(`runner:invalid-requests:${of}:*`);
const sum = (counts: readonly (string | null)[]) => counts.reduce((all, count) => all + Number(count ?? 0), 0);
/** The invalid requests that all processes have counted: all of them, or those of a bot. */
const counted = async (botId?: string) => {
  const { redis } = harness.runtime;
  if (botId === undefined) return sum(await redis.mget('none', ...(await keysOf('total'))));
  return sum(await Promise.all((await keysOf('bots')).map((key) => redis.hget(key, botId))));
};
const forgetCounts = async () => {
  await harness.runtime.redis.del('none', ...(await keysOf('*')));
  await counter().refresh();
};
const countAs = async ({ total, ...causes }: Record<string, number> & { total: number }, minutesAgo = 0) => {
  await harness.runtime.redis.set(totalOf(minutesAgo), total);
  await harness.runtime.redis.hset(causesOf(minutesAgo), { none: 0, ...causes });
  await counter().refresh();
};
const inspect = (token: string, userId: string = randomUUID()) => harness.runtime.rpc.ask(runner.inspectToken, { userId, token });
const aWrongToken = (): string => {
  const bot = harness.discord.addBot();
  harness.discord.revokeToken(bot);
  return bot.token;
};
const reply = (bot: DiscordBot, content = 'hello') => harness.discord.waitForReply(harness.discord.sendMessage({ bot, content }));

describe('a user who pastes wrong tokens in a loop', () => {
  it('causes ten requests to Discord, is rate limited for the rest of the hour, and does not limit others', async () => {
    const userId = randomUUID();
    const results = await Promise.allSettled(Array.from({ length: 200 }, () => inspect(aWrongToken(), userId)));
    expect(harness.discord.stats.restRequests).toBe(10);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    await expect(inspect(aWrongToken(), userId)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringContaining('ten Discord tokens'),
      details: { retryAfterS: expect.any(Number) },
    });
    expect(await inspect(harness.discord.addBot().token)).toMatchObject({ verdict: 'valid' });
  });

  it('causes one request for the same token, whoever pastes it, and none of the rest is counted as a check [S74]', async () => {
    const token = aWrongToken();
    expect(await inspect(token)).toEqual({ verdict: 'invalid' });
    const userId = randomUUID();
    for (let time = 0; time < 50; time += 1) expect(await inspect(token, userId)).toEqual({ verdict: 'invalid' });
    expect(harness.discord.stats.restRequests).toBe(1);
    expect(await inspect(harness.discord.addBot().token, userId)).toMatchObject({ verdict: 'valid' });
  });
});

describe('a bot whose token was refused', () => {
  it('fails at each further start without a request to Discord [S74]', async () => {
    const { bot, botId } = harness.addBot();
    harness.discord.revokeToken(bot);
    expect(await inspect(bot.token)).toEqual({ verdict: 'invalid' });
    harness.discord.resetStats();
    for (let time = 1; time <= 3; time += 1) {
      await harness.bots.start(botId);
      const failures = () => harness.bots.reports.filter((one) => one.botId === botId && one.runtimeState === 'failed');
      await waitFor('the failure', () => failures().length >= time);
      expect(harness.bots.state(botId)).toMatchObject({ code: 'TOKEN_INVALID' });
    }
    expect([harness.discord.stats.restRequests, harness.discord.stats.connections]).toEqual([0, 0]);
  });

  it('connects with a new token', async () => {
    const { bot, botId } = harness.addBot();
    const token = harness.discord.resetToken(bot);
    await harness.bots.start(botId);
    await harness.bots.waitForState(botId, 'failed');
    await harness.bots.change(botId, { token });
    await harness.bots.start(botId);
    await harness.bots.waitForState(botId, 'online');
  });

  it('is stored by fingerprint, and asked about again after an hour [S74, S76]', async () => {
    const token = aWrongToken();
    await inspect(token);
    const key = `runner:refused-token:${harness.runtime.keyring?.fingerprint(token)}`;
    expect(await harness.runtime.redis.ttl(key)).toBeGreaterThan(3500);
    expect((await harness.runtime.redis.keys('*')).join()).not.toContain(token.split('.')[2]);
    await harness.runtime.redis.del(key);
    await inspect(token);
    expect(harness.discord.stats.unauthorized).toBe(2);
  });
});

describe('the requests that Discord refuses', () => {
  it('are counted for all processes: token checks, REST requests of bots, and sessions closed with 4004', async () => {
    await inspect(aWrongToken());
    expect(await counted()).toBe(1);
    const { bot, botId } = await harness.onlineBot();
    harness.discord.rejectRequests({ path: `/channels/${bot.channelId}/`, status: 403, code: 50_013 });
    harness.discord.sendMessage({ bot, content: 'hello' });
    await waitFor('the refused post and typing indicator', async () => (await counted()) === 3);
    harness.discord.interruptSession(bot, { code: 4004 });
    await waitFor('the closed session', async () => (await counted()) === 4);
    await waitFor('the count of the bot', async () => (await counted(botId)) === 3);
    const other = new InvalidRequests(harness.runtime.redis, createLogger('silent'));
    await countAs({ total: PAUSE_FROM });
    await other.refresh();
    expect(other.mayCheckTokens).toBe(false);
  });

  it('are not counted for longer than ten minutes', async () => {
    const botId = randomUUID();
    await countAs({ total: PAUSE_FROM, [botId]: PAUSE_FROM }, 9);
    expect(counter().isPaused(botId)).toBe(true);
    await harness.runtime.redis.rename((await keysOf('total'))[0] ?? '', totalOf(11));
    await counter().refresh();
    expect(counter().isPaused(botId)).toBe(false);
  });

  it('are read by one command a process and second while there are few', async () => {
    await countAs({ total: 2 });
    // A connection of its own, because the process under test reads every second.
    const redis = harness.runtime.redis.duplicate({ lazyConnect: true, enableAutoPipelining: false });
    await redis.connect();
    const sent = jest.spyOn(redis, 'sendCommand');
    await new InvalidRequests(redis, createLogger('silent')).refresh();
    expect(sent).toHaveBeenCalledTimes(1);
    redis.disconnect();
  });

  it(`slow the bots that cause them down from ${SLOW_FROM} on, to one request in five seconds, and no other bot`, async () => {
    const [causing, other] = [randomUUID(), randomUUID()];
    await countAs({ total: SLOW_FROM - 1, [causing]: 500 });
    for (let time = 0; time < 5; time += 1) counter().requireAllowed(causing);
    await countAs({ total: SLOW_FROM, [causing]: 500, [other]: 4 });
    counter().requireAllowed(causing);
    const pause = () => counter().requireAllowed(causing);
    expect(pause).toThrow(RequestsPaused);
    expect(pause).toThrow(expect.objectContaining({ isPaused: false }));
    for (let time = 0; time < 5; time += 1) counter().requireAllowed(other);
  });

  it('leave the few requests of a bot that is slowed down to its replies: it shows no typing indicator', async () => {
    const { bot, botId } = await harness.onlineBot();
    await countAs({ total: SLOW_FROM, [botId]: 100 });
    for (const content of ['first', 'second'])
      // The slash commands of a new bot are registered with the same few requests.
      await harness.discord.waitForReply(harness.discord.sendMessage({ bot, content }), 30_000);
    expect(harness.discord.typingCount(bot.channelId)).toBe(0);
  }, 90_000);

  it(`pause the bots that cause them from ${PAUSE_FROM} on, tell their owners, and end both when the count falls`, async () => {
    const [{ bot, botId }, other] = [await harness.onlineBot(), await harness.onlineBot()];
    await countAs({ total: PAUSE_FROM, [botId]: 300 });
    expect(await harness.bots.waitForState(botId, 'reconnecting')).toMatchObject({
      code: 'RATE_LIMITED',
      statusReason: expect.stringContaining('continues by itself'),
    });
    harness.discord.resetStats();
    const messageId = harness.discord.sendMessage({ bot, content: 'paused' });
    await reply(other.bot);
    await waitFor('the answer to wait', () => harness.chat.jobs.some((job) => job.messageId === messageId));
    expect(harness.discord.repliesTo(messageId)).toEqual([]);
    expect(harness.bots.state(other.botId)).toMatchObject({ runtimeState: 'online', code: null });
    expect(await inspect(harness.discord.addBot().token)).toEqual({ verdict: 'unreachable' });

    await forgetCounts();
    expect(await harness.bots.waitForState(botId, 'online')).toMatchObject({ code: null, statusReason: null });
    await harness.discord.waitForReply(messageId, 60_000);
    expect(harness.discord.repliesTo(messageId)).toHaveLength(1);
  }, 90_000);

  it('do not stop bots while Redis is unavailable', async () => {
    const unreachable = harness.runtime.redis.duplicate({ port: 9, lazyConnect: true, enableOfflineQueue: false });
    unreachable.on('error', () => undefined);
    const own = new InvalidRequests(unreachable, createLogger('silent'));
    await own.record(randomUUID());
    await expect(own.refresh()).rejects.toThrow();
    own.requireAllowed(randomUUID());
    unreachable.disconnect();
  });
});
