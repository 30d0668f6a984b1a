import { z } from 'zod';
import { Actor } from './actor.js';
import { area } from './contract.js';
import { text } from './text.js';

/** Decision K4: 32 KiB of source. */
export const CommandCode = text(32_768);

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
});
