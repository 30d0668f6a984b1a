import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a member has earned in a server by writing. */
@Entity('level_member')
export class LevelMemberEntity {
  @PrimaryColumn('uuid', { name: 'bot_id' })
  botId: string;

  @PrimaryColumn('text', { name: 'guild_id' })
  guildId: string;

  @PrimaryColumn('text', { name: 'member_id' })
  memberId: string;

  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

  /** Encrypted. */
  @Column('text')
  name: string;

  @Column('int')
  experience: number;

  /** The level whose announcement and roles are done. */
  @Column('int', { name: 'announced_level', default: 0 })
  announcedLevel: number;

  /** The messages that were rewarded. */
  @Column('int')
  messages: number;

  /** The last message that was rewarded; null after a correction of someone who never wrote. */
  @Column('text', { name: 'last_message_id', nullable: true })
  lastMessageId: string | null;

  @Column('timestamptz', { name: 'last_at', nullable: true })
  lastAt: Date | null;
}
