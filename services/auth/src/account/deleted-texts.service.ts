import { Interval, LOGGER, REDIS, rewriteAppendOnlyFile, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';

const CHECK_INTERVAL_MS = 600_000;
const REWRITE_EVERY_MS = 6 * 3_600_000;

/**
 * Has Redis forget on its disk what it has deleted: its append-only file holds every request and job since it was written anew, with the
 * texts of accounts, companions and conversations that were deleted meanwhile. One service does it for all; Redis refuses it to the others.
 */
@Injectable()
export class DeletedTexts {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Interval(CHECK_INTERVAL_MS, 'the rewrite of the append-only file of Redis')
  async forget(): Promise<void> {
    if (await rewriteAppendOnlyFile(this.redis, 'auth:log-rewritten', REWRITE_EVERY_MS))
      this.logger.info('Redis writes its append-only file anew');
  }
}
