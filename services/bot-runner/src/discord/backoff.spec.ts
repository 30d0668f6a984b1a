import { describe, expect, it } from '@jest/globals';
import { backoffMs } from './backoff.js';

describe('waiting before the next connection', () => {
  it('is short once, then doubles up to a minute', () => {
    const longest = [0, 1, 2, 3, 4, 5, 6, 7, 20].map((attempt) => backoffMs(attempt, () => 1));
    expect(longest).toEqual([300, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  });

  it('is spread over the upper half, so that many bots do not come back at once', () => {
    expect(backoffMs(3, () => 0)).toBe(2000);
    expect(backoffMs(0, () => 0)).toBe(50);
  });
});
