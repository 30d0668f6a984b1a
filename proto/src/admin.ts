import { z } from 'zod';
import { Actor, ROLES } from './actor.js';
import { Origin, SessionInfo, SignedIn } from './auth.js';
import { SUBSCRIPTION_STATES } from './subscriptions.js';
import { area } from './contract.js';
import { PLANS } from './plans.js';
import { boundedTotal, cursorPaging, id, isoTime, Message, neighbours, paging, text } from './fields.js';

/** A user as administrators see it. */
export const AdminUser = z.object({
  id,
  username: z.string(),
  email: z.string(),
  subscriptionPlan: z.enum(PLANS),
  subscriptionStatus: z.enum(SUBSCRIPTION_STATES),
  messageCredits: z.number().int(),
  role: z.enum(ROLES),
  isAdmin: z.boolean(),
  createdAt: isoTime,
});
export type AdminUser = z.infer<typeof AdminUser>;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const byUser = z.object({ actor: Actor, userId: id });

export const admin = area('auth', 'admin', {
  /**
   * Administrators: all users by username, or those with a `role`; `search` looks into username and e-mail. With `after` only those whose
   * names come after this one, while `total` still counts all: such pages neither skip nor repeat users when some are added. FORBIDDEN.
   */
  users: {
    input: z.object({
      actor: Actor,
      search: text(100).optional(),
      role: z.enum(ROLES).optional(),
      after: text(100).optional(),
      ...cursorPaging,
    }),
    output: z.object({ users: z.array(AdminUser), total: z.number().int(), ...boundedTotal, ...neighbours }),
    isRead: true,
    repeatable: true,
  },
  /** Administrators: one user. FORBIDDEN, NOT_FOUND. */
  user: { input: byUser, output: AdminUser, isRead: true, repeatable: true },
  /** Administrators: the sessions of a user, latest first; those of other administrators for the super-admin only. FORBIDDEN, NOT_FOUND. */
  sessions: { input: byUser, output: z.object({ sessions: z.array(SessionInfo) }), isRead: true, repeatable: true },
  /** Administrators: ends all sessions of a user; of other administrators the super-admin only. FORBIDDEN, NOT_FOUND. */
  endSessions: { input: byUser, output: Message, repeatable: true },
  /** Administrators: the current administrators, the super-admin first. FORBIDDEN. */
  admins: {
    input: z.object({ actor: Actor, ...paging }),
    output: z.object({ users: z.array(AdminUser), total: z.number().int() }),
    isRead: true,
    repeatable: true,
  },
  /** Administrators: how many users there are. FORBIDDEN. */
  userCount: { input: z.object({ actor: Actor }), output: z.object({ total: z.number().int() }), isRead: true, repeatable: true },
  /** Administrators: makes a user an administrator. FORBIDDEN, NOT_FOUND. */
  grantAdmin: { input: byUser, output: Message, repeatable: true },
  /** Administrators: makes an administrator a user again, with immediate effect. FORBIDDEN, NOT_FOUND, SUPER_ADMIN_PROTECTED. */
  revokeAdmin: { input: byUser, output: Message, repeatable: true },
  /**
   * Super-admin: a session of 30 minutes in the name of a user (docs/decisions.md A5). `parentCookie` is the new cookie of the super-admin's
   * own session, kept beside that of the impersonation. FORBIDDEN, CANNOT_IMPERSONATE, IMPERSONATING, NOT_FOUND.
   */
  impersonate: {
    input: byUser.extend({ origin: Origin }),
    output: SignedIn.extend({ parentCookie: z.string(), message: z.string() }),
    secret: true,
  },
  /**
   * Ends an impersonation by the SHA-256 (hex) of its bearer or cookie. While it runs, this takes the hash of `parentCookie` and signs the
   * super-admin in again; after it has expired it only ends, and `session` is null. UNAUTHENTICATED when there is no such impersonation,
   * when the hash is missing or wrong, or when the super-admin's session has ended.
   */
  endImpersonation: {
    input: z.object({ kind: z.enum(['bearer', 'cookie']), hash: sha256, parentHash: sha256.optional(), origin: Origin }),
    output: z.object({ session: SignedIn.nullable(), message: z.string() }),
    secret: true,
  },
});
