import { z } from 'zod';
import { Actor } from './actor.js';
import { CommandOption } from './command-options.js';
import { area } from './contract.js';
import { id, Message, optionalSnowflake, paging, text, trimmedText } from './fields.js';

export const COMMAND_CATEGORIES = ['utility', 'fun', 'moderation', 'ai', 'custom'] as const;
export type CommandCategory = (typeof COMMAND_CATEGORIES)[number];

/** Limits of the command library. */
export const MAX_LEARNED_COMMANDS = 100;
export const MAX_CUSTOM_COMMANDS = 100;
export const DEFAULT_COMMAND_ICON = '⚡';

/** What a bot can learn: a command of the catalogue, or one that its owner wrote. */
export const AvailableCommand = z.object({
  id: z.string().describe('A word for a command of the catalogue, a UUID for a custom one.'),
  name: z.string(),
  description: z.string(),
  category: z.enum(COMMAND_CATEGORIES),
  icon: z.string().describe('An emoji.'),
  trigger: z.string().describe('With the default prefix, e.g. `!ping`.'),
});
export type AvailableCommand = z.infer<typeof AvailableCommand>;

/** The command catalogue: the commands that every bot can learn. */
export const COMMANDS: readonly AvailableCommand[] = [
  ['help', 'Help', 'Lists everything this bot can do.', 'utility', '❓'],
  ['ping', 'Ping', 'Tells how fast the bot answers.', 'utility', '🏓'],
  ['ask', 'Ask', 'Answers a question.', 'ai', '💬'],
  ['summarize', 'Summarize', 'Sums up the last messages of the channel.', 'ai', '📝'],
  ['translate', 'Translate', 'Translates a text into another language.', 'ai', '🌐'],
  ['remind', 'Remind', 'Reminds you of something later.', 'utility', '⏰'],
  ['poll', 'Poll', 'Starts a poll.', 'utility', '📊'],
  ['roll', 'Roll', 'Rolls dice, like 2d6.', 'fun', '🎲'],
  ['8ball', '8-Ball', 'Answers yes-or-no questions mysteriously.', 'fun', '🎱'],
  ['coinflip', 'Coin Flip', 'Heads or tails.', 'fun', '🪙'],
  ['serverinfo', 'Server Info', 'Shows facts about this server.', 'utility', '🏠'],
  ['userinfo', 'User Info', 'Shows facts about a member.', 'utility', '👤'],
  ['avatar', 'Avatar', "Shows a member's avatar.", 'utility', '🖼️'],
  ['warn', 'Warn', 'Warns a member.', 'moderation', '⚠️'],
  ['purge', 'Purge', 'Deletes the last messages of the channel.', 'moderation', '🧹'],
  ['slowmode', 'Slow Mode', 'Limits how often members can write.', 'moderation', '🐌'],
  ['timeout', 'Timeout', 'Silences a member for some minutes.', 'moderation', '🔇'],
].map(([word = '', name = '', description = '', category = '', icon = '']) => ({
  id: word,
  name,
  description,
  category: category as CommandCategory,
  icon,
  trigger: `!${word}`,
}));

/**
 * Commands of the catalogue that a language model may run while it writes a reply, once a bot has learned them (docs/decisions.md T18): by chance alone,
 * or for who asks. None moderates, posts for itself or reads what others wrote.
 */
export const TOOL_COMMANDS: readonly string[] = ['roll', '8ball', 'coinflip', 'remind'];

/** A day, in seconds. */
export const MAX_COOLDOWN_S = 86_400;

/** Who may call a learned command, and how often. */
export const CommandLimits = z.object({
  cooldownS: z
    .number()
    .int()
    .min(0)
    .max(MAX_COOLDOWN_S)
    .nullable()
    .describe('How long a member waits between two calls; null: three seconds for a custom command, otherwise not at all.'),
  requiredRoleId: z.string().nullable().describe('The role on Discord that a member needs; null: everybody may call it.'),
});
export type CommandLimits = z.infer<typeof CommandLimits>;

/** A command that a bot has learned. */
export const LearnedCommand = z.object({
  id,
  commandId: z.string(),
  isEnabled: z.boolean(),
  customTrigger: z.string().nullable().describe("Null: the command's own trigger."),
  ...CommandLimits.shape,
  command: AvailableCommand,
});
export type LearnedCommand = z.infer<typeof LearnedCommand>;

/** A command that a bot has learned and that is enabled, as runners need it to recognise and name it. */
export const RunnableCommand = z.object({
  commandId: z.string().max(40).describe('A word for a command of the catalogue, a UUID for a custom one.'),
  trigger: z.string().max(40).describe('The one that is in force in this bot.'),
  custom: z
    .object({
      name: z.string(),
      description: z.string(),
      options: z.array(CommandOption).optional().describe('Absent: one free text.'),
    })
    .nullable()
    .describe('Null for a command of the catalogue, which says what it is called.'),
  limits: CommandLimits.optional().describe('Absent for a command without limits of its own.'),
});
export type RunnableCommand = z.infer<typeof RunnableCommand>;

/** 1 to 32 characters without spaces. */
export const Trigger = trimmedText(32).min(1, 'Please enter a trigger').regex(/^\S+$/u, 'A trigger has no spaces');

const byLearned = z.object({ actor: Actor, botId: id, botCommandId: id });

export const commands = area('bots', 'commands', {
  /** What the actor's bots can learn: the catalogue, then the actor's own commands under category `custom`. */
  available: {
    input: z.object({
      actor: Actor,
      search: text(100).optional(),
      category: z.enum(COMMAND_CATEGORIES).optional(),
      ...paging,
    }),
    output: z.object({ commands: z.array(AvailableCommand), total: z.number().int() }),
    isRead: true,
    repeatable: true,
  },
  /** What a bot of the actor has learned, oldest first. */
  learned: {
    input: z.object({ actor: Actor, botId: id }),
    output: z.object({ commands: z.array(LearnedCommand) }),
    isRead: true,
    repeatable: true,
  },
  /**
   * Has a bot learn a command. On the free plan a custom command is learned disabled (docs/decisions.md K1). NOT_FOUND for an unknown or foreign command,
   * ALREADY_LEARNED, TRIGGER_TAKEN.
   */
  learn: { input: z.object({ actor: Actor, botId: id, commandId: text(40).min(1) }), output: LearnedCommand },
  /**
   * Sets the trigger (null or '': the command's own), the switch or the limits; an absent field keeps its value. TRIGGER_TAKEN, UPGRADE_REQUIRED for a
   * custom command on the free plan, BAD_INPUT for switching on one that was imported and not looked at.
   */
  updateLearned: {
    input: byLearned.extend({
      customTrigger: z
        .union([z.literal(''), Trigger])
        .nullish()
        .transform((trigger) => (trigger === '' ? null : trigger)),
      isEnabled: z.boolean().optional(),
      cooldownS: CommandLimits.shape.cooldownS.optional(),
      requiredRoleId: optionalSnowflake,
    }),
    output: LearnedCommand,
    repeatable: true,
  },
  /** Has a bot forget a command. IMPERSONATING. */
  unlearn: { input: byLearned, output: Message },
});
