import { AppError } from '@kith/proto';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

const FIRST_BLOCK_S = 60;
const HOUR_S = 3600;
const BLOCK_COUNT_TTL_S = 86_400;

export interface RateLimiterOptions {
  readonly name: string;
  /** Attempts per window before the first refusal. */
  readonly points: number;
  readonly windowS: number;
  /**
   * How long a key is blocked when its attempts are used up. `doubling` (the default): one minute, doubled each time up to `longestBlockS`,
   * against guessing. `window`: until the window ends, for actions that users legitimately repeat.
   */
  readonly wait?: 'doubling' | 'window';
  /** In seconds; default: an hour. */
  readonly longestBlockS?: number;
}

/**
 * Counts attempts per key and blocks a key for a limited time when they are used up. The counts are shared in Redis; while Redis is
 * unavailable each replica counts in memory.
 */
export class RateLimiter {
  private readonly attempts: RateLimiterRedis;
  private readonly blocks: RateLimiterRedis;

  constructor(
    private readonly redis: Redis,
    private readonly options: RateLimiterOptions,
  ) {
    const { name, points, windowS } = options;
    this.attempts = withMemoryFallback(redis, `limit:${name}`, points, windowS);
    this.blocks = withMemoryFallback(redis, `strikes:${name}`, Number.MAX_SAFE_INTEGER, BLOCK_COUNT_TTL_S);
  }

  /** Counts one attempt. Throws RATE_LIMITED with `retryAfterS` when none is left. */
  async consume(key: string): Promise<void> {
    try {
      await this.attempts.consume(key);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new AppError('RATE_LIMITED', undefined, { retryAfterS: await this.secondsToWait(key, refusal) });
    }
  }

  /** The seconds until the key has an attempt left; 0 when it has one. Counts nothing. */
  async secondsUntilFree(key: string): Promise<number> {
    if (await this.hasFewAttempts(key)) return 0;
    const used = await this.attempts.get(key);
    if (!used || used.consumedPoints < this.options.points) return 0;
    return Math.max(1, Math.ceil(used.msBeforeNext / 1000));
  }

  /** Gives one attempt back, for an attempt that turned out to be legitimate. */
  async refund(key: string): Promise<void> {
    await this.attempts.reward(key);
  }

  /** Deletes the attempts and the block history of a key. */
  async reset(key: string): Promise<void> {
    await Promise.all([this.attempts.delete(key), this.blocks.delete(key)]);
  }

  /** Nearly every key has few: its number alone is asked for, which takes a quarter of what the library does. False also without Redis. */
  private async hasFewAttempts(key: string): Promise<boolean> {
    if (this.redis.status !== 'ready') return false;
    const count = await this.redis.get(this.attempts.getKey(key)).catch(() => this.options.points);
    return Number(count ?? 0) < this.options.points;
  }

  private async secondsToWait(key: string, refusal: RateLimiterRes): Promise<number> {
    const { points, wait = 'doubling', longestBlockS = HOUR_S } = this.options;
    // Only the first refusal of a window doubles the block; further attempts during the block do not.
    if (wait === 'window' || refusal.consumedPoints !== points + 1) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    const { consumedPoints: blockCount } = await this.blocks.penalty(key);
    const blockS = Math.min(longestBlockS, FIRST_BLOCK_S * 2 ** (blockCount - 1));
    await this.attempts.block(key, blockS);
    return blockS;
  }
}

function withMemoryFallback(redis: Redis, keyPrefix: string, points: number, duration: number): RateLimiterRedis {
  const insuranceLimiter = new RateLimiterMemory({ keyPrefix, points, duration });
  return new RateLimiterRedis({ storeClient: redis, rejectIfRedisNotReady: true, keyPrefix, points, duration, insuranceLimiter });
}

/** Limits how many operations a key may have running at the same time in this process (docs/decisions.md A11). */
export class ConcurrencyLimit {
  private readonly running = new Map<string, number>();

  constructor(
    private readonly perKey: number,
    private readonly retryAfterS = 1,
  ) {}

  /** Starts an operation; the returned function must be called when it ends. Throws RATE_LIMITED when the key is at its limit. */
  acquire(key: string): () => void {
    const count = this.running.get(key) ?? 0;
    if (count >= this.perKey) throw new AppError('RATE_LIMITED', undefined, { retryAfterS: this.retryAfterS });
    this.running.set(key, count + 1);
    return () => {
      const left = (this.running.get(key) ?? 1) - 1;
      if (left > 0) this.running.set(key, left);
      else this.running.delete(key);
    };
  }
}
