import { describe, expect, it } from '@jest/globals';
import { fairnessOf } from '@kith/kit/testing';
import { sandboxPool } from '../src/guest-pool.js';

describe('the sandbox, with one user who sends endless loops at fifty times the rate of ten others,', () => {
  it.each([0.1, 0.25, 0.4])('delays the others to twice of alone at most, at a load of %d [S53]', async (load) => {
    const { aloneMs, withFrequentMs } = await fairnessOf(sandboxPool(), { usualMs: 20, frequentMs: 250, load });
    expect(withFrequentMs).toBeLessThanOrEqual(2 * aloneMs);
  });
});
