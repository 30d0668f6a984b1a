import { REDIS } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { z } from 'zod';

/** Whatever was not judged by then is not judged any more. */
const TTL_S = 300;
/** Of one bot. */
const MAX_PENDING = 200;
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

  /** Adds a message, once however often it is added; returns how many of the server wait. */
  async add(botId: string, message: PendingMessage): Promise<number> {
    const key = keyOf(botId);
    if ((await this.redis.hlen(key)) >= MAX_PENDING) return 0;
    await this.redis.multi().hset(key, fieldOf(message), JSON.stringify(message)).expire(key, TTL_S).exec();
    return (await this.of(botId, message.guildId)).length;
  }

  /** The messages of a server, oldest first. */
  async of(botId: string, guildId: string): Promise<PendingMessage[]> {
    const messages = await this.all(botId);
    return messages
      .filter((message) => message.guildId === guildId)
      .toSorted((a, b) => (BigInt(a.messageId) < BigInt(b.messageId) ? -1 : 1));
  }

  async remove(botId: string, messages: readonly PendingMessage[]): Promise<void> {
    if (messages.length > 0) await this.redis.hdel(keyOf(botId), ...messages.map(fieldOf));
  }

  async forgetMember(botId: string, memberId: string): Promise<void> {
    await this.remove(
      botId,
      (await this.all(botId)).filter((message) => message.memberId === memberId),
    );
  }

  async purge(botId: string): Promise<void> {
    await this.redis.del(keyOf(botId));
  }

  private async all(botId: string): Promise<PendingMessage[]> {
    const stored = await this.redis.hvals(keyOf(botId));
    return stored.map((json) => PendingMessage.parse(JSON.parse(json)));
  }
}

const keyOf = (botId: string): string => `runner:to-judge:${botId}`;
const fieldOf = ({ guildId, messageId }: PendingMessage): string => `${guildId}:${messageId}`;
