import { describe, expect, it } from '@jest/globals';
import { fusedRanks } from './fused-ranks.js';

describe('one ranking of several', () => {
  it('begins with what stands high in all of them, and holds everything once', () => {
    expect(
      fusedRanks([
        ['a', 'b', 'c'],
        ['d', 'b'],
      ]),
    ).toEqual(['b', 'a', 'd', 'c']);
    expect(fusedRanks([['a', 'b'], []])).toEqual(['a', 'b']);
    expect(fusedRanks([])).toEqual([]);
  });
});
