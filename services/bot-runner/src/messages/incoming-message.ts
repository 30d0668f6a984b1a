import {
  ChannelType,
  MessageType,
  type GatewayMessageCreateDispatchData,
  type GatewayMessageUpdateDispatchData,
} from 'discord-api-types/v10';
import { isThreadType } from '../discord/thread-types.js';
import type { ConnectedBot } from './connected-bot.js';
import type { IncomingMessage } from './decide.js';

type Raw = GatewayMessageCreateDispatchData | GatewayMessageUpdateDispatchData;

const REPLIED_TYPES: readonly MessageType[] = [MessageType.Default, MessageType.Reply];

/**
 * A message of Discord as the rules of a bot see it. The parent of a thread is null until it is known. `ownRoleId`: the role that Discord made for
 * the bot in the server; null where it is not known or no role is mentioned.
 */
export function incomingMessage(
  raw: Raw,
  { ownUserId, threadParents }: Pick<ConnectedBot, 'ownUserId' | 'threadParents'>,
  ownRoleId: string | null = null,
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
    mentionsBot: mentions(raw, ownUserId, ownRoleId),
    repliesToBot: raw.referenced_message?.author.id === ownUserId,
    hasFiles: (raw.attachments ?? []).length > 0,
    ...(raw.message_snapshots ? { shows: 'forwarded' } : raw.poll ? { shows: 'poll' } : {}),
    content: withoutMentions(raw.content, ownUserId, ownRoleId).trim(),
  };
}

/**
 * A reply to the bot means it, too, although it mentions it only where its author left that on; and so does its role, which has the same name. Both
 * only with what they say: without the intent for it, Discord leaves that out unless the bot itself is mentioned.
 */
function mentions(raw: Raw, ownUserId: string, ownRoleId: string | null): boolean {
  if (raw.mentions.some((user) => user.id === ownUserId)) return true;
  if (raw.content === '' && !raw.attachments?.length) return false;
  return raw.referenced_message?.author.id === ownUserId || (ownRoleId !== null && raw.mention_roles.includes(ownRoleId));
}

/** Most messages mention nobody: they are not searched for the bot. */
function withoutMentions(content: string, userId: string, ownRoleId: string | null): string {
  if (!content.includes('<@')) return content;
  const withoutUser = content.replaceAll(`<@${userId}>`, '').replaceAll(`<@!${userId}>`, '');
  return ownRoleId === null ? withoutUser : withoutUser.replaceAll(`<@&${ownRoleId}>`, '');
}
