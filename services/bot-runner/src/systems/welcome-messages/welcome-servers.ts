import type { RunnableBot } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { Routes, type APIGuild } from 'discord-api-types/v10';
import { GuildAccess } from '../../discord/guild-access.js';
import { AgeGate } from '../../messages/age-gate.js';
import { RestClients } from '../../discord/rest-clients.js';

/** A server as far as greetings name it. */
export type Guild = Pick<APIGuild, 'name' | 'system_channel_id' | 'approximate_member_count'>;

/** What greetings need to know of a server. Methods throw what Discord answers. */
@Injectable()
export class WelcomeServers {
  constructor(
    private readonly clients: RestClients,
    private readonly access: GuildAccess,
    private readonly age: AgeGate,
  ) {}

  async guild(botId: string, guildId: string): Promise<Guild> {
    const query = new URLSearchParams({ with_counts: 'true' });
    return (await this.clients.use(botId, (rest) => rest.get(Routes.guild(guildId), { query }))) as APIGuild;
  }

  /** The configured channel when it is one of the server, otherwise that in which Discord announces new members; null without one. */
  async channelFor(
    server: { readonly botId: string; readonly guildId: string },
    guild: Guild,
    configured: string | null,
  ): Promise<string | null> {
    const isHere = configured !== null && !(await this.access.isElsewhere({ ...server, channelId: configured }));
    return isHere ? configured : guild.system_channel_id;
  }

  /** The same, but null for a channel that the owner of a bot for adults did not choose and that Discord does not restrict to adults. */
  async greetingChannel(
    bot: Pick<RunnableBot, 'botId' | 'ageRating'>,
    guildId: string,
    guild: Guild,
    configured: string | null,
  ): Promise<string | null> {
    const channelId = await this.channelFor({ botId: bot.botId, guildId }, guild, configured);
    return channelId === null || channelId === configured || (await this.age.isOpen(bot, channelId)) ? channelId : null;
  }
}
