import type { AuditAction } from '@kith/proto';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One event of the audit log. Written by `auth.write_audit_event` alone; what follows the hash is generated from the text. */
@Entity('audit_event')
export class AuditRow {
  /** From 1, without gaps. */
  @PrimaryColumn('bigint')
  position: string;

  /** The event as canonical JSON: the keys in alphabetical order. */
  @Column('text')
  event: string;

  /** SHA-256 over the hash of the row before and the text. */
  @Column('bytea')
  hash: Buffer;

  /** ISO in UTC: its letters are in the order of time. */
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
