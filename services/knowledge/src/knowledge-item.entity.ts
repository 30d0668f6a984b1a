import type { KnowledgeItem as Item } from '@kith/proto';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** One thing a companion was taught. What is searched are its chunks, which only the functions of the migrations write. */
@Entity('item')
export class KnowledgeItem {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('uuid', { name: 'bot_id' })
  botId: string;

  @Column('text')
  title: string;

  @Column('text')
  content: string;

  @Column('text')
  type: Item['type'];

  @Column('text', { array: true })
  tags: string[];

  @Column('jsonb')
  position: Item['position'];

  @Column('text')
  status: Item['status'];

  @Column('text', { name: 'status_reason', nullable: true })
  statusReason: string | null;

  /** Counts what was to be indexed: a job for an older version has nothing left to do. */
  @Column('int', { default: 1 })
  version: number;

  /** When the status became what it is. */
  @Column('timestamptz', { name: 'status_at', default: () => 'now()' })
  statusAt: Date;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
