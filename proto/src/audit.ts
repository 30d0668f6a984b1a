import { z } from 'zod';
import { Actor } from './actor.js';
import { area } from './contract.js';
import { id, isoTime, paging } from './text.js';

/** What is written down for ever (decision A4, S75). */
export const AUDIT_ACTIONS = [
  'registered',
  'login',
  'login_failed',
  'logout',
  'sessions_ended',
  'profile_changed',
  'password_changed',
  'password_reset_requested',
  'password_reset',
  'api_key_written',
  'discord_token_written',
  'account_removed',
  'bot_removed',
  'bot_data_reset',
  'admin_granted',
  'admin_revoked',
  'plan_set',
  'credits_granted',
  'impersonation_started',
  'impersonation_ended',
  'users_exported',
  'subscription_changed',
  'payment_received',
  'payment_refunded',
  'webhook_refused',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Who did what to whom, when and from where. Never a secret, never what somebody said. */
export const AuditEvent = z.object({
  /** Chosen by whoever reports it: the same event is written once. */
  id,
  at: isoTime,
  action: z.enum(AUDIT_ACTIONS),
  /** Who really acted: during an impersonation the super-admin. Null for nobody that is known. */
  actorId: id.nullable(),
  actorName: z.string().max(100).nullable(),
  /** In whose name: differs from the actor during an impersonation only. */
  effectiveUserId: id.nullable(),
  /** What it was done to, e.g. the id of a user or a companion. */
  target: z.string().max(200).nullable(),
  ip: z.string().max(64).nullable(),
  requestId: z.string().max(200).nullable(),
  /** Facts in addition, e.g. the new plan. */
  details: z.record(z.string().max(40), z.union([z.string().max(300), z.number(), z.boolean()])),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

export const audit = area('auth', 'audit', {
  /**
   * Super-admin: the log, the latest first; `isIntact` says whether the chain of hashes over the whole log holds: now, or for a log too
   * long to be checked at each read, when it was last checked, within the hour. FORBIDDEN, IMPERSONATING, OVERLOADED while a long log is
   * being checked for the first time since a start: try again in a minute.
   */
  log: {
    input: z.object({ actor: Actor, action: z.enum(AUDIT_ACTIONS).optional(), userId: id.optional(), ...paging }),
    output: z.object({ events: z.array(AuditEvent), total: z.number().int(), isIntact: z.boolean() }),
    repeatable: true,
    timeoutMs: 20_000,
  },
});
