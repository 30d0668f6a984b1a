import type { Engine, InboxCause } from '@kith/proto';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A message and its reply. `written`: not delivered yet; `failed`: could not be delivered to Discord; `replaced`: the message was answered anew. */
@Entity('message')
export class MessageEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('uuid', { name: 'bot_id' })
  botId: string;

  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

  @Column('text')
  channel: 'web' | 'discord';

  /** The conversation whose history a reply sees: the owner's test chat, or a Discord channel. */
  @Column('text')
  conversation: string;

  /** Also the id of the charge in billing. */
  @Column('text', { name: 'request_id' })
  requestId: string;

  @Column('text')
  author: string;

  @Column('text', { name: 'author_name' })
  authorName: string;

  /** The text of the message with the names of its files, without their content. */
  @Column('text')
  question: string;

  @Column('text')
  reply: string;

  @Column('text')
  engine: Engine;

  /** Whether it costs a message or a credit when it is delivered. */
  @Column('boolean')
  charged: boolean;

  /** Titles of the knowledge items that the reply is based on. */
  @Column('text', { array: true })
  sources: string[];

  /** In the test chat: which passages the reply cites, as JSON: `{itemId, passages}` of each of `sources`; '' for none. */
  @Column('text', { name: 'citations', default: '' })
  citedPassages: string;

  /** What was read in the files of the message, as later prompts show it; '' for none. */
  @Column('text', { default: '' })
  files: string;

  /** The whole texts of these files, as `sealedFileTexts` makes them; '' for none. Read by EarlierFiles alone: it is long. */
  @Column('text', { name: 'file_texts', default: '', select: false })
  fileTexts?: string;

  /** How many pictures came with the message that models see, whether or not they are kept. */
  @Column('int', { name: 'picture_count', default: 0 })
  pictureCount: number;

  @Column('boolean')
  truncated: boolean;

  /** Sentences for the reader about how the reply came to be: which model answered in place of another, or that it broke off. */
  @Column('text', { array: true, default: () => "'{}'" })
  notes: string[];

  /** Tokens of question and reply by our own count: their size in a later prompt. */
  @Column('int')
  tokens: number;

  /** As the provider reported them, by our own count where the reply broke off or was stopped; null for the built-in companion. */
  @Column('int', { name: 'prompt_tokens', nullable: true })
  promptTokens: number | null;

  @Column('int', { name: 'completion_tokens', nullable: true })
  completionTokens: number | null;

  /** Of `promptTokens`, those that the provider had kept from an earlier request; null when it does not say. */
  @Column('int', { name: 'cached_tokens', nullable: true })
  cachedTokens: number | null;

  @Column('int', { name: 'latency_ms' })
  latencyMs: number;

  @Column('text')
  state: 'written' | 'delivered' | 'failed' | 'replaced';

  /** False: its texts are emptied when the reply is delivered, or never can be. */
  @Column('boolean', { name: 'is_kept', default: true })
  isKept: boolean;

  @Column('boolean', { name: 'is_direct', default: false })
  isDirect: boolean;

  /** Whether its owner may read it in the inbox: their own test chat, and servers where members are told so. */
  @Column('boolean', { name: 'is_shared', default: false })
  isShared: boolean;

  /** Why the question is in the inbox; null for one that is not. */
  @Column('text', { name: 'inbox_cause', nullable: true })
  inboxCause: InboxCause | null;

  /** With which questions it was grouped; null until its owner looks. */
  @Column('uuid', { name: 'inbox_id', nullable: true })
  inboxId: string | null;

  /** In which scope of the memory it counts; '' where nothing is remembered. */
  @Column('text', { name: 'memory_scope', default: '' })
  memoryScope: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
