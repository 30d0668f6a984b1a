import { z } from 'zod';
import type { Routes } from './route.js';

/** The state of each dependency, by name. */
export const Readiness = z.object({ ready: z.boolean(), checks: z.record(z.string(), z.enum(['ok', 'failed'])) });
export type Readiness = z.infer<typeof Readiness>;

export const healthRoutes = {
  live: {
    method: 'GET',
    path: '/health/live',
    summary: 'Check that the process is alive',
    access: 'public',
    answer: z.object({ status: z.literal('ok') }),
    errors: [],
  },
  ready: {
    method: 'GET',
    path: '/health/ready',
    summary: 'Check that the gateway and every service are ready; answers 503 otherwise',
    access: 'public',
    answer: Readiness,
    errors: [],
  },
} as const satisfies Routes;
