import { z } from 'zod';
import { AppError } from './errors.js';
import { PLANS } from './plans.js';
import { id } from './fields.js';

/** `isAdmin` is true for both administrator roles (decision A2). */
export const ROLES = ['user', 'admin', 'super_admin'] as const;
export type Role = (typeof ROLES)[number];

/** Who asks: resolved once in the gateway, passed with every call, trusted by the services. */
export const Actor = z.object({
  userId: id,
  username: z.string(),
  role: z.enum(ROLES),
  plan: z.enum(PLANS),
  sessionId: id,
  /** The super-admin behind an impersonation (decision A5). */
  impersonator: z.object({ userId: id, username: z.string() }).optional(),
});
export type Actor = z.infer<typeof Actor>;

export const isAdmin = (actor: { role: Role }): boolean => actor.role === 'admin' || actor.role === 'super_admin';

/** Somebody who is being impersonated never acts as an administrator (decision A5). FORBIDDEN for users, IMPERSONATING. */
export function requireAdmin(actor: Actor): void {
  refuseImpersonation(actor);
  if (!isAdmin(actor)) throw new AppError('FORBIDDEN');
}

/** Credits, impersonation and the audit log are the super-admin's alone (decisions A3, A5). FORBIDDEN, IMPERSONATING. */
export function requireSuperAdmin(actor: Actor): void {
  refuseImpersonation(actor);
  if (actor.role !== 'super_admin') throw new AppError('FORBIDDEN');
}

/** Before what nobody may do in another one's name (decision A5). IMPERSONATING. */
export function refuseImpersonation(actor: Actor): void {
  if (actor.impersonator) throw new AppError('IMPERSONATING');
}
