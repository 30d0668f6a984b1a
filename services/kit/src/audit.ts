import { randomUUID } from 'node:crypto';
import { queues, type Actor, type AuditAction, type AuditEvent } from '@kith/proto';
import type { Logger } from './logger.js';
import type { Queues } from './queues.js';
import { callScope, CLIENT_IP } from './rpc/protocol.js';

export interface AuditDetails {
  /** The id of the event where it may be reported more than once; otherwise it gets a new one. */
  readonly id?: string;
  /** The acting user; during an impersonation both identities are recorded. Absent when the actor is unknown. */
  readonly actor?: Pick<Actor, 'userId' | 'username' | 'impersonator'>;
  /** The name of what acted when it was not a user: the payment provider, or Kith itself. */
  readonly actorName?: string;
  /** The object of the action, e.g. the id of a user or a bot. */
  readonly target?: string;
  /** Additional facts; never a secret, never the text of a message. */
  readonly details?: AuditEvent['details'];
}

/** Reports actions for the audit log, which the auth service keeps (docs/decisions.md A4). */
export class Audit {
  constructor(
    private readonly queues: Queues,
    private readonly logger: Logger,
  ) {}

  /**
   * Reports a completed action with the IP address and id of the running request. Failures are logged and not thrown, because the action has
   * already taken effect.
   */
  async report(action: AuditAction, facts: AuditDetails = {}): Promise<void> {
    await this.record(auditEvent(action, facts));
  }

  /** Reports an event that was made before its action. An event that is reported again is written once. */
  async record(event: AuditEvent): Promise<void> {
    try {
      await this.queues.add(queues.audit, event.id, event);
    } catch (error) {
      const { action } = event;
      this.logger.error({ err: error, action, actorId: event.actorId, target: event.target }, 'audit event not recorded');
    }
  }
}

/** The event for the audit log. */
export function auditEvent(
  action: AuditAction,
  { id = randomUUID(), actor, actorName, target, details = {} }: AuditDetails,
): AuditEvent {
  const meta = callScope.getStore()?.meta ?? {};
  const realActor = actor?.impersonator ?? actor;
  return {
    id,
    at: new Date().toISOString(),
    action,
    actorId: realActor?.userId ?? null,
    actorName: realActor?.username.slice(0, 100) ?? actorName ?? null,
    effectiveUserId: actor?.userId ?? null,
    target: target?.slice(0, 200) ?? null,
    ip: meta[CLIENT_IP] ?? null,
    requestId: meta['x-request-id']?.slice(0, 200) ?? null,
    details,
  };
}
