import { describe } from '@jest/globals';
import { testStates } from './test-states.js';

/** Visitors, users, administrators and foreign owners: each sees why, and a way on. */
describe('every screen with restricted access', () => {
  testStates('forbidden');
});
