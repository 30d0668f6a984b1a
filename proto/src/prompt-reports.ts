import { z } from 'zod';

/** Whether the last frame of a streamed reply is to hold the prompt. */
export const ShowPrompt = z
  .boolean()
  .default(false)
  .describe(
    'For developers: the last frame of a streamed reply holds the prompt, its tokens and their price. Not for access keys.',
  );

/**
 * Who wrote a message of a prompt. `call`: what the model wrote and called in this reply before it answered; `result`: what it was told of a call.
 */
export const PROMPT_ROLES = ['system', 'user', 'assistant', 'call', 'result'] as const;

/** What a language model was sent for a reply, in the last request where there were several, and what that took. */
export const PromptReport = z.object({
  model: z.string().describe('What people read.'),
  messages: z.array(z.object({ role: z.enum(PROMPT_ROLES), content: z.string(), pictures: z.number().int() })),
  tools: z
    .array(z.object({ name: z.string(), description: z.string(), parameters: z.string().describe('A JSON schema.') }))
    .describe('What the model might call.'),
  toolCalls: z
    .array(
      z.object({
        name: z.string(),
        hasFailed: z.boolean(),
        ms: z.number().int(),
      }),
    )
    .describe('The calls of tools, in their order, also those that no request came after.'),
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
