import { growingCache, RateLimiter, REDIS } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';

const LIMIT = { name: 'chat-refused-prompts', points: 10, windowS: 600, wait: 'window' } as const;

/** Of a bot: replies that recited its instructions, before they count like prompts of their authors that are refused. */
const RECITALS = { name: 'chat-recitals', points: 30, windowS: 3600, wait: 'window' } as const;

const AHEAD_MS = 5000;

/** Who asked which bot. */
export interface Asked {
  readonly author: string;
  readonly botId: string;
}

/** Counts the prompts of each author that providers refuse: they are not charged, and too many of them cost the operator the provider's trust. */
@Injectable()
export class RefusedPrompts {
  private readonly limiter: RateLimiter;
  private readonly recitals: RateLimiter;
  private readonly ahead = growingCache<Promise<number>>(10_000, AHEAD_MS);

  constructor(@Inject(REDIS) redis: ConstructorParameters<typeof RateLimiter>[0]) {
    this.limiter = new RateLimiter(redis, LIMIT);
    this.recitals = new RateLimiter(redis, RECITALS);
  }

  /** Looks ahead for a `requireFew` within the next seconds, so that nobody waits for Redis then. */
  lookAhead(author: string): void {
    if (this.ahead.has(author)) return;
    const seconds = this.limiter.secondsUntilFree(author);
    seconds.catch(() => undefined);
    this.ahead.set(author, seconds);
  }

  /**
   * Throws PROMPT_REFUSED, with the seconds to wait, when ten prompts of the author were refused within ten minutes. With `keepsAhead`, what was
   * looked ahead is left for the next one.
   */
  async requireFew(author: string, { keepsAhead = false } = {}): Promise<void> {
    const ahead = this.ahead.get(author);
    if (!keepsAhead) this.ahead.delete(author);
    const retryAfterS = await (ahead ?? this.limiter.secondsUntilFree(author));
    if (retryAfterS === 0) return;
    const minutes = Math.ceil(retryAfterS / 60);
    const wait = `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
    throw new AppError('PROMPT_REFUSED', `The model refused your last messages. Please wait ${wait} and say it differently.`, {
      retryAfterS,
    });
  }

  async count(author: string): Promise<void> {
    // The prompt that exceeds the limit was let through with others at the same time.
    await hasPlace(this.limiter, author);
  }

  /** Members do not know what stands in the instructions of a bot. Only of one that recites them all the time they count for who asked. */
  async countRecital({ author, botId }: Asked): Promise<void> {
    if (!(await hasPlace(this.recitals, botId))) await this.count(author);
  }
}

/** False when the limit is reached. */
async function hasPlace(limiter: RateLimiter, key: string): Promise<boolean> {
  try {
    await limiter.consume(key);
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'RATE_LIMITED') throw error;
    return false;
  }
}
