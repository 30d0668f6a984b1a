import { describe, expect, it } from '@jest/globals';
import { backoffMs } from './reconnect-policy.js';

describe('backoffMs', () => {
  it('is short for the first attempt, then doubles up to a minute', () => {
    const longest = [0, 1, 2, 3, 4, 5, 6, 7, 20].map((attempt) => backoffMs(attempt, () => 1));
    expect(longest).toEqual([300, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  });

  it('is spread randomly over the upper half, so that many bots do not reconnect at once', () => {
    expect(backoffMs(3, () => 0)).toBe(2000);
    expect(backoffMs(0, () => 0)).toBe(50);
  });
});
