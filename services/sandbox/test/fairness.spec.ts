import { describe, expect, it } from '@jest/globals';
import { fairnessOf } from '@kith/kit/testing';
import { sandboxPool } from '../src/guest-pool.js';

describe('the sandbox, with one user who sends endless loops at fifty times the rate of ten others,', () => {
  it.each([0.1, 0.25, 0.4])('delays the others to twice of alone at most, at a load of %d [S53]', async (load) => {
    const { aloneMs, withGreedyMs } = await fairnessOf(sandboxPool(), { politeMs: 20, greedyMs: 250, load });
    expect(withGreedyMs).toBeLessThanOrEqual(2 * aloneMs);
  });
});
