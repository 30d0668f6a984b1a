import { describe, expect, it } from '@jest/globals';
import { enforceItemLimit } from './plan-limits.js';

describe('one item more than a plan allows', () => {
  it.each([
    ['free', 6, 'Upgrade to Add Knowledge'],
    ['basic', 101, 'The Standard plan allows 100 knowledge items per bot. Please upgrade your plan.'],
    ['premium', 1001, 'The Premium plan allows 1,000 knowledge items per bot. Delete one to add another.'],
  ] as const)('is refused on the plan %s with what its owner can do', (plan, count, message) => {
    expect(() => enforceItemLimit(count, { plan })).toThrow(expect.objectContaining({ code: 'UPGRADE_REQUIRED', message }));
    expect(() => enforceItemLimit(count - 1, { plan })).not.toThrow();
  });
});
