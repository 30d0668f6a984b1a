import { growingCache } from './growing-cache.js';

describe('growingCache', () => {
  it('keeps at most so many entries, those that were used last', () => {
    const cache = growingCache<number>(3);
    for (const key of ['a', 'b', 'c']) cache.set(key, 1);
    cache.get('a');
    cache.set('d', 1);
    expect([...cache.keys()].toSorted()).toEqual(['a', 'c', 'd']);
    expect(cache.size).toBe(3);
  });

  it('says which values are no longer in it: pushed out, replaced or deleted', () => {
    const removed: number[] = [];
    const cache = growingCache<number>(2, undefined, (value) => removed.push(value));
    for (const [index, key] of ['a', 'b', 'c', 'b'].entries()) cache.set(key, index);
    cache.delete('c');
    expect(removed).toEqual([0, 1, 2]);
  });

  it('reserves nothing for entries that it does not have', () => {
    const before = process.memoryUsage().heapUsed;
    const caches = Array.from({ length: 20 }, () => growingCache<number>(100_000));
    const perCache = (process.memoryUsage().heapUsed - before) / caches.length;
    expect(perCache).toBeLessThan(100_000);
  });

  it('forgets an entry after its time', async () => {
    const cache = growingCache<number>(3, 5);
    cache.set('a', 1);
    const untilMs = Date.now() + 5000;
    while (cache.get('a') !== undefined && Date.now() < untilMs) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(cache.get('a')).toBeUndefined();
  });
});
