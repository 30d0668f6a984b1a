import { randomUUID } from 'node:crypto';
import { ADMINS, EVERYBODY, SIGNED_IN, SUPER_ADMIN_ONLY } from './expected.js';
import { A_MODEL, type Fixtures } from './fixtures.js';
import type { Row, Sent } from './rest-row.js';

/** Routes of administrators, and of the models that they offer. */
export const ADMIN_ROWS: readonly Row[] = [
  { route: 'GET /api/admin/users', expected: ADMINS },
  { route: 'GET /api/admin/users/:userId', expected: ADMINS, arrange: (fixtures) => ofOtherUser(fixtures) },
  { route: 'GET /api/admin/users/:userId/account', expected: ADMINS, arrange: (fixtures) => ofOtherUser(fixtures) },
  { route: 'GET /api/admin/users/:userId/bots', expected: ADMINS, arrange: (fixtures) => ofOtherUser(fixtures) },
  { route: 'GET /api/admin/users/:userId/sessions', expected: ADMINS, arrange: (fixtures) => ofOtherUser(fixtures) },
  { route: 'POST /api/admin/users/:userId/end-sessions', expected: ADMINS, arrange: (fixtures) => ofOtherUser(fixtures) },
  { route: 'GET /api/admin/admins', expected: ADMINS },
  { route: 'GET /api/admin/stats', expected: ADMINS },
  { route: 'GET /api/admin/export/users.csv', expected: ADMINS },
  { route: 'GET /api/admin/export/analytics.csv', expected: ADMINS },
  { route: 'GET /api/admin/audit', expected: SUPER_ADMIN_ONLY },
  { route: 'GET /api/admin/news', expected: SUPER_ADMIN_ONLY },
  {
    route: 'POST /api/admin/news',
    expected: SUPER_ADMIN_ONLY,
    arrange: () => ({ body: { newsId: randomUUID(), title: 'Voices', text: 'Companions listen to voices.' } }),
  },
  { route: 'GET /api/models', expected: EVERYBODY },
  { route: 'GET /api/models/options', expected: SIGNED_IN },
  { route: 'GET /api/admin/models', expected: SUPER_ADMIN_ONLY },
  {
    route: 'PATCH /api/admin/models/:label',
    expected: SUPER_ADMIN_ONLY,
    arrange: () => ({ params: { label: 'latest' }, body: { ...A_MODEL, version: 0 } }),
  },
  {
    route: 'POST /api/admin/models/:label/reset',
    expected: SUPER_ADMIN_ONLY,
    arrange: () => ({ params: { label: 'gpt-4' }, body: { version: 0 } }),
  },
  {
    route: 'PATCH /api/admin/users/:userId/subscription',
    expected: ADMINS,
    arrange: async (fixtures) => ({ params: { userId: await fixtures.otherUser() }, body: { plan: 'standard' } }),
  },
  { route: 'POST /api/admin/grant-admin/:userId', expected: ADMINS, arrange: (fixtures) => ofOtherUser(fixtures) },
  { route: 'POST /api/admin/revoke-admin/:userId', expected: ADMINS, arrange: (fixtures) => ofOtherUser(fixtures) },
  {
    route: 'POST /api/admin/impersonate/:userId',
    expected: SUPER_ADMIN_ONLY,
    arrange: (fixtures) => ofOtherUser(fixtures),
    isFresh: true,
  },
];

const ofOtherUser = async (fixtures: Fixtures): Promise<Sent> => ({ params: { userId: await fixtures.otherUser() } });
