import { Redis } from 'ioredis';
import { SCRIPTS, type RpcRedis } from './scripts.js';

const CHECK_INTERVAL_MS = 2000;
const CHECKS_BEFORE_PING = 4;
/**
 * A connection with an unanswered command and without a byte for so many checks is lost: 10 to 12 s after a command on a connection that was silent
 * before, otherwise 12 to 14 s after the last byte. One without commands is asked after 8 to 10 s of silence, and lost after 20 to 22 s.
 */
const CHECKS_BEFORE_LOST = 6;
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
    retryStrategy: (attempt) => Math.min(25 * 2 ** Math.min(attempt, 6), 1000) * (0.5 + Math.random() / 2),
  }) as RpcRedis;
  // Failing commands and the status already show connection errors; without a listener ioredis would print each one.
  redis.on('error', () => undefined);
  // ioredis listens for data in a way that Node does not notice, and buffers what arrives until another turn. With a listener added by `on` it does not.
  redis.on('connect', () => redis.stream.on('data', () => undefined));
  watch(redis);
  return redis;
}

/**
 * Detects half-open connections, in checks and not by the timers of ioredis (socketTimeout, blockingTimeout): those are set anew for each reply, and
 * after a stall of the event loop they fire before the reply in the socket buffer is read, whereas a stall counts as one check.
 * The commands with which ioredis opens a connection (status `connect`) count as well.
 */
function watch(redis: Redis): void {
  let bytesRead = 0;
  let silentChecks = 0;
  let unansweredChecks = 0;
  const check = () => {
    const { stream, status, commandQueue } = redis;
    const isSilent = (status === 'ready' || status === 'connect') && stream.bytesRead === bytesRead;
    bytesRead = stream?.bytesRead ?? 0;
    silentChecks = isSilent ? silentChecks + 1 : 0;
    unansweredChecks = isSilent && commandQueue.length > 0 ? unansweredChecks + 1 : 0;
    if (unansweredChecks >= CHECKS_BEFORE_LOST) stream.destroy(new Error('Redis has not answered'));
    else if (status === 'ready' && silentChecks === CHECKS_BEFORE_PING) void redis.ping().catch(() => undefined);
  };
  const timer = setInterval(check, CHECK_INTERVAL_MS).unref();
  redis.on('end', () => clearInterval(timer));
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
