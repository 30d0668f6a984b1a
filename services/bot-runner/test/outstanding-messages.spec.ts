import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger, Events, Metrics, connectRedis, redisReady } from '@kith/kit';
import { testEnvironment, waitFor, type TestEnvironment } from '@kith/kit/testing';
import { events } from '@kith/proto';
import type { Redis } from 'ioredis';
import { MAX_OUTSTANDING, OutstandingMessages } from '../src/messages/outstanding-messages.js';

describe('the messages of a bot that wait for their reply', () => {
  let environment: TestEnvironment;
  let redis: Redis;
  let subscriber: Redis;
  let announcements: Events;
  let metrics: Metrics;
  let outstanding: OutstandingMessages;
  let messages = 0;

  beforeAll(async () => {
    environment = await testEnvironment();
    redis = connectRedis(environment.env['REDIS_URL'] ?? '');
    subscriber = connectRedis(environment.env['REDIS_URL'] ?? '', 'subscriber');
    await Promise.all([redisReady(redis), redisReady(subscriber)]);
  });
  beforeEach(async () => {
    announcements = new Events(redis, subscriber, createLogger('silent'));
    metrics = new Metrics();
    outstanding = new OutstandingMessages(redis, announcements, metrics, createLogger('silent'));
    await outstanding.onModuleInit();
  });
  afterEach(() => outstanding.onModuleDestroy());
  afterAll(async () => {
    redis.disconnect();
    subscriber.disconnect();
    await environment.drop();
  });

  const aBot = (ownerId: string = randomUUID()) => ({ ownerId, botId: randomUUID(), channelId: '1', guildId: '7' });
  const aMessage = (bot: ReturnType<typeof aBot>) => ({ ...bot, messageId: String(++messages) });
  const admitMany = async (bot: ReturnType<typeof aBot>, count: number) => {
    const admitted = Array.from({ length: count }, () => aMessage(bot));
    const priorities = await Promise.all(admitted.map((message) => outstanding.admit(message)));
    return { admitted, priorities };
  };
  const refusals = async () =>
    Object.fromEntries((await metrics.refusedMessages.get()).values.map(({ labels, value }) => [labels.reason, value]));

  it('are limited per bot, and the refusal is counted with its reason', async () => {
    const bot = aBot();
    const { priorities } = await admitMany(bot, MAX_OUTSTANDING.bot + 5);
    expect(priorities.filter((priority) => priority === 'too_many_waiting')).toHaveLength(5);
    expect(await outstanding.admit(aMessage(aBot(bot.ownerId)))).toBe(MAX_OUTSTANDING.bot + 1);
    expect(await refusals()).toEqual({ bot: 5 });
  });

  it('are limited per owner over all bots, and not for other owners', async () => {
    const ownerId = randomUUID();
    for (let left: number = MAX_OUTSTANDING.owner; left > 0; left -= MAX_OUTSTANDING.bot)
      await admitMany(aBot(ownerId), Math.min(left, MAX_OUTSTANDING.bot));
    expect(await outstanding.admit(aMessage(aBot(ownerId)))).toBe('too_many_waiting');
    expect(await outstanding.admit(aMessage(aBot()))).toBe(1);
    expect(await refusals()).toEqual({ owner: 1 });
  });

  it('count once when Discord delivers a message twice, and no more when the message is settled', async () => {
    const bot = aBot();
    const { admitted } = await admitMany(bot, MAX_OUTSTANDING.bot);
    const [first = aMessage(bot)] = admitted;
    expect(await outstanding.admit(first)).toBe(1);
    expect(await outstanding.admit(aMessage(bot))).toBe('too_many_waiting');
    await announcements.publish(events.messageSettled, first);
    await waitFor('room for another', async () => typeof (await outstanding.admit(aMessage(bot))) === 'number');
  });

  it('have a priority that grows with their number and never falls within a channel', async () => {
    const bot = aBot();
    const { admitted, priorities } = await admitMany(bot, 3);
    expect(priorities).toEqual([1, 2, 3]);
    for (const message of admitted.slice(0, 2)) await announcements.publish(events.messageSettled, message);
    const countKey = `runner:outstanding:bot:${bot.botId}`;
    await waitFor('the settlement', async () => (await redis.zcard(countKey)) === 1);
    expect(await outstanding.admit(aMessage({ ...bot, channelId: '2' }))).toBe(2);
    expect(await outstanding.admit(aMessage(bot))).toBe(3);
    const left = await redis.zrange(countKey, '0', '-1');
    await Promise.all(
      left.flatMap((messageId) =>
        ['1', '2'].map((channelId) => announcements.publish(events.messageSettled, { ...bot, channelId, messageId })),
      ),
    );
    await waitFor('an empty count', async () => (await redis.zcard(countKey)) === 0);
    expect(await outstanding.admit(aMessage(bot))).toBe(1);
  });

  it('keep the priority of a channel no longer than they count, while others of the bot wait', async () => {
    const bot = aBot();
    const { admitted } = await admitMany(bot, 20);
    const botKey = `runner:outstanding:bot:${bot.botId}`;
    const ownerKey = `runner:outstanding:owner:${bot.ownerId}`;
    // Only the last one is never announced as settled.
    for (const message of admitted.slice(0, -1)) await announcements.publish(events.messageSettled, message);
    await waitFor('the settlement', async () => (await redis.zcard(botKey)) === 1);
    expect(await outstanding.admit(aMessage({ ...bot, channelId: '2' }))).toBe(2);
    const next = aMessage(bot);
    expect(await outstanding.admit(next)).toBe(20);
    for (const key of [botKey, ownerKey]) await redis.zadd(key, Date.now() - 1, admitted.at(-1)?.messageId ?? '');
    await announcements.publish(events.messageSettled, next);
    await waitFor('the settlement', async () => (await redis.zcard(botKey)) === 2);
    expect(await outstanding.admit(aMessage(bot))).toBe(2);
  });

  it('stop counting when their settlement was never announced', async () => {
    const bot = aBot();
    await admitMany(bot, MAX_OUTSTANDING.bot);
    for (const key of [`runner:outstanding:bot:${bot.botId}`, `runner:outstanding:owner:${bot.ownerId}`]) {
      expect(await redis.pttl(key)).toBeGreaterThan(200_000);
      for (const messageId of await redis.zrange(key, '0', '-1')) await redis.zadd(key, Date.now() - 1, messageId);
    }
    expect(await outstanding.admit(aMessage(bot))).toBe(1);
  });

  it('are not counted again when Discord delivers them again after their answer, and later ones do not wait for them', async () => {
    const bot = aBot();
    const [first, second] = [aMessage(bot), aMessage(bot)];
    await outstanding.admit(first);
    await announcements.publish(events.messageSettled, first);
    await waitFor('the settlement', async () => (await outstanding.admit(first)) === 'settled');
    expect(await outstanding.admit(second)).toBe(1);
    expect(await outstanding.earlierThan(second)).toEqual([]);
    expect(await redis.pttl(`runner:settled:${bot.botId}`)).toBeGreaterThan(800_000);
  });

  it('in a channel where Discord refuses posts are not admitted for ten minutes, or until permissions change', async () => {
    const bot = aBot();
    await outstanding.markChannelRefused(bot.botId, '1');
    expect(await outstanding.admit(aMessage(bot))).toBe('channel_refused');
    expect(await outstanding.admit(aMessage({ ...bot, channelId: '2' }))).toBe(1);
    expect(await outstanding.admit(aMessage(aBot(bot.ownerId)))).toBe(2);
    expect(await refusals()).toEqual({ channel: 1 });
    const ttlMs = await redis.pttl(`runner:refused-channels:${bot.botId}`);
    expect(ttlMs).toBeGreaterThan(590_000);
    expect(ttlMs).toBeLessThanOrEqual(600_000);
    await outstanding.clearRefusedChannels(bot.botId);
    expect(await outstanding.admit(aMessage(bot))).toBe(3);
  });

  it('name the newest of their channel, by number and not by when they arrive', async () => {
    const bot = aBot();
    for (const messageId of ['999', '1001', '1000']) await outstanding.admit({ ...bot, messageId });
    expect(await redis.get(`runner:newest:${bot.botId}:1`)).toBe('1001');
    expect(await redis.pttl(`runner:newest:${bot.botId}:1`)).toBeGreaterThan(800_000);
  });

  it('wait for the earlier ones of their channel that are not settled, until these are given up or no longer count', async () => {
    const bot = aBot();
    const [first, second] = [aMessage(bot), aMessage(bot)];
    const elsewhere = aMessage({ ...bot, channelId: '2' });
    const last = aMessage(bot);
    for (const message of [last, elsewhere, second, first]) await outstanding.admit(message);
    const ids = [first.messageId, second.messageId];
    expect((await outstanding.earlierThan(last)).toSorted()).toEqual(ids.toSorted());
    expect(await outstanding.earlierThan(first)).toEqual([]);
    await outstanding.stopWaitingFor(last, [second.messageId]);
    expect(await outstanding.earlierThan(last)).toEqual([first.messageId]);
    await redis.zadd(`runner:outstanding:bot:${bot.botId}`, Date.now() - 1, first.messageId);
    expect(await outstanding.earlierThan(last)).toEqual([]);
  });

  it('make their channels active for ten minutes, of each bot the last twenty, until the bot is stopped', async () => {
    const bot = aBot();
    const startMs = Date.now() - 60_000;
    const sentAt = (ms: number) => String(BigInt(ms - 1_420_070_400_000) << 22n);
    for (let n = 0; n < 25; n += 1)
      await outstanding.admit({
        ...bot,
        channelId: `${100 + n}`,
        guildId: n === 24 ? null : '7',
        messageId: sentAt(startMs + n),
      });
    await outstanding.admit({ ...bot, channelId: '999', messageId: sentAt(Date.now() - 700_000) });
    const active = await outstanding.activeChannels(bot.botId);
    expect(active.map(({ channelId }) => channelId)).toEqual(Array.from({ length: 20 }, (_, n) => `${105 + n}`));
    expect(active.at(-1)).toEqual({ channelId: '124', guildId: null, lastSentAtMs: startMs + 24 });
    expect(active[0]?.guildId).toBe('7');
    await outstanding.forgetActiveChannels(bot.botId);
    expect(await outstanding.activeChannels(bot.botId)).toEqual([]);
  });
});
