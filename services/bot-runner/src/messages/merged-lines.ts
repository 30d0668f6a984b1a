import { REDIS } from '@kith/kit';
import type { JobOf, queues } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';

/** As long as it is known what was posted of an answer. */
const TTL_S = 86_400;

/** To which question the lines belong that members wrote in a row: its answer replies to the last one. */
@Injectable()
export class MergedLines {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** Also for a question that is left of a longer one: its last line may have been an earlier one before. */
  async note({ botId, messageId, earlierIds = [] }: JobOf<typeof queues.replies>): Promise<void> {
    const changes = this.redis.multi().del(keyOf(botId, messageId));
    for (const earlierId of earlierIds) changes.set(keyOf(botId, earlierId), messageId, 'EX', TTL_S);
    await changes.exec();
  }

  /** The message that answers to this one reply to. */
  async questionOf(botId: string, messageId: string): Promise<string> {
    return (await this.redis.get(keyOf(botId, messageId))) ?? messageId;
  }
}

const keyOf = (botId: string, messageId: string): string => `runner:line-of:${botId}-${messageId}`;
