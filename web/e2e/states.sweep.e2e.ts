import { describe, expect, it } from '@jest/globals';
import { ROUTES } from '../src/lib/paths.js';
import { proveStates } from './prove-states.js';
import { STATES } from './states.js';

/** Nothing is there to be shown, or it could not be had. What services are needed for that: outage.e2e.ts. */
describe('every screen that has nothing to show', () => {
  it('is in this list', () => {
    expect(Object.keys(STATES).toSorted()).toEqual([...Object.keys(ROUTES), 'unknown'].toSorted());
  });

  proveStates('empty', 'error');
});
