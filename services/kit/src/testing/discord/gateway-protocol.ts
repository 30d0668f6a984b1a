/** The gateway intents that the stand-in knows. */
export const INTENT = {
  guilds: 1,
  members: 1 << 1,
  moderation: 1 << 2,
  voiceStates: 1 << 7,
  guildMessages: 1 << 9,
  guildReactions: 1 << 10,
  messageContent: 1 << 15,
  scheduledEvents: 1 << 16,
  autoModeration: 1 << 21,
} as const;
/** The intent that a session needs to receive an event; without an entry every session does. */
export const INTENT_OF_EVENT: Readonly<Record<string, number>> = {
  GUILD_CREATE: INTENT.guilds,
  GUILD_DELETE: INTENT.guilds,
  CHANNEL_CREATE: INTENT.guilds,
  CHANNEL_UPDATE: INTENT.guilds,
  CHANNEL_DELETE: INTENT.guilds,
  THREAD_CREATE: INTENT.guilds,
  THREAD_DELETE: INTENT.guilds,
  GUILD_ROLE_UPDATE: INTENT.guilds,
  GUILD_MEMBER_ADD: INTENT.members,
  GUILD_MEMBER_REMOVE: INTENT.members,
  GUILD_MEMBER_UPDATE: INTENT.members,
  GUILD_BAN_ADD: INTENT.moderation,
  VOICE_STATE_UPDATE: INTENT.voiceStates,
  MESSAGE_REACTION_ADD: INTENT.guildReactions,
  MESSAGE_REACTION_REMOVE: INTENT.guildReactions,
  MESSAGE_REACTION_REMOVE_ALL: INTENT.guildReactions,
  MESSAGE_REACTION_REMOVE_EMOJI: INTENT.guildReactions,
  AUTO_MODERATION_ACTION_EXECUTION: INTENT.autoModeration,
  GUILD_SCHEDULED_EVENT_CREATE: INTENT.scheduledEvents,
  GUILD_SCHEDULED_EVENT_UPDATE: INTENT.scheduledEvents,
  GUILD_SCHEDULED_EVENT_DELETE: INTENT.scheduledEvents,
  GUILD_SCHEDULED_EVENT_USER_ADD: INTENT.scheduledEvents,
  GUILD_SCHEDULED_EVENT_USER_REMOVE: INTENT.scheduledEvents,
};

/** What a client sends. */
export interface Payload {
  readonly op: number;
  readonly d: {
    guild_id?: string;
    channel_id?: string | null;
    self_mute?: boolean;
    self_deaf?: boolean;
    token?: string;
    intents?: number;
    session_id?: string;
    seq?: number;
    presence?: unknown;
    shard?: [number, number];
  } | null;
}

export const encodePayload = (op: number, d: unknown): string => JSON.stringify({ t: null, s: null, op, d });

/** Null for what is no JSON. */
export function parsePayload(text: string): Payload | null {
  try {
    return JSON.parse(text) as Payload;
  } catch {
    return null;
  }
}

/** The guild that an event belongs to; null for direct messages and for what concerns no guild. */
export function guildOfEvent(type: string, data: unknown): string | null {
  const { id, guild_id: ofGuild } = (data ?? {}) as { id?: unknown; guild_id?: unknown };
  const guildId = ofGuild === undefined && /^GUILD_(?:CREATE|UPDATE|DELETE)$/.test(type) ? id : ofGuild;
  return typeof guildId === 'string' && /^\d+$/.test(guildId) ? guildId : null;
}

/** Discord's rule: whether a shard gets the events of a guild. */
export const isInShard = (guildId: string | null, [index, count]: readonly [number, number]): boolean =>
  (guildId === null ? 0 : Number((BigInt(guildId) >> 22n) % BigInt(count))) === index;

export interface GatewayOptions {
  readonly heartbeatMs: number;
  /** Number of events kept per session for a RESUME. */
  readonly bufferedEvents: number;
  /** At most one IDENTIFY per application in this time, as on Discord; an earlier one is answered with op 9. */
  readonly identifyEveryMs: number;
  /** How long a session stays resumable after its connection was lost. */
  readonly sessionMs: number;
}
