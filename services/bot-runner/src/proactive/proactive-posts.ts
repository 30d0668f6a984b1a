import { DiscordAPIError } from '@discordjs/rest';
import type { JobOf, queues, RunnableBot } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { GuildAccess } from '../discord/guild-access.js';
import { MessagePoster } from '../discord/message-poster.js';
import { missingToPost } from '../discord/missing-permission.js';
import { PostedParts } from '../discord/posted-parts.js';
import { Problems } from '../problems/problems.service.js';
import type { ProactiveText } from './proactive-log.js';
import { WRITTEN_FLAGS } from './proactive-schedule.js';
import { unseen } from './unseen-channels.js';

type Job = JobOf<typeof queues.proactive>;

interface Posting {
  readonly bot: RunnableBot;
  readonly guildId: string;
  readonly text: ProactiveText;
}

interface Reading {
  readonly bot: RunnableBot;
  readonly guildId: string;
  readonly isReadable: boolean;
}

/** Posts what bots say by themselves, and tells their owners where Discord refuses it. */
@Injectable()
export class ProactivePosts {
  constructor(
    private readonly poster: MessagePoster,
    private readonly posted: PostedParts,
    private readonly problems: Problems,
    private readonly access: GuildAccess,
  ) {}

  /** What is read of the channel. Throws what Discord answers; its owner is told of a channel that the bot may not see. */
  async seeing<T>({ channelId }: Job, bot: RunnableBot, read: () => Promise<T>): Promise<T> {
    const place = unseen(channelId);
    let result: T;
    try {
      result = await read();
    } catch (error) {
      if (error instanceof DiscordAPIError && error.status === 403)
        await this.problems.record(bot, place, await missingToPost(this.access, { botId: bot.botId, channelId }, error.code));
      // There is nothing left that the bot could be allowed to see.
      if (error instanceof DiscordAPIError && error.status === 404) await this.problems.resolve(bot, place);
      throw error;
    }
    await this.problems.resolve(bot, place);
    return result;
  }

  /** Whether the bot may read who wrote last: without that it does not know when to speak, and its owner is told. */
  async noteReading({ channelId }: Job, { bot, guildId, isReadable }: Reading): Promise<void> {
    const place = { guildId, channelId, action: 'read-history' } as const;
    if (isReadable) await this.problems.resolve(bot, place);
    else await this.problems.record(bot, place, 'Read Message History');
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
        await this.problems.record(bot, place, await missingToPost(this.access, { botId, channelId }, error.code));
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
