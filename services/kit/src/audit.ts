import { randomUUID } from 'node:crypto';
import { queues, type Actor, type AuditAction, type AuditEvent } from '@kith/proto';
import type { Logger } from './logger.js';
import type { Queues } from './queues.js';
import { callScope, CLIENT_IP } from './rpc/protocol.js';

export interface AuditDetails {
  /** Who acts; during an impersonation both identities are written down. Absent: nobody that is known. */
  readonly actor?: Pick<Actor, 'userId' | 'username' | 'impersonator'>;
  /** What it is done to, e.g. the id of a user or a companion. */
  readonly target?: string;
  /** Facts in addition. Never a secret, never what somebody said. */
  readonly details?: AuditEvent['details'];
}

/** Reports what is to be written down for ever (decision A4). The auth service keeps the log. */
export class Audit {
  constructor(
    private readonly queues: Queues,
    private readonly logger: Logger,
  ) {}

  /**
   * Reports an act that has been done, with address and id of the running request. A log that cannot be reached is logged as an error,
   * not thrown: the act itself stands.
   */
  async report(action: AuditAction, facts: AuditDetails = {}): Promise<void> {
    const event = auditEvent(action, facts);
    try {
      await this.queues.add(queues.audit, event.id, event);
    } catch (error) {
      this.logger.error({ err: error, action, actorId: event.actorId, target: event.target }, 'not written into the audit log');
    }
  }
}

/** The event as it is written down, with a new id. */
export function auditEvent(action: AuditAction, { actor, target, details = {} }: AuditDetails): AuditEvent {
  const meta = callScope.getStore()?.meta ?? {};
  const really = actor?.impersonator ?? actor;
  return {
    id: randomUUID(),
    at: new Date().toISOString(),
    action,
    actorId: really?.userId ?? null,
    actorName: really?.username.slice(0, 100) ?? null,
    effectiveUserId: actor?.userId ?? null,
    target: target?.slice(0, 200) ?? null,
    ip: meta[CLIENT_IP] ?? null,
    requestId: meta['x-request-id']?.slice(0, 200) ?? null,
    details,
  };
}
