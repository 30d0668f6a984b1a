import { z } from 'zod';
import { Actor } from './actor.js';
import { area } from './contract.js';
import { id, isoTime, snowflake } from './fields.js';

/**
 * Why a bot ignores a message, as it decides when it receives it. Its own messages and those of Discord leave no trace. `text_withheld`: without
 * the intent Message Content, Discord leaves out the texts of messages that do not mention the bot.
 */
export const IGNORE_REASONS = [
  'other_bot',
  'bot_turns',
  'other_server',
  'restricted',
  'unknown_place',
  'direct_message',
  'not_dedicated',
  'not_allowed',
  'thread',
  'not_age_restricted',
  'not_mentioned',
  'empty',
  'text_withheld',
  'forwarded',
  'poll',
  'channel_rate',
  'member_rate',
  'direct_rate',
] as const;
export type IgnoreReason = (typeof IGNORE_REASONS)[number];

/** Why there is no answer to a message that the bot looked at. `not_addressed`: it may be meant for others, and the bot had nothing sure to say.
 * `author_unknown`: the bot found it after its connection was lost, and the roles of its author could not be learned. `withheld`: the answer repeated
 * the instructions of the bot; `unsuitable`: it was one that a bot must not give. */
export const NO_ANSWER_REASONS = [
  'not_addressed',
  'author_unknown',
  'moderated',
  'taken_by_system',
  'too_many_waiting',
  'channel_refused',
  'daily_limit',
  'cap',
  'own_key',
  'model_unavailable',
  'prompt_refused',
  'withheld',
  'unsuitable',
  'too_old',
  'kith_down',
  'bot_deleted',
  'author_forgotten',
  'question_deleted',
  'discord_refused',
] as const;
export type NoAnswerReason = (typeof NO_ANSWER_REASONS)[number];

/**
 * `command_refused`: a command was called, or a button, a menu or a form used, and nothing was done. `system_failed`: a system, or moderation, could not do
 * something about an event.
 */
export const TRACE_REASONS = [...IGNORE_REASONS, ...NO_ANSWER_REASONS, 'command_refused', 'system_failed'] as const;
export type TraceReason = (typeof TRACE_REASONS)[number];

/**
 * What made a bot take up a message to answer it. `auto_reply`: it answers everywhere; `next_line`: it belongs to a question that is already taken
 * up; `crisis`: its author may need help, which is answered past the limits.
 */
export const ANSWER_CAUSES = [
  'mentioned',
  'replied_to',
  'direct',
  'other_bot',
  'auto_reply',
  'allowed_channel',
  'dedicated_channel',
  'next_line',
  'crisis',
] as const;
export type AnswerCause = (typeof ANSWER_CAUSES)[number];

/** `waiting`: it will be answered; `merged`: together with the next message of its author; `command`: it called a command, or is the use of one. */
export const TRACE_OUTCOMES = ['waiting', 'merged', 'answered', 'command', 'ignored', 'unanswered'] as const;
export type TraceOutcome = (typeof TRACE_OUTCOMES)[number];

/** What became of one message on Discord, or of one slash command, without its content and its author. */
export const MessageTrace = z.object({
  messageId: z
    .string()
    .describe('Of a slash command the id of its interaction; of what a system could not do an id that stands for no message.'),
  channelId: z.string(),
  guildId: z.string().nullable().describe('Null in direct messages.'),
  sentAt: isoTime,
  outcome: z.enum(TRACE_OUTCOMES),
  reason: z
    .enum(TRACE_REASONS)
    .nullable()
    .describe('Why it was ignored, stayed without an answer, or called or used something that was not run; null otherwise.'),
  cause: z
    .enum(ANSWER_CAUSES)
    .nullable()
    .describe('What made the bot take it up; null when it did not, or when that is not known.'),
  detail: z
    .string()
    .nullable()
    .describe(
      'What Discord said, what the member was told about a command, or what a system could not do, in sentences; null otherwise.',
    ),
  command: z
    .string()
    .nullable()
    .describe(
      'The name of the slash command (`/ask`) or of the entry of the context menu that a member used, or which button, menu or form (`Button (Support Tickets)`); the name of a system that could not do something; null for a message.',
    ),
});
export type MessageTrace = z.infer<typeof MessageTrace>;

export const MAX_TRACES = 100;
/** Of one bot, for each outcome but `answered`: of further messages there is no trace. */
export const MAX_TRACES_PER_OUTCOME_AND_MINUTE = 60;

export const traces = area('bot-runner', 'traces', {
  /**
   * What became of the last messages that reached a bot of the actor, and of slash commands that it answered as a companion or did not run, and what its
   * systems could not do, the latest first; kept for seven days. NOT_FOUND.
   */
  list: {
    input: z.object({
      actor: Actor,
      botId: id,
      outcome: z.enum(TRACE_OUTCOMES).optional(),
      usedCommands: z
        .boolean()
        .default(false)
        .describe('Slash commands, entries of context menus, components and what systems could not do only.'),
      limit: z.number().int().min(1).max(MAX_TRACES).default(20),
    }),
    output: z.object({ traces: z.array(MessageTrace) }),
    isRead: true,
    repeatable: true,
  },
  /** What became of one message, or of the message that it answers; null when it never reached the bot, is older than seven days, or was one of too many in its minute. NOT_FOUND for the bot. */
  get: {
    input: z.object({ actor: Actor, botId: id, messageId: snowflake }),
    output: z.object({ trace: MessageTrace.nullable() }),
    isRead: true,
    repeatable: true,
  },
});
