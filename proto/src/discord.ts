import { z } from 'zod';
import { Actor } from './actor.js';
import { area } from './contract.js';
import { DISCORD_PERMISSIONS } from './discord-permission-bits.js';
import { id, isoTime, Message, snowflake, text, trimmedText } from './fields.js';

/** Counts the texts of the service-provider agreement; web/src/lib/messages/en-legal.ts has the current one. */
export const AGREEMENT_VERSION = 1;

/** The largest picture of a bot as a data URL, in characters. */
const MAX_PICTURE_CHARS = 262_144;
const picture = text(MAX_PICTURE_CHARS).regex(
  /^data:image\/(?:png|jpeg|gif);base64,[\w+/]+={0,2}$/,
  'Must be a PNG, JPEG or GIF picture',
);

/** The kinds of channels that the settings of a bot can name. `threads`: a forum or media channel, whose posts are threads. */
export const CHANNEL_KINDS = ['text', 'announcement', 'threads', 'voice'] as const;

export const DiscordChannel = z.object({
  id: snowflake,
  name: z.string(),
  kind: z.enum(CHANNEL_KINDS),
  category: z.string().nullable().describe('The name of the category that holds the channel.'),
});
export type DiscordChannel = z.infer<typeof DiscordChannel>;

/** A role of a server. */
export const DiscordRole = z.object({ id: snowflake, name: z.string() });
export type DiscordRole = z.infer<typeof DiscordRole>;

/** What holds channels of a server. */
export const DiscordCategory = z.object({ id: snowflake, name: z.string() });
export type DiscordCategory = z.infer<typeof DiscordCategory>;

/** What settings can name of a server. */
export const DiscordChannels = z.object({
  channels: z.array(DiscordChannel).describe('Those that members can write in, as Discord orders them.'),
  categories: z.array(DiscordCategory).describe('As Discord orders them; in settings each stands for its channels.'),
  roles: z
    .array(DiscordRole)
    .describe('Those that a bot could give to members: without @everyone and those of apps; the highest first.'),
});

/** What Discord shows a bot only when that is switched on in its application. */
export const PRIVILEGED_INTENTS = ['message_content', 'server_members'] as const;
export type PrivilegedIntent = (typeof PRIVILEGED_INTENTS)[number];

/** What the owner of a bot sets in its application on Discord. */
export const DiscordAccount = z.object({
  applicationId: snowflake,
  name: z.string().describe('Its name on Discord, with the number behind it where it has one: `Juniper#1234`.'),
  about: z.string(),
  hasMessageContent: z.boolean().describe('Whether Discord shows it messages in which it is not mentioned.'),
  hasServerMembers: z.boolean().describe('Whether Discord tells it who joins and leaves its servers.'),
});
export type DiscordAccount = z.infer<typeof DiscordAccount>;

/** A server that a bot is in. */
export const DiscordServer = z.object({
  id: snowflake,
  name: z.string(),
  memberCount: z.number().int().nullable().describe('About how many; null where Discord does not say.'),
  missingPermissions: z.array(z.enum(DISCORD_PERMISSIONS)).describe('What it needs there and was not given in the whole server.'),
  inviteUrl: z.string().describe("Discord's page that grants them."),
});
export type DiscordServer = z.infer<typeof DiscordServer>;

/** How a bot is connected to Discord. */
export const DiscordConnection = z.object({
  botId: id,
  applicationId: snowflake.nullable().describe('Null without a token, and while Discord has not confirmed it.'),
  account: DiscordAccount.nullable().describe('Null when `problem` says why.'),
  servers: z.array(DiscordServer),
  problem: z
    .object({ code: z.string(), text: z.string() })
    .nullable()
    .describe('Why Discord could not be asked, as a sentence for the owner; null while nothing is wrong.'),
  permissions: z.array(z.enum(DISCORD_PERMISSIONS)).describe('What it needs for everything that is switched on.'),
  inviteUrl: z.string().nullable().describe("Discord's page that adds it to a server; null without an application."),
  agreedAt: isoTime.nullable().describe('When its owner accepted the current service-provider agreement, by saving a token.'),
});
export type DiscordConnection = z.infer<typeof DiscordConnection>;

/** What Discord says about a token that was pasted. */
export const TokenCheck = z.object({
  verdict: z.enum(['valid', 'invalid', 'unreachable']),
  applicationId: z.string().nullable(),
  name: z.string().nullable(),
  hasMessageContent: z.boolean().nullable(),
});
export type TokenCheck = z.infer<typeof TokenCheck>;

/** What is written to Discord; absent fields stay. */
export const DiscordProfileInput = z.object({
  name: trimmedText(32).min(2, 'Must be at least 2 characters').optional(),
  about: text(400).optional(),
  picture: picture.optional(),
});

/** A bot joined or left a server. */
export const ServersChange = z.object({
  botId: id,
  change: z.enum(['joined', 'left']),
  serverId: snowflake,
  serverName: z.string().nullable().describe('Null for a server that was left.'),
});
export type ServersChange = z.infer<typeof ServersChange>;

const byId = z.object({ actor: Actor, botId: id });

/** The connection of a bot to Discord, for its owner. Each call answers NOT_FOUND for a missing bot as for a foreign one. */
export const discord = area('bots', 'discord', {
  /** Asks Discord about a token that is not stored. RATE_LIMITED after ten tokens of the user within an hour, IMPERSONATING. */
  checkToken: {
    input: z.object({ actor: Actor, token: text(200).min(1) }),
    output: TokenCheck,
    secret: true,
    timeoutMs: 8000,
  },
  /** Account, servers and invite of a bot. Answers also while Discord cannot be reached; then `problem` says so. */
  connection: { input: byId, output: DiscordConnection, isRead: true, repeatable: true, timeoutMs: 15_000 },
  /** The channels and roles of a server. TOKEN_MISSING, TOKEN_INVALID, DISCORD_REFUSED, DISCORD_UNREACHABLE, RATE_LIMITED. */
  channels: {
    input: byId.extend({ serverId: snowflake }),
    output: DiscordChannels,
    isRead: true,
    repeatable: true,
    timeoutMs: 15_000,
  },
  /** Changes name, picture and description on Discord. The errors of `channels`, IMPERSONATING. */
  updateProfile: { input: DiscordProfileInput.extend({ actor: Actor, botId: id }), output: DiscordAccount, timeoutMs: 20_000 },
  /** Switches a privileged intent on. The errors of `channels`, IMPERSONATING. */
  enableIntent: {
    input: byId.extend({ intent: z.enum(PRIVILEGED_INTENTS) }),
    output: DiscordAccount,
    repeatable: true,
    timeoutMs: 15_000,
  },
  /** Posts one greeting in a channel, however often it is called with the same `helloId`. The errors of `channels`, IMPERSONATING. */
  sayHello: {
    input: byId.extend({ channelId: snowflake, helloId: id }),
    output: Message,
    repeatable: true,
    timeoutMs: 15_000,
  },
});
