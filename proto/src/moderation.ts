import { z } from 'zod';
import { Actor } from './actor.js';
import { area } from './contract.js';
import { boundedTotal, cursorPaging, id, isoTime, neighbours, snowflake, text } from './fields.js';

/** What moderation looks for, in the order in which it looks. */
export const MODERATION_RULES = ['invites', 'links', 'profanity', 'spam', 'caps'] as const;
export type ModerationRule = (typeof MODERATION_RULES)[number];
/** What a message can break: a rule of moderation, or what an installed system looks for. */
export const VIOLATION_RULES = [...MODERATION_RULES, 'auto_moderation', 'ai_moderator'] as const;
/** Why there is a case: a message broke a rule, or a moderator used a command. */
export const CASE_RULES = [...VIOLATION_RULES, 'command'] as const;
export type CaseRule = (typeof CASE_RULES)[number];
/** What moderation does about a message. */
export const MODERATION_ACTIONS = ['delete', 'warn', 'timeout'] as const;
export type ModerationAction = (typeof MODERATION_ACTIONS)[number];

/** One message that broke a rule, never its text, or a warning or timeout by command. */
export const ModerationCase = z.object({
  id,
  guildId: z.string(),
  channelId: z.string(),
  memberId: z.string().nullable().describe('Null when the member asked to be forgotten.'),
  memberName: z.string().nullable().describe('As it was then; null when the member asked to be forgotten.'),
  rule: z.enum(CASE_RULES),
  detail: z
    .string()
    .nullable()
    .describe(
      'Of a system: the name of the rule, or the category and how sure the model was. Of a command: who called it, and the reason.',
    ),
  actions: z.array(z.enum(MODERATION_ACTIONS)).describe('What was done, or would have been done in a dry run.'),
  refused: z.array(z.enum(MODERATION_ACTIONS)).describe('Those of the actions that Discord refused.'),
  warnings: z.number().int().nullable().describe('How many warnings the member had with this one; null without a warning.'),
  timeoutUntil: isoTime.nullable(),
  isDryRun: z.boolean(),
  createdAt: isoTime,
  undoneAt: isoTime.nullable(),
});
export type ModerationCase = z.infer<typeof ModerationCase>;

/** A server in which moderation stopped because it punished too often within a minute. */
export const ModerationPause = z.object({ guildId: z.string(), pausedAt: isoTime });
export type ModerationPause = z.infer<typeof ModerationPause>;

/** Punishments of a bot in one server within a minute; the next one pauses moderation there (docs/decisions.md C20). */
export const MAX_PUNISHMENTS_PER_MINUTE = 10;

const ofBot = { actor: Actor, botId: id };

export const moderation = area('bot-runner', 'moderation', {
  /** The cases of a bot of the actor, latest first; they are kept for 90 days. NOT_FOUND. */
  cases: {
    input: z.object({
      ...ofBot,
      guildId: snowflake.optional().describe('Only of this server.'),
      member: text(100).optional().describe('Only of members with this id, or with this in their name.'),
      ...cursorPaging,
    }),
    output: z.object({ cases: z.array(ModerationCase), total: z.number().int(), ...boundedTotal, ...neighbours }),
    isRead: true,
    repeatable: true,
  },
  /** The servers in which moderation of a bot of the actor is paused. NOT_FOUND. */
  pauses: {
    input: z.object(ofBot),
    output: z.object({ pauses: z.array(ModerationPause) }),
    isRead: true,
    repeatable: true,
    callers: ['gateway', 'bots'],
  },
  /** Takes a case back: its warning no longer counts, and a timeout that still runs is removed on Discord soon after. NOT_FOUND. */
  undo: { input: z.object({ ...ofBot, caseId: id }), output: ModerationCase, repeatable: true },
  /** Lets moderation go on in a server. NOT_FOUND for a foreign bot. */
  resume: {
    input: z.object({ ...ofBot, guildId: snowflake }),
    output: z.object({ pauses: z.array(ModerationPause) }),
    repeatable: true,
  },
});
