import { z } from 'zod';
import { area } from './contract.js';
import { id, text } from './fields.js';

export const MAX_DESCRIPTION_CHARS = 2000;

export const pictures = area('chat', 'pictures', {
  /**
   * For the knowledge service: what a picture in the file store shows, in the words of the model of the bot, named as people read it. Null where
   * that sees no pictures or refuses this one, or the file is no picture that models take. NOT_FOUND for a file of somebody else than the bot's owner,
   * MODEL_UNAVAILABLE, OWN_KEY_FAILED. Costs the owner no message (docs/decisions.md W8).
   */
  describe: {
    input: z.object({ botId: id, fileKey: z.string().max(200), title: text(200) }),
    output: z.object({
      description: z.object({ text: z.string().min(1).max(MAX_DESCRIPTION_CHARS), by: z.string() }).nullable(),
    }),
    repeatable: true,
    callers: ['knowledge'],
    timeoutMs: 30_000,
  },
});
