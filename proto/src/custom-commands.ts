import { z } from 'zod';
import { Actor } from './actor.js';
import { CommandOption, CommandOptions } from './command-options.js';
import { DEFAULT_COMMAND_ICON, Trigger } from './commands.js';
import { area } from './contract.js';
import { changesOf, id, isoTime, Message, paging, snowflake, text, trimmedText } from './fields.js';
import { CommandCode, CommandContext, CommandError, RunReport } from './sandbox.js';

/** What the custom-command form sends. */
export const CreateCustomCommandInput = z.object({
  name: trimmedText(100).min(1, 'Please enter a name'),
  trigger: Trigger,
  description: trimmedText(500).min(1, 'Please enter a description'),
  code: CommandCode.refine((code) => code.trim() !== '', 'Please enter the code'),
  icon: trimmedText(16).min(1).default(DEFAULT_COMMAND_ICON),
  options: CommandOptions.default([]).describe('What members fill in, required options first; none: one free text.'),
});
export const UpdateCustomCommandInput = changesOf(CreateCustomCommandInput);

export const CustomCommand = z.object({
  id,
  name: z.string(),
  trigger: z.string(),
  description: z.string(),
  code: z.string(),
  icon: z.string(),
  options: z.array(CommandOption),
  needsReview: z.boolean().describe('It was imported, and its owner has not said yet that they looked at the code.'),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type CustomCommand = z.infer<typeof CustomCommand>;

/** A code with which a command is shared: ten letters and digits, written in two groups. Read without regard to letter case and separators. */
export const ShareCode = z
  .string()
  .max(40)
  .transform((code) => code.toUpperCase().replaceAll(/[\s-]/gu, ''))
  .pipe(z.string().regex(/^[0-9A-HJKMNP-TV-Z]{10}$/, 'This is not a code of a command'));

/** A command that another user shares, to be looked at. */
export const SharedCommand = CustomCommand.pick({
  name: true,
  trigger: true,
  description: true,
  code: true,
  icon: true,
  options: true,
});
export type SharedCommand = z.infer<typeof SharedCommand>;

/** How a command is shared. */
export const CommandShare = z.object({ shareCode: z.string().nullable().describe('Null: it is not shared.') });

/** Limits of what the custom commands of a bot store together: 100 KB. */
export const MAX_COMMAND_STORAGE_BYTES = 102_400;
export const MAX_COMMAND_KEYS = 1000;
export const MAX_COMMAND_HOSTS = 20;

/** A website by the name of its host, in the form of the name system: `api.example.org`. */
export const CommandHost = z
  .string()
  .trim()
  .max(300)
  .transform((typed) => URL.parse(/^https?:\/\//iu.test(typed) ? typed : `https://${typed}`)?.hostname.replace(/\.$/u, '') ?? '')
  .pipe(
    z
      .string()
      .max(253)
      .regex(
        /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])$/,
        'Must be the name of a website, like api.example.org',
      ),
  );

/** What the custom commands of a bot keep, and which websites they may read. */
export const CommandData = z.object({
  keys: z.number().int(),
  bytes: z.number().int(),
  maxBytes: z.number().int(),
  hosts: z.array(z.string()),
});
export type CommandData = z.infer<typeof CommandData>;

/** An entry of the list of custom commands, which leaves the code and the options out. */
export const CustomCommandSummary = CustomCommand.omit({ code: true, options: true });

/** How many runs of a custom command are kept. */
export const MAX_LOGGED_RUNS = 20;

/** A run of a custom command, without what was written. */
export const CommandRun = z.object({
  id,
  botName: z.string(),
  trigger: z.string(),
  startedAt: isoTime,
  durationMs: z.number().describe('Time spent inside the code.'),
  error: CommandError.nullable().describe('Null for a run without an error.'),
});
export type CommandRun = z.infer<typeof CommandRun>;

const byCommand = z.object({ actor: Actor, commandId: id });
const byBot = z.object({ actor: Actor, botId: id });

export const customCommands = area('bots', 'custom-commands', {
  /** Adds a command to the actor's library after a check of its syntax. INVALID_SYNTAX, TRIGGER_TAKEN within the library. */
  create: { input: CreateCustomCommandInput.extend({ actor: Actor }), output: CustomCommand },
  /** The actor's library, oldest first; without code and options, which `get` answers. */
  list: {
    input: z.object({ actor: Actor, ...paging }),
    output: z.object({ commands: z.array(CustomCommandSummary), total: z.number().int() }),
    isRead: true,
    repeatable: true,
  },
  /** One command of the actor. NOT_FOUND. */
  get: { input: byCommand, output: CustomCommand, isRead: true, repeatable: true },
  /** Changes the named fields; bots that learned it use the new version. INVALID_SYNTAX, TRIGGER_TAKEN. */
  update: { input: UpdateCustomCommandInput.extend({ actor: Actor, commandId: id }), output: CustomCommand },
  /** Deletes it; bots that learned it forget it. IMPERSONATING. */
  remove: { input: byCommand, output: Message },
  /**
   * For runners, and for models that call it as a tool: runs a custom command that the bot has learned, and logs the run for its owner. Calls with the same id are one run: what it stores
   * is stored once. NOT_FOUND when the bot does not have it enabled, UPGRADE_REQUIRED when the plan of the owner does not allow it
   * (docs/decisions.md K1), RATE_LIMITED, OVERLOADED.
   */
  run: {
    input: z.object({
      botId: id,
      commandId: id,
      callId: text(60).min(1),
      context: CommandContext.omit({ botId: true, trigger: true }),
    }),
    output: RunReport,
    repeatable: true,
    callers: ['bot-runner', 'chat'],
  },
  /** For runners: deletes what the custom commands of a bot stored under keys with the id of a member; answers how many values. */
  forgetMember: {
    input: z.object({ botId: id, memberId: snowflake }),
    output: z.object({ values: z.number().int() }),
    repeatable: true,
    callers: ['bot-runner'],
  },
  /** What the custom commands of a bot of the actor keep, and which websites they may read. NOT_FOUND. */
  data: { input: byBot, output: CommandData, isRead: true, repeatable: true },
  /** Sets the websites that the custom commands of a bot may read. NOT_FOUND. */
  setHosts: {
    input: byBot.extend({ hosts: z.array(CommandHost).max(MAX_COMMAND_HOSTS) }),
    output: CommandData,
    repeatable: true,
  },
  /** Deletes what the custom commands of a bot have stored. NOT_FOUND, IMPERSONATING. */
  clearData: { input: byBot, output: CommandData, repeatable: true },
  /** The code with which a command of the actor is shared. NOT_FOUND. */
  shared: { input: byCommand, output: CommandShare, isRead: true, repeatable: true },
  /** Shares a command: whoever has the code may read and copy it as it is then. The same code while it is shared. NOT_FOUND, BAD_INPUT for an imported one. */
  share: { input: byCommand, output: CommandShare, repeatable: true },
  /** Withdraws the code; copies stay. NOT_FOUND. */
  unshare: { input: byCommand, output: CommandShare, repeatable: true },
  /** The command that is shared with a code. NOT_FOUND, RATE_LIMITED. */
  lookUp: { input: z.object({ actor: Actor, shareCode: ShareCode }), output: SharedCommand, isRead: true, repeatable: true },
  /**
   * Copies a shared command into the actor's library, with another trigger if wanted; it cannot be switched on before `approve`. NOT_FOUND,
   * TRIGGER_TAKEN, INVALID_SYNTAX, RATE_LIMITED.
   */
  importShared: { input: z.object({ actor: Actor, shareCode: ShareCode, trigger: Trigger.optional() }), output: CustomCommand },
  /** The actor has looked at the code of an imported command. NOT_FOUND. */
  approve: { input: byCommand, output: CustomCommand, repeatable: true },
  /** The last runs of a command of the actor on Discord and in the test chat, the latest first; at most 20. NOT_FOUND. */
  runs: { input: byCommand, output: z.object({ runs: z.array(CommandRun) }), isRead: true, repeatable: true },
  /** Runs code in the sandbox with a test message; nothing of it reaches Discord or is stored. NOT_FOUND for a foreign bot, RATE_LIMITED. */
  test: {
    input: z.object({
      actor: Actor,
      code: CommandCode,
      trigger: Trigger.default('!test'),
      message: text(2000).default('').describe('What a member would have written, trigger included.'),
      options: CommandOptions.default([]).describe('Whose values are read from the message.'),
      botId: id.optional().describe('The bot whose storage it reads and whose websites it may read; what it stores is not kept.'),
    }),
    output: RunReport.extend({ context: CommandContext }),
    repeatable: true,
    timeoutMs: 12_000,
  },
});
