import type { NotificationKind } from '@kith/proto';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A notification for all users who want its kind, sent in batches in the order of their ids. */
@Entity('broadcast')
export class BroadcastEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  kind: Extract<NotificationKind, 'product-news' | 'usage-report'>;

  /** Of product news. */
  @Column('text', { nullable: true })
  title: string | null;

  /** Of product news. */
  @Column('text', { nullable: true })
  text: string | null;

  /** Of a usage report: the Monday of its week, `YYYY-MM-DD`. */
  @Column('date', { name: 'week_start', nullable: true })
  weekStart: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  /** The last user of the last batch. */
  @Column('uuid', { name: 'last_user_id', nullable: true })
  lastUserId: string | null;

  @Column('int', { default: 0 })
  reached: number;

  /** Until then one replica works on the next batch. */
  @Column('timestamptz', { name: 'claimed_until', nullable: true })
  claimedUntil: Date | null;

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt: Date | null;
}
