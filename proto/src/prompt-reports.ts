import { z } from 'zod';

/** Whether the last frame of a streamed reply is to hold the prompt. */
export const ShowPrompt = z
  .boolean()
  .default(false)
  .describe(
    'For developers: the last frame of a streamed reply holds the prompt, its tokens and their price. Not for access keys.',
  );

/** What a language model was sent for a reply, and what that took. */
export const PromptReport = z.object({
  model: z.string().describe('What people read.'),
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string(), pictures: z.number().int() })),
  toolCalls: z
    .array(
      z.object({
        name: z.string(),
        arguments: z.string().describe('JSON as the model wrote it.'),
        result: z.string().describe('What the tool gave, or why it failed.'),
        hasFailed: z.boolean(),
        ms: z.number().int(),
      }),
    )
    .describe('The tools that the model called before it answered.'),
  isCut: z.boolean().describe('The prompt is longer than what is shown of it.'),
  promptTokens: z
    .number()
    .int()
    .nullable()
    .describe('As the provider counted, or Kith where the reply broke off; null when it did not say.'),
  cachedTokens: z.number().int().nullable().describe('Of them, those that it had kept from an earlier request.'),
  completionTokens: z.number().int().nullable(),
  costDollars: z.number().nullable().describe('At the prices of the model catalogue; null without prices.'),
});
export type PromptReport = z.infer<typeof PromptReport>;
