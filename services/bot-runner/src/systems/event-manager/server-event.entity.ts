import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A scheduled event of Discord, as far as sign-ups and reminders need it. */
@Entity('server_event')
export class ServerEventEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'bot_id' })
  botId: string;

  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

  @Column('text', { name: 'guild_id' })
  guildId: string;

  /** Of Discord. */
  @Column('text', { name: 'event_id' })
  eventId: string;

  /** Encrypted. */
  @Column('text')
  name: string;

  @Column('timestamptz', { name: 'starts_at' })
  startsAt: Date;

  /** Where it is announced; null while it is not. */
  @Column('text', { name: 'channel_id', nullable: true })
  channelId: string | null;

  @Column('text', { name: 'message_id', nullable: true })
  messageId: string | null;

  @Column('timestamptz', { name: 'reminded_at', nullable: true })
  remindedAt: Date | null;

  /** The reminder is not tried before. */
  @Column('timestamptz', { name: 'attempt_at', default: () => 'now()' })
  attemptAt: Date;
}
