import { Redis } from 'ioredis';
import { shareScripts } from './shared-scripts.js';

/** Nest token of the shared Redis connection of the process, for commands only; never block or subscribe on it. */
export const REDIS = Symbol('redis');

/**
 * A connection for commands (rate limits, leases, publishing). While Redis is unavailable commands fail at once instead of queueing; the
 * connection reconnects by itself. `kind: 'subscriber'` resubscribes after a reconnect.
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
  // Failing commands and /health/ready already show connection errors; without a listener ioredis would print each one.
  redis.on('error', () => undefined);
  shareScripts(redis);
  defineInOpenPipelines(redis);
  return redis;
}

/**
 * ioredis opens a pipeline for the commands of one moment with those that are defined then. A call of one that was defined since throws, and the
 * answers of the others then end the process ("results[i] is not iterable"). BullMQ, for example, defines commands while the connection is used.
 */
function defineInOpenPipelines(redis: Redis): void {
  const define = redis.defineCommand.bind(redis);
  redis.defineCommand = (name, definition) => {
    define(name, definition);
    const { _autoPipelines } = redis as unknown as { readonly _autoPipelines: ReadonlyMap<string, object> };
    for (const pipeline of _autoPipelines.values())
      for (const method of [name, `${name}Buffer`]) Reflect.set(pipeline, method, Reflect.get(redis, method));
  };
}

/** Resolves when the connection accepts commands; rejects after `timeoutMs`. */
export async function redisReady(redis: Redis, timeoutMs = 10_000): Promise<void> {
  if (redis.status === 'wait') void redis.connect().catch(() => undefined);
  if (redis.status === 'ready') return;
  await new Promise<void>((resolve, reject) => {
    const onReady = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      redis.off('ready', onReady);
      reject(new Error('Redis cannot be reached'));
    }, timeoutMs);
    redis.once('ready', onReady);
  });
}

/**
 * Closes a connection permanently; commands without a reply fail. Between two connection attempts ioredis has no socket to close and would
 * never emit `end`, so that callers waiting for it would hang. Therefore one more attempt is started and closed at once.
 */
export function disconnect(redis: Redis): void {
  if (redis.status === 'end') return;
  if (redis.status !== 'reconnecting') {
    redis.disconnect();
    return;
  }
  // Cancels the timer of the next attempt.
  redis.disconnect();
  redis.on('connect', () => redis.disconnect());
  void redis.connect().catch(() => undefined);
}

/**
 * Has Redis write its append-only file anew, without what was deleted or has expired since. At most once in `everyMs` over all processes,
 * which `key` remembers. Returns whether it did; false also where Redis keeps no such file. Throws when Redis does not allow the command.
 */
export async function rewriteAppendOnlyFile(redis: Redis, key: string, everyMs: number): Promise<boolean> {
  if (!(await redis.info('persistence')).includes('aof_enabled:1')) return false;
  if ((await redis.set(key, '1', 'PX', everyMs, 'NX')) !== 'OK') return false;
  await redis.bgrewriteaof();
  return true;
}
