import { describe, expect, it } from '@jest/globals';
import { addMonth, prorationCents } from './proration.js';

const at = (day: string): Date => new Date(`2026-${day}T00:00:00Z`);
const NOVEMBER = { periodStart: at('11-01'), periodEnd: at('12-01') };

describe('prorationCents', () => {
  it.each([
    ['the whole difference at the start', '11-01', 1000],
    ['half of it in the middle', '11-16', 500],
    ['a thirtieth on the last day', '11-30', 34],
    ['nothing at the end', '12-01', 0],
    ['nothing after the end', '12-24', 0],
    ['not more than the difference before the start', '10-01', 1000],
  ])('is %s', (_what, day, cents) => {
    expect(prorationCents(NOVEMBER, 999, 1999, at(day))).toBe(cents);
  });

  it('is nothing for a lower price and for a period without length', () => {
    expect(prorationCents(NOVEMBER, 1999, 999, at('11-16'))).toBe(0);
    expect(prorationCents({ periodStart: at('11-01'), periodEnd: at('11-01') }, 999, 1999, at('11-01'))).toBe(0);
  });
});

describe('addMonth', () => {
  it.each([
    ['01-31', '02-28'],
    ['03-31', '04-30'],
    ['11-15', '12-15'],
  ])('leads from %s to %s', (from, to) => {
    expect(addMonth(at(from))).toEqual(at(to));
  });
});
