import type { ApiClient } from '@kith/all-in-one/testing';
import { signInSuperAdmin } from '../matrix/roles.js';
import type { Ask, Situation } from './situation.js';
import type { SituationBuilder } from './situation-builder.js';

const FORBIDDEN = [403, 'FORBIDDEN', 'You do not have permission to do this.'] as const;
const NOT_FOUND = [404, 'NOT_FOUND', 'Not found.'] as const;

const look =
  (path: string, field: string, as: (builder: SituationBuilder) => Promise<ApiClient> | ApiClient): Ask =>
  async (builder) => ({ client: await as(builder), rest: ['GET', `/api/admin/${path}`], field: [`query ${field}`, {}, {}] });

const user = (builder: SituationBuilder) => builder.roles.clients.other;
const admin = (builder: SituationBuilder) => builder.roles.clients.admin;

type Of = (builder: SituationBuilder) => Promise<string> | string;
const somebody: Of = async (builder) => (await builder.newUser()).id;
const nobody: Of = (builder) => builder.none;

const setPlan =
  (plan: unknown, of: Of = somebody, as = admin): Ask =>
  async (builder) => {
    const userId = await of(builder);
    return {
      client: as(builder),
      rest: ['PATCH', `/api/admin/users/${userId}/subscription`, { plan }],
      field: ['mutation setUserPlan', { userId: 'ID!', plan: 'String!' }, { userId, plan }],
    };
  };

const grant =
  (credits: unknown, of: Of = somebody, as = (builder: SituationBuilder) => builder.superAdmin): Ask =>
  async (builder) => {
    const userId = await of(builder);
    return {
      client: as(builder),
      rest: ['POST', `/api/admin/users/${userId}/credits`, { credits }],
      ...(Number.isInteger(credits) && {
        field: ['mutation grantCredits', { userId: 'ID!', credits: 'Int!' }, { userId, credits }] as const,
      }),
    };
  };

const about =
  (action: 'impersonate' | 'grant-admin' | 'revoke-admin', of: Of, as = (builder: SituationBuilder) => builder.superAdmin): Ask =>
  async (builder) => {
    const userId = await of(builder);
    const field = action.replace(/-(\w)/, (_match, letter: string) => letter.toUpperCase());
    return {
      client: as(builder),
      rest: ['POST', `/api/admin/${action}/${userId}`],
      field: [`mutation ${field}`, { userId: 'ID!' }, { userId }],
    };
  };

/** Administration, by administrators and by others. */
export const ADMINISTRATION: readonly Situation[] = [
  {
    rule: 'admin.denied',
    situation: 'a user opens the administration',
    ask: look('stats', 'adminStats', user),
    answer: FORBIDDEN,
  },
  {
    rule: 'admin.super-admin-only',
    situation: 'an administrator grants credits',
    ask: grant(25, somebody, admin),
    answer: FORBIDDEN,
  },
  {
    rule: 'admin.super-admin-only',
    situation: 'an administrator impersonates',
    ask: about('impersonate', somebody, admin),
    answer: FORBIDDEN,
  },
  {
    rule: 'A3',
    situation: 'an administrator reads the audit log',
    ask: look('audit', 'auditLog', admin),
    answer: FORBIDDEN,
  },
  {
    rule: 'A3',
    situation: 'a user whose admin rights were revoked',
    ask: look('users', 'users', (builder) => builder.formerAdmin()),
    answer: FORBIDDEN,
  },
  {
    rule: 'admin.loading',
    situation: 'the statistics while signed out',
    ask: look('stats', 'adminStats', (builder) => builder.anonymous),
    answer: [401, 'UNAUTHENTICATED', 'Please sign in.'],
  },
  {
    rule: 'admin.loading',
    situation: 'the list of users, for a user',
    ask: look('users', 'users', user),
    answer: FORBIDDEN,
  },
  {
    rule: 'admin.loading',
    situation: 'the list of administrators, for a user',
    ask: look('admins', 'admins', user),
    answer: FORBIDDEN,
  },
  {
    rule: 'admin.plan',
    situation: 'an unknown plan',
    ask: setPlan('gold'),
    answer: [400, 'BAD_INPUT', /standard/],
    at: 'plan',
  },
  { rule: 'admin.plan', situation: 'the plan of an unknown user', ask: setPlan('premium', nobody), answer: NOT_FOUND },
  { rule: 'admin.plan', situation: 'a plan, changed by a user', ask: setPlan('premium', somebody, user), answer: FORBIDDEN },
  {
    rule: 'admin.credits',
    situation: 'credits for an unknown user',
    ask: grant(25, nobody),
    answer: NOT_FOUND,
  },
  ...[0, -5, 1.5, '', 'many', '1e3', 1_000_001, null].map((credits): Situation => ({
    rule: 'admin.credits',
    situation: `${JSON.stringify(credits)} credits`,
    ask: grant(credits),
    answer: [400, 'BAD_INPUT', /./],
    at: 'credits',
  })),
  {
    rule: 'admin.impersonation',
    situation: 'impersonating the super-admin',
    ask: about('impersonate', (builder) => builder.superAdminId()),
    answer: [403, 'CANNOT_IMPERSONATE', 'You cannot impersonate another administrator.'],
  },
  {
    rule: 'admin.impersonation',
    situation: 'impersonating an administrator',
    ask: about('impersonate', (builder) => builder.roles.roleUserOf('admin').id),
    answer: [403, 'CANNOT_IMPERSONATE', 'You cannot impersonate another administrator.'],
  },
  {
    rule: 'admin.impersonation',
    situation: 'impersonating an unknown user',
    ask: about('impersonate', nobody),
    answer: NOT_FOUND,
  },
  {
    rule: 'A5',
    situation: 'impersonating while impersonating',
    ask: about('impersonate', somebody, (builder) => builder.impersonator),
    answer: [403, 'IMPERSONATING', 'This is not possible while you act as another user.'],
  },
  {
    rule: 'admin.impersonation',
    situation: 'ending an impersonation without one',
    ask: async (builder) => ({
      client: (await signInSuperAdmin(builder.stack)).client,
      rest: ['POST', '/api/admin/end-impersonation'],
      field: ['mutation endImpersonation', {}, {}],
    }),
    answer: [401, 'UNAUTHENTICATED', 'Please sign in.'],
  },
  {
    rule: 'A5',
    situation: "ending an impersonation without the super-admin's own cookie",
    ask: (builder) => ({
      client: builder.impersonator.plain(),
      rest: ['POST', '/api/admin/end-impersonation'],
      field: ['mutation endImpersonation', {}, {}],
    }),
    answer: [401, 'UNAUTHENTICATED', 'Please sign in.'],
  },
  {
    rule: 'admin.rights',
    situation: 'granting admin rights to an unknown user',
    ask: about('grant-admin', nobody),
    answer: NOT_FOUND,
  },
  {
    rule: 'admin.rights',
    situation: 'revoking admin rights of an unknown user',
    ask: about('revoke-admin', nobody),
    answer: NOT_FOUND,
  },
  {
    rule: 'admin.rights',
    situation: 'admin rights granted by a user',
    ask: about('grant-admin', somebody, user),
    answer: FORBIDDEN,
  },
  {
    rule: 'A4',
    situation: 'revoking the rights of the super-admin',
    ask: about('revoke-admin', (builder) => builder.superAdminId(), admin),
    answer: [403, 'SUPER_ADMIN_PROTECTED', 'The super-admin cannot be changed this way.'],
  },
];
