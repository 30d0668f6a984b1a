import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RoleChoice, RoleMessageMode } from './role-choices.js';

/** A message of a bot from which members pick roles. */
@Entity('role_message')
export class RoleMessageEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'bot_id' })
  botId: string;

  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

  @Column('text', { name: 'guild_id' })
  guildId: string;

  @Column('text', { name: 'channel_id' })
  channelId: string;

  /** Null until Discord has it. */
  @Column('text', { name: 'message_id', nullable: true })
  messageId: string | null;

  @Column('text')
  mode: RoleMessageMode;

  /** Encrypted. */
  @Column('text')
  text: string;

  @Column('jsonb')
  choices: readonly RoleChoice[];

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
