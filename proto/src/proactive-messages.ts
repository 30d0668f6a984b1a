import { z } from 'zod';
import { snowflake, trimmedText } from './fields.js';
import { TimeZone } from './time-zones.js';

/** After what a bot begins a conversation by itself: nobody wrote for some days, a time of the week, or a member joined. */
export const PROACTIVE_EVENTS = ['quiet', 'weekly', 'newMember'] as const;
export const MAX_PROACTIVE_CHANNELS = 5;
export const MAX_PROACTIVE_CHARS = 1000;

/** What a bot says by itself in a channel, and after what. Fields of other events than the chosen one are kept and have no effect. */
export const ProactiveMessage = z.object({
  channelId: snowflake,
  event: z.enum(PROACTIVE_EVENTS).default('quiet'),
  text: trimmedText(MAX_PROACTIVE_CHARS).describe(
    'Said as it stands; with `isWritten` only where no model writes it, and may be empty then.',
  ),
  isWritten: z.boolean().default(false).describe('A language model writes it, charged like a reply.'),
  hint: trimmedText(500).default('').describe('For `isWritten`: what it should be about.'),
  quietDays: z.number().int().min(1).max(90).default(7).describe('For `quiet`: days in which nobody wrote.'),
  weekday: z.number().int().min(1).max(7).default(1).describe('For `weekly`: 1 is Monday, 7 is Sunday.'),
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time like 18:30')
    .default('18:00')
    .describe('For `weekly`: in the time zone.'),
  timeZone: TimeZone.default('UTC'),
});
export type ProactiveMessage = z.infer<typeof ProactiveMessage>;

/** What a bot says must be known, unless a model writes it. */
export const PROACTIVE_TEXT_MISSING = 'Please write what it says';
const isTextMissing = ({ text, isWritten }: ProactiveMessage): boolean => text === '' && !isWritten;

/** At most one for a channel. */
export const ProactiveMessages = z
  .array(ProactiveMessage)
  .max(MAX_PROACTIVE_CHANNELS)
  .refine((entries) => new Set(entries.map(({ channelId }) => channelId)).size === entries.length, {
    error: 'Must have at most one message for a channel',
  })
  .superRefine((entries, context) => {
    for (const [at, entry] of entries.entries())
      if (isTextMissing(entry)) context.addIssue({ code: 'custom', path: [at, 'text'], message: PROACTIVE_TEXT_MISSING });
  });
