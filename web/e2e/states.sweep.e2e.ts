import { describe, expect, it } from '@jest/globals';
import { ROUTES } from '../src/lib/paths.js';
import { testStates } from './test-states.js';
import { STATES } from './states.js';

/** Screens without data and screens whose data could not be loaded. Stopped services: outage.sweep.e2e.ts. */
describe('every screen that is empty or fails to load', () => {
  it('every route of the app has a row in this list', () => {
    expect(Object.keys(STATES).toSorted()).toEqual([...Object.keys(ROUTES), 'unknown'].toSorted());
  });

  testStates('empty', 'error');
});
