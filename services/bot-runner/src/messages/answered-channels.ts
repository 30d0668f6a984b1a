import { REDIS } from '@kith/kit';
import { DAY_MS, type RunnableBot } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { LATEST_ASKED } from '../traces/latest-asked.js';

/** How long the channels of a bot are known after the last question, and how many of them: those in which it was asked last. */
export const CHANNELS_KNOWN_MS = 7 * DAY_MS;
export const MAX_ANSWERED_CHANNELS = 20;

const RESTORED_AT_ONCE = 50;
const ASKED = `
  select bot_id as "botId", channel_id as "channelId", guild_id as "guildId", greatest(max(sent_at), max(started_at)) as "sinceAt"
  from unnest($1::uuid[], $2::timestamptz[]) as bot (id, started_at),
    unnest(array['answered', 'unanswered', 'waiting', 'merged']) as asked (outcome), ${LATEST_ASKED}
  group by bot_id, channel_id, guild_id`;

/** A channel in which the bot was asked lately, or that its owner chose. */
export interface AnsweredChannel {
  readonly channelId: string;
  /** Null for direct messages. */
  readonly guildId: string | null;
  /** When the last message was sent that was to be answered, or the channel was chosen, in epoch ms. */
  readonly lastSentAtMs: number;
}

interface Asked extends Omit<AnsweredChannel, 'lastSentAtMs'> {
  readonly botId: string;
  readonly sinceAt: Date;
}

/** Where a bot answers: what is missed there while it has no session is read when it has one again. Messages are added as they are counted. */
@Injectable()
export class AnsweredChannels {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

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

  /**
   * After Redis lost its data: where these bots were asked lately is known from the traces of messages. What was written before a bot was last
   * started is not to be answered.
   */
  async restore(bots: readonly Pick<RunnableBot, 'botId' | 'startedAt'>[]): Promise<void> {
    for (let start = 0; start < bots.length; start += RESTORED_AT_ONCE) {
      const some = bots.slice(start, start + RESTORED_AT_ONCE);
      const parameters = [some.map(({ botId }) => botId), some.map(({ startedAt }) => startedAt ?? null)];
      const asked = await this.database.query<Asked[]>(ASKED, parameters);
      const writing = this.redis.pipeline();
      for (const { botId, sinceAt, ...channel } of asked) {
        const key = answeredChannelsKey(botId);
        writing.zadd(key, 'GT', sinceAt.getTime(), memberOf(channel));
      }
      for (const botId of new Set(asked.map((channel) => channel.botId))) {
        const key = answeredChannelsKey(botId);
        writing.zremrangebyrank(key, 0, -1 - MAX_ANSWERED_CHANNELS);
        writing.pexpire(key, CHANNELS_KNOWN_MS);
      }
      await writing.exec();
    }
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
