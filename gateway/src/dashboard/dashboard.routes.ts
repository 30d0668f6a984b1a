import { z } from 'zod';
import type { Routes } from '../http/route.js';

/** Null while the service that counts it is unavailable: unknown numbers are never shown as zero (docs/decisions.md M9). */
const count = z.number().int().nullable();
/** What the dashboard polls. */
export const Usage = z.object({
  /** CPU and memory use of the gateway's machine in percent. */
  system: z.object({ cpuUsage: z.number(), memoryUsage: z.number() }),
  usage: z.object({
    bots: z.object({ total: count, online: count }),
    /**
     * Messages that count (docs/decisions.md B5) per UTC day, those paid with credits included; the last 7 days, today last. Empty while
     * billing is unavailable.
     */
    activity: z.array(z.object({ date: z.iso.date(), count: z.number().int() })),
    /** Messages of today: the specification names them tokens (docs/decisions.md B5). */
    tokens: z.object({ used: count, dailyLimit: count }),
  }),
  messageStats: z.object({ dailyTotal: count }),
});
export type Usage = z.infer<typeof Usage>;

export const dashboardRoutes = {
  usage: {
    method: 'GET',
    path: '/api/dashboard/resource-usage',
    summary: 'Get the load of the server, your bots and your messages; numbers of unavailable services are null',
    access: 'user',
    answer: Usage,
    errors: [],
  },
} as const satisfies Routes;
