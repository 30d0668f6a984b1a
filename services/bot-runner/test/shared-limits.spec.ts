import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RateLimitError, type REST } from '@discordjs/rest';
import { Routes } from 'discord-api-types/v10';
import { RestClients } from '../src/discord/rest-clients.js';
import { SharedLimits } from '../src/discord/shared-limits.js';
import { RunnerHarness } from './runner-harness.js';

let harness: RunnerHarness;
/** The REST clients of two runners. */
let runners: RestClients[];
let limits: SharedLimits | undefined;

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  const services = [await harness.startInProcess(), await harness.startInProcess()];
  runners = services.map(({ app }) => app.get(RestClients));
  limits = services[0]?.app.get(SharedLimits);
}, 30_000);
afterAll(() => harness.close());
beforeEach(() => harness.discord.resetStats());
afterEach(async () => {
  harness.discord.limitBots(null);
  harness.discord.limitChannels(null);
  harness.discord.blockAddress(null);
  await harness.runtime.redis.del('runner:rest-blocked');
});

/** Sends requests in turn over all runners; each again after it was limited, as jobs are. */
async function sendFromAll(botId: string, count: number, work: (rest: REST, n: number) => Promise<unknown>): Promise<void> {
  const attempt = async (clients: RestClients, n: number): Promise<void> => {
    for (;;) {
      try {
        await clients.use(botId, (rest) => work(rest, n));
        return;
      } catch (error) {
        if (!(error instanceof RateLimitError)) throw error;
        await sleep(Math.max(error.retryAfter, error.timeToReset));
      }
    }
  };
  await Promise.all(
    Array.from({ length: count }, (_, n) => {
      const clients = runners[n % runners.length];
      return clients ? attempt(clients, n) : undefined;
    }),
  );
}

describe('the limits of Discord, kept by two runners together', () => {
  it('are 50 requests a second for all routes of a bot', async () => {
    const { botId } = harness.addBot();
    harness.discord.limitBots(50);
    await sendFromAll(botId, 160, (rest) => rest.get(Routes.user()));
    // Each runner alone would have sent 50 in the first second.
    expect(harness.discord.stats.rateLimited).toBeLessThan(10);
  }, 30_000);

  it('are those of the bucket of a channel', async () => {
    const { bot, botId } = harness.addBot();
    harness.discord.limitChannels({ posts: 5, windowMs: 1000 });
    const route = Routes.channelMessages(bot.channelId);
    await sendFromAll(botId, 24, (rest, n) => rest.post(route, { body: { content: `#${n}` } }));
    expect(harness.discord.messages(bot.channelId)).toHaveLength(24);
    // A bucket is known from its first answer on.
    expect(harness.discord.stats.rateLimited).toBeLessThanOrEqual(4);
  }, 30_000);

  it('do not hold up another bot', async () => {
    const [busy, other] = [harness.addBot(), harness.addBot()];
    harness.discord.limitChannels({ posts: 1, windowMs: 60_000 });
    const post = (to: typeof busy, clients = runners[0]) =>
      clients?.use(to.botId, (rest) => rest.post(Routes.channelMessages(to.bot.channelId), { body: { content: 'hi' } }));
    await post(busy);
    await expect(post(busy)).rejects.toBeInstanceOf(RateLimitError);
    await expect(post(busy, runners[1])).rejects.toBeInstanceOf(RateLimitError);
    await post(other, runners[1]);
    expect(harness.discord.stats.posts).toBe(2);
  });
});

describe('an address that the firewall of Discord blocks', () => {
  it.each([{}, { 'Retry-After': 'soon' }, { 'Retry-After': '5' }])(
    'is blocked for a minute at least, also by %j',
    async (named) => {
      expect(await limits?.block({ status: 429, headers: new Headers(named) })).toBe(60_000);
      expect(await harness.runtime.redis.pttl('runner:rest-blocked')).toBeGreaterThan(50_000);
    },
  );

  it('sends no request of any bot or runner until the block ends', async () => {
    const [one, other] = [harness.addBot(), harness.addBot()];
    harness.discord.blockAddress(90);
    const ask = (botId: string, clients = runners[0]) => clients?.use(botId, (rest) => rest.get(Routes.user()));
    await expect(ask(one.botId)).rejects.toBeInstanceOf(RateLimitError);
    expect(harness.discord.stats.restRequests).toBe(1);
    await expect(ask(one.botId)).rejects.toBeInstanceOf(RateLimitError);
    await expect(ask(other.botId, runners[1])).rejects.toMatchObject({ retryAfter: expect.any(Number) });
    expect(harness.discord.stats.restRequests).toBe(1);
    const { values } = await harness.runtime.metrics.refusedRequests.get();
    expect(values.find(({ labels }) => labels.status === 429)?.value).toBeGreaterThan(0);
    const remainingMs = await harness.runtime.redis.pttl('runner:rest-blocked');
    expect(remainingMs).toBeGreaterThan(60_000);
    expect(remainingMs).toBeLessThanOrEqual(90_000);
    harness.discord.blockAddress(null);
    await harness.runtime.redis.del('runner:rest-blocked');
    await expect(ask(other.botId, runners[1])).resolves.toMatchObject({ id: other.bot.applicationId });
  });
});
