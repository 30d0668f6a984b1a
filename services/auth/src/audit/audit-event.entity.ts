import type { AuditAction } from '@kith/proto';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One event of the audit log. Only `auth.append_audit_event` inserts rows; the columns after `hash` are generated from `event`. */
@Entity('audit_event')
export class AuditEventEntity {
  /** Counts from 1 without gaps. */
  @PrimaryColumn('bigint')
  position: string;

  /** Canonical JSON: the keys are in alphabetical order. */
  @Column('text')
  event: string;

  /** SHA-256 over the hash of the previous row and the text of the event. */
  @Column('bytea')
  hash: Buffer;

  /** ISO 8601 in UTC, so that the order of the text is the order in time. */
  @Column('text')
  at: string;

  @Column('text')
  action: AuditAction;

  @Column('uuid', { name: 'actor_id', nullable: true })
  actorId: string | null;

  @Column('uuid', { name: 'effective_user_id', nullable: true })
  effectiveUserId: string | null;

  @Column('text', { nullable: true })
  target: string | null;
}
