import { describe, expect, it } from '@jest/globals';
import { LatestValues } from './live-updates.js';

describe('LatestValues', () => {
  const aFeed = () => {
    const ends = { count: 0 };
    return { feed: new LatestValues<number>(() => (ends.count += 1)), ends };
  };

  it('yields the latest value of each key once, in the order of the changes, and skips overwritten ones', async () => {
    const { feed } = aFeed();
    feed.push('a', 1);
    feed.push('b', 2);
    feed.push('a', 3);
    expect(await feed.next()).toEqual({ done: false, value: 2 });
    expect(await feed.next()).toEqual({ done: false, value: 3 });
    const later = feed.next();
    feed.push('c', 4);
    expect(await later).toEqual({ done: false, value: 4 });
  });

  it('return() ends a pending read and calls onClose once', async () => {
    const { feed, ends } = aFeed();
    const waiting = feed.next();
    await feed.return();
    await feed.return();
    feed.push('a', 1);
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(await feed.next()).toEqual({ done: true, value: undefined });
    expect(ends.count).toBe(1);
  });
});
