import { DiscordAPIError } from '@discordjs/rest';
import { LOGGER, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import {
  GatewayDispatchEvents,
  GatewayOpcodes,
  Routes,
  type APIGuildMember,
  type APIMessage,
  type GatewayMessageCreateDispatchData,
} from 'discord-api-types/v10';
import { RestClients } from '../discord/rest-clients.js';
import { belongsTo, type Shard } from '../leases/shard.js';
import type { ConnectedBot } from './connected-bot.js';
import { MessageIntake } from './message-intake.js';
import { OutstandingMessages, type ActiveChannel } from './outstanding-messages.js';

const MAX_MESSAGES_PER_CHANNEL = 50;
const TIMEOUT_MS = 10_000;
const DISCORD_EPOCH_MS = 1_420_070_400_000;

/**
 * Reads over REST what Discord did not deliver, because it had dropped the session: the messages since the last answered one, of the channels
 * in which the bot was asked in the last ten minutes. They take the same way as those of the gateway; those that arrived there too are left out.
 */
@Injectable()
export class GapFill {
  constructor(
    private readonly clients: RestClients,
    private readonly outstanding: OutstandingMessages,
    private readonly intake: MessageIntake,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Of the servers of the shard. Resolves when all are in the queue. Never rejects: what cannot be read stays without an answer. */
  async fill(connected: ConnectedBot, shard: Shard): Promise<void> {
    const { botId } = connected.bot;
    try {
      for (const channel of await this.outstanding.activeChannels(botId))
        if (belongsTo(channel.guildId, shard)) await this.fillChannel(connected, channel);
    } catch (error) {
      this.logger.warn({ botId, err: error }, 'messages of the last minutes not read');
    }
  }

  /** The bot was stopped: what is written while it is offline is not answered later. */
  forget(botId: string): void {
    this.outstanding
      .forgetActiveChannels(botId)
      .catch((error: unknown) => this.logger.debug({ botId, err: error }, 'active channels not forgotten'));
  }

  private async fillChannel(connected: ConnectedBot, channel: ActiveChannel): Promise<void> {
    const { guildId } = channel;
    const messages = await this.read(connected.bot.botId, channel);
    const members = guildId === null ? null : await this.authors(connected.bot.botId, guildId, messages);
    // Discord lists the newest first.
    for (const message of messages.toReversed()) {
      if (connected.closed.aborted) return;
      const member = members?.get(message.author.id);
      // Without the roles of its author, moderation would take a moderator for a member.
      if (member === 'unknown') continue;
      const d = {
        ...message,
        ...(guildId === null ? {} : { guild_id: guildId }),
        ...(member ? { member } : {}),
      } as GatewayMessageCreateDispatchData;
      // Not awaited: the lines of one member are one question only if the next one comes while the first one waits.
      void this.intake.handle(connected, { op: GatewayOpcodes.Dispatch, t: GatewayDispatchEvents.MessageCreate, s: 0, d });
    }
    if (messages.length > 0) this.logger.info({ botId: connected.bot.botId, messages: messages.length }, 'missed messages read');
  }

  /** The authors as members of the server, as the gateway sends them with their messages; without those who left. */
  private async authors(
    botId: string,
    guildId: string,
    messages: readonly APIMessage[],
  ): Promise<ReadonlyMap<string, APIGuildMember | 'unknown' | null>> {
    const people = messages.filter((message) => message.author.bot !== true && message.webhook_id === undefined);
    const ids = [...new Set(people.map((message) => message.author.id))];
    return new Map(await Promise.all(ids.map(async (id) => [id, await this.member(botId, guildId, id)] as const)));
  }

  /** Null for somebody who is no member. */
  private async member(botId: string, guildId: string, userId: string): Promise<APIGuildMember | 'unknown' | null> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      return (await this.clients.use(botId, (rest) =>
        rest.get(Routes.guildMember(guildId, userId), { signal }),
      )) as APIGuildMember;
    } catch (error) {
      if (error instanceof DiscordAPIError && error.status === 404) return null;
      this.logger.info(
        { botId, guildId, reason: error instanceof Error ? error.message : 'unknown' },
        'author of a missed message unavailable',
      );
      return 'unknown';
    }
  }

  private async read(botId: string, { channelId, lastSentAtMs }: ActiveChannel): Promise<APIMessage[]> {
    const query = new URLSearchParams({ after: idBefore(lastSentAtMs), limit: String(MAX_MESSAGES_PER_CHANNEL) });
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      return (await this.clients.use(botId, (rest) =>
        rest.get(Routes.channelMessages(channelId), { query, signal }),
      )) as APIMessage[];
    } catch (error) {
      this.logger.info(
        { botId, channelId, reason: error instanceof Error ? error.message : 'unknown' },
        'missed messages unavailable',
      );
      return [];
    }
  }
}

/** The highest id before the ids of that millisecond. */
const idBefore = (atMs: number): string => String((BigInt(atMs - DISCORD_EPOCH_MS) << 22n) - 1n);
