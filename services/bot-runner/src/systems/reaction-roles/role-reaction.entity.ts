import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A reaction that a role was given for. By these the reactions are found that came, or went, while the bot was away. */
@Entity('role_reaction')
export class RoleReactionEntity {
  @PrimaryColumn('uuid', { name: 'role_message_id' })
  roleMessageId: string;

  /** As `emojiKey` writes it. */
  @PrimaryColumn('text')
  emoji: string;

  @PrimaryColumn('text', { name: 'member_id' })
  memberId: string;

  @Column('uuid', { name: 'bot_id' })
  botId: string;

  @Column('uuid', { name: 'owner_id' })
  ownerId: string;
}
