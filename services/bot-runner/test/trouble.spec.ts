import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { ERRORS, events, queues } from '@kith/proto';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { RunnerWorld } from './runner-world.js';

let world: RunnerWorld;

beforeAll(async () => {
  world = await RunnerWorld.open({ identifyEveryMs: 0 });
  await world.startHere();
});
afterAll(() => world.close());
beforeEach(() => {
  world.discord.acceptAgain();
  world.discord.resetStats();
});

const online = (...settings: Parameters<RunnerWorld['onlineBot']>) => world.onlineBot(...settings);

describe('what Discord refuses', () => {
  it('S74: the account of a person, met on the gateway only: failed, and gone at once', async () => {
    const { bot, botId } = world.addBot({}, { isPerson: true });
    await world.bots.start(botId);
    expect(await world.bots.waitForState(botId, 'failed')).toMatchObject({ code: 'TOKEN_INVALID' });
    await waitFor('the end of the session', () => !world.discord.hasSession(bot));
    expect(world.discord.stats.identifies).toBe(1);
    expect(world.bots.reports.filter((report) => report.botId === botId && report.runtimeState === 'online')).toEqual([]);
  });

  it('S74: a wrong token: failed, with what to do, asked once', async () => {
    const { bot, botId } = world.addBot();
    world.discord.revoke(bot);
    await world.bots.start(botId);
    const report = await world.bots.waitForState(botId, 'failed');
    expect(report).toMatchObject({ code: 'TOKEN_INVALID', statusReason: ERRORS.TOKEN_INVALID.text });
    const { unauthorized } = world.discord.stats;
    expect(unauthorized).toBeLessThanOrEqual(2);
    await world.runtime.events.publish(events.botChanged, { botId });
    const other = await online();
    await world.discord.waitForReply(world.discord.say({ bot: other.bot, content: 'others are not disturbed' }));
    expect(world.discord.stats.unauthorized).toBe(unauthorized);
    expect(world.discord.stats.closes).toEqual({});
  });

  it('S74: a token that was reset while online: failed; online again with the new one', async () => {
    const { bot, botId } = await online();
    const token = world.discord.resetToken(bot);
    await world.allowIdentify(bot);
    expect(await world.bots.waitForState(botId, 'failed')).toMatchObject({ code: 'TOKEN_INVALID' });
    await world.bots.change(botId, { token });
    await world.bots.waitForState(botId, 'online');
    const messageId = world.discord.say({ bot, content: 'with the new token' });
    await world.discord.waitForReply(messageId);
  });

  it('the Message Content intent: failed once, in words; tried again when the user starts it', async () => {
    const { bot, botId } = world.addBot({}, { messageContent: false });
    await world.bots.start(botId);
    const report = await world.bots.waitForState(botId, 'failed');
    expect(report).toMatchObject({ code: 'INTENT_MISSING', statusReason: ERRORS.INTENT_MISSING.text });
    expect(world.discord.stats.closes).toEqual({ 4014: 1 });
    await world.allowIdentify(bot);
    await world.bots.start(botId);
    await waitFor('the second verdict', () => world.discord.stats.closes[4014] === 2);
  });

  it('our way to connect: failed, with the code', async () => {
    const { bot, botId } = await online();
    world.discord.kick(bot, { code: 4013 });
    const report = await world.bots.waitForState(botId, 'failed');
    expect(report).toMatchObject({ code: 'DISCORD_REFUSED', statusReason: 'Discord refused the connection. (code 4013)' });
  });

  it('nothing yet, but would after more connections today: failed before Discord resets the token', async () => {
    const { bot, botId } = world.addBot();
    await world.runtime.redis.set(`runner:identified:${bot.applicationId}`, 900, 'EX', 7000);
    await world.bots.start(botId);
    expect(await world.bots.waitForState(botId, 'failed')).toMatchObject({
      code: 'DISCORD_REFUSED',
      statusReason: expect.stringContaining('2 h'),
    });
    expect(world.discord.stats.identifies).toBe(0);
  });

  it('a message in a channel it may not write in: told to chat, not tried again', async () => {
    const { bot } = await online();
    world.discord.refuse({ path: `/channels/${bot.channelId}/messages`, method: 'POST', status: 403, code: 50_013 });
    const messageId = world.discord.say({ bot, content: 'can you write here?' });
    const told = await waitFor('the word', () => world.chat.undeliverable.find((one) => one.messageId === messageId));
    expect(told.reason).toContain('50013');
    expect(world.chat.delivered).not.toContain(messageId);
  });
});

describe('when something is away', () => {
  it('Discord: says so while starting, and comes online by itself', async () => {
    await world.discord.goDown();
    const { botId } = world.addBot();
    await world.bots.start(botId);
    const report = await waitFor('the reason', () => world.bots.reports.find((one) => one.botId === botId && one.code !== null));
    expect(report).toMatchObject({
      runtimeState: 'starting',
      code: 'DISCORD_UNREACHABLE',
      statusReason: ERRORS.DISCORD_UNREACHABLE.text,
    });
    await world.discord.comeBack();
    expect(await world.bots.waitForState(botId, 'online', 20_000)).toMatchObject({ code: null, statusReason: null });
  });

  it('Discord for three seconds: reconnecting, then every message answered once, by RESUME', async () => {
    const { bot, botId } = await online();
    world.discord.resetStats();
    await world.discord.goDown();
    const ids = Array.from({ length: 5 }, (_, index) => world.discord.say({ bot, content: `missed ${index}` }));
    expect(await world.bots.waitForState(botId, 'reconnecting')).toMatchObject({ code: 'DISCORD_UNREACHABLE' });
    await world.discord.comeBack();
    await world.bots.waitForState(botId, 'online', 20_000);
    await Promise.all(ids.map((id) => world.discord.waitForReply(id, 20_000)));
    expect(ids.map((id) => world.discord.repliesTo(id).length)).toEqual(ids.map(() => 1));
    expect(world.discord.stats.identifies).toBe(0);
  }, 60_000);

  it('Discord while an answer is posted: posted later, once', async () => {
    const { bot } = await online();
    world.discord.refuse({ path: `/channels/${bot.channelId}/messages`, method: 'POST', status: 503, times: 5 });
    const messageId = world.discord.say({ bot, content: 'try hard' });
    await world.discord.waitForReply(messageId, 20_000);
    await waitFor('the count', () => world.chat.delivered.includes(messageId));
    expect(world.discord.repliesTo(messageId)).toHaveLength(1);
  });

  it('the chat service after the answer was posted: counted later, not posted twice', async () => {
    const { bot } = await online();
    const counted = world.chat.delivered.length;
    let failures = 2;
    world.chat.beforeDelivered = () => {
      if (failures-- > 0) throw new Error('down');
    };
    const messageId = world.discord.say({ bot, content: 'once' });
    await waitFor('the count', () => world.chat.delivered.includes(messageId));
    world.chat.beforeDelivered = () => undefined;
    expect(world.chat.delivered).toHaveLength(counted + 1);
    expect(world.discord.repliesTo(messageId)).toHaveLength(1);
  });

  it('the bots service: nobody is disconnected, and reports are told later', async () => {
    const { bot, botId } = await online();
    await world.bots.leave();
    const messageId = world.discord.say({ bot, content: 'are you there?' });
    await world.discord.waitForReply(messageId);
    const sinceMs = Date.now();
    // Longer than the wanted list is kept fresh.
    await waitFor('three seconds', () => Date.now() - sinceMs > 3200);
    expect(world.discord.isConnected(bot)).toBe(true);
    await world.bots.play();
    await world.bots.stop(botId);
    await world.bots.waitForState(botId, 'stopped', 15_000);
  });
});

it('S76: leaves no token in Redis', async () => {
  const redis = new Redis(world.redis.url);
  try {
    const { bot } = await online();
    const dumps = await Promise.all(
      (await redis.keys('*')).map(async (key) => [key, (await redis.dumpBuffer(key))?.toString('latin1')]),
    );
    expect(dumps.length).toBeGreaterThan(3);
    expect(JSON.stringify(dumps)).not.toContain(bot.token);
  } finally {
    redis.disconnect();
  }
});

it('has no job that failed for good', async () => {
  const redis = new Redis(world.redis.url, { maxRetriesPerRequest: null });
  for (const name of [queues.deliveries.name, queues.lifecycle.name]) {
    const queue = new Queue(name, { connection: redis, prefix: 'jobs' });
    expect((await queue.getFailed()).map((job) => [job.name, job.failedReason])).toEqual([]);
    await queue.close();
  }
  redis.disconnect();
});
