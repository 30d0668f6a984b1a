import { z } from 'zod';
import { Actor } from './actor.js';
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
});
export type CommandContext = z.infer<typeof CommandContext>;

/** What custom code returns; its text is treated as untrusted (docs/security.md S55). */
export const CommandResult = z.object({
  success: z.boolean(),
  response: z.string().max(2000),
  shouldReply: z.boolean(),
});

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
   * Runs a custom command in a new engine with limits on time, memory and output. Users take turns by the CPU time they use, with a weight by
   * their plan; rate limits apply to `userId`. RATE_LIMITED, OVERLOADED.
   */
  run: {
    input: z.object({ userId: id, plan: z.enum(PLANS), code: CommandCode, context: CommandContext }),
    output: RunReport,
    repeatable: true,
    callers: ['bots'],
  },
});
