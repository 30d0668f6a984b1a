import type { ListedTool } from '@kith/proto';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An MCP server that the owner of a bot named. */
@Entity('tool_server')
export class ToolServerEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'bot_id' })
  botId: string;

  @Column('text')
  name: string;

  @Column('text')
  address: string;

  /** AES-256-GCM, bound to this row; null without a token. */
  @Column('text', { nullable: true })
  token: string | null;

  /** As the server described them when it was asked last. */
  @Column('jsonb')
  listed: ListedTool[];

  /** Names of the tools that may be used. */
  @Column('jsonb')
  allowed: string[];

  @Column('timestamptz', { name: 'checked_at' })
  checkedAt: Date;

  @Column({ type: 'timestamptz', name: 'created_at', insert: false, update: false })
  createdAt: Date;
}
