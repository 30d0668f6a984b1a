import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectRedis, Limiter, openRuntime, type Runtime } from '@kith/kit';
import { testEnvironment, type TestEnvironment } from '@kith/kit/testing';
import { AppError } from '@kith/proto';

let world: TestEnvironment;
let runtime: Runtime;
beforeAll(async () => {
  world = await testEnvironment();
  runtime = await openRuntime(world.env);
});
afterAll(async () => {
  await runtime.close();
  await world.drop();
});

const limiterOf = (name: string, redis = runtime.redis) => new Limiter(redis, { name, points: 3, windowS: 60 });
const use = async (limiter: Limiter, times: number) => {
  for (let time = 0; time < times; time += 1) await limiter.take('key');
};
/** The seconds that the refusal asks for. */
const refused = async (limiter: Limiter): Promise<number | undefined> => {
  const error = AppError.from(await limiter.take('key').catch((reason: unknown) => reason));
  expect(error.code).toBe('RATE_LIMITED');
  return error.details.retryAfterS;
};

describe('a limiter', () => {
  it('S5: takes as many as it was given, also at once, and counts each key for itself', async () => {
    const limiter = limiterOf('points');
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => limiter.take('key')));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await expect(limiter.take('another')).resolves.toBeUndefined();
    await expect(limiterOf('other-points').take('key')).resolves.toBeUndefined();
  });

  it('S5: goes on counting in another replica, and after a restart', async () => {
    await use(limiterOf('restart'), 3);
    await refused(limiterOf('restart'));
  });

  it('S5: lets wait a minute, then twice as long each time, an hour at most', async () => {
    const limiter = limiterOf('strikes');
    const waits: (number | undefined)[] = [];
    for (let strike = 0; strike < 8; strike += 1) {
      await use(limiter, 3);
      waits.push(await refused(limiter));
      // Asking again while one waits makes the wait no longer.
      expect(await refused(limiter)).toBeLessThanOrEqual(waits.at(-1) ?? 0);
      await runtime.redis.del('limit:strikes:key');
    }
    expect(waits).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600]);
  });

  it('gives an attempt back, and forgets attempts and waits', async () => {
    const limiter = limiterOf('forget');
    await use(limiter, 3);
    await limiter.giveBack('key');
    await use(limiter, 1);
    expect(await refused(limiter)).toBe(60);
    await limiter.forget('key');
    await use(limiter, 3);
    expect(await refused(limiter)).toBe(60);
  });
});

describe('while Redis is away', () => {
  it('S5: a limiter counts in memory instead of refusing or letting through', async () => {
    const redis = connectRedis('redis://127.0.0.1:1');
    const limiter = limiterOf('away', redis);
    await use(limiter, 3);
    await limiter.giveBack('key');
    await use(limiter, 1);
    expect(await refused(limiter)).toBe(60);
    await refused(limiter);
    await expect(limiter.take('another')).resolves.toBeUndefined();
    await limiter.forget('key');
    await use(limiter, 3);
    redis.disconnect();
  });
});
