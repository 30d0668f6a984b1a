import { z } from 'zod';
import { PROACTIVE_EVENTS } from './proactive-messages.js';

/** Limits of what is summed up. */
export const MAX_SUMMARIZED_MESSAGES = 100;

/** What a language model is asked to do instead of answering a message. All texts in it are written by others, but the hint, which is the owner's. */
export const ReplyTask = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('summarize'),
    messages: z
      .array(z.object({ author: z.string().max(100), text: z.string().max(4000) }))
      .min(1)
      .max(MAX_SUMMARIZED_MESSAGES),
  }),
  z.object({
    kind: z.literal('begin'),
    event: z.enum(PROACTIVE_EVENTS),
    quietDays: z.number().int().min(1),
    hint: z.string().max(500),
  }),
  z.object({ kind: z.literal('translate'), language: z.string().min(1).max(60), text: z.string().min(1).max(4000) }),
]);
export type ReplyTask = z.infer<typeof ReplyTask>;
