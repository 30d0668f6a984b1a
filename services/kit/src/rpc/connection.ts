import { Redis } from 'ioredis';
import { SCRIPTS, type RpcRedis } from './scripts.js';

const PING_INTERVAL_MS = 5000;
const CLOCK_SYNC_INTERVAL_MS = 30_000;
// The error of a clock sample is up to half of its round trip.
const MAX_ROUND_TRIP_MS = 250;

/**
 * A connection of the transport. It never resends a command whose effect is unknown; while Redis is unavailable commands fail at once.
 * Both retry settings are needed: with retries enabled and resending disabled, the promises of unanswered commands in ioredis never settle.
 */
export function openConnection(url: string): RpcRedis {
  const redis = new Redis(url, {
    lazyConnect: true,
    scripts: SCRIPTS,
    enableOfflineQueue: false,
    enableAutoPipelining: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // Detects half-open connections. ioredis' blockingTimeout is not used: after a stall of the event loop its timer fires before the
    // reply in the socket buffer is read, and that reply is lost.
    socketTimeout: 12_000,
    retryStrategy: (attempt) => Math.min(25 * 2 ** Math.min(attempt, 6), 1000) * (0.5 + Math.random() / 2),
  }) as RpcRedis;
  // Failing commands and the status already show connection errors; without a listener ioredis would print each one.
  redis.on('error', () => undefined);
  let bytesRead = 0;
  const pings = setInterval(() => {
    const isSilent = redis.stream?.bytesRead === bytesRead;
    bytesRead = redis.stream?.bytesRead ?? 0;
    if (isSilent && redis.status === 'ready') void redis.ping().catch(() => undefined);
  }, PING_INTERVAL_MS).unref();
  redis.on('end', () => clearInterval(pings));
  return redis;
}

/** Connects and subscribes to a channel, also after each reconnect; `onSubscribed` runs each time. Resolves after the first time. */
export async function subscribe(redis: Redis, channel: string, onSubscribed: () => void): Promise<void> {
  const first = new Promise<void>((resolve, reject) => {
    redis.on('ready', () => {
      void redis.subscribe(channel).then(() => {
        onSubscribed();
        resolve();
      }, reject);
    });
  });
  // If the connection breaks before it is ready, connect() rejects and `first` is settled by a later attempt.
  first.catch(() => undefined);
  await redis.connect();
  await first;
}

/** The clock of Redis, so that deadlines hold on hosts whose clocks differ. Uses the monotonic clock between two synchronizations. */
export class RedisClock {
  private offsetMs = Date.now() - performance.now();
  private isSynced = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly redis: Redis) {}

  /** Epoch ms on the clock of Redis. */
  now(): number {
    return Math.round(performance.now() + this.offsetMs);
  }

  async start(): Promise<void> {
    await this.sync();
    const resync = () => void this.sync().catch(() => undefined);
    this.timer = setInterval(resync, CLOCK_SYNC_INTERVAL_MS).unref();
    // After a failover another Redis with another clock may answer.
    this.redis.on('ready', resync);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async sync(): Promise<void> {
    const before = performance.now();
    const [seconds, micros] = await this.redis.time();
    const after = performance.now();
    if (this.isSynced && after - before > MAX_ROUND_TRIP_MS) return;
    this.offsetMs = Number(seconds) * 1000 + Number(micros) / 1000 - (before + after) / 2;
    this.isSynced = true;
  }
}
