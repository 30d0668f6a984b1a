import { sentAtMs } from '@kith/proto';
import {
  MessageType,
  type APIUser,
  type GatewayDispatchPayload,
  type GatewayMessageCreateDispatchData,
} from 'discord-api-types/v10';
import type { SystemEvent } from '../system-handler.js';

/** A member who has not accepted the rules of the server for longer gets no role when they do. */
export const SCREENING_MS = 7 * 86_400_000;
const MAX_NAME_CHARS = 100;

/** What happened to a member: they joined, left, or have accepted the rules of the server. Null for other events, and for bots. */
export function memberEvent(payload: GatewayDispatchPayload, nowMs: number): SystemEvent | null {
  switch (payload.t) {
    case 'GUILD_MEMBER_ADD': {
      const { guild_id: guildId, user, nick, joined_at: joinedAt, pending } = payload.d;
      return joined(guildId, user, { nick, joinedAtMs: Date.parse(joinedAt ?? '') || nowMs, isPending: pending === true });
    }
    case 'GUILD_MEMBER_REMOVE': {
      const { guild_id: guildId, user } = payload.d;
      return eventOf('left', guildId, user, { atMs: nowMs });
    }
    case 'GUILD_MEMBER_UPDATE': {
      const { guild_id: guildId, user, pending, joined_at: joinedAt } = payload.d;
      const joinedAtMs = Date.parse(joinedAt ?? '');
      // Each change of a member arrives here; only those of new members can be the one that is waited for.
      if (pending !== false || !(joinedAtMs > nowMs - SCREENING_MS)) return null;
      return eventOf('accepted', guildId, user, { atMs: joinedAtMs });
    }
    default:
      return null;
  }
}

/** The same event as of GUILD_MEMBER_ADD, from the message with which Discord announces a new member; null for other messages. */
export function joinMessageEvent(raw: GatewayMessageCreateDispatchData): SystemEvent | null {
  if (raw.type !== MessageType.UserJoin || raw.guild_id === undefined) return null;
  const { joined_at: joinedAt, pending, nick } = raw.member ?? {};
  const joinedAtMs = Date.parse(joinedAt ?? '') || sentAtMs(raw.id);
  return joined(raw.guild_id, raw.author, { nick, joinedAtMs, isPending: pending === true });
}

const joined = (
  guildId: string,
  user: APIUser,
  { nick, joinedAtMs, isPending }: { nick?: string | null | undefined; joinedAtMs: number; isPending: boolean },
): SystemEvent | null =>
  eventOf('joined', guildId, user, { atMs: joinedAtMs, isPending, ...(nick ? { name: nick.slice(0, MAX_NAME_CHARS) } : {}) });

function eventOf(
  name: 'joined' | 'left' | 'accepted',
  guildId: string,
  { id, username, global_name: globalName, avatar, bot }: APIUser,
  data: { readonly atMs: number; readonly isPending?: boolean; readonly name?: string },
): SystemEvent | null {
  if (bot) return null;
  const person = {
    memberId: id,
    name: (globalName ?? username).slice(0, MAX_NAME_CHARS),
    username: username.slice(0, MAX_NAME_CHARS),
    avatar,
  };
  return { eventId: `${name}-${id}-${data.atMs}`, name, guildId, channelId: guildId, data: { ...person, ...data } };
}
