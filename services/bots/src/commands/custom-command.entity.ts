import type { CommandOption } from '@kith/proto';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A command whose code a user wrote (docs/decisions.md K1). */
@Entity('custom_command')
export class CustomCommandEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

  @Column('text')
  name: string;

  @Column('text')
  trigger: string;

  @Column('text')
  description: string;

  /** Up to 32 KiB; only read by queries that select it. */
  @Column('text', { select: false })
  code: string;

  @Column('text')
  icon: string;

  /** What members fill in; only read by queries that select it. */
  @Column('jsonb', { select: false, default: [] })
  options: CommandOption[];

  /** It was copied from another user, and its owner has not looked at it yet: it does not run on Discord. */
  @Column('boolean', { name: 'needs_review', default: false })
  needsReview: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'clock_timestamp()' })
  updatedAt: Date;
}
