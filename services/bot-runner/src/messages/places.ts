import { growingCache, LOGGER, type Logger } from '@kith/kit';
import type { RunnableBot } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { ChannelType, type GatewayDispatchPayload } from 'discord-api-types/v10';
import { GuildAccess } from '../discord/guild-access.js';
import { isOutOfReach } from '../discord/refused.js';
import { isThreadType } from '../discord/thread-types.js';
import type { ConnectedBot } from './connected-bot.js';
import { namesChannels, type IncomingMessage } from './decide.js';
import { ThreadParents } from './thread-parents.js';

const MAX_CHANNELS = 20_000;
/** An event about a channel may have been lost: what is older is asked for again, and holds until Discord has answered. */
const CATEGORY_FRESH_MS = 3_600_000;
const REFUSED_TTL_MS = 600_000;
/** How long a message waits for Discord, and how long Discord is not asked again after it failed. */
const LOOKUP_MS = 5000;
const FAILED_TTL_MS = 5000;

interface KnownCategory {
  /** Null for a channel that stands in none. */
  readonly categoryId: string | null;
  readonly learnedAtMs: number;
}

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
  private readonly categories = growingCache<KnownCategory>(MAX_CHANNELS);
  /** Channels, by bot, of which Discord does not tell the bot, or did not just now. */
  private readonly untold = growingCache<true>(MAX_CHANNELS, REFUSED_TTL_MS);
  /** What Discord is being asked for, by bot and channel. */
  private readonly asking = new Map<string, Promise<string | null | undefined>>();
  /** The last message that waits for Discord, by bot and channel. */
  private readonly waiting = new Map<string, Promise<IncomingMessage>>();

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

  /** Like `complete`, in the order of the calls for each channel, which an event that tells of the channel could break otherwise. */
  inOrder<M extends IncomingMessage>(connected: ConnectedBot, message: M): M | Promise<M> {
    const key = keyOf(connected.bot, message.channelId);
    const before = this.waiting.size === 0 ? undefined : this.waiting.get(key);
    const completed = before ? before.then(() => this.complete(connected, message)) : this.complete(connected, message);
    if (!(completed instanceof Promise)) return completed;
    this.waiting.set(key, completed);
    const end = (): void => {
      if (this.waiting.get(key) === completed) this.waiting.delete(key);
    };
    void completed.then(end, end);
    return completed;
  }

  /**
   * The message with what its channel belongs to, as far as the settings of the bot ask for it; Discord is asked for what is not known. Where
   * Discord does not tell, it stays unknown.
   */
  complete<M extends IncomingMessage>({ bot, threadParents }: ConnectedBot, message: M): M | Promise<M> {
    if (message.guildId === null) return message;
    if (!message.isThread || message.parentId !== null) return this.withCategory(bot, message);
    const known = threadParents.get(message.channelId);
    if (known !== undefined) return this.withCategory(bot, { ...message, parentId: known });
    return this.threadParents.fetch(bot, threadParents, message.channelId).then((parentId) => {
      return parentId === null ? message : this.withCategory(bot, { ...message, parentId });
    });
  }

  private withCategory<M extends IncomingMessage>(bot: RunnableBot, message: M): M | Promise<M> {
    if (message.categoryId !== undefined || !namesChannels(bot)) return message;
    const channelId = message.parentId ?? message.channelId;
    const known = this.categories.get(channelId);
    if (known) {
      const isOld = Date.now() - known.learnedAtMs > CATEGORY_FRESH_MS;
      if (isOld && !this.untold.has(keyOf(bot, channelId))) void this.lookUp(bot, channelId);
      return { ...message, categoryId: known.categoryId };
    }
    if (this.untold.has(keyOf(bot, channelId))) return message;
    return this.lookUp(bot, channelId).then((categoryId) => (categoryId === undefined ? message : { ...message, categoryId }));
  }

  /** Undefined when Discord does not tell in time. Asked once for all who want to know it meanwhile. */
  private lookUp(bot: RunnableBot, channelId: string): Promise<string | null | undefined> {
    const key = keyOf(bot, channelId);
    const known = this.asking.get(key);
    if (known) return known;
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => {
        this.untold.set(key, true, { ttl: FAILED_TTL_MS });
        resolve(undefined);
      }, LOOKUP_MS);
    });
    const asked = Promise.race([this.ask(bot, channelId), tooLate]).finally(() => {
      clearTimeout(timer);
      this.asking.delete(key);
    });
    this.asking.set(key, asked);
    return asked;
  }

  private async ask(bot: RunnableBot, channelId: string): Promise<string | null | undefined> {
    const { botId } = bot;
    try {
      const { categoryId } = await this.access.channel({ botId, channelId });
      this.categories.set(channelId, { categoryId, learnedAtMs: Date.now() });
      return categoryId;
    } catch (error) {
      this.untold.set(keyOf(bot, channelId), true, { ttl: isOutOfReach(error) ? REFUSED_TTL_MS : FAILED_TTL_MS });
      this.logger.debug({ botId, err: error }, 'category of a channel unknown');
      return undefined;
    }
  }

  private setCategory({ id, type, parent_id: parentId }: ChannelLike): void {
    if (type !== ChannelType.GuildCategory && !isThreadType(type)) {
      this.categories.set(id, { categoryId: parentId ?? null, learnedAtMs: Date.now() });
    }
  }
}

const keyOf = ({ botId }: Pick<RunnableBot, 'botId'>, channelId: string): string => `${botId}:${channelId}`;
