import { DiscordAPIError } from '@discordjs/rest';
import type { ChannelAccess, OutputOf, ParsedInputOf, runnerChannels as calls } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { Routes, type APIChannel } from 'discord-api-types/v10';
import { GuildAccess, permissionsIn } from '../discord/guild-access.js';
import { RestClients } from '../discord/rest-clients.js';
import { isThreadType } from '../discord/thread-types.js';
import { askDiscord } from './discord-answers.js';

const TIMEOUT_MS = 4000;
/** Discord's codes for a channel that was deleted, or that the bot cannot see. */
const UNSEEN: ReadonlySet<number | string> = new Set([10_003, 50_001]);

/** What a bot may do in channels, for check-ups. */
@Injectable()
export class ChannelAccessService {
  constructor(
    private readonly clients: RestClients,
    private readonly guilds: GuildAccess,
  ) {}

  async access({ channelIds, ...bot }: ParsedInputOf<typeof calls.access>): Promise<OutputOf<typeof calls.access>> {
    return { channels: await Promise.all(channelIds.map((channelId) => askDiscord(() => this.accessTo(bot, channelId)))) };
  }

  private async accessTo(
    { botId, applicationId }: { readonly botId: string; readonly applicationId: string },
    channelId: string,
  ): Promise<ChannelAccess> {
    const channel = await this.channel(botId, channelId);
    if (channel === null || !('guild_id' in channel) || channel.guild_id === undefined)
      return { channelId, guildId: null, name: null, isAgeRestricted: false, permissions: '0' };
    const guildId = channel.guild_id;
    const place = { botId, guildId };
    const [guild, own] = await Promise.all([this.guilds.guild(place), this.guilds.ownMember(place, applicationId)]);
    const overwrites = 'permission_overwrites' in channel ? (channel.permission_overwrites ?? []) : [];
    const isAgeRestricted = await this.isAgeRestricted(botId, channel);
    return {
      channelId,
      guildId,
      name: channel.name,
      isAgeRestricted,
      permissions: String(permissionsIn(guild, overwrites, own)),
    };
  }

  /** A thread is as restricted as its channel. */
  private async isAgeRestricted(botId: string, channel: APIChannel): Promise<boolean> {
    const parent =
      isThreadType(channel.type) && 'parent_id' in channel && channel.parent_id
        ? await this.channel(botId, channel.parent_id)
        : channel;
    return parent !== null && 'nsfw' in parent && parent.nsfw === true;
  }

  /** Null for a channel that does not exist, or that the bot cannot see. */
  private async channel(botId: string, channelId: string): Promise<APIChannel | null> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      return (await this.clients.use(botId, (rest) => rest.get(Routes.channel(channelId), { signal }))) as APIChannel;
    } catch (error) {
      if (error instanceof DiscordAPIError && UNSEEN.has(error.code)) return null;
      throw error;
    }
  }
}
