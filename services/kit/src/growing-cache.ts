import { LRUCache } from 'lru-cache';

/**
 * A cache of at most `max` entries, those that were used last. Its memory grows with them: given `max` itself, LRUCache reserves the places of all
 * entries at once, which for 20,000 takes half a megabyte while the cache is empty.
 */
export function growingCache<V extends NonNullable<unknown>>(max: number, ttlMs?: number): LRUCache<string, V> {
  return new LRUCache<string, V>({ maxSize: max, sizeCalculation: () => 1, ...(ttlMs === undefined ? {} : { ttl: ttlMs }) });
}
