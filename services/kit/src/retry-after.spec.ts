import { describe, expect, it } from '@jest/globals';
import { retryAfterMsOf } from './retry-after.js';

describe('the wait that Discord asks for', () => {
  it.each([
    ['2', 2000],
    ['0.0301', 31],
    ['-1', 0],
    ['soon', undefined],
    ['Infinity', undefined],
  ])('is for %s: %s ms', (value, ms) => {
    expect(retryAfterMsOf(new Headers({ 'retry-after': value }))).toBe(ms);
  });

  it('is not known without the header', () => {
    expect(retryAfterMsOf(new Headers())).toBeUndefined();
  });
});
