import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { ERRORS, events, queues } from '@kith/proto';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { RunnerHarness } from './runner-harness.js';

let harness: RunnerHarness;

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  await harness.startInProcess();
});
afterAll(() => harness.close());
beforeEach(() => {
  harness.discord.acceptRequests();
  harness.discord.resetStats();
});

const online = (...settings: Parameters<RunnerHarness['onlineBot']>) => harness.onlineBot(...settings);

describe('when Discord refuses something', () => {
  it('a bot with the account of a person fails and disconnects at once, even if only the gateway shows it [S74]', async () => {
    const { bot, botId } = harness.addBot({}, { isUserAccount: true });
    await harness.bots.start(botId);
    expect(await harness.bots.waitForState(botId, 'failed')).toMatchObject({ code: 'TOKEN_INVALID' });
    await waitFor('the end of the session', () => !harness.discord.hasSession(bot));
    expect(harness.discord.stats.identifies).toBe(1);
    expect(harness.bots.reports.filter((report) => report.botId === botId && report.runtimeState === 'online')).toEqual([]);
  });

  it('a bot with a wrong token fails with TOKEN_INVALID, and the token is not tried again [S74]', async () => {
    const { bot, botId } = harness.addBot();
    harness.discord.revokeToken(bot);
    await harness.bots.start(botId);
    const report = await harness.bots.waitForState(botId, 'failed');
    expect(report).toMatchObject({ code: 'TOKEN_INVALID', statusReason: ERRORS.TOKEN_INVALID.text });
    const { unauthorized } = harness.discord.stats;
    expect(unauthorized).toBeLessThanOrEqual(2);
    await harness.runtime.events.publish(events.botChanged, { botId });
    const other = await online();
    await harness.discord.waitForReply(harness.discord.sendMessage({ bot: other.bot, content: 'others are not disturbed' }));
    expect(harness.discord.stats.unauthorized).toBe(unauthorized);
    expect(harness.discord.stats.closes).toEqual({});
  });

  it('a bot whose token was reset while online fails, and comes online with the new token [S74]', async () => {
    const { bot, botId } = await online();
    const token = harness.discord.resetToken(bot);
    await harness.allowIdentify(bot);
    expect(await harness.bots.waitForState(botId, 'failed')).toMatchObject({ code: 'TOKEN_INVALID' });
    await harness.bots.change(botId, { token });
    await harness.bots.waitForState(botId, 'online');
    const messageId = harness.discord.sendMessage({ bot, content: 'with the new token' });
    await harness.discord.waitForReply(messageId);
  });

  it('a bot whose connection parameters are refused fails with DISCORD_REFUSED and the close code', async () => {
    const { bot, botId } = await online();
    harness.discord.interruptSession(bot, { code: 4013 });
    const report = await harness.bots.waitForState(botId, 'failed');
    expect(report).toMatchObject({ code: 'DISCORD_REFUSED', statusReason: 'Discord refused the connection. (code 4013)' });
  });

  it('a bot with too many IDENTIFYs today fails before Discord would reset its token', async () => {
    const { bot, botId } = harness.addBot();
    await harness.runtime.redis.set(`runner:identified:${bot.applicationId}`, 900, 'EX', 7000);
    await harness.bots.start(botId);
    expect(await harness.bots.waitForState(botId, 'failed')).toMatchObject({
      code: 'DISCORD_REFUSED',
      statusReason: expect.stringContaining('2 h'),
    });
    expect(harness.discord.stats.identifies).toBe(0);
  });

  it('a reply in a channel without write permission is reported to chat as undeliverable and not retried', async () => {
    const { bot } = await online();
    harness.discord.rejectRequests({ path: `/channels/${bot.channelId}/messages`, method: 'POST', status: 403, code: 50_013 });
    const messageId = harness.discord.sendMessage({ bot, content: 'can you write here?' });
    const report = await waitFor('the report', () => harness.chat.undeliverable.find((one) => one.messageId === messageId));
    expect(report.reason).toContain('50013');
    expect(harness.chat.delivered).not.toContain(messageId);
  });
});

describe('when a dependency is unavailable', () => {
  it('a starting bot reports DISCORD_UNREACHABLE, and comes online as soon as Discord is back', async () => {
    await harness.discord.startOutage();
    const { botId } = harness.addBot();
    await harness.bots.start(botId);
    const report = await waitFor('the report', () =>
      harness.bots.reports.find((one) => one.botId === botId && one.code !== null),
    );
    expect(report).toMatchObject({
      runtimeState: 'starting',
      code: 'DISCORD_UNREACHABLE',
      statusReason: ERRORS.DISCORD_UNREACHABLE.text,
    });
    await harness.discord.endOutage();
    expect(await harness.bots.waitForState(botId, 'online', 20_000)).toMatchObject({ code: null, statusReason: null });
  });

  it('an online bot reports reconnecting while Discord is down, then replies once to every message, by RESUME', async () => {
    const { bot, botId } = await online();
    harness.discord.resetStats();
    await harness.discord.startOutage();
    const ids = Array.from({ length: 5 }, (_, index) => harness.discord.sendMessage({ bot, content: `missed ${index}` }));
    expect(await harness.bots.waitForState(botId, 'reconnecting')).toMatchObject({ code: 'DISCORD_UNREACHABLE' });
    await harness.discord.endOutage();
    await harness.bots.waitForState(botId, 'online', 20_000);
    await Promise.all(ids.map((id) => harness.discord.waitForReply(id, 20_000)));
    expect(ids.map((id) => harness.discord.repliesTo(id).length)).toEqual(ids.map(() => 1));
    expect(harness.discord.stats.identifies).toBe(0);
  }, 60_000);

  it('a reply that Discord answers with 503 is posted later, once', async () => {
    const { bot } = await online();
    harness.discord.rejectRequests({ path: `/channels/${bot.channelId}/messages`, method: 'POST', status: 503, times: 5 });
    const messageId = harness.discord.sendMessage({ bot, content: 'try hard' });
    await harness.discord.waitForReply(messageId, 20_000);
    await waitFor('the delivery to be reported', () => harness.chat.delivered.includes(messageId));
    expect(harness.discord.repliesTo(messageId)).toHaveLength(1);
  });

  it('a delivery is reported later and not posted twice when the chat service fails after the post', async () => {
    const { bot } = await online();
    const deliveredBefore = harness.chat.delivered.length;
    let failures = 2;
    harness.chat.beforeDelivered = () => {
      if (failures-- > 0) throw new Error('down');
    };
    const messageId = harness.discord.sendMessage({ bot, content: 'once' });
    await waitFor('the delivery to be reported', () => harness.chat.delivered.includes(messageId));
    harness.chat.beforeDelivered = () => undefined;
    expect(harness.chat.delivered).toHaveLength(deliveredBefore + 1);
    expect(harness.discord.repliesTo(messageId)).toHaveLength(1);
  });

  it('bots stay connected while the bots service is down, and their reports follow later', async () => {
    const { bot, botId } = await online();
    await harness.bots.stopServing();
    const messageId = harness.discord.sendMessage({ bot, content: 'are you there?' });
    await harness.discord.waitForReply(messageId);
    const sinceMs = Date.now();
    // Longer than the interval at which the list of desired bots is read.
    await waitFor('three seconds', () => Date.now() - sinceMs > 3200);
    expect(harness.discord.isConnected(bot)).toBe(true);
    await harness.bots.serve();
    await harness.bots.stop(botId);
    await harness.bots.waitForState(botId, 'stopped', 15_000);
  });
});

it('a runner leaves no token in Redis [S76]', async () => {
  const redis = new Redis(harness.redis.url);
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

it('a runner leaves no permanently failed job in its queues', async () => {
  const redis = new Redis(harness.redis.url, { maxRetriesPerRequest: null });
  for (const name of [queues.deliveries.name, queues.lifecycle.name]) {
    const queue = new Queue(name, { connection: redis, prefix: 'jobs' });
    expect((await queue.getFailed()).map((job) => [job.name, job.failedReason])).toEqual([]);
    await queue.close();
  }
  redis.disconnect();
});
