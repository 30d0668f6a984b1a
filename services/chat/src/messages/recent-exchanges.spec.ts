import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { fromSteadyStart, isWholeConversation, readFor } from './recent-exchanges.js';

/** The end of a conversation of exchanges of 100 tokens, up to the one with the number `last`, as much as 1,250 tokens hold. */
const endOf = (ids: readonly string[], last: number) =>
  ids.slice(Math.max(0, last - 11), last + 1).map((id, at, all) => ({ id, total: (all.length - at) * 100 }));

describe('the start of the history in a prompt', () => {
  it('is the first exchange while all of them fit', () => {
    const ids = Array.from({ length: 10 }, randomUUID);
    expect(fromSteadyStart(endOf(ids, 8), 1000).map(({ id }) => id)).toEqual(ids.slice(0, 9));
  });

  it('leaves at least as much as was asked for, and stays the same for several messages in a row', () => {
    const ids = Array.from({ length: 2000 }, randomUUID);
    const starts = ids.slice(20).map((_id, at) => {
      const history = fromSteadyStart(endOf(ids, at + 20), 1000);
      expect(history[0]?.total).toBeGreaterThanOrEqual(1000);
      expect(history.at(-1)?.id).toBe(ids[at + 20]);
      return history[0]?.id;
    });
    // Without it each message has another start.
    expect(new Set(starts).size).toBeLessThan(starts.length * 0.75);
  });

  it('is found among those that were read for more tokens as among those that were read for it', () => {
    const ids = Array.from({ length: 12 }, randomUUID);
    const read = endOf(ids, 11);
    expect(readFor(read, 400).map(({ total }) => total)).toEqual([500, 400, 300, 200, 100]);
    expect(readFor(read, 10).map(({ id }) => id)).toEqual(ids.slice(-1));
    expect(readFor([], 400)).toEqual([]);
  });
});

describe('a history', () => {
  it.each([
    [[], true],
    [[{ isFirst: true }, { isFirst: false }], true],
    [[{ isFirst: false }, { isFirst: false }], false],
    [[{}], false],
  ])('of %j is the whole conversation: %s', (history, isWhole) => {
    expect(isWholeConversation(history)).toBe(isWhole);
  });
});
