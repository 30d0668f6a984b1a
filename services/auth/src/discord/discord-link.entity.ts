import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { UserEntity } from '../user.entity.js';

/** The Discord account with which a user can sign in. Nothing else of it is stored, in particular no token. */
@Entity('discord_link')
export class DiscordLinkEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @OneToOne(() => UserEntity)
  @JoinColumn({ name: 'user_id' })
  user: Relation<UserEntity>;

  @Column('text', { name: 'discord_id' })
  discordId: string;

  @Column('text', { name: 'discord_name' })
  discordName: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
