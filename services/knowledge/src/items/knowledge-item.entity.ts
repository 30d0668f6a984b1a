import type { KnowledgeItem as Item } from '@kith/proto';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** One item of knowledge of a bot. Searches read its chunks, which only the functions of src/sql write. */
@Entity('item')
export class KnowledgeItemEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('uuid', { name: 'bot_id' })
  botId: string;

  @Column('text')
  title: string;

  /** The owner's text: the whole text of a text item, or a note on a file or URL. */
  @Column('text')
  content: string;

  @Column('text')
  type: Item['type'];

  @Column('text', { array: true })
  tags: string[];

  /** How it enters prompts. */
  @Column('text', { default: 'search' })
  activation: Item['activation'];

  /** As the owner wrote them; they count while the activation is `keywords`. */
  @Column('text', { array: true, default: '{}' })
  keywords: string[];

  @Column('jsonb')
  position: Item['position'];

  /** The URL of an item of type url. */
  @Column('text', { name: 'file_url', nullable: true })
  fileUrl: string | null;

  /** Whether the other pages of the website that its sitemap lists are read too. */
  @Column('boolean', { name: 'whole_site', default: false })
  wholeSite: boolean;

  /** The text of the file or page. */
  @Column('text', { default: '' })
  extracted: string;

  /** False until the text of the file or page was extracted. */
  @Column('boolean', { name: 'is_read', default: true })
  isRead: boolean;

  /** What was read of the file or page, in words for the owner; null when there is nothing to say. */
  @Column('text', { name: 'source_note', nullable: true })
  sourceNote: string | null;

  /** The page is to be read again; its text stays until it was. */
  @Column('boolean', { name: 'is_stale', default: false })
  isStale: boolean;

  /** When a page is read again. Null for one that failed, unless the reason may pass. */
  @Column('timestamptz', { name: 'next_read_at', nullable: true })
  nextReadAt: Date | null;

  /** How often a page that was never read failed for a reason that may pass, since its owner last saved it. */
  @Column('int', { name: 'read_failures', default: 0 })
  readFailures: number;

  /** Since when the pages of its PDF without text wait to be read as pictures. What else it has is known already; null when none wait. */
  @Column('timestamptz', { name: 'scan_at', nullable: true })
  scanAt: Date | null;

  /** From when on vectors of its chunks are missing; null when there are all, by the model `embeddedWith`. Statements of EmbeddingWorker write it. */
  @Column({ type: 'timestamptz', name: 'embed_at', nullable: true, insert: false, update: false, select: false })
  embedAt: Date | null;

  @Column({ type: 'text', name: 'embedded_with', default: '', insert: false, update: false, select: false })
  embeddedWith: string;

  /** How often the embeddings model failed on it while it answered other texts. */
  @Column({ type: 'int', name: 'embed_failures', default: 0, insert: false, update: false, select: false })
  embedFailures: number;

  /** By what the server of a page recognizes the version that was read. */
  @Column('text', { nullable: true })
  etag: string | null;

  @Column('text', { name: 'last_modified', nullable: true })
  lastModified: string | null;

  /** The SHA-256 of its bytes and their declared type (PageVersion). */
  @Column('text', { nullable: true })
  digest: string | null;

  /** The owner of the bot. The key of a file begins with this id, and the sizes of a user's files are added up. */
  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

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

  /** Incremented with each change that has to be indexed; a job for an older version does nothing. */
  @Column('int', { default: 1 })
  version: number;

  /** A new number with each change of what a question may find; a trigger sets it. */
  @Column({ type: 'bigint', insert: false, update: false, select: false })
  change: string;

  /** When the status last changed. */
  @Column('timestamptz', { name: 'status_at', default: () => 'now()' })
  statusAt: Date;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
