import { z } from 'zod';
import { Actor } from './actor.js';
import { CAP_SCOPES } from './caps.js';
import { area } from './contract.js';
import { DISCORD_PERMISSIONS } from './discord-permission-bits.js';
import { id, isoTime, snowflake } from './fields.js';

/** What a check-up looks at, in the order of the steps with which a bot gets to answer. */
export const CHECKS = [
  'token',
  'connection',
  'rate_limit',
  'message_content',
  'server_members',
  'servers',
  'server_lock',
  'server_permissions',
  'channel',
  'role',
  'age_restriction',
  'prefix',
  'moderation',
  'model',
  'cap',
] as const;
export type CheckName = (typeof CHECKS)[number];

/** `note`: it works, but with less than the owner may expect; `unknown`: Discord could not be asked. */
export const FINDING_STATES = ['ok', 'note', 'problem', 'unknown'] as const;

/** What a bot uses a channel for. */
export const CHANNEL_USES = ['answers', 'moderation_log', 'proactive', 'system'] as const;
export type ChannelUse = (typeof CHANNEL_USES)[number];

/** Why a bot cannot give a role to members: it was deleted, it belongs to an app, or it stands above the highest role of the bot. */
export const ROLE_FAULTS = ['gone', 'managed', 'above'] as const;

/** Why no model wrote the last answer, as traces of messages name it. */
export const MODEL_FAULTS = ['own_key', 'model_unavailable'] as const;

/** The result of one check. Which of the other fields are set depends on the check. */
export const Finding = z.object({
  check: z.enum(CHECKS),
  state: z.enum(FINDING_STATES),
  detail: z.string().nullable().describe('What Discord or the runner said, as a sentence.'),
  serverId: z.string().nullable(),
  serverName: z.string().nullable(),
  channelId: z.string().nullable(),
  channelName: z.string().nullable().describe('Null while the channel is unknown: deleted, or hidden from the bot.'),
  missingPermissions: z.array(z.enum(DISCORD_PERMISSIONS)),
  use: z.enum(CHANNEL_USES).nullable().describe('What the channel is used for.'),
  systemName: z.string().nullable().describe('The installed system that uses the channel or the role.'),
  roleName: z.string().nullable().describe('Null for a role that was deleted.'),
  roleFault: z.enum(ROLE_FAULTS).nullable(),
  botName: z.string().nullable().describe('The other companion that is concerned.'),
  freePrefix: z.string().nullable().describe('A command prefix that no other companion of the owner has.'),
  modelFault: z.enum(MODEL_FAULTS).nullable(),
  happenedAt: isoTime.nullable().describe('When it happened last.'),
  cap: z.enum(CAP_SCOPES).nullable().describe('Which cap on the messages of a day is reached.'),
  members: z.number().int().nullable().describe('How many members reached their cap.'),
  inviteUrl: z.string().nullable().describe("Discord's page that mends it."),
});
export type Finding = z.infer<typeof Finding>;

export const checkUps = area('bots', 'checkUps', {
  /** Looks for what keeps a bot of the actor from answering on Discord. NOT_FOUND, RATE_LIMITED after twelve within a minute. */
  run: {
    input: z.object({ actor: Actor, botId: id }),
    output: z.object({ botId: id, findings: z.array(Finding) }),
    isRead: true,
    repeatable: true,
    timeoutMs: 20_000,
  },
});

/** A channel as a bot sees it. */
export const ChannelAccess = z.object({
  channelId: snowflake,
  guildId: snowflake.nullable(),
  name: z.string().nullable().describe('Null when it was deleted, or the bot cannot see it.'),
  isDeleted: z.boolean(),
  isThread: z.boolean(),
  isCategory: z.boolean(),
  within: z.array(snowflake).describe('Of a thread its channel, and the category that it stands in.'),
  isAgeRestricted: z.boolean(),
  permissions: z.string().describe("The bot's permissions there, a decimal number of Discord's."),
});
export type ChannelAccess = z.infer<typeof ChannelAccess>;

const NamedRole = z.object({ roleId: snowflake, guildId: snowflake.nullable().describe('Null for any of the servers.') });

/** A role that a bot gives to members. */
export const RoleAccess = NamedRole.extend({
  name: z.string().nullable().describe('Null when it was deleted.'),
  fault: z.enum(ROLE_FAULTS).nullable().describe('Null when the bot can give it.'),
});
export type RoleAccess = z.infer<typeof RoleAccess>;

/** Bounds of one check-up, because each channel and server is a request or more to Discord. */
export const MAX_CHECKED_CHANNELS = 20;
export const MAX_CHECKED_ROLES = 40;
export const MAX_CHECKED_SERVERS = 5;

const systemId = z.string().max(40);
/** A role that a role message or an item of a shop gives. */
const GivenRole = z.object({ roleId: snowflake, guildId: snowflake, systemId });

export const runnerChannels = area('bot-runner', 'runnerChannels', {
  /** For check-ups: what a bot may do in channels, and which roles it can give. TOKEN_MISSING, TOKEN_INVALID, DISCORD_REFUSED, DISCORD_UNREACHABLE, RATE_LIMITED. */
  access: {
    input: z.object({
      botId: id,
      applicationId: snowflake,
      channelIds: z.array(snowflake).max(MAX_CHECKED_CHANNELS),
      roles: z.array(NamedRole).max(MAX_CHECKED_ROLES).default([]),
      guildIds: z.array(snowflake).max(MAX_CHECKED_SERVERS).default([]).describe('Where roles without a server are looked for.'),
    }),
    output: z.object({
      channels: z
        .array(ChannelAccess)
        .describe('Those asked for in their order, then those in the categories among them where members can write.'),
      roles: z.array(RoleAccess),
    }),
    repeatable: true,
    timeoutMs: 12_000,
    callers: ['bots'],
  },
  /** The roles that role messages and shops of a bot of the actor give, for its invite: its settings do not name them. */
  givenRoles: {
    input: z.object({ actor: Actor, botId: id }),
    output: z.object({ roles: z.array(GivenRole).max(MAX_CHECKED_ROLES) }),
    isRead: true,
    repeatable: true,
    callers: ['bots'],
  },
  /** For check-ups: what a bot of the actor uses on Discord that its settings do not name. */
  used: {
    input: z.object({
      actor: Actor,
      botId: id,
    }),
    output: z.object({
      askedChannels: z
        .array(z.object({ channelId: snowflake, guildId: snowflake }))
        .describe('Where members asked it in the last seven days, the latest first.'),
      systemChannels: z.array(
        z.object({ channelId: snowflake, guildId: snowflake, systemId, needs: z.array(z.enum(DISCORD_PERMISSIONS)) }),
      ),
      roles: z.array(GivenRole),
      modelFailures: z
        .array(z.object({ fault: z.enum(MODEL_FAULTS), happenedAt: isoTime }))
        .describe(
          'Messages of the last day, after the last one that was answered, that no model could answer; one of each fault.',
        ),
    }),
    isRead: true,
    repeatable: true,
    callers: ['bots'],
  },
});
