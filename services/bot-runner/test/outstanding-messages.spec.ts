import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createLogger, Events, Metrics, connectRedis, redisReady, type Queues } from '@kith/kit';
import { testEnvironment, waitFor, type TestEnvironment } from '@kith/kit/testing';
import { events, type EventOf } from '@kith/proto';
import type { DataSource } from 'typeorm';
import type { Redis } from 'ioredis';
import { AnsweredChannels } from '../src/messages/answered-channels.js';
import { MAX_OUTSTANDING, OutstandingMessages } from '../src/messages/outstanding-messages.js';

describe('the messages of a bot that wait for their reply', () => {
  let environment: TestEnvironment;
  let redis: Redis;
  let subscriber: Redis;
  let announcements: Events;
  let metrics: Metrics;
  let outstanding: OutstandingMessages;
  let unsubscribe = (): void => undefined;
  let messages = 0;
  /** The ids of jobs that are taken out of the queue. */
  let removed: string[];
  let settled: EventOf<typeof events.messageSettled>[];

  beforeAll(async () => {
    environment = await testEnvironment();
    redis = connectRedis(environment.env['REDIS_URL'] ?? '');
    subscriber = connectRedis(environment.env['REDIS_URL'] ?? '', 'subscriber');
    await Promise.all([redisReady(redis), redisReady(subscriber)]);
  });
  beforeEach(async () => {
    announcements = new Events(redis, subscriber, createLogger('silent'));
    metrics = new Metrics();
    [removed, settled] = [[], []];
    const removeById = (_queue: unknown, jobIds: string[]) => {
      removed.push(...jobIds);
      return Promise.resolve(jobIds);
    };
    const queues = { removeById } as unknown as Queues;
    outstanding = new OutstandingMessages(redis, announcements, metrics, queues, createLogger('silent'));
    unsubscribe = await announcements.subscribe(events.messageSettled, (message) => settled.push(message));
  });
  afterEach(() => {
    unsubscribe();
  });
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

  const isMissed = async ({ botId, messageId }: ReturnType<typeof aMessage>) =>
    (await redis.exists(`runner:missed:${botId}-${messageId}`)) === 1;
  const missedAmong = async (all: ReturnType<typeof aMessage>[]) => {
    const missed = await Promise.all(all.map(isMissed));
    return all.filter((_, at) => missed[at]);
  };

  it('are limited per bot: above it the oldest of the channel is missed, and the newest counts', async () => {
    const bot = aBot();
    const { admitted, priorities } = await admitMany(bot, MAX_OUTSTANDING.bot + 5);
    expect(priorities.every((priority) => typeof priority === 'number')).toBe(true);
    expect(await missedAmong(admitted)).toEqual(admitted.slice(0, 5));
    expect(await redis.zcard(`runner:outstanding:bot:${bot.botId}`)).toBe(MAX_OUTSTANDING.bot);
    expect(await redis.get(`runner:newest:${bot.botId}:1`)).toBe(admitted.at(-1)?.messageId);
    expect(await outstanding.admit(aMessage(aBot(bot.ownerId)))).toBe(MAX_OUTSTANDING.bot + 1);
    expect(await refusals()).toEqual({ missed: 5 });
  });

  it('that are missed leave the queue, except for one per channel in ten minutes, whose job tells the channel, and interactions', async () => {
    const bot = aBot();
    const first = Array.from({ length: 3 }, () => aMessage(bot));
    const asked = { ...aMessage(bot), interaction: 'sealed' };
    for (const message of [...first, asked]) await outstanding.admit(message);
    await admitMany(bot, MAX_OUTSTANDING.bot);
    const [told, ...others] = first;
    expect(removed).toEqual(others.map(({ botId, messageId }) => `${botId}-${messageId}`));
    await waitFor('the word about them', () => settled.length === others.length);
    expect(settled.map(({ messageId, noAnswer }) => [messageId, noAnswer])).toEqual(
      others.map(({ messageId }) => [messageId, 'too_many_waiting']),
    );
    expect(await missedAmong([...first, asked])).toEqual([...first, asked]);
    // Delivered again after a RESUME it takes no place.
    expect(await outstanding.admit(told ?? asked)).toBe('settled');
    const [settledNow] = await redis.zrevrange(`runner:outstanding:bot:${bot.botId}`, 0, 0);
    await outstanding.settle({ ...bot, messageId: settledNow ?? '' });
    await waitFor('room', async () => (await redis.zcard(`runner:outstanding:owner:${bot.ownerId}`)) < MAX_OUTSTANDING.bot);
    expect(typeof (await outstanding.admitAgain(told ?? asked))).toBe('number');
    expect(await isMissed(told ?? asked)).toBe(false);
  });

  it('of a channel in which very much is written take no place from those of other channels', async () => {
    const bot = aBot();
    const quiet = Array.from({ length: 5 }, (_, n) => aMessage({ ...bot, channelId: `${50 + n}` }));
    for (const message of quiet) await outstanding.admit(message);
    const { admitted } = await admitMany(bot, MAX_OUTSTANDING.bot + 50);
    expect(await missedAmong(quiet)).toEqual([]);
    const late = aMessage({ ...bot, channelId: '90' });
    expect(typeof (await outstanding.admit(late))).toBe('number');
    expect(await missedAmong([...quiet, late])).toEqual([]);
    expect(await isMissed(admitted.at(-1) ?? late)).toBe(false);
    expect(await missedAmong(admitted)).toEqual(admitted.slice(0, 56));
  });

  it('are refused when each channel has one, and are the newest of theirs all the same', async () => {
    const bot = aBot();
    for (let n = 0; n < MAX_OUTSTANDING.bot; n += 1) await outstanding.admit(aMessage({ ...bot, channelId: `${100 + n}` }));
    const refused = aMessage({ ...bot, channelId: '999' });
    expect(await outstanding.admit(refused)).toBe('too_many_waiting');
    expect(await redis.get(`runner:newest:${bot.botId}:999`)).toBe(refused.messageId);
    expect(await refusals()).toEqual({ bot: 1 });
    // A newer one of a channel takes the place of the older one.
    expect(typeof (await outstanding.admit(aMessage({ ...bot, channelId: '100' })))).toBe('number');
  });

  it('of a thousand further channels are refused with few questions to Redis, and counted, until one is answered', async () => {
    const bot = aBot();
    const idAt = (atMs: number) => String((BigInt(atMs - 1_420_070_400_000) << 22n) + BigInt(++messages));
    const inChannel = (channel: number) => ({ ...bot, channelId: `${channel}`, messageId: idAt(Date.now() + 2000) });
    const connection = {};
    for (let n = 0; n < MAX_OUTSTANDING.bot; n += 1) await outstanding.admitNew(connection, inChannel(n));
    const asked = jest.spyOn(outstanding, 'admit');
    const startedAt = performance.now();
    const all = [];
    for (let n = 0; n < 1000; n += 1) all.push(await outstanding.admitNew(connection, inChannel(1000 + n)));
    expect(new Set(all)).toEqual(new Set(['too_many_waiting']));
    expect(await refusals()).toEqual({ bot: 1000 });
    expect(asked.mock.calls.length).toBeLessThanOrEqual(2 + (performance.now() - startedAt) / 100);
    // A newer one of a channel of which one waits takes its place all the same, and messages of other bots are admitted.
    expect(typeof (await outstanding.admitNew(connection, inChannel(0)))).toBe('number');
    expect(typeof (await outstanding.admitNew({}, aMessage(aBot(bot.ownerId))))).toBe('number');
    const [waiting = ''] = await redis.zrange(`runner:outstanding:bot:${bot.botId}`, '0', '0');
    await outstanding.settle({ ...bot, channelId: '1', messageId: waiting });
    await waitFor('room', async () => typeof (await outstanding.admitNew(connection, inChannel(5000))) === 'number');
  });

  it('are limited per owner over all bots, and not for other owners', async () => {
    const ownerId = randomUUID();
    const flooded = aBot(ownerId);
    const { admitted } = await admitMany(flooded, MAX_OUTSTANDING.bot);
    for (let left: number = MAX_OUTSTANDING.owner - MAX_OUTSTANDING.bot; left > 0; left -= 50) await admitMany(aBot(ownerId), 50);
    expect(typeof (await outstanding.admit(aMessage(aBot(ownerId))))).toBe('number');
    expect(await missedAmong(admitted)).toEqual(admitted.slice(0, 1));
    expect(await redis.zcard(`runner:outstanding:owner:${ownerId}`)).toBe(MAX_OUTSTANDING.owner);
    expect(await outstanding.admit(aMessage(aBot()))).toBe(1);
  });

  it('count once when Discord delivers a message twice, and no more when the message is settled', async () => {
    const bot = aBot();
    const { admitted } = await admitMany(bot, MAX_OUTSTANDING.bot);
    const [first = aMessage(bot)] = admitted;
    expect(await outstanding.admit(first)).toBe(1);
    await outstanding.settle(first);
    const countKeys = [`runner:outstanding:bot:${bot.botId}`, `runner:outstanding:owner:${bot.ownerId}`];
    const counts = () => Promise.all(countKeys.map((key) => redis.zcard(key)));
    await waitFor('room for another', async () => (await counts()).every((count) => count === MAX_OUTSTANDING.bot - 1));
    await outstanding.admit(aMessage(bot));
    expect(await missedAmong(admitted)).toEqual([]);
  });

  it('have a priority that grows with their number and never falls within a channel', async () => {
    const bot = aBot();
    const { admitted, priorities } = await admitMany(bot, 3);
    expect(priorities).toEqual([1, 2, 3]);
    for (const message of admitted.slice(0, 2)) await outstanding.settle(message);
    const countKey = `runner:outstanding:bot:${bot.botId}`;
    await waitFor('the settlement', async () => (await redis.zcard(countKey)) === 1);
    expect(await outstanding.admit(aMessage({ ...bot, channelId: '2' }))).toBe(2);
    expect(await outstanding.admit(aMessage(bot))).toBe(3);
    const left = await redis.zrange(countKey, '0', '-1');
    await Promise.all(
      left.flatMap((messageId) => ['1', '2'].map((channelId) => outstanding.settle({ ...bot, channelId, messageId }))),
    );
    await waitFor('an empty count', async () => (await redis.zcard(countKey)) === 0);
    expect(await outstanding.admit(aMessage(bot))).toBe(1);
  });

  it('keep the priority of a channel no longer than they count, while others of the bot wait', async () => {
    const bot = aBot();
    const { admitted } = await admitMany(bot, 20);
    const botKey = `runner:outstanding:bot:${bot.botId}`;
    const ownerKey = `runner:outstanding:owner:${bot.ownerId}`;
    // Only the last one is never settled.
    for (const message of admitted.slice(0, -1)) await outstanding.settle(message);
    await waitFor('the settlement', async () => (await redis.zcard(botKey)) === 1);
    expect(await outstanding.admit(aMessage({ ...bot, channelId: '2' }))).toBe(2);
    const next = aMessage(bot);
    expect(await outstanding.admit(next)).toBe(20);
    const last = admitted.at(-1)?.messageId ?? '';
    await redis.zadd(botKey, Date.now() - 1, last);
    await redis.zadd(ownerKey, Date.now() - 1, `${last}:${bot.botId}:1:`);
    await outstanding.settle(next);
    await waitFor('the settlement', async () => (await redis.zcard(botKey)) === 2);
    expect(await outstanding.admit(aMessage(bot))).toBe(2);
  });

  it('stop counting when nothing became of them', async () => {
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
    await outstanding.settle(first);
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

  it('make their channels known, of each bot the last twenty, until the bot is stopped', async () => {
    const bot = aBot();
    const channels = new AnsweredChannels(redis, {} as DataSource);
    const startMs = Date.now() - 3_600_000;
    const sentAt = (ms: number) => String(BigInt(ms - 1_420_070_400_000) << 22n);
    for (let n = 0; n < 25; n += 1)
      await outstanding.admit({
        ...bot,
        channelId: `${100 + n}`,
        guildId: n === 24 ? null : '7',
        messageId: sentAt(startMs + n),
      });
    const known = await channels.of(bot.botId);
    expect(known.map(({ channelId }) => channelId)).toEqual(Array.from({ length: 20 }, (_, n) => `${124 - n}`));
    expect(known[0]).toEqual({ channelId: '124', guildId: null, lastSentAtMs: startMs + 24 });
    expect(known.at(-1)?.guildId).toBe('7');
    // One that its owner chose takes no place from those in which members ask.
    await channels.add(bot.botId, { channelId: '999', guildId: '7' });
    expect((await channels.of(bot.botId)).map(({ channelId }) => channelId)).not.toContain('999');
    await channels.forget(bot.botId);
    expect(await channels.of(bot.botId)).toEqual([]);
    await channels.add(bot.botId, { channelId: '999', guildId: '7' });
    expect(await channels.of(bot.botId)).toMatchObject([{ channelId: '999', guildId: '7' }]);
  });
});
