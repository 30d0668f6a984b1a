import type { Guild, Member } from './guilds.js';
import { messageJson } from './payloads.js';
import type { DiscordState } from './state.js';

/** Discord's type of the message "X joined". */
const USER_JOIN = 7;

/** The message with which Discord announces a new member in the guild's channel for that, as in MESSAGE_CREATE; null without such a channel. */
export function joinMessage(state: DiscordState, { id: guildId, systemChannelId: channelId }: Guild, member: Member): unknown {
  if (channelId === null) return null;
  const { message } = state.post({ channelId, guildId, authorId: member.id, isBot: false, content: '', type: USER_JOIN });
  return messageJson(message, { author: member, member, channelType: 0 });
}
