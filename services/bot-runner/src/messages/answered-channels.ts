import { REDIS } from '@kith/kit';
import { DAY_MS } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';

/** How long the channels of a bot are known after the last question, and how many of them: those in which it was asked last. */
export const CHANNELS_KNOWN_MS = 7 * DAY_MS;
export const MAX_ANSWERED_CHANNELS = 20;

/** A channel in which the bot was asked lately, or that its owner chose. */
export interface AnsweredChannel {
  readonly channelId: string;
  /** Null for direct messages. */
  readonly guildId: string | null;
  /** When the last message was sent that was to be answered, or the channel was chosen, in epoch ms. */
  readonly lastSentAtMs: number;
}

/** Where a bot answers: what is missed there while it has no session is read when it has one again. Messages are added as they are counted. */
@Injectable()
export class AnsweredChannels {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** Those in which the bot was asked last come first. */
  async of(botId: string): Promise<AnsweredChannel[]> {
    const members = await this.redis.zrevrange(answeredChannelsKey(botId), 0, -1, 'WITHSCORES');
    return Array.from({ length: members.length / 2 }, (_, index) => {
      const [channelId = '', guildId = ''] = (members[2 * index] ?? '').split(':');
      return { channelId, guildId: guildId === '' ? null : guildId, lastSentAtMs: Number(members[2 * index + 1]) };
    });
  }

  /** A channel in which nobody has asked yet; one that is known stays as it is, and is not taken out for this one. */
  async add(botId: string, { channelId, guildId }: Pick<AnsweredChannel, 'channelId' | 'guildId'>): Promise<void> {
    const key = answeredChannelsKey(botId);
    if ((await this.redis.zcard(key)) >= MAX_ANSWERED_CHANNELS) return;
    await this.redis.zadd(key, 'NX', Date.now(), memberOf({ channelId, guildId }));
    await this.redis.pexpire(key, CHANNELS_KNOWN_MS);
  }

  /** The bot was stopped: what is written while it is offline is not to be answered later. */
  async forget(botId: string): Promise<void> {
    await this.redis.del(answeredChannelsKey(botId));
  }
}

/** Their scores are the times of the last messages. */
export const answeredChannelsKey = (botId: string): string => `runner:answered-channels:${botId}`;

export const memberOf = ({ channelId, guildId }: Pick<AnsweredChannel, 'channelId' | 'guildId'>): string =>
  `${channelId}:${guildId ?? ''}`;
