import { describe, expect, it } from '@jest/globals';
import { FieldProblem } from '../field-problem.js';
import { planOf, type WrittenPlan } from './event-plan.js';
import { reminders } from './event-texts.js';

const NOW_MS = Date.UTC(2027, 0, 1, 12, 0, 0, 500);
const written = (changes: Partial<WrittenPlan>): WrittenPlan => ({
  name: 'Tea',
  start: 'tomorrow 18:00',
  hours: 2,
  place: '',
  voiceChannelId: null,
  description: '',
  ...changes,
});

function fieldOf(plan: () => unknown): string | null {
  try {
    plan();
    return null;
  } catch (error) {
    return error instanceof FieldProblem ? error.field : null;
  }
}

describe('the plan of an event', () => {
  it.each([
    ['tomorrow 18:00', Date.UTC(2027, 0, 2, 18)],
    ['2027-01-31 9:00', Date.UTC(2027, 0, 31, 9)],
    ['in 3h', Date.UTC(2027, 0, 1, 15)],
  ])('begins at %s, in whole seconds', (start, startsAtMs) => {
    expect(planOf(written({ start }), NOW_MS)).toMatchObject({
      startsAtMs,
      endsAtMs: startsAtMs + 7_200_000,
      place: 'In this server',
    });
  });

  it.each<[Partial<WrittenPlan>, string]>([
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ start: '' }, 'start'],
    [{ start: 'soon' }, 'start'],
    [{ start: 'in 3h please' }, 'start'],
    [{ start: '2026-12-31 9:00' }, 'start'],
    [{ start: '2029-01-01 9:00' }, 'start'],
    [{ hours: 0 }, 'hours'],
    [{ hours: 1.5 }, 'hours'],
    [{ hours: Number.NaN }, 'hours'],
    [{ hours: 169 }, 'hours'],
    [{ place: 'x'.repeat(101) }, 'place'],
    [{ description: 'x'.repeat(1001) }, 'description'],
  ])('with %j names the field that is wrong', (changes, field) => {
    expect(fieldOf(() => planOf(written(changes), NOW_MS))).toBe(field);
  });
});

describe('the reminder of an event', () => {
  it('fits into messages of Discord, however many members it mentions', () => {
    const ids = Array.from({ length: 200 }, (_one, index) => String(10_000_000_000_000_000_000n + BigInt(index)));
    const parts = reminders('*'.repeat(100), NOW_MS, ids);
    expect(parts.map(({ members }) => members.length)).toEqual([70, 70, 60]);
    expect(parts.every(({ content }) => content.length <= 2000)).toBe(true);
    expect(reminders('Tea', NOW_MS, [])).toEqual([{ members: [], content: expect.stringContaining('**Tea** begins') }]);
  });
});
