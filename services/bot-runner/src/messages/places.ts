import { growingCache, LOGGER, type Logger } from '@kith/kit';
import type { RunnableBot } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { ChannelType, type GatewayDispatchPayload } from 'discord-api-types/v10';
import { GuildAccess } from '../discord/guild-access.js';
import { isThreadType } from '../discord/thread-types.js';
import type { ConnectedBot } from './connected-bot.js';
import { namesChannels, type IncomingMessage } from './decide.js';
import { isRefusal, ThreadParents } from './thread-parents.js';

const MAX_CHANNELS = 20_000;
/** An event about a channel may have been lost. */
const CATEGORY_TTL_MS = 3_600_000;
const REFUSED_TTL_MS = 600_000;
const NO_CATEGORY = '';

interface ChannelLike {
  readonly id: string;
  readonly type: ChannelType;
  readonly parent_id?: string | null | undefined;
}

/**
 * What the channel of a message belongs to: a thread to its channel, a channel to its category (docs/decisions.md C3). Categories are kept once for all
 * bots, and only of channels in which a bot was written to whose settings name channels.
 */
@Injectable()
export class Places {
  /** By channel. */
  private readonly categories = growingCache<string>(MAX_CHANNELS, CATEGORY_TTL_MS);
  /** Channels, by bot, of which Discord does not tell the bot. */
  private readonly refused = growingCache<true>(MAX_CHANNELS, REFUSED_TTL_MS);

  constructor(
    private readonly threadParents: ThreadParents,
    private readonly access: GuildAccess,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The parent channels of threads that earlier runners learned, by thread id. */
  load(applicationId: string): Promise<Map<string, string>> {
    return this.threadParents.load(applicationId);
  }

  /** Follows an event about channels and threads; null when nothing is to be waited for. */
  learn({ bot, threadParents }: ConnectedBot, payload: GatewayDispatchPayload): Promise<void> | null {
    if (payload.t === 'CHANNEL_DELETE') this.categories.delete(payload.d.id);
    if (payload.t === 'CHANNEL_UPDATE' && this.categories.has(payload.d.id)) this.setCategory(payload.d as ChannelLike);
    if (payload.t === 'GUILD_CREATE' && 'channels' in payload.d && Array.isArray(payload.d.channels) && namesChannels(bot))
      for (const channel of payload.d.channels as readonly ChannelLike[]) this.setCategory(channel);
    return this.threadParents.learn(bot.applicationId, threadParents, payload);
  }

  /**
   * The message with what its channel belongs to, as far as the settings of the bot ask for it; Discord is asked for what is not known. Where
   * Discord does not tell, it stays unknown.
   */
  complete<M extends IncomingMessage>({ bot, threadParents }: ConnectedBot, message: M): M | Promise<M> {
    if (message.guildId === null) return message;
    if (!message.isThread || message.parentId !== null) return this.withCategory(bot, message);
    return this.threadParents.fetch(bot, threadParents, message.channelId).then((parentId) => {
      return parentId === null ? message : this.withCategory(bot, { ...message, parentId });
    });
  }

  private withCategory<M extends IncomingMessage>(bot: RunnableBot, message: M): M | Promise<M> {
    if (message.categoryId !== undefined || !namesChannels(bot)) return message;
    const channelId = message.parentId ?? message.channelId;
    const known = this.categories.get(channelId);
    if (known !== undefined) return { ...message, categoryId: known === NO_CATEGORY ? null : known };
    return this.ask(bot.botId, channelId).then((categoryId) => (categoryId === undefined ? message : { ...message, categoryId }));
  }

  private async ask(botId: string, channelId: string): Promise<string | null | undefined> {
    const key = `${botId}:${channelId}`;
    if (this.refused.has(key)) return undefined;
    try {
      const { categoryId } = await this.access.channel({ botId, channelId });
      this.categories.set(channelId, categoryId ?? NO_CATEGORY);
      return categoryId;
    } catch (error) {
      if (isRefusal(error)) this.refused.set(key, true);
      this.logger.debug({ botId, err: error }, 'category of a channel unknown');
      return undefined;
    }
  }

  private setCategory({ id, type, parent_id: parentId }: ChannelLike): void {
    if (type !== ChannelType.GuildCategory && !isThreadType(type)) this.categories.set(id, parentId ?? NO_CATEGORY);
  }
}
