import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AppError } from '@kith/proto';
import { BodyRate } from './body-rate.js';

const MB = 1_048_576;

describe('the rate of large JSON bodies', () => {
  let now = 0;
  beforeEach(() => {
    jest.spyOn(Date, 'now').mockImplementation(() => now);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const taken = (rate: BodyRate, userId: string, bytes: number): number | undefined => {
    try {
      rate.take(userId, bytes);
      return undefined;
    } catch (error) {
      return AppError.from(error).details.retryAfterS;
    }
  };

  it('is 4 MB at once and 1 MB per second, for each user alone [S39]', () => {
    const rate = new BodyRate();
    expect([4, 1].map((bytes) => taken(rate, 'kim', bytes * MB))).toEqual([undefined, 1]);
    expect(taken(rate, 'ann', 4 * MB)).toBeUndefined();
    now += 2000;
    expect([1, 1, 3].map((bytes) => taken(rate, 'kim', bytes * MB))).toEqual([undefined, undefined, 3]);
  });

  it('never saves up more than 4 MB', () => {
    const rate = new BodyRate();
    rate.take('kim', 1);
    now += 3_600_000;
    expect([4, 1].map((bytes) => taken(rate, 'kim', bytes * MB))).toEqual([undefined, 1]);
  });
});
