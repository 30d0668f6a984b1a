import { z } from 'zod';
import type { Routes } from '../http/route.js';

const count = z.number().int();
/** What the dashboard polls (specification, part 1, section 3). */
export const Usage = z.object({
  /** Percent of this machine. */
  system: z.object({ cpuUsage: z.number(), memoryUsage: z.number() }),
  usage: z.object({
    bots: z.object({ total: count, online: count }),
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
    summary: 'The machine, your companions and your messages of today',
    access: 'user',
    answer: Usage,
  },
} as const satisfies Routes;
