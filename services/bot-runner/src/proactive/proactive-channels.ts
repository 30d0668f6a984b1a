import type { JobOf, queues, RunnableBot } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { PermissionFlagsBits, Routes, type APIMessage } from 'discord-api-types/v10';
import { allows, GuildAccess } from '../discord/guild-access.js';
import { RestClients } from '../discord/rest-clients.js';
import { AgeGate } from '../messages/age-gate.js';
import { maySpeakIn } from '../messages/decide.js';

type Job = JobOf<typeof queues.proactive>;

const TIMEOUT_MS = 10_000;
/** As many as Discord answers at once. Where all of them are by bots, there is nobody to be spoken to. */
const LAST_MESSAGES = '100';

/** The channels in which bots begin conversations, as Discord shows them. Methods throw what it answers. */
@Injectable()
export class ProactiveChannels {
  constructor(
    private readonly access: GuildAccess,
    private readonly age: AgeGate,
    private readonly clients: RestClients,
  ) {}

  /** The server of the channel, if the bot may begin a conversation there; else null, always for direct messages. */
  async openGuildOf({ botId, channelId, guildId: joinedGuildId }: Job, bot: RunnableBot): Promise<string | null> {
    const channel = await this.access.channel({ botId, channelId });
    const { guildId, parentId } = channel;
    // One list holds the channels of all servers of the bot: who joins one server is no matter of another.
    if (guildId === null || (joinedGuildId !== null && joinedGuildId !== guildId)) return null;
    const isThread = parentId !== null;
    const { categoryId } = isThread ? await this.access.channel({ botId, channelId: parentId }) : channel;
    if (!maySpeakIn({ guildId, channelId, parentId, categoryId, isThread }, bot)) return null;
    return (await this.age.isOpen(bot, channelId)) ? guildId : null;
  }

  /** Where Discord shows no messages, that may be why. */
  async mayReadHistory({ botId, channelId }: Job, guildId: string, { applicationId }: RunnableBot): Promise<boolean> {
    const { parentId } = await this.access.channel({ botId, channelId });
    const permissions = await this.access.ownPermissions({ botId, guildId, channelId: parentId ?? channelId }, applicationId);
    return allows(permissions, PermissionFlagsBits.ReadMessageHistory);
  }

  async lastMessages({ botId, channelId }: Job): Promise<APIMessage[]> {
    const query = new URLSearchParams({ limit: LAST_MESSAGES });
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await this.clients.use(botId, (rest) => rest.get(Routes.channelMessages(channelId), { query, signal }));
    return answer as APIMessage[];
  }
}
