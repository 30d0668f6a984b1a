import { describe, expect, it } from '@jest/globals';
import { localHours } from './activity-chart.js';

const NOW = Date.UTC(2026, 10, 20, 14, 25);
const until = (last: number) => Array.from({ length: 24 }, (_, at) => ({ hour: (last + 1 + at) % 24, messages: at }));
const startsOf = (last: number) => localHours(until(last), NOW).map(({ start }) => start.toISOString());

describe('the hours of the chart', () => {
  it('end with the current hour and begin 23 hours before', () => {
    const starts = startsOf(14);
    expect(starts).toHaveLength(24);
    expect(starts[0]).toBe('2026-11-19T15:00:00.000Z');
    expect(starts[23]).toBe('2026-11-20T14:00:00.000Z');
  });

  it('keep their time when the data is from the hour before', () => {
    expect(startsOf(12).at(-1)).toBe('2026-11-20T12:00:00.000Z');
    expect(startsOf(23).at(-1)).toBe('2026-11-19T23:00:00.000Z');
  });

  it('are empty without activity', () => {
    expect(localHours([], NOW)).toEqual([]);
  });
});
