import { z } from 'zod';
import { Actor } from './actor.js';
import { area } from './contract.js';
import { id, text } from './text.js';

/** Decision K4: 32 KiB of source. */
export const CommandCode = text(32_768);

/** What custom code is told about the message that called it (specification 2, section 3). */
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

/** What custom code answers (specification 2, section 3; S55). */
export const CommandResult = z.object({
  success: z.boolean(),
  response: z.string().max(2000),
  shouldReply: z.boolean(),
});

/** How a run of custom code ended: with a result, or with the reason why there is none. */
export const RunReport = z.object({
  result: CommandResult.nullable(),
  /** In words for the author of the code. */
  error: z.object({ message: z.string(), line: z.number().int().nullable(), column: z.number().int().nullable() }).nullable(),
  /** What it wrote to the console, at most 100 lines of 500 characters. */
  log: z.array(z.object({ level: z.enum(['log', 'info', 'warn', 'error']), text: z.string() })),
  /** Time inside the code. */
  durationMs: z.number(),
});
export type RunReport = z.infer<typeof RunReport>;

export const sandbox = area('sandbox', 'sandbox', {
  /** Parses a custom command without running it. `line` and `column` are 1-based. */
  checkSyntax: {
    input: z.object({ actor: Actor, code: CommandCode }),
    output: z.discriminatedUnion('valid', [
      z.object({ valid: z.literal(true) }),
      z.object({
        valid: z.literal(false),
        message: z.string(),
        line: z.number().int().nullable(),
        column: z.number().int().nullable(),
      }),
    ]),
    repeatable: true,
  },
  /** Runs a custom command in a fresh engine, bounded in time, memory and output. `userId` is whom it counts against. RATE_LIMITED, OVERLOADED. */
  run: {
    input: z.object({ userId: id, code: CommandCode, context: CommandContext }),
    output: RunReport,
    repeatable: true,
  },
});
