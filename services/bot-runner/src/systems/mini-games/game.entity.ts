import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { GameKind, GameState } from './rounds.js';

/** How a game ended: `won` by `winnerId`; the others without a winner, but for `given-up`, whose winner is the other player. */
export type GameOutcome = 'won' | 'draw' | 'given-up' | 'timeout' | 'stopped';

/** A game in a channel. It stays for a day after its end, so that a repeated job finds what it did. */
@Entity('game')
export class GameEntity {
  @PrimaryColumn('uuid', { name: 'bot_id' })
  botId: string;

  /** The interaction that started it. */
  @PrimaryColumn('text')
  id: string;

  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

  @Column('text', { name: 'guild_id' })
  guildId: string;

  @Column('text', { name: 'channel_id' })
  channelId: string;

  @Column('text')
  kind: GameKind;

  /** One game of each slot runs in a channel: a duel beside a round for everybody. */
  @Column('text')
  slot: 'round' | 'duel';

  @Column('jsonb')
  state: GameState;

  /** Who started it, and whom they challenged. */
  @Column('text', { name: 'member_ids', array: true })
  memberIds: string[];

  @Column('timestamptz', { name: 'started_at', default: () => 'now()' })
  startedAt: Date;

  /** When its time is up. */
  @Column('timestamptz', { name: 'ends_at' })
  endsAt: Date;

  /** When its time is up, and after that when its end is tried again. */
  @Column('timestamptz', { name: 'attempt_at' })
  attemptAt: Date;

  /** How many jobs were made to end it. */
  @Column('int', { default: 0 })
  attempts: number;

  @Column('timestamptz', { name: 'ended_at', nullable: true })
  endedAt: Date | null;

  /** The event that ended it. */
  @Column('text', { name: 'ended_by', nullable: true })
  endedBy: string | null;

  @Column('text', { nullable: true })
  outcome: GameOutcome | null;

  @Column('text', { name: 'winner_id', nullable: true })
  winnerId: string | null;
}
