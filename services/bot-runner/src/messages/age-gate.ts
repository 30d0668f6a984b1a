import { LOGGER, errorText, type Logger } from '@kith/kit';
import type { RunnableBot } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { GuildAccess } from '../discord/guild-access.js';
import { isRefused } from '../discord/refused.js';
import type { IncomingMessage } from './decide.js';

/** `unknown`: Discord did not say whether the channel is age-restricted. */
type Verdict = 'open' | 'closed' | 'unknown';

/** Where bots that are for adults may answer (docs/decisions.md C40). */
@Injectable()
export class AgeGate {
  constructor(
    private readonly access: GuildAccess,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whether the bot may answer in the channel of a message; in a thread the channel that it belongs to decides. */
  async check(
    { botId, ageRating }: Pick<RunnableBot, 'botId' | 'ageRating'>,
    { guildId, channelId, parentId }: Pick<IncomingMessage, 'guildId' | 'channelId' | 'parentId'>,
  ): Promise<Verdict> {
    if (ageRating === 'everyone') return 'open';
    if (guildId === null) return 'closed';
    try {
      return (await this.isAgeRestricted(botId, parentId ?? channelId)) ? 'open' : 'closed';
    } catch (error) {
      this.logger.info({ botId, channelId, reason: errorText(error) }, 'age restriction of a channel unknown');
      return 'unknown';
    }
  }

  /** Whether the bot may act in a channel or thread of a server, for jobs: throws what another attempt may overcome. */
  async isOpen({ botId, ageRating }: Pick<RunnableBot, 'botId' | 'ageRating'>, channelId: string): Promise<boolean> {
    if (ageRating === 'everyone') return true;
    try {
      return await this.isAgeRestricted(botId, channelId);
    } catch (error) {
      if (isRefused(error)) return false;
      throw error;
    }
  }

  private async isAgeRestricted(botId: string, channelId: string): Promise<boolean> {
    const { isAgeRestricted, parentId } = await this.access.channel({ botId, channelId });
    return parentId === null ? isAgeRestricted : (await this.access.channel({ botId, channelId: parentId })).isAgeRestricted;
  }
}
