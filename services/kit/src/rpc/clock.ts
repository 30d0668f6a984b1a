import type { Redis } from 'ioredis';

const SYNC_MS = 30_000;
// A sample that took longer says too little about the time in between.
const MAX_ROUND_TRIP_MS = 250;

/** The clock of Redis, so that deadlines hold on hosts whose clocks disagree. Runs on the monotonic clock between two syncs. */
export class RedisClock {
  private offsetMs = Date.now() - performance.now();
  private isSynced = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly redis: Redis) {}

  /** Epoch ms on Redis' clock. */
  now(): number {
    return Math.round(performance.now() + this.offsetMs);
  }

  async start(): Promise<void> {
    await this.sync();
    const resync = () => void this.sync().catch(() => undefined);
    this.timer = setInterval(resync, SYNC_MS).unref();
    // Another Redis may answer after a reconnect.
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
