import { ADMINS, SIGNED_IN, SUPER_ADMIN_ONLY } from './expected.js';
import type { Row } from './rest-row.js';

/** Routes of payments: lists, events of the provider, statistics and corrections of credits. */
export const PAYMENT_ROWS: readonly Row[] = [
  { route: 'GET /api/payments', expected: SIGNED_IN },
  {
    route: 'GET /api/admin/users/:userId/payments',
    expected: ADMINS,
    arrange: async (fixtures) => ({ params: { userId: await fixtures.otherUser() } }),
  },
  { route: 'GET /api/admin/payment-statistics', expected: ADMINS },
  { route: 'GET /api/admin/webhook-events', expected: ADMINS },
  {
    route: 'POST /api/admin/webhook-events/:eventId/replay',
    expected: ADMINS,
    arrange: async (fixtures) => ({ params: { eventId: await fixtures.paymentEvent() } }),
  },
  {
    route: 'POST /api/admin/users/:userId/credits',
    expected: SUPER_ADMIN_ONLY,
    arrange: async (fixtures) => ({ params: { userId: await fixtures.otherUser() }, body: { credits: '25' } }),
  },
  {
    route: 'POST /api/admin/users/:userId/credit-corrections',
    expected: SUPER_ADMIN_ONLY,
    arrange: async (fixtures) => ({
      params: { userId: await fixtures.userWithCredits() },
      body: { credits: 1, reason: 'Granted twice' },
    }),
  },
];
