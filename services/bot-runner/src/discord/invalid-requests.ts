import {
  countInvalidRequest,
  INVALID_REQUESTS_MINUTES,
  invalidRequestsKey,
  invalidRequestsOfBotsKey,
  Interval,
  LOGGER,
  minuteNow,
  REDIS,
  type Logger,
} from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';

const REFRESH_MS = 1000;
/** Of that many times, the count is read once while it is below the half of the first limit, when nothing follows from it. */
const READ_ONE_OF = 5;

/** Discord bans the address at 10,000 invalid requests in ten minutes. From this number on the bots that cause them are slowed down. */
export const SLOW_FROM = 1000;
/** From this number on these bots are paused: they make no requests. Tokens are not checked. */
export const PAUSE_FROM = 2000;
/** From this number on one invalid request is enough to pause a bot. */
const PAUSE_ALL_FROM = 5000;
/** Below this a bot is not held responsible: a missing permission in one channel is no flood. */
const MIN_CAUSED = 5;
/** A bot causes the invalid requests if it made at least this share of them. */
const CAUSING_SHARE = 0.01;
/** Between two requests of a bot that is slowed down, in each process. */
const SLOW_EVERY_MS = 5000;
/** A paused bot asks again after this. */
const PAUSED_RETRY_MS = 10_000;

/** The bot may not send requests to Discord at the moment. */
export class RequestsPaused extends Error {
  constructor(
    readonly retryAfterMs: number,
    readonly isPaused: boolean,
  ) {
    super(
      isPaused ? 'the bot is paused: Discord refused too many of its requests' : 'the bot may send one request every few seconds',
    );
  }
}

/**
 * Counts the requests that Discord refused with 401, 403 or 429, of all processes over the last ten minutes, because Discord bans the whole IP
 * address for them. Long before that the bots that cause them are slowed down and then paused, until the count has fallen.
 */
@Injectable()
export class InvalidRequests {
  /** As of the last reading, plus what this process has counted since. */
  private total = 0;
  /** Invalid requests per bot that causes them; empty while there are few. */
  private causes: ReadonlyMap<string, number> = new Map();
  private readonly nextRequestAtMs = new Map<string, number>();
  private skipped = 0;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Counts one invalid request; `botId` is null when no bot made it. Never rejects: while Redis is unavailable only the total of this process grows, which ends checks of tokens. */
  async record(botId: string | null): Promise<void> {
    this.total += 1;
    try {
      await countInvalidRequest(this.redis, botId);
    } catch (error) {
      this.logger.debug({ err: error }, 'invalid request not counted');
    }
  }

  /** Throws RequestsPaused when the bot may not send a request now. A call that returns counts as a request of a slow bot. */
  requireAllowed(botId: string): void {
    if (!this.isRestricted(botId)) return;
    if (this.isPaused(botId)) throw new RequestsPaused(PAUSED_RETRY_MS, true);
    const nowMs = Date.now();
    const waitMs = (this.nextRequestAtMs.get(botId) ?? 0) - nowMs;
    if (waitMs > 0) throw new RequestsPaused(waitMs, false);
    this.nextRequestAtMs.set(botId, nowMs + SLOW_EVERY_MS);
  }

  /** Whether the bot is slowed down or paused. */
  isRestricted(botId: string): boolean {
    return this.causes.has(botId);
  }

  isPaused(botId: string): boolean {
    return this.total >= PAUSE_FROM && this.isRestricted(botId);
  }

  /** False while checking a token, which Discord may refuse, would bring the ban too close. */
  get mayCheckTokens(): boolean {
    return this.total < PAUSE_FROM;
  }

  @Interval(REFRESH_MS, 'the reading of invalid requests')
  async refreshWhenDue(): Promise<void> {
    const isFew = this.total < SLOW_FROM / 2;
    if (isFew && (this.skipped += 1) % READ_ONE_OF !== 0) return;
    await this.refresh();
  }

  async refresh(): Promise<void> {
    const minute = minuteNow();
    // One minute more than the window: the oldest one counts as long as a part of it is within the window.
    const minutes = Array.from({ length: INVALID_REQUESTS_MINUTES + 1 }, (_, age) => minute - age);
    // One command, because each process reads this while all bots are idle, too.
    const total = sumOf(await this.redis.mget(minutes.map(invalidRequestsKey)));
    const causes = total < SLOW_FROM ? new Map<string, number>() : await this.readCauses(minutes, total);
    if (isAbove(PAUSE_FROM, total, this.total) || isAbove(SLOW_FROM, total, this.total))
      this.logger.warn({ total, causing: causes.size }, 'Discord refuses many requests');
    this.total = total;
    this.causes = causes;
    for (const botId of this.nextRequestAtMs.keys()) if (!causes.has(botId)) this.nextRequestAtMs.delete(botId);
  }

  private async readCauses(minutes: readonly number[], total: number): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const ofMinute of await Promise.all(minutes.map((minute) => this.redis.hgetall(invalidRequestsOfBotsKey(minute)))))
      for (const [botId, count] of Object.entries(ofMinute)) counts.set(botId, (counts.get(botId) ?? 0) + Number(count));
    const least = total >= PAUSE_ALL_FROM ? 1 : Math.max(MIN_CAUSED, total * CAUSING_SHARE);
    return new Map([...counts].filter(([, count]) => count >= least));
  }
}

const sumOf = (counts: readonly (string | null)[]): number => counts.reduce((sum, count) => sum + Number(count ?? 0), 0);
const isAbove = (limit: number, now: number, before: number): boolean => now >= limit && before < limit;
