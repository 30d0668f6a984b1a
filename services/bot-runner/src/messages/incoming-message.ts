import {
  ChannelType,
  MessageType,
  type GatewayMessageCreateDispatchData,
  type GatewayMessageUpdateDispatchData,
} from 'discord-api-types/v10';
import { isThreadType } from '../discord/thread-types.js';
import type { ConnectedBot } from './connected-bot.js';
import type { IncomingMessage } from './decide.js';

const REPLIED_TYPES: readonly MessageType[] = [MessageType.Default, MessageType.Reply];

/** A message of Discord as the rules of a bot see it. The parent of a thread is null until it is known. */
export function incomingMessage(
  raw: GatewayMessageCreateDispatchData | GatewayMessageUpdateDispatchData,
  { ownUserId, threadParents }: ConnectedBot,
): IncomingMessage {
  const parentId = threadParents.get(raw.channel_id) ?? null;
  return {
    id: raw.id,
    channelId: raw.channel_id,
    parentId,
    isThread: parentId !== null || isThreadType(raw.channel_type ?? ChannelType.GuildText),
    guildId: raw.guild_id ?? null,
    authorId: raw.author.id,
    isBot: raw.author.bot === true || raw.webhook_id !== undefined,
    isSystem: !REPLIED_TYPES.includes(raw.type),
    mentionsBot: raw.mentions.some((user) => user.id === ownUserId),
    hasFiles: (raw.attachments ?? []).length > 0,
    content: withoutMentions(raw.content, ownUserId).trim(),
  };
}

/** Most messages mention nobody: they are not searched for the bot. */
const withoutMentions = (content: string, userId: string): string =>
  content.includes('<@') ? content.replaceAll(`<@${userId}>`, '').replaceAll(`<@!${userId}>`, '') : content;
