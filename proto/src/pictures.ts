import { z } from 'zod';
import { area } from './contract.js';
import { id, text } from './fields.js';

export const MAX_DESCRIPTION_CHARS = 2000;
/** Of a picture that a language model is shown: what every provider takes. */
export const MAX_PICTURE_BYTES = 3_500_000;
/** For an owner. They cost the owner nothing, so that there are only so many of them (docs/decisions.md W8). */
export const MAX_DESCRIPTIONS_PER_DAY = 20;

export const pictures = area('chat', 'pictures', {
  /**
   * For the knowledge service: what a picture in the file store shows, in the words of the model of the bot, named as people read it, or why the model
   * does not say it: it sees no pictures; this one is too large; `MAX_DESCRIPTIONS_PER_DAY` were asked for in 24 hours; it refuses this one, or the file
   * is no picture that models take. NOT_FOUND for a file of somebody else than the bot's owner, MODEL_UNAVAILABLE, OWN_KEY_FAILED. Costs the owner
   * no message (docs/decisions.md W8).
   */
  describe: {
    input: z.object({ botId: id, fileKey: z.string().max(200), title: text(200) }),
    output: z.discriminatedUnion('isDescribed', [
      z.object({ isDescribed: z.literal(true), text: z.string().min(1).max(MAX_DESCRIPTION_CHARS), by: z.string() }),
      z.object({ isDescribed: z.literal(false), why: z.enum(['seesNone', 'tooLarge', 'dailyLimit', 'refused']) }),
    ]),
    repeatable: true,
    callers: ['knowledge'],
    timeoutMs: 30_000,
  },
});
