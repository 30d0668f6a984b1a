import { z } from 'zod';
import { Actor } from './actor.js';
import { area } from './contract.js';
import { boundedTotal, cursorPaging, id, isoTime, neighbours } from './fields.js';

/** What the audit log records (docs/security.md S75). */
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
  'access_key_created',
  'access_key_revoked',
  'discord_linked',
  'discord_unlinked',
  'discord_token_written',
  'tool_server_added',
  'account_removed',
  'bot_removed',
  'bot_data_reset',
  'moderation_undone',
  'system_changed',
  'moderation_resumed',
  'bot_taken_down',
  'bot_restored',
  'report_dismissed',
  'admin_granted',
  'admin_revoked',
  'plan_set',
  'model_changed',
  'credits_granted',
  'credits_corrected',
  'impersonation_started',
  'impersonated_request',
  'impersonation_ended',
  'users_exported',
  'news_sent',
  'subscription_changed',
  'payment_received',
  'payment_refunded',
  'webhook_refused',
  'webhook_replayed',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Who did what to whom, when and from where. Never contains a secret or the text of a message. */
export const AuditEvent = z.object({
  /** Chosen by the reporting service, so that the same event is written once. */
  id,
  at: isoTime,
  action: z.enum(AUDIT_ACTIONS),
  actorId: id.nullable().describe('Who acted: during an impersonation the super-admin; null when unknown.'),
  actorName: z.string().max(100).nullable().describe('The payment provider and Kith itself have a name and no id.'),
  effectiveUserId: id.nullable().describe('In whose name; differs from the actor only during an impersonation.'),
  target: z.string().max(200).nullable().describe('What it was done to, e.g. the id of a user or a bot.'),
  ip: z.string().max(64).nullable(),
  requestId: z.string().max(200).nullable(),
  details: z
    .record(z.string().max(40), z.union([z.string().max(300), z.number(), z.boolean()]))
    .describe('Additional facts, e.g. the new plan.'),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

/** What an id in the log stands for. */
export const AuditName = z.object({
  id,
  name: z.string().nullable().describe('The name now of a user or a bot; null when neither exists any more.'),
});
export type AuditName = z.infer<typeof AuditName>;

export const audit = area('auth', 'audit', {
  /**
   * Super-admin: the log, latest first. `isIntact` is checked at each read; of a log with more than 10,000 events, what was added since the last
   * check of the whole, at most an hour ago. FORBIDDEN, IMPERSONATING; OVERLOADED while a long log is checked for the first time since the start: try again in a
   * minute.
   */
  log: {
    input: z.object({ actor: Actor, action: z.enum(AUDIT_ACTIONS).optional(), userId: id.optional(), ...cursorPaging }),
    output: z.object({
      events: z.array(AuditEvent),
      names: z
        .array(AuditName)
        .describe(
          'Of the ids of these events: actor, effective user and target. An id whose name is unknown right now is missing.',
        ),
      total: z.number().int(),
      ...boundedTotal,
      ...neighbours,
      isIntact: z.boolean().describe('Whether the chain of hashes over the whole log holds.'),
    }),
    isRead: true,
    repeatable: true,
    timeoutMs: 20_000,
  },
});
