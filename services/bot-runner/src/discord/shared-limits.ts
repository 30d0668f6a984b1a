import { LOGGER, REDIS, retryAfterMsOf, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { DiscordRoute } from './discord-route.js';

/** What Discord allows one bot over all routes. Its second begins later than ours, by the time that the first request takes. */
const REQUESTS_PER_SECOND = 50;
const SECOND_MS = 1050;
/** Answers of one window name a reset that differs by less than this; a later one is that of the next window. */
const SAME_WINDOW_MS = 250;
const MIN_BLOCK_MS = 60_000;
const LONGEST_BLOCK_MS = 3_600_000;
const BLOCK_KEY = 'runner:rest-blocked';
/** Routes whose bucket is known; Discord has some two hundred. */
const MAX_ROUTES = 1000;

/**
 * Keys: block of the address, requests of the bot in this second, bucket. Arguments: requests per second ('' for a request that belongs to no
 * bot), '1' if the bucket is known. Resolves to 0 and counts the request, or to the milliseconds until it may be sent.
 */
const TAKE = `
local blocked = redis.call('PTTL', KEYS[1])
if blocked > 0 then return blocked end
if ARGV[1] == '' then return 0 end
local left = ARGV[2] == '1' and redis.call('GET', KEYS[3])
if left and tonumber(left) <= 0 then return math.max(1, redis.call('PTTL', KEYS[3])) end
local used = tonumber(redis.call('GET', KEYS[2]) or '0')
if used >= tonumber(ARGV[1]) then return math.max(1, redis.call('PTTL', KEYS[2])) end
if used == 0 then redis.call('SET', KEYS[2], 1, 'PX', ${SECOND_MS}) else redis.call('INCR', KEYS[2]) end
if left then redis.call('DECR', KEYS[3]) end
return 0`;

/** Keys: bucket. Arguments: requests left, milliseconds until the reset. Answers may overtake each other: the lowest number of a window counts. */
const LEARN = `
local left = redis.call('GET', KEYS[1])
local isNextWindow = tonumber(ARGV[2]) > redis.call('PTTL', KEYS[1]) + ${SAME_WINDOW_MS}
if not left or isNextWindow or tonumber(ARGV[1]) < tonumber(left) then
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
return 1`;

type LimitRedis = Redis & {
  runnerTakeRequest(...keysAndArguments: (string | number)[]): Promise<number>;
  runnerLearnBucket(...keysAndArguments: (string | number)[]): Promise<number>;
};

/** An answer of Discord, as far as it speaks of limits. */
interface Answer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
}

/**
 * The limits of Discord's REST API over all processes: each knows only what it sent itself, and several post for the same bot. Counted per bot
 * are the requests of a second and those of each bucket, as Discord's answers name them. A block of the address, which Discord's firewall
 * answers, stops the requests of all bots; connections to the gateway stay.
 */
@Injectable()
export class SharedLimits {
  private readonly redis: LimitRedis;
  /** Discord's name of the bucket by method and route; the same for all bots. */
  private readonly buckets = new Map<string, string>();

  constructor(
    @Inject(REDIS) redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    redis.defineCommand('runnerTakeRequest', { lua: TAKE, numberOfKeys: 3 });
    redis.defineCommand('runnerLearnBucket', { lua: LEARN, numberOfKeys: 1 });
    this.redis = redis as LimitRedis;
  }

  /**
   * 0 when the request may be sent, and counts it; else the milliseconds to wait. `botId` is null for requests without a bot's token, which
   * only a block stops. While Redis is unavailable each process counts alone, as its REST client does.
   */
  async take(botId: string | null, route: DiscordRoute): Promise<number> {
    const bucket = this.bucketKey(botId, route);
    const keys = [BLOCK_KEY, secondKey(botId), bucket ?? BLOCK_KEY];
    try {
      return await this.redis.runnerTakeRequest(...keys, botId === null ? '' : REQUESTS_PER_SECOND, bucket === null ? '0' : '1');
    } catch (error) {
      this.logger.debug({ err: error }, 'Redis unavailable: requests to Discord are counted by this process alone');
      return 0;
    }
  }

  /** Remembers what Discord answered about its limits. Never rejects. */
  async learn(botId: string | null, route: DiscordRoute, answer: Answer): Promise<void> {
    try {
      if (botId !== null) await this.learnBucket(botId, route, answer);
    } catch (error) {
      this.logger.debug({ err: error }, 'limits of Discord not stored');
    }
  }

  /** The firewall refused the address: stops the requests of all processes. Resolves to the milliseconds until the block ends. Never rejects. */
  async block({ headers }: Answer): Promise<number> {
    const blockMs = Math.min(LONGEST_BLOCK_MS, Math.max(MIN_BLOCK_MS, retryAfterMsOf(headers) ?? 0));
    this.logger.error({ blockMs }, 'Discord blocks this address: no requests are sent until the block ends');
    await this.redis.set(BLOCK_KEY, '1', 'PX', blockMs).catch(() => undefined);
    return blockMs;
  }

  private async learnBucket(botId: string, route: DiscordRoute, { status, headers }: Answer): Promise<void> {
    const retryAfterMs = retryAfterMsOf(headers) ?? 0;
    if (status === 429 && headers.get('X-RateLimit-Global') !== null && retryAfterMs > 0)
      await this.redis.set(secondKey(botId), REQUESTS_PER_SECOND, 'PX', retryAfterMs);
    const bucket = headers.get('X-RateLimit-Bucket');
    if (bucket === null) return;
    if (this.buckets.size < MAX_ROUTES) this.buckets.set(route.name, bucket);
    const [left, resetAfter] = [headers.get('X-RateLimit-Remaining'), headers.get('X-RateLimit-Reset-After')];
    const resetAfterMs = Math.ceil(Number(resetAfter ?? 0) * 1000);
    const key = this.bucketKey(botId, route);
    if (left !== null && resetAfterMs > 0 && key !== null) await this.redis.runnerLearnBucket(key, Number(left), resetAfterMs);
  }

  private bucketKey(botId: string | null, { name, majorId }: DiscordRoute): string | null {
    const bucket = this.buckets.get(name);
    return botId === null || bucket === undefined ? null : `runner:rest:${botId}:${bucket}:${majorId}`;
  }
}

const secondKey = (botId: string | null): string => `runner:rest:${botId ?? 'none'}`;

/** Discord's own answers name the scope of a limit; the firewall before it answers with a page. */
export const isFromFirewall = ({ status, headers }: Answer): boolean =>
  status === 429 &&
  headers.get('X-RateLimit-Scope') === null &&
  !(headers.get('Content-Type') ?? '').startsWith('application/json');
