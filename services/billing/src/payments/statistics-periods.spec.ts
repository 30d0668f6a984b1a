import { describe, expect, it } from '@jest/globals';
import { statisticsPeriods } from './statistics-periods.js';

const spans = (now: string): string[][] =>
  statisticsPeriods(new Date(now)).map(({ month, from, to }) => [month ?? 'last 30 days', from.toISOString(), to.toISOString()]);

describe('the periods of statistics', () => {
  it('are the last 30 days with today, then this month and the eleven before it, in whole UTC days', () => {
    const found = spans('2026-03-31T23:30:00-05:00');
    expect(found).toHaveLength(13);
    expect(found.slice(0, 4)).toEqual([
      ['last 30 days', '2026-03-03T00:00:00.000Z', '2026-04-02T00:00:00.000Z'],
      ['2026-04', '2026-04-01T00:00:00.000Z', '2026-04-02T00:00:00.000Z'],
      ['2026-03', '2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
      ['2026-02', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
    ]);
    expect(found.at(-1)).toEqual(['2025-05', '2025-05-01T00:00:00.000Z', '2025-06-01T00:00:00.000Z']);
  });

  it('contain the whole present month on its last day', () => {
    expect(spans('2026-02-28T12:00:00Z')[1]).toEqual(['2026-02', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z']);
  });
});
