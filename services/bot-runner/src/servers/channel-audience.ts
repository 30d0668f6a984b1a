import { LOGGER, errorText, type Logger } from '@kith/kit';
import type { OutputOf, ParsedInputOf, runner } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { allows, GuildAccess, permissionsIn } from '../discord/guild-access.js';

type Channel = ParsedInputOf<typeof runner.channelAudience>;
type Audience = OutputOf<typeof runner.channelAudience>;

/** Who sees what is written in a channel. */
@Injectable()
export class ChannelAudience {
  constructor(
    private readonly guilds: GuildAccess,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A channel of which Discord does not tell counts as one that only some see. */
  async of(channel: Channel): Promise<Audience> {
    const { botId, channelId } = channel;
    try {
      return await this.ask(channel);
    } catch (error) {
      this.logger.info({ botId, channelId, reason: errorText(error) }, 'permissions of a channel unknown');
      return { isOpen: false, channelId };
    }
  }

  private async ask({ botId, guildId, channelId }: Channel): Promise<Audience> {
    const written = await this.guilds.channel({ botId, channelId });
    // Only its members see a private thread, whatever the channel allows.
    if (written.isPrivateThread) return { isOpen: false, channelId };
    const countedId = written.parentId ?? channelId;
    const channel = written.parentId === null ? written : await this.guilds.channel({ botId, channelId: countedId });
    const guild = await this.guilds.guild({ botId, guildId });
    const everybody = permissionsIn(guild, channel.overwrites, { id: '', roleIds: [] });
    const isSeen = channel.guildId === guildId && allows(everybody, PermissionFlagsBits.ViewChannel);
    return { isOpen: isSeen && !channel.isAgeRestricted, channelId: countedId };
  }
}
