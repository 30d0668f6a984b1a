import { describe, expect, it } from '@jest/globals';
import { EventPriorities } from './event-priorities.js';

const MINUTE_MS = 60_000;

describe('the priorities of jobs that events cause', () => {
  it('are equal for owners with few events, and lower than those of an owner with many', () => {
    const priorities = new EventPriorities();
    const many = Array.from({ length: 300 }, (_, n) => priorities.next('noisy', `lane ${n}`, 0));
    expect(many.slice(0, 20)).toEqual(many.slice(0, 20).map(() => 0));
    expect(many[299]).toBe(280);
    expect(Array.from({ length: 10 }, () => priorities.next('other', 'its lane', 0))).toEqual(
      Array.from({ length: 10 }, () => 0),
    );
  });

  it('fall within seconds after a burst, but not in a lane whose earlier jobs may still wait', () => {
    const priorities = new EventPriorities();
    for (let n = 0; n < 100; n += 1) priorities.next('noisy', 'busy', 0);
    const [busy, other] = ['busy', 'other'].map((lane) => priorities.next('noisy', lane, 10_000));
    expect([busy, other]).toEqual([80, 0]);
    expect(priorities.next('noisy', 'busy', 14 * MINUTE_MS)).toBe(80);
    expect(priorities.next('noisy', 'busy', 16 * MINUTE_MS)).toBe(0);
  });

  it('have a bound, so that an owner whose events end is soon served like others', () => {
    const priorities = new EventPriorities();
    for (let n = 0; n < 100_000; n += 1) priorities.next('noisy', 'busy', 0);
    expect(priorities.next('noisy', 'busy', 0)).toBeLessThanOrEqual(1000);
    expect(priorities.next('noisy', 'other', 100_000)).toBe(0);
  });
});
