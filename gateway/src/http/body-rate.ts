import { AppError } from '@kith/proto';

const CAPACITY_BYTES = 4 * 1_048_576;
const BYTES_PER_S = 1_048_576;
const MAX_USERS = 10_000;

interface Bucket {
  bytes: number;
  at: number;
}

/**
 * Limits how many bytes of large JSON bodies one user may have parsed: 4 MiB at once, then 1 MiB per second. Parsing and checking them is
 * what a request can make the process of all users spend the most time on (docs/security.md S39).
 */
export class BodyRate {
  private readonly buckets = new Map<string, Bucket>();

  /** Takes bytes that have arrived. Throws RATE_LIMITED with `retryAfterS` when the user has none left. */
  take(userId: string, bytes: number): void {
    const now = Date.now();
    const bucket = this.buckets.get(userId) ?? { bytes: CAPACITY_BYTES, at: now };
    const left = Math.min(CAPACITY_BYTES, bucket.bytes + ((now - bucket.at) / 1000) * BYTES_PER_S) - bytes;
    if (left < 0) throw new AppError('RATE_LIMITED', undefined, { retryAfterS: Math.ceil(-left / BYTES_PER_S) });
    // A Map iterates in insertion order and each use re-inserts: the first bucket is the one that is full the longest.
    this.buckets.delete(userId);
    this.buckets.set(userId, { bytes: left, at: now });
    const [oldest] = this.buckets.keys();
    if (this.buckets.size > MAX_USERS && oldest !== undefined) this.buckets.delete(oldest);
  }
}
