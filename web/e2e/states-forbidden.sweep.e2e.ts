import { describe } from '@jest/globals';
import { proveStates } from './prove-states.js';

/** Visitors, users, administrators, and whose companion it is not: each is told so, and none stands before a wall. */
describe('every screen that is not for everybody', () => {
  proveStates('forbidden');
});
