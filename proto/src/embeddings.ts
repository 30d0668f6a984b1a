import { z } from 'zod';
import { area } from './contract.js';
import { id, text } from './fields.js';
import { PLANS } from './plans.js';

/** The most texts of one request, and the most characters of one text: an answer fits into one message whatever the model. */
export const MAX_EMBEDDED_TEXTS = 16;
export const MAX_EMBEDDED_CHARS = 4000;

/** What an embeddings model is told about a text: some models embed questions and passages differently. */
export const EMBEDDED_KINDS = ['question', 'passage'] as const;

export const embeddings = area('chat', 'embeddings', {
  /** For the knowledge service: provider and model of the vectors that `create` answers; null while texts are searched by words alone. */
  model: {
    input: z.object({}),
    output: z.object({ model: z.string().nullable() }),
    repeatable: true,
    callers: ['knowledge'],
  },
  /**
   * For the knowledge service: the vectors of texts, in their order, each as little-endian float32 in base64. `model` names provider and model;
   * null, without vectors, where texts of this owner's bots are not sent to the embeddings model (docs/decisions.md W13). BAD_INPUT when the
   * model refuses one of the texts; UNAVAILABLE, OVERLOADED or RATE_LIMITED while it cannot be asked, or is not set up for the chat service yet.
   */
  create: {
    input: z.object({
      ownerId: id,
      ownerPlan: z.enum(PLANS),
      kind: z.enum(EMBEDDED_KINDS),
      texts: z.array(text(MAX_EMBEDDED_CHARS).min(1)).min(1).max(MAX_EMBEDDED_TEXTS),
    }),
    output: z.object({ model: z.string().nullable(), vectors: z.array(z.base64()) }),
    repeatable: true,
    timeoutMs: 40_000,
    callers: ['knowledge'],
  },
});
