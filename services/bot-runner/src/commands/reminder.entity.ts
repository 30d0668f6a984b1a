import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A reminder that a member asked for; deleted when it is delivered. */
@Entity('reminder')
export class ReminderEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'bot_id' })
  botId: string;

  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

  @Column('text', { name: 'member_id' })
  memberId: string;

  /** The message or interaction that asked for it. */
  @Column('text', { name: 'message_id' })
  messageId: string;

  @Column('text', { name: 'channel_id' })
  channelId: string;

  /** Null in direct messages. */
  @Column('text', { name: 'guild_id', nullable: true })
  guildId: string | null;

  /** Encrypted. */
  @Column('text')
  text: string;

  @Column('timestamptz', { name: 'due_at' })
  dueAt: Date;

  /** When it is due, and after that when its delivery is tried again. */
  @Column('timestamptz', { name: 'attempt_at' })
  attemptAt: Date;

  /** How many of its jobs ended without its delivery. */
  @Column('int', { default: 0 })
  missed: number;

  /** Discord's code for why the channel refused it; null unless it did. */
  @Column('int', { name: 'refused_code', nullable: true })
  refusedCode: number | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
