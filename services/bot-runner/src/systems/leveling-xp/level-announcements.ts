import type { InstalledSystem, RunnableBot } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { GuildAccess } from '../../discord/guild-access.js';
import { fillTemplate } from '../message-templates.js';
import { SettingValues } from '../setting-values.js';
import { SystemPosts } from '../system-posts.js';

interface Server {
  readonly bot: Pick<RunnableBot, 'botId' | 'ownerId'>;
  readonly guildId: string;
  readonly settings: InstalledSystem['settings'];
}

/** Congratulates members on a new level. */
@Injectable()
export class LevelAnnouncements {
  constructor(
    private readonly posts: SystemPosts,
    private readonly access: GuildAccess,
  ) {}

  /** In the server of the member only. What Discord refuses is shown to the owner, and does not keep the member from getting the role. */
  async post(
    { bot, guildId, settings }: Server,
    { memberId, channelId, level }: { memberId: string; channelId: string; level: number },
  ): Promise<void> {
    const values = new SettingValues('leveling-xp', settings);
    const where = values.text('announce');
    const target = where === 'One channel' ? values.id('announceChannel') : where === 'Same channel' ? channelId : null;
    const content = fillTemplate(values.text('message'), { member: `<@${memberId}>`, level: String(level) }).trim();
    if (target === null || content === '') return;
    if (await this.access.isElsewhere({ botId: bot.botId, guildId, channelId: target })) return;
    // The same for two jobs of the member at the same time, whose messages stand in different channels.
    const postId = `level-${guildId}-${memberId}-${level}`;
    await this.posts.post({ ...bot, guildId }, { postId, channelId: target, parts: [{ content }] });
  }
}
