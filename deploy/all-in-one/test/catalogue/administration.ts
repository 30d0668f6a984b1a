import type { ApiClient } from '@kith/all-in-one/testing';
import { signInSuperAdmin } from '../matrix/cast.js';
import type { Ask, Situation } from './situation.js';
import type { World } from './world.js';

const FORBIDDEN = [403, 'FORBIDDEN', 'You do not have permission to do this.'] as const;
const NOT_FOUND = [404, 'NOT_FOUND', 'Not found.'] as const;

const look =
  (path: string, field: string, as: (world: World) => Promise<ApiClient> | ApiClient): Ask =>
  async (world) => ({ client: await as(world), rest: ['GET', `/api/admin/${path}`], field: [`query ${field}`, {}, {}] });

const user = (world: World) => world.cast.clients.other;
const admin = (world: World) => world.cast.clients.admin;

type Of = (world: World) => Promise<string> | string;
const somebody: Of = async (world) => (await world.newcomer()).id;
const nobody: Of = (world) => world.none;

const setPlan =
  (plan: unknown, of: Of = somebody, as = admin): Ask =>
  async (world) => {
    const userId = await of(world);
    return {
      client: as(world),
      rest: ['PATCH', `/api/admin/users/${userId}/subscription`, { plan }],
      field: ['mutation setUserPlan', { userId: 'ID!', plan: 'String!' }, { userId, plan }],
    };
  };

const grant =
  (credits: unknown, of: Of = somebody, as = (world: World) => world.superAdmin): Ask =>
  async (world) => {
    const userId = await of(world);
    return {
      client: as(world),
      rest: ['POST', `/api/admin/users/${userId}/credits`, { credits }],
      ...(Number.isInteger(credits) && {
        field: ['mutation grantCredits', { userId: 'ID!', credits: 'Int!' }, { userId, credits }] as const,
      }),
    };
  };

const about =
  (action: 'impersonate' | 'grant-admin' | 'revoke-admin', of: Of, as = (world: World) => world.superAdmin): Ask =>
  async (world) => {
    const userId = await of(world);
    const field = action.replace(/-(\w)/, (_match, letter: string) => letter.toUpperCase());
    return {
      client: as(world),
      rest: ['POST', `/api/admin/${action}/${userId}`],
      field: [`mutation ${field}`, { userId: 'ID!' }, { userId }],
    };
  };

/** What administrators do, and who is none. */
export const ADMINISTRATION: readonly Situation[] = [
  {
    line: '2.6 admins',
    situation: 'a user looks at the administration',
    texts: ['Access Denied', 'Only administrators can access this page.'],
    ask: look('stats', 'adminStats', user),
    answer: FORBIDDEN,
  },
  {
    line: '2.6 super-admin',
    situation: 'an administrator grants credits',
    texts: ['Access Denied', 'You do not have permission to access this page.'],
    ask: grant(25, somebody, admin),
    answer: FORBIDDEN,
  },
  {
    line: '2.6 super-admin',
    situation: 'an administrator impersonates',
    ask: about('impersonate', somebody, admin),
    answer: FORBIDDEN,
  },
  {
    line: 'A3 enforced',
    situation: 'an administrator reads the audit log',
    ask: look('audit', 'auditLog', admin),
    answer: FORBIDDEN,
  },
  {
    line: 'A3 enforced',
    situation: 'somebody who is no administrator any more',
    ask: look('users', 'users', (world) => world.formerAdmin()),
    answer: FORBIDDEN,
  },
  {
    line: '2.8 dashboard',
    situation: 'the statistics while signed out',
    texts: ['Error Loading Admin Data', 'Could not load admin data. You may not have the necessary permissions.'],
    ask: look('stats', 'adminStats', (world) => world.anonymous),
    answer: [401, 'UNAUTHENTICATED', 'Please sign in.'],
  },
  {
    line: '2.8 lists',
    situation: 'the list of users, for a user',
    texts: ['Error loading users. Please try again.', 'Failed to load users'],
    ask: look('users', 'users', user),
    answer: FORBIDDEN,
  },
  {
    line: '2.8 lists',
    situation: 'the list of administrators, for a user',
    texts: ['Failed to load admin users'],
    ask: look('admins', 'admins', user),
    answer: FORBIDDEN,
  },
  {
    line: '2.8 plan',
    situation: 'a plan that is none',
    texts: ['Update Failed'],
    ask: setPlan('gold'),
    answer: [400, 'BAD_INPUT', /standard/],
    at: 'plan',
  },
  { line: '2.8 plan', situation: 'the plan of nobody', ask: setPlan('premium', nobody), answer: NOT_FOUND },
  { line: '2.8 plan', situation: 'a plan, changed by a user', ask: setPlan('premium', somebody, user), answer: FORBIDDEN },
  {
    line: '2.8 credits',
    situation: 'credits for nobody',
    texts: ['Failed to Add Credits'],
    ask: grant(25, nobody),
    answer: NOT_FOUND,
  },
  ...[0, -5, 1.5, '', 'many', '1e3', 1_000_001, null].map((credits): Situation => ({
    line: '2.5 credits',
    situation: `${JSON.stringify(credits)} credits`,
    ...(credits === 0 && { texts: ['Invalid Credit Amount', 'Please enter a positive number.'] }),
    ask: grant(credits),
    answer: [400, 'BAD_INPUT', /./],
    at: 'credits',
  })),
  {
    line: '2.5 impersonation',
    situation: 'impersonating the super-admin',
    texts: ['Cannot Impersonate Admin', 'You cannot impersonate another administrator.'],
    ask: about('impersonate', (world) => world.superAdminId()),
    answer: [403, 'CANNOT_IMPERSONATE', 'You cannot impersonate another administrator.'],
  },
  {
    line: '2.8 impersonation',
    situation: 'impersonating an administrator',
    texts: ['Impersonation Failed'],
    ask: about('impersonate', (world) => world.cast.playerOf('admin').id),
    answer: [403, 'CANNOT_IMPERSONATE', 'You cannot impersonate another administrator.'],
  },
  { line: '2.8 impersonation', situation: 'impersonating nobody', ask: about('impersonate', nobody), answer: NOT_FOUND },
  {
    line: 'A5 impersonation',
    situation: 'impersonating while impersonating',
    ask: about('impersonate', somebody, (world) => world.impersonator),
    answer: [403, 'IMPERSONATING', 'This is not possible while you act as another user.'],
  },
  {
    line: '2.8 end impersonation',
    situation: 'ending an impersonation that is none',
    texts: ['Error', 'Failed to end impersonation'],
    ask: async (world) => ({
      client: (await signInSuperAdmin(world.stack)).client,
      rest: ['POST', '/api/admin/end-impersonation'],
      field: ['mutation endImpersonation', {}, {}],
    }),
    answer: [401, 'UNAUTHENTICATED', 'Please sign in.'],
  },
  {
    line: '2.8 rights',
    situation: 'the rights of an administrator for nobody',
    texts: ['Failed to grant admin privileges', 'An error occurred'],
    ask: about('grant-admin', nobody),
    answer: NOT_FOUND,
  },
  {
    line: '2.8 rights',
    situation: 'rights taken from nobody',
    texts: ['Failed to revoke admin privileges'],
    ask: about('revoke-admin', nobody),
    answer: NOT_FOUND,
  },
  { line: '2.8 rights', situation: 'rights granted by a user', ask: about('grant-admin', somebody, user), answer: FORBIDDEN },
  {
    line: 'A4 super-admin',
    situation: 'the rights of the super-admin, taken',
    ask: about('revoke-admin', (world) => world.superAdminId(), admin),
    answer: [403, 'SUPER_ADMIN_PROTECTED', 'The super-admin cannot be changed this way.'],
  },
];
