/** The gateway intents that the stand-in knows. */
export const INTENT = {
  guilds: 1,
  members: 1 << 1,
  moderation: 1 << 2,
  guildMessages: 1 << 9,
  guildReactions: 1 << 10,
  messageContent: 1 << 15,
  scheduledEvents: 1 << 16,
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
  MESSAGE_REACTION_ADD: INTENT.guildReactions,
  MESSAGE_REACTION_REMOVE: INTENT.guildReactions,
};

/** What a client sends. */
export interface Payload {
  readonly op: number;
  readonly d: { token?: string; intents?: number; session_id?: string; seq?: number; presence?: unknown } | null;
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
