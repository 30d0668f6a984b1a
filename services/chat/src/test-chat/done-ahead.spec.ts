import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { doneAhead } from './done-ahead.js';

describe('work that is done ahead', () => {
  it('is done once: in the next turn, or when its result is asked for before', async () => {
    let done = 0;
    const work = (): number => (done += 1);
    const [early, late] = [doneAhead(work), doneAhead(work)];
    expect([early(), done]).toEqual([1, 1]);
    await nextTurn();
    expect(done).toBe(2);
    expect([early(), late(), done]).toEqual([1, 2, 2]);
  });

  it('fails where its result is asked for', async () => {
    const failing = doneAhead(() => {
      throw new RangeError('no');
    });
    await nextTurn();
    expect(failing).toThrow('no');
  });
});
