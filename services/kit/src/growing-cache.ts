import { LRUCache } from 'lru-cache';

/** How exactly the age of an entry is kept: as a share of it, and at most. Kept to the millisecond, as LRUCache does, each of them in use takes a timer. */
const AGE_PRECISION = 0.01;
const MAX_AGE_ERROR_MS = 100;

/**
 * A cache of at most `max` entries, those that were used last. Its memory grows with them: given `max` itself, LRUCache reserves the places of all
 * entries at once, which for 20,000 takes half a megabyte while the cache is empty. `onRemoved` is called with each value that is no longer in it:
 * deleted, replaced or pushed out by others.
 */
export function growingCache<V extends NonNullable<unknown>>(
  max: number,
  ttlMs?: number,
  onRemoved?: (value: V) => void,
): LRUCache<string, V> {
  return new LRUCache<string, V>({
    maxSize: max,
    sizeCalculation: () => 1,
    ...(onRemoved === undefined ? {} : { dispose: (value) => onRemoved(value) }),
    ...(ttlMs === undefined ? {} : { ttl: ttlMs, ttlResolution: Math.min(Math.ceil(ttlMs * AGE_PRECISION), MAX_AGE_ERROR_MS) }),
  });
}
