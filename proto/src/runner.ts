import { z } from 'zod';
import { area } from './contract.js';
import { id, text } from './fields.js';

/** What Discord says about a token. `unreachable` leaves it open: the token is checked again when the bot starts. */
export const TokenReport = z.discriminatedUnion('verdict', [
  z.object({ verdict: z.literal('valid'), applicationId: z.string(), botName: z.string(), hasMessageContent: z.boolean() }),
  z.object({ verdict: z.literal('invalid') }),
  z.object({ verdict: z.literal('unreachable') }),
]);

export const runner = area('bot-runner', 'runner', {
  /**
   * Asks Discord about a token before it is stored, without opening a gateway connection. RATE_LIMITED after ten tokens of the user within an
   * hour; a token that Discord has refused is not asked about again.
   */
  inspectToken: {
    input: z.object({ userId: id, token: text(200) }),
    output: TokenReport,
    secret: true,
    repeatable: true,
    timeoutMs: 6000,
    callers: ['bots'],
  },
});
