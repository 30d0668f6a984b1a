import { REDIS } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import { DataSource, IsNull, Not } from 'typeorm';
import { RoleMessageEntity } from './role-message.entity.js';

/**
 * Read anew after this. Redis forgets the last second of its writes when it is killed, so an id may be missing until then: reactions to its message are
 * found when the next session begins.
 */
const TTL_S = 300;
/** Stands in the set as soon as the ids that Postgres knows are in it. */
const COMPLETE = 'complete';

/**
 * The Discord ids of the role messages of a bot, in Redis: Discord tells of every deleted message and every reaction of a server, and almost none of
 * them is one of these.
 */
@Injectable()
export class RoleMessageIds {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  /** Whether one of the messages may be a role message of the bot: true also while the ids were not loaded. Throws when Redis is away. */
  async mayInclude(botId: string, messageIds: readonly string[]): Promise<boolean> {
    const [isComplete, ...known] = await this.redis.smismember(keyOf(botId), COMPLETE, ...messageIds);
    return isComplete !== 1 || known.includes(1);
  }

  /**
   * To be called before a new message is stored and again after that: before, because this process may be killed in between; after, because the ids may be
   * read, or expire, in between.
   */
  async add(botId: string, messageId: string): Promise<void> {
    const key = keyOf(botId);
    // What is missing must not be missing for longer because other messages are added.
    await this.redis.multi().sadd(key, messageId).expire(key, TTL_S, 'NX').exec();
  }

  /** Reads the ids from Postgres unless they are known. */
  async load(botId: string): Promise<void> {
    if ((await this.redis.sismember(keyOf(botId), COMPLETE)) === 0) await this.reload(botId);
  }

  /** Reads the ids from Postgres. Those that are known stay: one of them may be of a message that is being stored. */
  async reload(botId: string): Promise<void> {
    const key = keyOf(botId);
    const where = { botId, messageId: Not(IsNull()) };
    const rows = await this.database.manager.find(RoleMessageEntity, { select: { messageId: true }, where });
    const ids = rows.flatMap(({ messageId }) => messageId ?? []);
    await this.redis
      .multi()
      .sadd(key, COMPLETE, ...ids)
      .expire(key, TTL_S)
      .exec();
  }

  async forget(botId: string): Promise<void> {
    await this.redis.del(keyOf(botId));
  }
}

const keyOf = (botId: string): string => `runner:role-messages:${botId}`;
