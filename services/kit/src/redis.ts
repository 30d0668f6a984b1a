import { Redis } from 'ioredis';

/** Nest token of the process's shared Redis connection (commands only; never block or subscribe on it). */
export const REDIS = Symbol('redis');

/**
 * A connection for commands (rate limits, leases, pub/sub publishing). Commands fail fast while Redis is away instead of piling up;
 * the connection heals by itself. `kind: 'subscriber'` resubscribes after a reconnect.
 */
export function connectRedis(url: string, kind: 'commands' | 'subscriber' = 'commands'): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableAutoPipelining: kind === 'commands',
    enableOfflineQueue: kind === 'subscriber',
    autoResubscribe: kind === 'subscriber',
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: kind === 'subscriber' ? null : 0,
    retryStrategy: (attempt) => Math.min(25 * 2 ** Math.min(attempt, 6), 1000),
  });
  // Told by failing commands and by /health/ready; without a listener ioredis would print each one.
  redis.on('error', () => undefined);
  return redis;
}

/** Resolves when the connection can take commands; rejects after `timeoutMs`. */
export async function redisReady(redis: Redis, timeoutMs = 10_000): Promise<void> {
  if (redis.status === 'wait') void redis.connect().catch(() => undefined);
  if (redis.status === 'ready') return;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Redis cannot be reached')), timeoutMs);
    redis.once('ready', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Closes a connection for good; what waits for an answer fails. Between two attempts to connect ioredis has nothing to close: it would
 * stop there without an end, and whoever waits for one would wait for ever. So it makes one more attempt, and takes no answer.
 */
export function disconnect(redis: Redis): void {
  if (redis.status === 'end') return;
  if (redis.status !== 'reconnecting') {
    redis.disconnect();
    return;
  }
  // Takes the timer of the next attempt away.
  redis.disconnect();
  redis.on('connect', () => redis.disconnect());
  void redis.connect().catch(() => undefined);
}
