import { z } from 'zod';
import { Actor } from './actor.js';
import { area } from './contract.js';
import { DISCORD_PERMISSIONS } from './discord-permission-bits.js';
import { id, snowflake } from './fields.js';

/** What a check-up looks at, in the order of the steps with which a bot gets to answer. */
export const CHECKS = [
  'token',
  'connection',
  'rate_limit',
  'message_content',
  'servers',
  'server_lock',
  'server_permissions',
  'channel',
  'age_restriction',
  'prefix',
] as const;
export type CheckName = (typeof CHECKS)[number];

/** `note`: it works, but with less than the owner may expect; `unknown`: Discord could not be asked. */
export const FINDING_STATES = ['ok', 'note', 'problem', 'unknown'] as const;

/** The result of one check. Which of the other fields are set depends on the check. */
export const Finding = z.object({
  check: z.enum(CHECKS),
  state: z.enum(FINDING_STATES),
  detail: z.string().nullable().describe('What Discord or the runner said, as a sentence.'),
  serverName: z.string().nullable(),
  channelId: z.string().nullable(),
  channelName: z.string().nullable().describe('Null while the channel is unknown: deleted, or hidden from the bot.'),
  missingPermissions: z.array(z.enum(DISCORD_PERMISSIONS)),
  botName: z.string().nullable().describe('The other companion that is concerned.'),
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
  isAgeRestricted: z.boolean(),
  permissions: z.string().describe("The bot's permissions there, a decimal number of Discord's."),
});
export type ChannelAccess = z.infer<typeof ChannelAccess>;

export const MAX_CHECKED_CHANNELS = 20;

export const runnerChannels = area('bot-runner', 'runnerChannels', {
  /** For check-ups: what a bot may do in channels. TOKEN_MISSING, TOKEN_INVALID, DISCORD_REFUSED, DISCORD_UNREACHABLE, RATE_LIMITED. */
  access: {
    input: z.object({ botId: id, applicationId: snowflake, channelIds: z.array(snowflake).max(MAX_CHECKED_CHANNELS) }),
    output: z.object({ channels: z.array(ChannelAccess) }),
    repeatable: true,
    timeoutMs: 12_000,
    callers: ['bots'],
  },
});
