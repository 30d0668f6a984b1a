import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a member has won in a server. */
@Entity('game_score')
export class GameScoreEntity {
  @PrimaryColumn('uuid', { name: 'bot_id' })
  botId: string;

  @PrimaryColumn('text', { name: 'guild_id' })
  guildId: string;

  @PrimaryColumn('text', { name: 'member_id' })
  memberId: string;

  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

  /** Encrypted. */
  @Column('text', { name: 'member_name' })
  memberName: string;

  @Column('int')
  points: number;

  /** Games that were won, by kind. */
  @Column('int')
  trivia: number;

  @Column('int')
  word: number;

  @Column('int')
  number: number;

  @Column('int')
  duel: number;
}
