import { describe, expect, it, beforeAll } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { PasswordHasher } from './password-hasher.js';

const passwords = new PasswordHasher({ AUTH_STRICT: false, NODE_ENV: 'production' });
beforeAll(() => passwords.onModuleInit());

describe('the password hasher', () => {
  it('verifies a password only against its own hash, and never without a hash', async () => {
    const stored = await passwords.hash('right password');
    expect(await passwords.verify('right password', stored)).toBe(true);
    expect(await passwords.verify('wrong password', stored)).toBe(false);
    expect(await passwords.verify('right password', undefined)).toBe(false);
  });

  it('takes about the same time with and without a hash', async () => {
    const stored = await passwords.hash('right password');
    const times: { withHash: number[]; withoutHash: number[] } = { withHash: [], withoutHash: [] };
    for (let round = 0; round < 15; round += 1) {
      times.withoutHash.push(await timed(() => passwords.verify('wrong password', undefined)));
      times.withHash.push(await timed(() => passwords.verify('wrong password', stored)));
    }
    const ratio = median(times.withoutHash) / median(times.withHash);
    // A noisy machine moves it a little; leaving the hash out would make it 0.01.
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it.each([
    [{ memoryCost: 8192 }, true],
    [{ timeCost: 1 }, true],
    [{ parallelism: 2 }, true],
    [{ algorithm: 1 }, true],
    [{}, false],
  ])('regards a hash with the parameters %j as outdated: %s', async (change, isOutdated) => {
    expect(passwords.isOutdated(await hash('any', { memoryCost: 19_456, timeCost: 2, parallelism: 1, ...change }))).toBe(
      isOutdated,
    );
  });

  it('runs four at a time, lets fifty wait, refuses the rest with a retry time, and frees all slots afterwards', async () => {
    const burst = async () => {
      const results = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.hash('any')));
      return results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    };
    for (let round = 0; round < 2; round += 1) {
      const refusals = await burst();
      expect(refusals).toHaveLength(6);
      for (const refusal of refusals)
        expect(refusal).toMatchObject({ code: 'RATE_LIMITED', details: { retryAfterS: expect.any(Number) } });
    }
  });
});

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
