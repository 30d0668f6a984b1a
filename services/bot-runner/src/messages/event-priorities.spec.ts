import { describe, expect, it } from '@jest/globals';
import { MINUTE_MS } from '@kith/proto';
import { EventPriorities } from './event-priorities.js';

/** BullMQ's. */
const MAX_PRIORITY = 2 ** 21 - 1;
const START_MS = 20_000_000 * MINUTE_MS;

/** `events` of the owner at once in the lane; returns their priorities. */
const burst = (priorities: EventPriorities, events: number, { owner = 'noisy', lane = 'busy', atMs = START_MS } = {}) =>
  Array.from({ length: events }, () => priorities.next(owner, lane, atMs));

describe('the priorities of jobs that events cause', () => {
  it('are equal for owners with few events, and an owner with many comes behind them, the further the more there are', () => {
    const priorities = new EventPriorities();
    const many = Array.from({ length: 300 }, (_, n) => priorities.next('noisy', `lane ${n}`, START_MS));
    const [first = 0] = many;
    expect(new Set([...many.slice(0, 20), ...burst(priorities, 20, { owner: 'other', lane: 'its lane' })])).toEqual(
      new Set([first]),
    );
    expect(many[20]).toBe(first + 1);
    expect(many[299]).toBeGreaterThan(first + 10);
    expect(many).toEqual(many.toSorted((left, right) => left - right));
  });

  it('fall within seconds after a burst, but not in a lane whose earlier jobs may still wait', () => {
    const priorities = new EventPriorities();
    const highest = burst(priorities, 100).at(-1);
    const later = START_MS + 10_000;
    expect(priorities.next('noisy', 'busy', later)).toBe(highest);
    expect(priorities.next('noisy', 'other', later)).toBe(priorities.next('quiet', 'quiet', later));
  });

  it('never let a job come before an earlier one of its lane, however long the lane was raised and however often it is used', () => {
    const priorities = new EventPriorities();
    const lane = [...burst(priorities, 1000)];
    for (let second = 0; second < 2 * 3600; second += 7) {
      // In the second half hour there is another burst.
      const events = second > 1800 && second < 1900 ? 50 : 1;
      lane.push(...burst(priorities, events, { atMs: START_MS + second * 1000 }));
    }
    expect(lane.findIndex((priority, at) => priority < (lane[at - 1] ?? 0))).toBe(-1);
  });

  it('are those of all others again in a lane that is used without a pause, within the hour after a burst', () => {
    const priorities = new EventPriorities();
    burst(priorities, 100_000);
    let caughtUpAfter = Infinity;
    for (let minute = 1; minute <= 70 && caughtUpAfter === Infinity; minute += 1) {
      const atMs = START_MS + minute * MINUTE_MS;
      const others = priorities.next('quiet', `lane of minute ${minute}`, atMs);
      if (priorities.next('noisy', 'busy', atMs) === others) caughtUpAfter = minute;
    }
    expect(caughtUpAfter).toBeGreaterThan(30);
    expect(caughtUpAfter).toBeLessThanOrEqual(60);
  });

  it('have a bound, so that an owner whose events end is soon served like others', () => {
    const priorities = new EventPriorities();
    const usual = priorities.next('quiet', 'quiet', START_MS);
    expect(burst(priorities, 100_000).at(-1)).toBe(usual + 60);
    const afterwards = START_MS + 100_000;
    expect(priorities.next('noisy', 'other', afterwards)).toBe(priorities.next('quiet', 'quiet', afterwards));
  });

  it('are ones that the queue takes, also when the minutes begin anew', () => {
    const priorities = new EventPriorities();
    const round = MAX_PRIORITY * MINUTE_MS;
    for (const atMs of [Date.now(), 20 * round - 30 * MINUTE_MS, 20 * round - 1, 20 * round, 20 * round + MINUTE_MS]) {
      const all = burst(priorities, 1000, { lane: String(atMs), owner: String(atMs), atMs });
      expect(all.every((priority) => Number.isInteger(priority) && priority >= 1 && priority <= MAX_PRIORITY)).toBe(true);
    }
  });
});
