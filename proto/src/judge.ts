import { z } from 'zod';
import { area } from './contract.js';
import { id, snowflake, text } from './fields.js';

/** Limits of what the judge of the system ai-moderator is asked at once. */
export const MAX_JUDGED_TOGETHER = 10;
export const MAX_JUDGE_CATEGORIES = 10;

/** The judge of the system ai-moderator. */
export const judge = area('chat', 'judge', {
  /**
   * For runners: what the model of the bot says about messages of members, each asked about by itself. All of a call count as one message of the owner, once
   * for each `requestId`. `verdict` is null for a message about which it said nothing usable. MODEL_UNAVAILABLE (also without a language model), OWN_KEY_FAILED, DAILY_LIMIT, CAP_REACHED.
   */
  messages: {
    input: z.object({
      botId: id,
      guildId: snowflake,
      requestId: z.string().regex(/^[\w-]{8,80}$/),
      categories: z.array(text(60).min(1)).min(1).max(MAX_JUDGE_CATEGORIES),
      messages: z
        .array(
          z.object({
            id: text(60).min(1).describe('Chosen by the caller; verdicts name it.'),
            authorId: snowflake,
            text: text(4000).min(1),
          }),
        )
        .min(1)
        .max(MAX_JUDGED_TOGETHER),
    }),
    output: z.object({
      verdicts: z.array(
        z.object({
          messageId: z.string(),
          verdict: z
            .object({
              category: z.number().int().nullable().describe('The place of the category, from 0 on; null when none fits.'),
              certainty: z.number().int().min(0).max(100),
            })
            .nullable(),
        }),
      ),
    }),
    repeatable: true,
    callers: ['bot-runner'],
    timeoutMs: 25_000,
  },
});
