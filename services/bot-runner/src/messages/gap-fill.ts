import { DiscordAPIError } from '@discordjs/rest';
import { LOGGER, errorText, type Logger } from '@kith/kit';
import { sentAtMs, type RunnableBot } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import {
  ChannelType,
  GatewayDispatchEvents,
  GatewayOpcodes,
  Routes,
  type APIChannel,
  type APIGuildMember,
  type APIMessage,
  type GatewayMessageCreateDispatchData,
} from 'discord-api-types/v10';
import { isOutOfReach } from '../discord/refused.js';
import { RestClients } from '../discord/rest-clients.js';
import { belongsTo, type Shard } from '../leases/shard.js';
import { AnsweredChannels, type AnsweredChannel } from './answered-channels.js';
import type { ChannelReads } from './channel-reads.js';
import type { ConnectedBot } from './connected-bot.js';
import { HeldEvents } from './held-events.js';
import { MessageIntake } from './message-intake.js';

/** Nobody waits for an answer to an older message (docs/decisions.md C14). */
const MAX_AGE_MS = 600_000;
/** Discord lists so many messages at once, the newest first. */
const PAGE_SIZE = 100;
const MAX_PAGES = 2;
/** Whose roles are asked for, in all channels of a bot together. */
const MAX_AUTHORS = 100;
/** For all channels of a bot together; and how many bots are filled at once, because thousands may get new sessions together. */
const MAX_FILL_MS = 60_000;
const MAX_FILLS = 8;
const TIMEOUT_MS = 10_000;

/** What is read before a session. */
interface Reading {
  /** Each resolves when its message is in the queue. */
  readonly handled: Promise<void>[];
  /** Whose roles may still be asked for. */
  authors: number;
  isWhole: boolean;
}

/**
 * Reads over REST what Discord did not deliver, because it had dropped the session: the newest messages of the last ten minutes since the last
 * answered one, of the channels in which the bot was asked lately and of those that its owner chose. They take the same way as those of the
 * gateway; those that arrived there too, and those that show an answer, are left out.
 */
@Injectable()
export class GapFill {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly clients: RestClients,
    private readonly channels: AnsweredChannels,
    private readonly intake: MessageIntake,
    private readonly held: HeldEvents,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Of the servers of the shard. Resolves when all are in the queue; to false where Discord or Redis did not answer, or not in time, so that some are
   * not. Never rejects.
   */
  async fill(connected: ConnectedBot, shard: Shard): Promise<boolean> {
    const reading: Reading = { handled: [], authors: MAX_AUTHORS, isWhole: true };
    try {
      await this.held.during(connected, (reads) => this.fillKnown(connected, shard, reads, reading));
      // Not in the turn: the lines of one question wait for each other.
      await Promise.all(reading.handled);
    } catch (error) {
      this.logger.warn({ botId: connected.bot.botId, err: error }, 'messages of the last minutes not read');
      return false;
    }
    return reading.isWhole;
  }

  private async fillKnown(connected: ConnectedBot, shard: Shard, reads: ChannelReads, reading: Reading): Promise<void> {
    const all = await this.channels.of(connected.bot.botId);
    const known = all.filter(({ guildId }) => belongsTo(guildId, shard));
    const unknown = chosenChannels(connected.bot).filter((id) => !all.some(({ channelId }) => channelId === id));
    // Of very many bots that get new sessions together the later ones would hold what is written for nothing.
    if (this.running >= MAX_FILLS) reads.endAll();
    else reads.expect(known.map(({ channelId }) => channelId));
    if (known.length + unknown.length === 0) return;
    await this.inTurn(async () => {
      const signal = AbortSignal.timeout(MAX_FILL_MS);
      for (const channel of known) {
        if (signal.aborted) reading.isWhole = false;
        else await this.fillChannel(connected, channel, reading);
        reads.end(channel.channelId);
      }
      await this.learn(connected, shard, unknown);
    });
  }

  /** The channels that the owner chose changed: what is missed there from now on is read, too. */
  async follow(connected: ConnectedBot, shard: Shard): Promise<void> {
    const { botId } = connected.bot;
    try {
      const known = await this.channels.of(botId);
      const unknown = chosenChannels(connected.bot).filter((id) => !known.some(({ channelId }) => channelId === id));
      if (unknown.length > 0) await this.inTurn(() => this.learn(connected, shard, unknown));
    } catch (error) {
      this.logger.debug({ botId, err: error }, 'chosen channels not remembered');
    }
  }

  /** Redis lost its data. Never rejects: a channel that cannot be restored is known again when the bot is asked there. */
  async restore(bots: readonly RunnableBot[]): Promise<void> {
    await this.channels
      .restore(bots)
      .catch((error: unknown) => this.logger.warn({ bots: bots.length, err: error }, 'answered channels not restored'));
  }

  /** The bot was stopped: what is written while it is offline is not answered later. */
  forget(botId: string): void {
    this.channels
      .forget(botId)
      .catch((error: unknown) => this.logger.debug({ botId, err: error }, 'answered channels not forgotten'));
  }

  private async inTurn(work: () => Promise<void>): Promise<void> {
    if (this.running >= MAX_FILLS) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running += 1;
    try {
      await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  /** Remembers channels as answered from now on. Nothing is read there: the bot may just have been started. */
  private async learn({ bot, closed }: ConnectedBot, shard: Shard, channelIds: readonly string[]): Promise<void> {
    for (const channelId of channelIds) {
      if (closed.aborted) return;
      const found = await this.get<APIChannel>(bot.botId, Routes.channel(channelId), 'channel unavailable').catch(() => null);
      // Nobody writes in a category itself.
      if (found?.type === ChannelType.GuildCategory) continue;
      const guildId = found && 'guild_id' in found ? (found.guild_id ?? null) : null;
      if (guildId !== null && belongsTo(guildId, shard)) await this.channels.add(bot.botId, { channelId, guildId });
    }
  }

  private async fillChannel(connected: ConnectedBot, channel: AnsweredChannel, reading: Reading): Promise<void> {
    const { guildId } = channel;
    const { bot, ownUserId, handled } = connected;
    const found = await this.read(bot.botId, channel, reading);
    const answered = new Set(
      found.flatMap(({ author, message_reference: reference }) => (author.id === ownUserId ? (reference?.message_id ?? []) : [])),
    );
    const messages = found.filter(({ id, author }) => author.id !== ownUserId && !answered.has(id) && !handled.has(id));
    const members = guildId === null ? null : await this.authors(bot.botId, guildId, messages, reading);
    // Discord lists the newest first.
    for (const message of messages.toReversed()) {
      if (connected.closed.aborted) return;
      const isPerson = message.author.bot !== true && message.webhook_id === undefined;
      const member = members?.get(message.author.id);
      // Without the roles of its author, moderation would take a moderator for a member.
      const isUnknown = members !== null && isPerson && (member === undefined || member === 'unknown');
      const d = {
        ...message,
        ...(guildId === null ? {} : { guild_id: guildId }),
        ...(member && member !== 'unknown' ? { member } : {}),
      } as GatewayMessageCreateDispatchData;
      // Not awaited: the lines of one member are one question only if the next one comes while the first one waits.
      reading.handled.push(this.take(connected, d, { isUnknown, reading }));
    }
    if (messages.length > 0) this.logger.info({ botId: bot.botId, messages: messages.length }, 'missed messages read');
  }

  /** Resolves when the message is in the queue, or is left because its author is unknown. Never rejects. */
  private async take(
    connected: ConnectedBot,
    d: GatewayMessageCreateDispatchData,
    { isUnknown, reading }: { readonly isUnknown: boolean; readonly reading: Reading },
  ): Promise<void> {
    try {
      if (isUnknown) await this.intake.leave(connected, d);
      else await this.intake.handle(connected, { op: GatewayOpcodes.Dispatch, t: GatewayDispatchEvents.MessageCreate, s: 0, d });
    } catch (error) {
      reading.isWhole = false;
      this.logger.error({ botId: connected.bot.botId, err: error }, 'missed message not handled');
    }
  }

  /** The authors of the newest messages as members of the server, as the gateway sends them with their messages; null for those who left. */
  private async authors(
    botId: string,
    guildId: string,
    messages: readonly APIMessage[],
    reading: Reading,
  ): Promise<ReadonlyMap<string, APIGuildMember | 'unknown' | null>> {
    const people = messages.filter((message) => message.author.bot !== true && message.webhook_id === undefined);
    const ids = [...new Set(people.map((message) => message.author.id))].slice(0, reading.authors);
    reading.authors -= ids.length;
    return new Map(await Promise.all(ids.map(async (id) => [id, await this.member(botId, guildId, id)] as const)));
  }

  /** Null for somebody who is no member. */
  private async member(botId: string, guildId: string, userId: string): Promise<APIGuildMember | 'unknown' | null> {
    try {
      const route = Routes.guildMember(guildId, userId);
      return await this.get<APIGuildMember>(botId, route, 'author of a missed message unavailable');
    } catch (error) {
      return error instanceof DiscordAPIError && error.status === 404 ? null : 'unknown';
    }
  }

  /** The newest first, none of them older than the last answered one. */
  private async read(botId: string, { channelId, lastSentAtMs }: AnsweredChannel, reading: Reading): Promise<APIMessage[]> {
    const sinceMs = Math.max(lastSentAtMs, Date.now() - MAX_AGE_MS);
    const found: APIMessage[] = [];
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const oldest = found.at(-1)?.id;
      const query = new URLSearchParams({ limit: String(PAGE_SIZE), ...(oldest === undefined ? {} : { before: oldest }) });
      const route = Routes.channelMessages(channelId);
      const page = await this.get<APIMessage[]>(botId, route, 'missed messages unavailable', query).catch((error: unknown) => {
        // A channel that is gone, or that the bot may not read, holds nothing for it.
        reading.isWhole &&= isOutOfReach(error);
        return [];
      });
      found.push(...page);
      const isLast = page.length < PAGE_SIZE || sentAtMs(page.at(-1)?.id ?? '0') < sinceMs;
      if (isLast) break;
    }
    return found.filter(({ id }) => sentAtMs(id) >= sinceMs);
  }

  /** Throws what Discord answers, after it is logged. */
  private async get<T>(botId: string, route: `/${string}`, problem: string, query?: URLSearchParams): Promise<T> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      return (await this.clients.use(botId, (rest) => rest.get(route, { signal, ...(query ? { query } : {}) }))) as T;
    } catch (error) {
      this.logger.info({ botId, route, reason: errorText(error) }, problem);
      throw error;
    }
  }
}

/** The channels that the owner chose for the bot; in all others it is not known where it will be asked. */
function chosenChannels({ channelSettings }: RunnableBot): readonly string[] {
  const { dedicatedChannelId, allowedChannels, restrictedChannels } = channelSettings;
  const chosen = dedicatedChannelId === '' ? allowedChannels : [dedicatedChannelId];
  return chosen.filter((id) => !restrictedChannels.includes(id));
}
