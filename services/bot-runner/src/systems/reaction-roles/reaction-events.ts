import type { GatewayDispatchPayload } from 'discord-api-types/v10';
import type { SystemEvent } from '../system-handler.js';
import { emojiKey } from './emoji.js';

/** More do not fit into a job; Discord allows a server 250. */
const MAX_ROLE_IDS = 190;

export type ReactionRolesEvent = 'reacted' | 'unreacted' | 'cleared' | 'deleted' | 'channel-deleted' | 'sync-server' | 'sync';
interface NamedEvent extends SystemEvent {
  readonly name: ReactionRolesEvent;
}

/** What role messages have to do with an event of a server: those that are about none are found out by the job. */
export function roleEventsOf(payload: GatewayDispatchPayload, ownUserId: string, nowMs = Date.now()): NamedEvent[] {
  const place = placeOf(payload);
  if (place === null) return [];
  const event = (name: ReactionRolesEvent, eventId: string, data: SystemEvent['data'] = {}): NamedEvent[] => [
    { name, eventId, data, ...place },
  ];
  switch (payload.t) {
    case 'MESSAGE_REACTION_ADD': {
      const { message_id: messageId, user_id: memberId, message_author_id: authorId, member } = payload.d;
      if (memberId === ownUserId || member?.user?.bot === true || (authorId ?? ownUserId) !== ownUserId) return [];
      const roleIds: SystemEvent['data'] = member ? { roles: member.roles.slice(0, MAX_ROLE_IDS).join(' ') } : {};
      const reaction = { messageId, memberId, emoji: keyOf(payload.d.emoji), ...roleIds };
      return event('reacted', `add-${payload.s}-${messageId}-${memberId}`, reaction);
    }
    case 'MESSAGE_REACTION_REMOVE': {
      const { message_id: messageId, user_id: memberId } = payload.d;
      if (memberId === ownUserId) return [];
      const reaction = { messageId, memberId, emoji: keyOf(payload.d.emoji) };
      return event('unreacted', `remove-${payload.s}-${messageId}-${memberId}`, reaction);
    }
    case 'MESSAGE_REACTION_REMOVE_ALL':
      return event('cleared', `clear-${payload.s}-${payload.d.message_id}`, { messageId: payload.d.message_id, emoji: null });
    case 'MESSAGE_REACTION_REMOVE_EMOJI': {
      const { message_id: messageId, emoji } = payload.d;
      return event('cleared', `clear-${payload.s}-${messageId}`, { messageId, emoji: keyOf(emoji) });
    }
    case 'MESSAGE_DELETE':
      return event('deleted', `deleted-${payload.d.id}`, { messageIds: payload.d.id });
    case 'MESSAGE_DELETE_BULK':
      return event('deleted', `deleted-${payload.s}-${payload.d.ids[0] ?? ''}`, { messageIds: payload.d.ids.join(' ') });
    case 'CHANNEL_DELETE':
      return event('channel-deleted', `channel-deleted-${payload.d.id}`);
    case 'GUILD_CREATE':
      // Discord sends it when a new session begins, which misses what happened before.
      return event('sync-server', `sync-${place.guildId}-${nowMs}`);
    default:
      return [];
  }
}

const keyOf = (emoji: { readonly id?: string | null; readonly name?: string | null }): string =>
  emojiKey({ id: emoji.id ?? null, name: emoji.name ?? null });

/** Null for events without a server. */
function placeOf({ t, d }: GatewayDispatchPayload): { readonly guildId: string; readonly channelId: string } | null {
  if (t === 'GUILD_CREATE') return { guildId: d.id, channelId: d.id };
  if (t === 'CHANNEL_DELETE') return 'guild_id' in d && d.guild_id ? { guildId: d.guild_id, channelId: d.id } : null;
  if (!d || !('guild_id' in d) || typeof d.guild_id !== 'string') return null;
  return 'channel_id' in d && typeof d.channel_id === 'string' ? { guildId: d.guild_id, channelId: d.channel_id } : null;
}
