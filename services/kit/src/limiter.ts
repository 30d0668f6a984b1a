import { AppError } from '@kith/proto';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

const FIRST_BLOCK_S = 60;
const LONGEST_BLOCK_S = 3600;
const STRIKES_KEPT_S = 86_400;

export interface LimiterOptions {
  readonly name: string;
  /** Attempts per window before the first refusal. */
  readonly points: number;
  readonly windowS: number;
  /**
   * How long to wait when the attempts have run out: `doubling` (the default) from a minute up to an hour, against guessing; `window` until
   * the window ends, for what people do often and rightly.
   */
  readonly wait?: 'doubling' | 'window';
}

/**
 * Counts attempts per key. Each time they run out the key waits as `wait` says; never for ever.
 * The counts are shared in Redis; while it is away each replica counts for itself.
 */
export class Limiter {
  private readonly attempts: RateLimiterRedis;
  private readonly strikes: RateLimiterRedis;

  constructor(
    redis: Redis,
    private readonly options: LimiterOptions,
  ) {
    const { name, points, windowS } = options;
    this.attempts = insured(redis, `limit:${name}`, points, windowS);
    this.strikes = insured(redis, `strikes:${name}`, Number.MAX_SAFE_INTEGER, STRIKES_KEPT_S);
  }

  /** Counts one attempt. RATE_LIMITED, with the seconds to wait, when there are none left. */
  async take(key: string): Promise<void> {
    try {
      await this.attempts.consume(key);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new AppError('RATE_LIMITED', undefined, { retryAfterS: await this.secondsToWait(key, refusal) });
    }
  }

  /** Takes one attempt back: it was a good one. */
  async giveBack(key: string): Promise<void> {
    await this.attempts.reward(key);
  }

  async forget(key: string): Promise<void> {
    await Promise.all([this.attempts.delete(key), this.strikes.delete(key)]);
  }

  private async secondsToWait(key: string, refusal: RateLimiterRes): Promise<number> {
    const { points, wait = 'doubling' } = this.options;
    // Only the first refusal of a window lengthens the wait; asking again during it does not.
    if (wait === 'window' || refusal.consumedPoints !== points + 1) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    const { consumedPoints: strikes } = await this.strikes.penalty(key);
    const blockS = Math.min(LONGEST_BLOCK_S, FIRST_BLOCK_S * 2 ** (strikes - 1));
    await this.attempts.block(key, blockS);
    return blockS;
  }
}

function insured(redis: Redis, keyPrefix: string, points: number, duration: number): RateLimiterRedis {
  const insuranceLimiter = new RateLimiterMemory({ keyPrefix, points, duration });
  return new RateLimiterRedis({ storeClient: redis, rejectIfRedisNotReady: true, keyPrefix, points, duration, insuranceLimiter });
}
