import { DiscordAPIError } from '@discordjs/rest';
import type { JobOf, queues, RunnableBot } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { MISSING_PERMISSIONS } from '../deliveries/delivery-outcomes.js';
import { MessagePoster } from '../discord/message-poster.js';
import { PostedParts } from '../discord/posted-parts.js';
import { Problems } from '../problems/problems.service.js';
import type { ProactiveText } from './proactive-log.js';
import { WRITTEN_FLAGS } from './proactive-schedule.js';

type Job = JobOf<typeof queues.proactive>;

/** Of a channel that a bot may not see Discord does not say to which server it belongs. */
const UNKNOWN_SERVER = '0';

interface Posting {
  readonly bot: RunnableBot;
  readonly guildId: string;
  readonly text: ProactiveText;
}

/** Posts what bots say by themselves, and tells their owners where Discord refuses it. */
@Injectable()
export class ProactivePosts {
  constructor(
    private readonly poster: MessagePoster,
    private readonly posted: PostedParts,
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
  async post(job: Job, { bot, guildId, text: { text, isWritten } }: Posting): Promise<void> {
    const { botId, channelId } = job;
    const place = { guildId, channelId, action: 'send-messages' } as const;
    try {
      const parts = [{ content: text, ...(isWritten && { flags: WRITTEN_FLAGS }) }];
      await this.poster.post({ botId, postId: postIdOf(job), channelId, parts });
    } catch (error) {
      if (error instanceof DiscordAPIError && error.status === 403)
        await this.problems.record(bot, place, MISSING_PERMISSIONS.get(error.code) ?? null);
      throw error;
    }
    await this.problems.resolve(bot, place);
  }

  /** Whether any attempt has posted it. */
  async isPosted(job: Job): Promise<boolean> {
    return (await this.posted.of({ botId: job.botId, postId: postIdOf(job) })).parts.length > 0;
  }
}

const postIdOf = ({ channelId, eventId }: Job): string => `proactive-${channelId}-${eventId}`;
