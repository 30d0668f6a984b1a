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

  /** What its owner wrote: all of a text, a note in addition to a file or address. */
  @Column('text')
  content: string;

  @Column('text')
  type: Item['type'];

  @Column('text', { array: true })
  tags: string[];

  @Column('jsonb')
  position: Item['position'];

  /** The address of type url. */
  @Column('text', { name: 'file_url', nullable: true })
  fileUrl: string | null;

  /** What was read from the file or address. */
  @Column('text', { default: '' })
  extracted: string;

  /** False until the file or address was read. */
  @Column('boolean', { name: 'is_read', default: true })
  isRead: boolean;

  /** There was more to read than an item may hold. */
  @Column('boolean', { name: 'is_cut', default: false })
  isCut: boolean;

  /** Whose file it is: the key begins with it, and the files of one user count together. */
  @Column('uuid', { name: 'owner_id', nullable: true })
  ownerId: string | null;

  @Column('text', { name: 'file_key', nullable: true })
  fileKey: string | null;

  @Column('text', { name: 'file_name', nullable: true })
  fileName: string | null;

  @Column('text', { name: 'media_type', nullable: true })
  mediaType: string | null;

  @Column('int', { name: 'file_bytes', nullable: true })
  fileBytes: number | null;

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
