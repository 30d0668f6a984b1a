import { randomUUID } from 'node:crypto';
import { AppError } from '@kith/proto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authUnderTest, type AuthUnderTest } from './auth-under-test.js';

const PER_ACCOUNT = 6;
const ACCOUNTS = 6;

let kith: AuthUnderTest;
beforeAll(async () => {
  // In the environment `test` passwords are hashed at a lower cost.
  kith = await authUnderTest({ NODE_ENV: 'development' });
});
afterAll(() => kith.stop());

describe('a failed login [S7]', () => {
  it('reveals neither by its response nor by its time whether the user exists', async () => {
    const known: string[] = [];
    for (let n = 0; n < ACCOUNTS; n += 1) known.push((await kith.register()).user.username);
    const unknown = known.map(() => `user-${randomUUID().slice(0, 12)}`);
    const seen = { known: [] as Seen[], unknown: [] as Seen[] };
    for (let n = 0; n < ACCOUNTS * PER_ACCOUNT; n += 1) {
      const index = n % ACCOUNTS;
      // They alternate in going first, so that warm caches help both equally.
      const order = n % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
      for (const kind of order) seen[kind].push(await refusal((kind === 'known' ? known : unknown)[index] ?? ''));
    }
    const bodies = new Set([...seen.known, ...seen.unknown].map(({ body }) => body));
    expect([...bodies]).toEqual([JSON.stringify(new AppError('BAD_CREDENTIALS').toBody())]);
    const times = { known: seen.known.map(({ ms }) => ms), unknown: seen.unknown.map(({ ms }) => ms) };
    const ratio = median(times.known) / median(times.unknown);
    // On a busy machine the medians differ by a few per cent; hashing for only one of them would be a factor of ten.
    expect(ratio).toBeGreaterThan(0.67);
    expect(ratio).toBeLessThan(1.5);
    // Mann-Whitney: the share of pairs in which the known user takes longer is one half, within five standard deviations.
    expect(Math.abs(superiority(times.known, times.unknown) - 0.5)).toBeLessThan(0.35);
  }, 120_000);
});

interface Seen {
  readonly body: string;
  readonly ms: number;
}

async function refusal(username: string): Promise<Seen> {
  const start = performance.now();
  const error = await kith.login(username, 'wrong password').catch((reason: unknown) => reason);
  return { ms: performance.now() - start, body: JSON.stringify(AppError.from(error).toBody()) };
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The share of pairs in which the first one is greater. */
function superiority(first: number[], second: number[]): number {
  const wins = first.reduce((sum, one) => sum + second.filter((other) => one > other).length, 0);
  return wins / (first.length * second.length);
}
