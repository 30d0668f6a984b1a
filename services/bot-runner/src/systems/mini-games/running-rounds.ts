import { Interval } from '@kith/kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { DesiredBotsSource } from '../../connections/desired-bots.js';
import { MINI_GAMES_ID } from './definition.js';
import type { GameEntity } from './game.entity.js';
import type { GameState } from './rounds.js';

/** Rounds that other runners started or ended are seen after this. */
const READ_EVERY_MS = 1000;
const MAX_ROUNDS = 10_000;
const READ = `
  select id, bot_id as "botId", channel_id as "channelId", state from runner.game
  where ended_at is null and kind in ('word', 'number') order by started_at desc limit ${MAX_ROUNDS}`;

/** A round whose answers are messages. */
export interface Round {
  readonly id: string;
  readonly state: GameState;
}

/** The running rounds whose answers are messages: each message is compared with them without asking the database. */
@Injectable()
export class RunningRounds {
  private rounds = new Map<string, Round>();
  /** Counts the changes of this process, so that a list that was read before one of them does not undo it. */
  private changes = 0;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly desired: DesiredBotsSource,
  ) {}

  in(botId: string, channelId: string): Round | undefined {
    return this.rounds.get(keyOf({ botId, channelId }));
  }

  /** A game started or changed in this process. */
  follow({ id, botId, channelId, kind, state, endedAt }: GameEntity): void {
    if (kind !== 'word' && kind !== 'number') return;
    this.changes++;
    const key = keyOf({ botId, channelId });
    if (!endedAt) this.rounds.set(key, { id, state });
    else if (this.rounds.get(key)?.id === id) this.rounds.delete(key);
  }

  @Interval(READ_EVERY_MS, 'the list of running rounds')
  async read(): Promise<void> {
    const { changes } = this;
    if (this.desired.withSystem(MINI_GAMES_ID).size === 0) return;
    const rows = await this.database.query<Pick<GameEntity, 'id' | 'botId' | 'channelId' | 'state'>[]>(READ);
    if (changes !== this.changes) return;
    this.rounds = new Map(rows.map(({ id, state, ...place }) => [keyOf(place), { id, state }]));
  }
}

const keyOf = ({ botId, channelId }: Pick<GameEntity, 'botId' | 'channelId'>): string => `${botId}:${channelId}`;
