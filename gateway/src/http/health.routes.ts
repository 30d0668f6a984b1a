import { z } from 'zod';
import type { Routes } from './route.js';

/** Each dependency by name. */
export const Readiness = z.object({ ready: z.boolean(), checks: z.record(z.string(), z.enum(['ok', 'failed'])) });
export type Readiness = z.infer<typeof Readiness>;

export const healthRoutes = {
  live: {
    method: 'GET',
    path: '/health/live',
    summary: 'The process answers',
    access: 'public',
    answer: z.object({ status: z.literal('ok') }),
    errors: [],
  },
  ready: {
    method: 'GET',
    path: '/health/ready',
    summary: 'What the gateway stands on works, and every service is there; else 503',
    access: 'public',
    answer: Readiness,
    errors: [],
  },
} as const satisfies Routes;
