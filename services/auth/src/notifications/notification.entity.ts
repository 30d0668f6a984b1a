import type { Notice } from '@kith/proto';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** What is stored of a notification: the text of product news is that of their broadcast. */
export type StoredContent = Exclude<Notice, { kind: 'password-reset' | 'email-changed' }>;

@Entity('notification')
export class NotificationEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  /** Grows with time. */
  @Column('bigint')
  position: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  /** The id of the job that told it: unique per user. */
  @Column('text')
  key: string;

  @Column('jsonb')
  content: StoredContent;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'read_at', nullable: true })
  readAt: Date | null;

  @Column('timestamptz', { name: 'mailed_at', nullable: true })
  mailedAt: Date | null;
}
