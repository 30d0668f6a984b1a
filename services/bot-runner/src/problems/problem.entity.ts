import type { ProblemAction } from '@kith/proto';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Something that Discord refuses to a bot. */
@Entity('problem')
export class ProblemEntity {
  @PrimaryColumn('uuid', { name: 'bot_id' })
  botId: string;

  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

  /** '' in direct messages. */
  @PrimaryColumn('text', { name: 'guild_id' })
  guildId: string;

  /** '' when it concerns the whole server. */
  @PrimaryColumn('text', { name: 'channel_id' })
  channelId: string;

  @PrimaryColumn('text')
  action: ProblemAction;

  @Column('text', { nullable: true })
  permission: string | null;

  @Column('timestamptz', { name: 'first_seen_at', default: () => 'now()' })
  firstSeenAt: Date;

  @Column('timestamptz', { name: 'last_seen_at', default: () => 'now()' })
  lastSeenAt: Date;
}
