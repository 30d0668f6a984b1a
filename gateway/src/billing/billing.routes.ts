import { billing } from '@kith/proto';
import { z } from 'zod';
import type { Routes } from '../http/route.js';

export const billingRoutes = {
  credits: {
    method: 'GET',
    path: '/api/credits',
    summary: 'Your message credits',
    access: 'user',
    call: billing.usage,
    answer: z.object({ credits: z.number().int() }),
  },
  setPlan: {
    method: 'PATCH',
    path: '/api/admin/users/:userId/subscription',
    summary: 'Administrators: the plan of a user',
    access: 'user',
    call: billing.setPlan,
  },
} as const satisfies Routes;
