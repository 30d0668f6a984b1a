import { z } from 'zod';
import type { Routes } from '../http/route.js';

/** Null while the service that counts it is away: never a number that was not measured (decision M9). */
const count = z.number().int().nullable();
/** What the dashboard polls (specification, part 1, section 3). */
export const Usage = z.object({
  /** Percent of this machine. */
  system: z.object({ cpuUsage: z.number(), memoryUsage: z.number() }),
  usage: z.object({
    bots: z.object({ total: count, online: count }),
    /** Delivered replies per UTC day, the last 7 days, today last; empty while they cannot be counted. */
    activity: z.array(z.object({ date: z.iso.date(), count: z.number().int() })),
    /** Messages, in spite of the name (decision B5). */
    tokens: z.object({ used: count, dailyLimit: count }),
  }),
  messageStats: z.object({ dailyTotal: count }),
});
export type Usage = z.infer<typeof Usage>;

export const dashboardRoutes = {
  usage: {
    method: 'GET',
    path: '/api/dashboard/resource-usage',
    summary: 'The machine, your companions and your messages; what cannot be counted right now is null',
    access: 'user',
    answer: Usage,
    errors: [],
  },
} as const satisfies Routes;
