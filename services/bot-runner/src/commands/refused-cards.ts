import { DiscordAPIError } from '@discordjs/rest';
import type { JobOf, queues, RunnableBot } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { allows, GuildAccess } from '../discord/guild-access.js';
import type { MessagePart } from '../discord/message-poster.js';
import { Problems } from '../problems/problems.service.js';

const EMBED_LINKS = { bit: PermissionFlagsBits.EmbedLinks, name: 'Embed Links' } as const;
const NOT_SHOWN = `I need the permission “${EMBED_LINKS.name}” to show this here.`;

type Job = JobOf<typeof queues.commands>;

/** Cards (embeds) in messages. Discord refuses one without any text where the bot lacks a permission, which it does not name. */
@Injectable()
export class RefusedCards {
  constructor(
    private readonly access: GuildAccess,
    private readonly problems: Problems,
  ) {}

  /** Discord accepted the message. */
  noteShown({ guildId, channelId, interaction }: Job, bot: RunnableBot, parts: readonly MessagePart[]): void {
    // Answers to interactions show cards whatever the bot may do.
    if (guildId === null || interaction !== undefined || !parts.some(isCardAlone)) return;
    void this.problems.resolve(bot, { guildId, channelId, action: 'show-cards' });
  }

  /** What is posted where Discord refused a card for the lack of the permission, which the owner reads, too; null when it refused something else. */
  async inWords(
    { guildId, channelId, interaction, task }: Job,
    { bot, parts, error }: { readonly bot: RunnableBot; readonly parts: readonly MessagePart[]; readonly error: unknown },
  ): Promise<readonly MessagePart[] | null> {
    const isRefused = error instanceof DiscordAPIError && error.status === 403;
    if (!isRefused || guildId === null || interaction !== undefined || task.kind !== 'call' || !parts.some(isCardAlone))
      return null;
    const place = { botId: bot.botId, guildId, channelId: task.parentId ?? channelId };
    // It may have been taken away just now.
    this.access.forget(place);
    if (allows(await this.access.ownPermissions(place, task.ownUserId), EMBED_LINKS.bit)) return null;
    await this.problems.record(bot, { guildId, channelId, action: 'show-cards' }, EMBED_LINKS.name);
    return parts.map((part) => (isCardAlone(part) ? { content: NOT_SHOWN } : part));
  }
}

const isCardAlone = ({ content = '', embeds = [], components = [], files = [], poll }: MessagePart): boolean =>
  embeds.length > 0 && content.trim() === '' && components.length === 0 && files.length === 0 && !poll;
