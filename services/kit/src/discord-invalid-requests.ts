import { MINUTE_MS } from '@kith/proto';
import type { Redis } from 'ioredis';

/** Over so many minutes Discord counts. */
export const INVALID_REQUESTS_MINUTES = 10;
const COUNT_TTL_S = (INVALID_REQUESTS_MINUTES + 2) * 60;

/** With which Discord refuses a request. */
export const REFUSING_STATUSES: ReadonlySet<number> = new Set([401, 403, 429]);

/** Whether Discord counts a request that it answered so against the address that sent it. It does not count limits that several applications share. */
export const isInvalidRequest = ({ status, headers }: Answer): boolean =>
  REFUSING_STATUSES.has(status) && headers.get('X-RateLimit-Scope') !== 'shared';

interface Answer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
}

/** Minutes since 1970. */
export const minuteNow = (): number => Math.floor(Date.now() / MINUTE_MS);

/** A number: the invalid requests of all processes in a minute. */
export const invalidRequestsKey = (minute: number): string => `runner:invalid-requests:total:${minute}`;
/** A hash: the same by the id of the bot that made them. */
export const invalidRequestsOfBotsKey = (minute: number): string => `runner:invalid-requests:bots:${minute}`;

/** Counts one invalid request of this installation; `botId` is null when no bot made it. Rejects with the errors of Redis. */
export async function countInvalidRequest(redis: Redis, botId: string | null): Promise<void> {
  const minute = minuteNow();
  const [total, bots] = [invalidRequestsKey(minute), invalidRequestsOfBotsKey(minute)];
  const counted = redis.multi().incr(total).expire(total, COUNT_TTL_S);
  if (botId !== null) counted.hincrby(bots, botId, 1).expire(bots, COUNT_TTL_S);
  await counted.exec();
}
