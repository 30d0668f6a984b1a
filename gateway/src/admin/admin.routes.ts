import { admin, AdminUser, audit, billing } from '@kith/proto';
import { z } from 'zod';
import { SignedIn } from '../auth/auth.routes.js';
import type { Routes } from '../http/route.js';

const count = z.number().int();
/** What the admin dashboard shows (specification 2, section 3). */
export const AdminStats = z.object({
  users: z.object({ total: count, free: count, standard: count, premium: count }),
  bots: z.object({ total: count, active: count }),
  /** Delivered replies. */
  messages: count,
});
export type AdminStats = z.infer<typeof AdminStats>;

const Grant = z.object({
  credits: z.union([z.number().int(), z.string().regex(/^\d{1,7}$/)]),
  idempotencyKey: z.string().max(120).optional().describe('Also as the header Idempotency-Key: the same key is granted once'),
});
const Acting = SignedIn.extend({ message: z.string() });
const Csv = z.string();
const ADMIN = ['FORBIDDEN', 'IMPERSONATING'] as const;

export const adminRoutes = {
  users: {
    method: 'GET',
    path: '/api/admin/users',
    summary: 'Administrators: all users by username, or those with a role; X-Total-Count says how many there are',
    access: 'user',
    call: admin.users,
    answer: z.array(AdminUser),
    errors: ADMIN,
  },
  admins: {
    method: 'GET',
    path: '/api/admin/admins',
    summary: 'Administrators: the current administrators, the super-admin first',
    access: 'user',
    call: admin.admins,
    answer: z.array(AdminUser),
    errors: ADMIN,
  },
  stats: {
    method: 'GET',
    path: '/api/admin/stats',
    summary: 'Administrators: users per plan, companions, messages',
    access: 'user',
    answer: z.object({ stats: AdminStats }),
    errors: ADMIN,
  },
  setPlan: {
    method: 'PATCH',
    path: '/api/admin/users/:userId/subscription',
    summary: 'Administrators: the plan of a user',
    access: 'user',
    call: billing.setPlan,
    errors: ADMIN,
  },
  grantCredits: {
    method: 'POST',
    path: '/api/admin/users/:userId/credits',
    summary: 'Super-admin: credits for a user',
    access: 'user',
    call: billing.grantCredits,
    sends: Grant,
    errors: ADMIN,
  },
  impersonate: {
    method: 'POST',
    path: '/api/admin/impersonate/:userId',
    summary: 'Super-admin: act as a user for 30 minutes; sets the cookie',
    access: 'user',
    call: admin.impersonate,
    answer: Acting,
    errors: ['CANNOT_IMPERSONATE', 'NOT_FOUND', ...ADMIN],
  },
  endImpersonation: {
    method: 'POST',
    path: '/api/admin/end-impersonation',
    summary:
      'End the impersonation that the bearer or cookie names, also after it has expired; sets the cookie of the super-admin',
    access: 'credential',
    call: admin.endImpersonation,
    sends: z.object({}),
    answer: Acting,
    errors: ['UNAUTHENTICATED'],
  },
  grantAdmin: {
    method: 'POST',
    path: '/api/admin/grant-admin/:userId',
    summary: 'Administrators: make a user an administrator',
    access: 'user',
    call: admin.grantAdmin,
    errors: ['NOT_FOUND', ...ADMIN],
  },
  revokeAdmin: {
    method: 'POST',
    path: '/api/admin/revoke-admin/:userId',
    summary: 'Administrators: take the right back, at once',
    access: 'user',
    call: admin.revokeAdmin,
    errors: ['NOT_FOUND', 'SUPER_ADMIN_PROTECTED', ...ADMIN],
  },
  audit: {
    method: 'GET',
    path: '/api/admin/audit',
    summary: 'Super-admin: the audit log, the latest first',
    access: 'user',
    call: audit.log,
    errors: ['OVERLOADED', ...ADMIN],
  },
  exportUsers: {
    method: 'GET',
    path: '/api/admin/export/users.csv',
    summary: 'Administrators: all users as CSV; written into the audit log',
    access: 'user',
    answer: Csv,
    mediaType: 'text/csv',
    errors: ADMIN,
  },
  exportAnalytics: {
    method: 'GET',
    path: '/api/admin/export/analytics.csv',
    summary: 'Administrators: the numbers of the installation as CSV',
    access: 'user',
    answer: Csv,
    mediaType: 'text/csv',
    errors: ADMIN,
  },
} as const satisfies Routes;
