import { describe, expect, it } from '@jest/globals';
import { JobPostponed } from '@kith/kit';
import { AppError, HOUR_MS } from '@kith/proto';
import { retriedForAnHour } from './retried-for-an-hour.js';

const ADDED_AT_MS = 1_000_000;

/** What an attempt of a job of this age throws. */
const thrown = (error: Error, ageMs: number): Promise<unknown> =>
  retriedForAnHour(
    ADDED_AT_MS,
    () => Promise.reject(error),
    () => ADDED_AT_MS + ageMs,
  ).catch((reason: unknown) => reason);

describe('a job that is retried for an hour', () => {
  it('is postponed after a failure for as long as it has waited, a second at least and a minute at most', async () => {
    for (const [ageMs, delayMs] of [
      [0, 1000],
      [5000, 5000],
      [HOUR_MS - 1, 60_000],
    ] as const)
      expect(await thrown(new Error('socket hang up'), ageMs)).toMatchObject({ name: 'JobPostponed', delayMs });
    expect(await thrown(new AppError('UNAVAILABLE'), 0)).toBeInstanceOf(JobPostponed);
    expect(await thrown(new AppError('RATE_LIMITED'), 0)).toBeInstanceOf(JobPostponed);
  });

  it('is given up after an hour, and at once for a refusal', async () => {
    const failure = new Error('socket hang up');
    expect(await thrown(failure, HOUR_MS)).toBe(failure);
    const refusal = new AppError('FORBIDDEN');
    expect(await thrown(refusal, 0)).toBe(refusal);
  });

  it('keeps the time for which an attempt postpones it', async () => {
    const postponed = new JobPostponed(42);
    expect(await thrown(postponed, 5000)).toBe(postponed);
  });
});
