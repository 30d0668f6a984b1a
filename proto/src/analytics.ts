import { z } from 'zod';
import { ONLINE_STATUSES } from './run-states.js';
import { RATING_REASONS } from './ratings.js';

/** What the analytics page shows (docs/decisions.md N1, N2). */
export const Analytics = z.object({
  totalMessages: z.number().int().describe('Delivered replies of the last 30 days.'),
  activeUsers: z.number().int().describe('People who got a reply in the last 30 days.'),
  avgResponseTime: z.number().describe('In seconds, over the last 30 days.'),
  uptime: z.number().nullable().describe('Percent of the last 7 days; null while it is unavailable.'),
  engagementScore: z.number().describe('From 0 to 100.'),
  userEngagement: z.object({ totalUsers: z.number().int(), activeToday: z.number().int(), totalConversations: z.number().int() }),
  ratings: z
    .object({
      good: z.number().int(),
      bad: z.number().int(),
      reasons: z
        .array(z.object({ reason: z.enum(RATING_REASONS), count: z.number().int() }))
        .describe('Of those that are not good and say why, the most frequent first.'),
    })
    .describe('How people rated replies of the last 30 days, in the test chat and on Discord; one rating per person and reply.'),
  botInfo: z.object({
    status: z.enum(ONLINE_STATUSES),
    model: z.string().describe('The name of the model that answers, or `Built-in companion`.'),
  }),
  hourlyActivity: z
    .array(z.object({ hour: z.number().int().min(0).max(23), messages: z.number().int() }))
    .describe('Replies of the last 24 hours by hour of the day (UTC), 24 entries, oldest first.'),
});
export type Analytics = z.infer<typeof Analytics>;
