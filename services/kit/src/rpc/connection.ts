import { Redis } from 'ioredis';

const PING_MS = 5000;

/**
 * A connection of the transport. It never sends a command again whose effect is unknown; while Redis is away commands fail at once.
 * Both retry settings are needed: with retries and no resend ioredis forgets unanswered commands and their promises never settle.
 */
export function openConnection(url: string): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    enableAutoPipelining: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // Half-open connections show as silence. (Not ioredis' blockingTimeout: after a stall of the event loop its timer fires before
    // the answer already in the socket is read, and that answer is lost.)
    socketTimeout: 12_000,
    retryStrategy: (attempt) => Math.min(25 * 2 ** Math.min(attempt, 6), 1000) * (0.5 + Math.random() / 2),
  });
  // Told by failing commands and by the status; without a listener ioredis would print each one.
  redis.on('error', () => undefined);
  const pings = setInterval(() => {
    if (redis.status === 'ready') void redis.ping().catch(() => undefined);
  }, PING_MS).unref();
  redis.on('end', () => clearInterval(pings));
  return redis;
}

/** Listens on a channel, again after each reconnect; `onListening` runs whenever it does. Resolves at the first time. */
export async function subscribe(redis: Redis, channel: string, onListening: () => void): Promise<void> {
  const first = new Promise<void>((resolve, reject) => {
    redis.on('ready', () => {
      void redis.subscribe(channel).then(() => {
        onListening();
        resolve();
      }, reject);
    });
  });
  // A connection that breaks before it is ready leaves `first` to the next attempt; connect() has rejected by then.
  first.catch(() => undefined);
  await redis.connect();
  await first;
}
