import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The moderation of a bot in one server. */
@Entity('moderation_server')
export class ModerationServerEntity {
  @PrimaryColumn('uuid', { name: 'bot_id' })
  botId: string;

  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

  @PrimaryColumn('text', { name: 'guild_id' })
  guildId: string;

  @Column('timestamptz', { name: 'paused_at', nullable: true })
  pausedAt: Date | null;

  @Column('timestamptz', { name: 'resumed_at', nullable: true })
  resumedAt: Date | null;
}
