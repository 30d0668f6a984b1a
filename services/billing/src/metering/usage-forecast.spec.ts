import { describe, expect, it } from '@jest/globals';
import { nextReset, runsOutAt } from './usage-forecast.js';

const at = (time: string): Date => new Date(`2026-11-22T${time}Z`);

describe('the time at which the daily limit is reached', () => {
  it.each([
    ['follows from the average pace of the day', '12:00:00', 36, 50, '16:40:00'],
    ['may be the last minute before the reset', '12:00:00', 26, 50, '23:04:36'],
    ['counts the first hour as a whole one', '00:10:00', 10, 50, '04:10:00'],
  ])('%s', (_what, now, used, limit, expected) => {
    expect(runsOutAt(at(now), used, limit)?.toISOString().slice(0, 19)).toBe(`2026-11-22T${expected}`);
  });

  it.each([
    ['the messages last until the reset', '12:00:00', 25, 50],
    ['nothing was used', '12:00:00', 0, 50],
    ['the limit is reached already', '12:00:00', 50, 50],
    ['more was used than a lowered limit allows', '12:00:00', 80, 50],
    ['the plan has no daily limit', '12:00:00', 5000, null],
    ['one message was sent just after midnight', '00:00:30', 1, 50],
  ])('is not told when %s', (_when, now, used, limit) => {
    expect(runsOutAt(at(now), used, limit)).toBeNull();
  });

  it('is never after the reset, which is the next 00:00 UTC', () => {
    expect(nextReset(at('23:59:59')).toISOString()).toBe('2026-11-23T00:00:00.000Z');
    expect(nextReset(at('00:00:00')).toISOString()).toBe('2026-11-23T00:00:00.000Z');
  });
});
