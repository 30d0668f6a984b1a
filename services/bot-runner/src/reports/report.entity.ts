import type { Report } from '@kith/proto';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What members reported about a bot. */
@Entity('report')
export class ReportEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'bot_id' })
  botId: string;

  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

  /** What is reported: a message by its id, or the bot itself by the id of the interaction. */
  @Column('text')
  subject: string;

  @Column('text', { name: 'guild_id', nullable: true })
  guildId: string | null;

  @Column('text', { name: 'channel_id' })
  channelId: string;

  @Column('text', { name: 'message_id', nullable: true })
  messageId: string | null;

  @Column('text')
  reason: Report['reason'];

  /** Encrypted; null after 30 days. */
  @Column('text', { nullable: true })
  text: string | null;

  /** Fingerprints of the members who reported it, so that each counts once. */
  @Column('text', { array: true })
  reporters: string[];

  @Column('text')
  state: Report['state'];

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'handled_at', nullable: true })
  handledAt: Date | null;
}
