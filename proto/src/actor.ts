import { z } from 'zod';
import { AppError } from './app-error.js';
import { PLANS } from './plans.js';
import { id } from './fields.js';

export const ROLES = ['user', 'admin', 'super_admin'] as const;
export type Role = (typeof ROLES)[number];

/** What the owner of an access key may allow it. */
export const ACCESS_SCOPES = ['bots:read', 'bots:write', 'chat', 'analytics:read'] as const;
export type AccessScope = (typeof ACCESS_SCOPES)[number];

/** The identity a call runs for: resolved once in the gateway, passed with every call, trusted by the services. */
export const Actor = z.object({
  userId: id,
  username: z.string(),
  role: z.enum(ROLES),
  plan: z.enum(PLANS),
  sessionId: id,
  /** The super-admin behind an impersonation (docs/decisions.md A5). */
  impersonator: z.object({ userId: id, username: z.string() }).optional(),
  /** What the request may do at most, when it came with an access key; `sessionId` is then the id of the key, and the role is `user`. */
  scopes: z.array(z.enum(ACCESS_SCOPES)).optional(),
});
export type Actor = z.infer<typeof Actor>;

/** True for both administrator roles. */
export const isAdmin = (actor: { role: Role }): boolean => actor.role === 'admin' || actor.role === 'super_admin';

/** Throws FORBIDDEN for users, IMPERSONATING during an impersonation. */
export function requireAdmin(actor: Actor): void {
  refuseImpersonation(actor);
  if (!isAdmin(actor)) throw new AppError('FORBIDDEN');
}

/** For credits, impersonation and the audit log. Throws FORBIDDEN for all other roles, IMPERSONATING during an impersonation. */
export function requireSuperAdmin(actor: Actor): void {
  refuseImpersonation(actor);
  if (actor.role !== 'super_admin') throw new AppError('FORBIDDEN');
}

/** For actions that only the user in person may do (docs/decisions.md A5). Throws IMPERSONATING. */
export function refuseImpersonation(actor: Actor): void {
  if (actor.impersonator) throw new AppError('IMPERSONATING');
}
