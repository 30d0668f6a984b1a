import { z } from 'zod';
import { PLANS } from './plans.js';
import { id } from './text.js';

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
