import { DiscordAPIError } from '@discordjs/rest';
import type { JobOf, queues, RunnableBot } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { MISSING_PERMISSIONS } from '../deliveries/delivery-outcomes.js';
import { MessagePoster } from '../discord/message-poster.js';
import { Problems } from '../problems/problems.service.js';
import type { Saying } from './proactive-log.js';
import { WRITTEN_FLAGS } from './proactive-schedule.js';

type Job = JobOf<typeof queues.proactive>;

/** Of a channel that a bot may not see Discord does not say to which server it belongs. */
const UNKNOWN_SERVER = '0';

interface Posting {
  readonly bot: RunnableBot;
  readonly guildId: string;
  readonly saying: Saying;
}

/** Posts what bots say by themselves, and tells their owners where Discord refuses it. */
@Injectable()
export class ProactivePosts {
  constructor(
    private readonly poster: MessagePoster,
    private readonly problems: Problems,
  ) {}

  /** What is read of the channel. Throws what Discord answers; its owner is told of a channel that the bot may not see. */
  async seeing<T>({ channelId }: Job, bot: RunnableBot, read: () => Promise<T>): Promise<T> {
    const place = { guildId: UNKNOWN_SERVER, channelId, action: 'send-messages' } as const;
    let result: T;
    try {
      result = await read();
    } catch (error) {
      if (error instanceof DiscordAPIError && error.status === 403)
        await this.problems.record(bot, place, MISSING_PERMISSIONS.get(error.code) ?? null);
      throw error;
    }
    await this.problems.resolve(bot, place);
    return result;
  }

  /** Throws what Discord answers. */
  async post({ botId, channelId, eventId }: Job, { bot, guildId, saying }: Posting): Promise<void> {
    const place = { guildId, channelId, action: 'send-messages' } as const;
    try {
      const parts = [{ content: saying.text, ...(saying.isWritten && { flags: WRITTEN_FLAGS }) }];
      await this.poster.post({ botId, postId: `proactive-${channelId}-${eventId}`, channelId, parts });
    } catch (error) {
      if (error instanceof DiscordAPIError && error.status === 403)
        await this.problems.record(bot, place, MISSING_PERMISSIONS.get(error.code) ?? null);
      throw error;
    }
    await this.problems.resolve(bot, place);
  }
}
