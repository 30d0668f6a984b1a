import { REDIS } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { z } from 'zod';

/** Whatever was not judged by then is not judged any more. */
const TTL_S = 300;
/** Of one server. */
export const MAX_PENDING = 100;
const MINUTE_S = 60;

/** A message that is to be judged. */
export const PendingMessage = z.object({
  guildId: z.string(),
  messageId: z.string(),
  channelId: z.string(),
  parentId: z.string().nullable(),
  memberId: z.string(),
  memberName: z.string(),
  roleIds: z.array(z.string()),
  text: z.string(),
});
export type PendingMessage = z.infer<typeof PendingMessage>;

/** Messages that wait to be judged together, in Redis: any replica may judge them. */
@Injectable()
export class PendingMessages {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** Whether one more message of the server may be judged in this minute. */
  async admit(botId: string, guildId: string, maxPerMinute: number): Promise<boolean> {
    const minute = Math.floor(Date.now() / 60_000);
    const key = `runner:judged-minute:${botId}:${guildId}:${minute}`;
    const [[, count] = [null, 0]] = (await this.redis.multi().incr(key).expire(key, MINUTE_S).exec()) ?? [];
    return Number(count) <= maxPerMinute;
  }

  /** Adds a message, once however often it is added; returns how many of the server wait, or null when it was left out because too many do. */
  async add(botId: string, message: PendingMessage): Promise<number | null> {
    const { guildId, messageId } = message;
    const [key, servers] = [keyOf(botId, guildId), serversOf(botId)];
    if ((await this.redis.hlen(key)) >= MAX_PENDING && !(await this.redis.hexists(key, messageId))) return null;
    const adding = this.redis.multi().hset(key, messageId, JSON.stringify(message)).expire(key, TTL_S);
    await adding.sadd(servers, guildId).expire(servers, TTL_S).exec();
    return this.redis.hlen(key);
  }

  /** The messages of a server, oldest first. */
  async of(botId: string, guildId: string): Promise<PendingMessage[]> {
    const stored = await this.redis.hvals(keyOf(botId, guildId));
    const messages = stored.map((json) => PendingMessage.parse(JSON.parse(json)));
    return messages.toSorted((a, b) => (BigInt(a.messageId) < BigInt(b.messageId) ? -1 : 1));
  }

  /** Of one server. */
  async remove(botId: string, messages: readonly PendingMessage[]): Promise<void> {
    const [first] = messages;
    if (first) await this.redis.hdel(keyOf(botId, first.guildId), ...messages.map(({ messageId }) => messageId));
  }

  async forgetMember(botId: string, memberId: string): Promise<void> {
    for (const guildId of await this.redis.smembers(serversOf(botId))) {
      const messages = await this.of(botId, guildId);
      await this.remove(
        botId,
        messages.filter((message) => message.memberId === memberId),
      );
    }
  }

  async purge(botId: string): Promise<void> {
    const servers = await this.redis.smembers(serversOf(botId));
    await this.redis.del(serversOf(botId), ...servers.map((guildId) => keyOf(botId, guildId)));
  }
}

const keyOf = (botId: string, guildId: string): string => `runner:to-judge:${botId}:${guildId}`;
/** The servers with messages that wait. */
const serversOf = (botId: string): string => `runner:to-judge-servers:${botId}`;
