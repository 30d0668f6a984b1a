import { billing, payments } from '@kith/proto';
import { z } from 'zod';
import type { Routes } from '../http/route.js';

const ADMIN = ['FORBIDDEN', 'IMPERSONATING'] as const;

const Correction = z.object({
  credits: z.union([z.number().int(), z.string().regex(/^\d{1,7}$/)]).describe('How many are taken.'),
  reason: billing.correctCredits.input.shape.reason.describe('The user reads it in the credit history.'),
  idempotencyKey: z
    .string()
    .max(120)
    .optional()
    .describe('Also accepted as the header Idempotency-Key; credits are taken once per key'),
});

export const paymentRoutes = {
  list: {
    method: 'GET',
    path: '/api/payments',
    summary: 'List your payments, latest first; X-Total-Count is their total number',
    access: 'user',
    call: payments.list,
    answer: payments.list.output.shape.payments,
    errors: [],
  },
  ofUser: {
    method: 'GET',
    path: '/api/admin/users/:userId/payments',
    summary: 'List the payments of a user, latest first (administrators); X-Total-Count is their total number',
    access: 'user',
    call: payments.ofUser,
    answer: payments.ofUser.output.shape.payments,
    errors: ADMIN,
  },
  events: {
    method: 'GET',
    path: '/api/admin/webhook-events',
    summary: 'List the events of the payment provider, latest first, kept for 90 days (administrators)',
    access: 'user',
    call: payments.events,
    errors: ADMIN,
  },
  replay: {
    method: 'POST',
    path: '/api/admin/webhook-events/:eventId/replay',
    summary: 'Apply an event of the payment provider again; what was done before is not done twice (administrators)',
    access: 'user',
    call: payments.replay,
    errors: ['NOT_FOUND', 'NOT_CONFIGURED', 'PAYMENT_UNAVAILABLE', ...ADMIN],
  },
  statistics: {
    method: 'GET',
    path: '/api/admin/payment-statistics',
    summary: 'Get money, subscribers and credits of the last 30 days and of the last 12 months (administrators)',
    access: 'user',
    call: payments.statistics,
    errors: ADMIN,
  },
  correctCredits: {
    method: 'POST',
    path: '/api/admin/users/:userId/credit-corrections',
    summary: 'Take credits from a user (super-admin)',
    access: 'user',
    call: billing.correctCredits,
    sends: Correction,
    errors: ['NOT_FOUND', ...ADMIN],
  },
} as const satisfies Routes;
