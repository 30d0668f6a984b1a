import type {
  APIApplicationCommandInteraction,
  APIMessageComponentInteraction,
  APIModalSubmitInteraction,
} from 'discord-api-types/v10';
import { displayName } from '../discord/display-name.js';
import { isThreadType } from '../discord/thread-types.js';
import type { IncomingMessage } from '../messages/decide.js';

/** A message with the name of its author. */
export type NamedMessage = IncomingMessage & { readonly authorName: string };

/** The interaction as if the member had written to the bot in that channel; null where Discord does not name the channel. */
export function messageOf(interaction: APIApplicationCommandInteraction, authorId: string): NamedMessage;
export function messageOf(
  interaction: APIMessageComponentInteraction | APIModalSubmitInteraction,
  authorId: string,
): NamedMessage | null;
export function messageOf(
  {
    id,
    channel,
    guild_id,
    member,
    user,
  }: APIApplicationCommandInteraction | APIMessageComponentInteraction | APIModalSubmitInteraction,
  authorId: string,
): NamedMessage | null {
  if (!channel) return null;
  const isThread = isThreadType(channel.type);
  const parentId = 'parent_id' in channel ? channel.parent_id : undefined;
  const author = member?.user ?? user;
  return {
    id,
    channelId: channel.id,
    parentId: isThread ? (parentId ?? null) : null,
    categoryId: isThread ? undefined : parentId,
    isThread,
    guildId: guild_id ?? null,
    authorId,
    authorName: author ? displayName(author, member?.nick) : 'member',
    isBot: false,
    isSystem: false,
    mentionsBot: true,
    content: '/',
  };
}
