import { z } from 'zod';
import { Actor } from './actor.js';
import { OptionValues } from './command-options.js';
import { CommandResult } from './command-results.js';
import { area } from './contract.js';
import { id, text } from './fields.js';
import { PLANS } from './plans.js';

/** 32 KiB of source (docs/decisions.md K4). */
export const CommandCode = text(32_768);

/** What custom code is told about the message that called it. */
export const CommandContext = z.object({
  message: z.string().max(4000),
  userId: z.string().max(40),
  channelId: z.string().max(40),
  guildId: z.string().max(40).nullable(),
  botId: z.string().max(40),
  trigger: z.string().max(40),
  args: z.array(z.string().max(4000)).max(500),
  value: z.string().max(100).nullable().default(null).describe('Of the button, menu or form that was used; null for a message.'),
  values: z.array(z.string().max(100)).max(25).default([]).describe('What was chosen in a menu.'),
  fields: z
    .record(z.string().max(40), z.string().max(4000))
    .default({})
    .describe('What was written into a form, by the names of its fields.'),
  options: OptionValues.default({}).describe('The values of the options of the command, by their names.'),
});
export type CommandContext = z.infer<typeof CommandContext>;

/** Why custom code failed, written for its author. `line` and `column` are 1-based; null when the failure has no place in the code. */
export const CommandError = z.object({
  message: z.string(),
  line: z.number().int().nullable(),
  column: z.number().int().nullable(),
});

export const LOG_LEVELS = ['log', 'info', 'warn', 'error'] as const;
export const CommandLogLine = z.object({ level: z.enum(LOG_LEVELS), text: z.string() });

/** How a run of custom code ended: with a result, or with the reason why there is none. */
export const RunReport = z.object({
  result: CommandResult.nullable().describe('Null when there is none; `error` says why.'),
  error: CommandError.nullable(),
  log: z.array(CommandLogLine).describe('What the code wrote to the console, at most 100 lines of 500 characters.'),
  durationMs: z.number().describe('Time spent inside the code.'),
});
export type RunReport = z.infer<typeof RunReport>;

/** Limits of what code may ask for in one run. */
export const RUN_LIMITS = {
  /** How often the code may wait. */
  rounds: 15,
  /** What it may ask for at once. */
  requestsPerRound: 20,
  fetches: 3,
  sleepMs: 3000,
  /** Of all answers together, in characters. */
  answerChars: 200_000,
} as const;
/** Of one value in the storage, as JSON. */
export const MAX_STORED_CHARS = 32_000;
export const MAX_KEY_CHARS = 100;

const key = z.string().min(1).max(MAX_KEY_CHARS);

/** Something that code asks for and waits for. */
export const CommandRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('kv-get'), key }),
  /** The value as JSON. */
  z.object({ kind: z.literal('kv-set'), key, value: z.string().max(MAX_STORED_CHARS) }),
  z.object({ kind: z.literal('kv-delete'), key }),
  z.object({ kind: z.literal('kv-increment'), key, by: z.number() }),
  z.object({ kind: z.literal('kv-list'), prefix: z.string().max(MAX_KEY_CHARS) }),
  z.object({
    kind: z.literal('fetch'),
    url: z.string().min(1).max(2000),
    headers: z.record(z.string().max(60), z.string().max(1000)),
  }),
  z.object({ kind: z.literal('sleep'), ms: z.number().min(0).max(RUN_LIMITS.sleepMs) }),
]);
export type CommandRequest = z.infer<typeof CommandRequest>;
/** What code waits for at one place. */
export const CommandRequests = z.array(CommandRequest).min(1).max(RUN_LIMITS.requestsPerRound);

/** The answer to one request: its value as JSON, or the message of the error that the code gets. */
export const RequestAnswer = z.object({ isError: z.boolean(), text: z.string().max(RUN_LIMITS.answerChars) });
export type RequestAnswer = z.infer<typeof RequestAnswer>;

/** The answers to what the code asked for at once, in this order. */
export const AnsweredRound = z.object({
  /** What the clock of the code shows from then on, in Unix milliseconds. */
  atMs: z.number().int(),
  answers: z.array(RequestAnswer).max(RUN_LIMITS.requestsPerRound),
});
export type AnsweredRound = z.infer<typeof AnsweredRound>;

/** The report of a run that has ended, or what the code waits for. */
export const PassReport = RunReport.extend({
  requests: CommandRequests.optional().describe(
    'The code waits for these; the run continues when it is repeated with their answers as one more round.',
  ),
});
export type PassReport = z.infer<typeof PassReport>;

export const sandbox = area('sandbox', 'sandbox', {
  /** Parses a custom command without running it. `line` and `column` are 1-based. */
  checkSyntax: {
    input: z.object({ actor: Actor, code: CommandCode }),
    output: z.discriminatedUnion('valid', [
      z.object({ valid: z.literal(true) }),
      CommandError.extend({ valid: z.literal(false) }),
    ]),
    repeatable: true,
    callers: ['gateway', 'bots'],
  },
  /**
   * Runs a custom command in a new engine with limits on time, memory and output. The sandbox asks nobody: code that waits is run again from its
   * beginning with the answers of all earlier rounds, the same random numbers and the same clock, so that it gets to the same place. Users take
   * turns by the CPU time they use, with a weight by their plan; rate limits apply to `userId`. RATE_LIMITED, OVERLOADED.
   */
  run: {
    input: z.object({
      userId: id,
      plan: z.enum(PLANS),
      code: CommandCode,
      context: CommandContext,
      /** What its random numbers follow from; by default new ones. */
      seed: z
        .string()
        .regex(/^[0-9a-f]{16}$/)
        .optional(),
      /** What its clock shows first, in Unix milliseconds; by default the time. */
      startedAtMs: z.number().int().optional(),
      rounds: z.array(AnsweredRound).max(RUN_LIMITS.rounds).default([]),
    }),
    output: PassReport,
    repeatable: true,
    callers: ['bots'],
  },
});
