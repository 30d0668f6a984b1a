import type { DiscordAPIError } from '@discordjs/rest';
import { Injectable } from '@nestjs/common';
import { GuildAccess } from '../discord/guild-access.js';
import { MessagePoster, type Post } from '../discord/message-poster.js';
import { missingToPost } from '../discord/missing-permission.js';
import { isRefused } from '../discord/refused.js';
import { Problems } from '../problems/problems.service.js';

interface Server {
  readonly botId: string;
  readonly ownerId: string;
  readonly guildId: string;
}

/** What systems post in channels of servers. The owner reads where Discord refuses it, until a post is accepted there. */
@Injectable()
export class SystemPosts {
  constructor(
    private readonly poster: MessagePoster,
    private readonly problems: Problems,
    private readonly access: GuildAccess,
  ) {}

  /** Null when it is posted; otherwise why it never can be. Throws what another attempt may overcome, as `MessagePoster.post` does. */
  async post({ botId, ownerId, guildId }: Server, post: Omit<Post, 'botId'>): Promise<DiscordAPIError | null> {
    const { channelId } = post;
    const place = { guildId, channelId, action: 'send-messages' as const };
    try {
      await this.poster.post({ botId, ...post });
    } catch (error) {
      if (!isRefused(error)) throw error;
      const permission = await missingToPost(this.access, { botId, channelId }, error.code);
      await this.problems.record({ botId, ownerId }, place, permission);
      return error;
    }
    await this.problems.resolve({ botId, ownerId }, place);
    return null;
  }

  /**
   * The same for what a picture belongs to that repeats the text: where Discord refuses files, the text alone is posted;
   * `without_files` then. The owner reads that the bot may attach none there (403), not that Discord takes a single one for invalid (400).
   */
  async postWithFiles(server: Server, post: Omit<Post, 'botId'>): Promise<DiscordAPIError | 'without_files' | null> {
    if (!post.parts.some(({ files }) => files)) return this.post(server, post);
    const { botId, ownerId, guildId } = server;
    const place = { guildId, channelId: post.channelId };
    const refused = await this.poster.post({ botId, ...post }).then(() => null, refusalIn);
    if (refused) {
      const refusal = await this.post(server, { ...post, parts: post.parts.map(({ files: _files, ...part }) => part) });
      if (refusal) return refusal;
      if (refused.status === 403)
        await this.problems.record({ botId, ownerId }, { ...place, action: 'attach-files' }, 'Attach Files');
      return 'without_files';
    }
    await this.problems.resolve({ botId, ownerId }, { ...place, action: 'send-messages' });
    await this.problems.resolve({ botId, ownerId }, { ...place, action: 'attach-files' });
    return null;
  }
}

/** Throws what is no refusal for good. */
function refusalIn(error: unknown): DiscordAPIError {
  if (!isRefused(error)) throw error;
  return error;
}
