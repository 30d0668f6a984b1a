import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectRedis, openRuntime, RateLimiter, type Runtime } from '@kith/kit';
import { testEnvironment, type TestEnvironment } from '@kith/kit/testing';
import { AppError } from '@kith/proto';

let environment: TestEnvironment;
let runtime: Runtime;
beforeAll(async () => {
  environment = await testEnvironment();
  runtime = await openRuntime(environment.env);
});
afterAll(async () => {
  await runtime.close();
  await environment.drop();
});

const limiterOf = (name: string, redis = runtime.redis) => new RateLimiter(redis, { name, points: 3, windowS: 60 });
const consume = async (limiter: RateLimiter, times: number) => {
  for (let time = 0; time < times; time += 1) await limiter.consume('key');
};
/** Expects the next attempt to be refused; returns the seconds to wait. */
const refusedFor = async (limiter: RateLimiter): Promise<number | undefined> => {
  const error = AppError.from(await limiter.consume('key').catch((reason: unknown) => reason));
  expect(error.code).toBe('RATE_LIMITED');
  return error.details.retryAfterS;
};

describe('RateLimiter', () => {
  it('allows exactly the configured number of concurrent attempts, per key and per limiter name [S5]', async () => {
    const limiter = limiterOf('points');
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => limiter.consume('key')));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await expect(limiter.consume('another')).resolves.toBeUndefined();
    await expect(limiterOf('other-points').consume('key')).resolves.toBeUndefined();
  });

  it('shares its counts with other replicas and keeps them over a restart [S5]', async () => {
    await consume(limiterOf('restart'), 3);
    await refusedFor(limiterOf('restart'));
  });

  it('blocks for a minute first and twice as long each further time, up to an hour [S5]', async () => {
    const limiter = limiterOf('strikes');
    const waits: (number | undefined)[] = [];
    for (let strike = 0; strike < 8; strike += 1) {
      await consume(limiter, 3);
      waits.push(await refusedFor(limiter));
      // A further attempt during the block does not lengthen it.
      expect(await refusedFor(limiter)).toBeLessThanOrEqual(waits.at(-1) ?? 0);
      await runtime.redis.del('limit:strikes:key');
    }
    expect(waits).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600]);
  });

  it('refunds one attempt, and reset() deletes attempts and block history', async () => {
    const limiter = limiterOf('reset');
    await consume(limiter, 3);
    await limiter.refund('key');
    await consume(limiter, 1);
    expect(await refusedFor(limiter)).toBe(60);
    await limiter.reset('key');
    await consume(limiter, 3);
    expect(await refusedFor(limiter)).toBe(60);
  });

  it('tells how long a key has to wait without counting an attempt, also while Redis is unavailable', async () => {
    const away = connectRedis('redis://127.0.0.1:1');
    for (const limiter of [limiterOf('until-free'), limiterOf('until-free', away)]) {
      expect(await limiter.secondsUntilFree('key')).toBe(0);
      await consume(limiter, 2);
      expect(await limiter.secondsUntilFree('key')).toBe(0);
      await consume(limiter, 1);
      expect(await limiter.secondsUntilFree('key')).toBeGreaterThan(0);
      expect(await limiter.secondsUntilFree('another')).toBe(0);
      await refusedFor(limiter);
      expect(await limiter.secondsUntilFree('key')).toBe(60);
    }
    away.disconnect();
  });

  it('counts in memory while Redis is unavailable, instead of refusing or allowing everything [S5]', async () => {
    const redis = connectRedis('redis://127.0.0.1:1');
    const limiter = limiterOf('away', redis);
    await consume(limiter, 3);
    await limiter.refund('key');
    await consume(limiter, 1);
    expect(await refusedFor(limiter)).toBe(60);
    await refusedFor(limiter);
    await expect(limiter.consume('another')).resolves.toBeUndefined();
    await limiter.reset('key');
    await consume(limiter, 3);
    redis.disconnect();
  });
});
