import { admin, AdminUser, audit, billing, User, bots } from '@kith/proto';
import { z } from 'zod';
import { SignedIn } from '../auth/auth.routes.js';
import type { Routes } from '../http/route.js';

const count = z.number().int();
/** What the admin dashboard shows. */
export const AdminStats = z.object({
  users: z.object({ total: count, free: count, standard: count, premium: count }),
  bots: z.object({ total: count, active: count }),
  /** Delivered replies. */
  messages: count,
  /** Answers of care in the last 30 days, of all companions together (docs/decisions.md T12). */
  careAnswers: count,
});
export type AdminStats = z.infer<typeof AdminStats>;

const Grant = z.object({
  credits: z.union([z.number().int(), z.string().regex(/^\d{1,7}$/)]),
  idempotencyKey: z
    .string()
    .max(120)
    .optional()
    .describe('Also accepted as the header Idempotency-Key; credits are granted once per key'),
});
export const Acting = SignedIn.extend({ message: z.string() });
export const EndedImpersonation = z.object({
  message: z.string(),
  token: SignedIn.shape.token
    .nullable()
    .describe('Of the super-admin, to be sent as a bearer token; null when the impersonation had expired.'),
  user: User.nullable().describe('The super-admin; null when the impersonation had expired.'),
});
const Csv = z.string();
const ADMIN = ['FORBIDDEN', 'IMPERSONATING'] as const;

export const adminRoutes = {
  users: {
    method: 'GET',
    path: '/api/admin/users',
    summary: 'List users by username, optionally of one role (administrators); X-Total-Count is their total number',
    access: 'user',
    call: admin.users,
    answer: z.array(AdminUser),
    errors: ADMIN,
  },
  user: {
    method: 'GET',
    path: '/api/admin/users/:userId',
    summary: 'Get one user (administrators)',
    access: 'user',
    call: admin.user,
    errors: ['NOT_FOUND', ...ADMIN],
  },
  userAccount: {
    method: 'GET',
    path: '/api/admin/users/:userId/account',
    summary: "Get a user's plan, its source, credits and messages of today (administrators)",
    access: 'user',
    call: billing.userAccount,
    errors: ADMIN,
  },
  userBots: {
    method: 'GET',
    path: '/api/admin/users/:userId/bots',
    summary: 'List the bots of a user, oldest first (administrators); X-Total-Count is their total number',
    access: 'user',
    call: bots.ofUser,
    answer: bots.ofUser.output.shape.bots,
    errors: ADMIN,
  },
  userSessions: {
    method: 'GET',
    path: '/api/admin/users/:userId/sessions',
    summary: 'List the sessions of a user (administrators; those of other administrators for the super-admin)',
    access: 'user',
    call: admin.sessions,
    errors: ['NOT_FOUND', ...ADMIN],
  },
  endUserSessions: {
    method: 'POST',
    path: '/api/admin/users/:userId/end-sessions',
    summary: 'Sign a user out everywhere (administrators; other administrators by the super-admin)',
    access: 'user',
    call: admin.endSessions,
    errors: ['NOT_FOUND', ...ADMIN],
  },
  admins: {
    method: 'GET',
    path: '/api/admin/admins',
    summary: 'List the administrators, super-admin first (administrators)',
    access: 'user',
    call: admin.admins,
    answer: z.array(AdminUser),
    errors: ADMIN,
  },
  stats: {
    method: 'GET',
    path: '/api/admin/stats',
    summary: 'Get the numbers of users per plan, bots and messages (administrators)',
    access: 'user',
    answer: z.object({ stats: AdminStats }),
    errors: ADMIN,
  },
  setPlan: {
    method: 'PATCH',
    path: '/api/admin/users/:userId/subscription',
    summary: 'Set the plan of a user (administrators)',
    access: 'user',
    call: billing.setPlan,
    errors: ADMIN,
  },
  grantCredits: {
    method: 'POST',
    path: '/api/admin/users/:userId/credits',
    summary: 'Grant credits to a user (super-admin)',
    access: 'user',
    call: billing.grantCredits,
    sends: Grant,
    errors: ADMIN,
  },
  impersonate: {
    method: 'POST',
    path: '/api/admin/impersonate/:userId',
    summary: 'Impersonate a user for 30 minutes (super-admin; sets the session cookie)',
    access: 'user',
    call: admin.impersonate,
    answer: Acting,
    errors: ['CANNOT_IMPERSONATE', 'NOT_FOUND', ...ADMIN],
  },
  endImpersonation: {
    method: 'POST',
    path: '/api/admin/end-impersonation',
    summary:
      "End the impersonation of the bearer or cookie. While it runs, this takes the super-admin's own cookie too and signs the super-admin in again; after it has expired it only ends, and clears the cookies",
    access: 'credential',
    call: admin.endImpersonation,
    sends: z.object({}),
    answer: EndedImpersonation,
    errors: ['UNAUTHENTICATED'],
  },
  grantAdmin: {
    method: 'POST',
    path: '/api/admin/grant-admin/:userId',
    summary: 'Make a user an administrator (administrators)',
    access: 'user',
    call: admin.grantAdmin,
    errors: ['NOT_FOUND', ...ADMIN],
  },
  revokeAdmin: {
    method: 'POST',
    path: '/api/admin/revoke-admin/:userId',
    summary: 'Revoke the administrator role of a user, effective at once (administrators)',
    access: 'user',
    call: admin.revokeAdmin,
    errors: ['NOT_FOUND', 'SUPER_ADMIN_PROTECTED', ...ADMIN],
  },
  audit: {
    method: 'GET',
    path: '/api/admin/audit',
    summary: 'List the audit log, latest first (super-admin)',
    access: 'user',
    call: audit.log,
    errors: ['OVERLOADED', ...ADMIN],
  },
  exportUsers: {
    method: 'GET',
    path: '/api/admin/export/users.csv',
    summary: 'Export all users as CSV (administrators; recorded in the audit log)',
    access: 'user',
    answer: Csv,
    mediaType: 'text/csv',
    errors: ADMIN,
  },
  exportAnalytics: {
    method: 'GET',
    path: '/api/admin/export/analytics.csv',
    summary: 'Export the statistics of the installation as CSV (administrators)',
    access: 'user',
    answer: Csv,
    mediaType: 'text/csv',
    errors: ADMIN,
  },
} as const satisfies Routes;
