import { LOGGER, REDIS, type Logger } from '@kith/kit';
import { DAY_MS } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { Clock } from '../clock.js';

const DAYS = 30;

/** How many deliveries were refused per UTC day. They are only counted: anybody can send them. */
@Injectable()
export class RefusedDeliveries {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never throws: a refusal is answered as such. */
  async count(): Promise<void> {
    const key = this.keyOf(0);
    try {
      await this.redis
        .multi()
        .incr(key)
        .expire(key, (DAYS + 1) * (DAY_MS / 1000))
        .exec();
    } catch (error) {
      this.logger.warn({ err: error }, 'refused payment event not counted');
    }
  }

  /** Of the last 30 days, today included. */
  async total(): Promise<number> {
    const keys = Array.from({ length: DAYS }, (_, daysAgo) => this.keyOf(daysAgo));
    const counts = await this.redis.mget(keys);
    return counts.reduce((sum, count) => sum + Number(count ?? 0), 0);
  }

  private keyOf(daysAgo: number): string {
    const day = new Date(this.clock.now().getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10);
    return `billing:refused-deliveries:${day}`;
  }
}
