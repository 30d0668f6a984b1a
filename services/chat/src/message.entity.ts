import type { Engine } from '@kith/proto';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** One question and its reply. `written`: not on Discord yet; `failed`: it never will be. */
@Entity('message')
export class Message {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('uuid', { name: 'bot_id' })
  botId: string;

  /** Null in rows of the time before it was kept. */
  @Column('uuid', { name: 'owner_id', nullable: true })
  ownerId: string | null;

  @Column('text')
  channel: 'web' | 'discord';

  /** What belongs together: the owner's test chat, or a channel on Discord. */
  @Column('text')
  conversation: string;

  /** The id under which billing knows the charge. */
  @Column('text', { name: 'request_id' })
  requestId: string;

  @Column('text')
  author: string;

  @Column('text', { name: 'author_name' })
  authorName: string;

  /** With the names of the files that came with it, not their content. */
  @Column('text')
  question: string;

  @Column('text')
  reply: string;

  @Column('text')
  engine: Engine;

  /** Titles of the knowledge items it rests on. */
  @Column('text', { array: true })
  sources: string[];

  @Column('boolean')
  truncated: boolean;

  /** Of question and reply, by our own count: what they cost in a later prompt. */
  @Column('int')
  tokens: number;

  /** As the provider reported them; null for the built-in companion. */
  @Column('int', { name: 'prompt_tokens', nullable: true })
  promptTokens: number | null;

  @Column('int', { name: 'completion_tokens', nullable: true })
  completionTokens: number | null;

  @Column('int', { name: 'latency_ms' })
  latencyMs: number;

  @Column('text')
  state: 'written' | 'delivered' | 'failed';

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
