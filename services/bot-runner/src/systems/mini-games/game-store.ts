import { inOrderOf, Keyring, OrderedList, RunningCounts, type ListPageRequest } from '@kith/kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, IsNull, type EntityManager } from 'typeorm';
import { MemberNames } from '../member-names.js';
import { GameEntity, type GameOutcome } from './game.entity.js';
import { GameScoreEntity } from './game-score.entity.js';
import type { GameKind, GameState, TriviaState } from './rounds.js';
import { HIGH_SCORES, SCORE_COUNT } from './score-orders.js';

export const MAX_GAMES_PER_SERVER = 10;
/** Questions of trivia that are not asked again at once in a server. */
const REMEMBERED_QUESTIONS = 60;

const ADD_SCORE = `
  insert into runner.game_score (bot_id, guild_id, member_id, owner_id, member_name, points, trivia, word, number, duel)
  values ($1, $2, $3, $4, $5, $6, ($7 = 'trivia')::int, ($7 = 'word')::int, ($7 = 'number')::int, ($7 = 'duel')::int)
  on conflict (bot_id, guild_id, member_id) do update set
    member_name = coalesce(nullif(excluded.member_name, ''), game_score.member_name), points = game_score.points + excluded.points,
    trivia = game_score.trivia + excluded.trivia, word = game_score.word + excluded.word,
    number = game_score.number + excluded.number, duel = game_score.duel + excluded.duel`;
const ASKED = `
  select state->>'question' as question from runner.game
  where bot_id = $1 and guild_id = $2 and kind = 'trivia' order by started_at desc limit ${REMEMBERED_QUESTIONS}`;
const BY_POINTS = new OrderedList(HIGH_SCORES);

export interface GamePlace {
  readonly botId: string;
  readonly guildId: string;
  readonly channelId: string;
}

export interface NewGame extends GamePlace {
  readonly id: string;
  readonly ownerId: string;
  readonly slot: GameEntity['slot'];
  readonly state: GameState;
  readonly memberIds: string[];
  readonly endsAt: Date;
}

/** What a move changes. Without an `end` the game goes on. */
export interface Step {
  readonly state?: GameState;
  readonly endsAt?: Date;
  readonly end?: { readonly outcome: GameOutcome; readonly winner?: Winner };
}
/** `name` is null when the event does not tell it. */
export interface Winner {
  readonly id: string;
  readonly name: string | null;
  readonly points: number;
}

/** A line of the high scores. */
export type Score = Pick<GameScoreEntity, 'memberId' | 'memberName' | 'points' | GameKind>;

interface ScoresOfPage {
  readonly scores: Score[];
  readonly total: number;
  readonly next: string | null;
  readonly previous: string | null;
}

/** The games and high scores of servers. */
@Injectable()
export class GameStore {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly names: MemberNames,
    private readonly keyring: Keyring,
    private readonly counts: RunningCounts,
  ) {}

  /** Starts a game, once however often it is asked for. `busy`: another one runs in the channel; `full`: too many run in the server. */
  async start(game: NewGame): Promise<GameEntity | 'busy' | 'full'> {
    const { botId, guildId, channelId, slot, id, state, endsAt } = game;
    return this.database.transaction(async (manager) => {
      await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`games-${botId}-${guildId}`]);
      const known = await manager.findOneBy(GameEntity, { botId, id });
      if (known) return known;
      const running = await manager.findBy(GameEntity, { botId, guildId, endedAt: IsNull() });
      if (running.some((one) => one.channelId === channelId && one.slot === slot)) return 'busy';
      if (running.length >= MAX_GAMES_PER_SERVER) return 'full';
      const made = manager.create(GameEntity, { ...game, kind: state.kind, attemptAt: endsAt });
      await manager.insert(GameEntity, made);
      return manager.findOneByOrFail(GameEntity, { botId, id });
    });
  }

  /**
   * Changes a running game by what `decide` returns, and returns it as it is then; one that the same event ended before is returned as it is. Null
   * when there is no such game, in that server if one is named, or it ended otherwise. `decide` may throw, which changes nothing; without a step nothing changes either.
   */
  async play(
    { botId, id, guildId }: Pick<GameEntity, 'botId' | 'id'> & Partial<Pick<GameEntity, 'guildId'>>,
    eventId: string,
    decide: (game: GameEntity) => Step | null,
  ): Promise<GameEntity | null> {
    return this.database.transaction(async (manager) => {
      const game = await manager.findOne(GameEntity, { where: { botId, id }, lock: { mode: 'pessimistic_write' } });
      if (!game || (guildId !== undefined && guildId !== game.guildId)) return null;
      if (game.endedAt) return game.endedBy === eventId ? game : null;
      const step = decide(game);
      if (!step) return game;
      const { state = game.state, endsAt = game.endsAt, end } = step;
      Object.assign(game, { state, endsAt });
      // A longer time also delays its end.
      if (step.endsAt) game.attemptAt = endsAt;
      if (end) {
        const { outcome, winner } = end;
        Object.assign(game, { endedAt: new Date(), endedBy: eventId, outcome, winnerId: winner?.id ?? null });
        if (winner && winner.points > 0) await this.addScore(manager, game, winner);
      }
      await manager.save(GameEntity, game);
      return game;
    });
  }

  /** The games of a channel that run, and those that the event ended. */
  async inChannel({ botId, channelId }: GamePlace, eventId: string): Promise<GameEntity[]> {
    return this.database.manager.find(GameEntity, {
      where: [
        { botId, channelId, endedAt: IsNull() },
        { botId, channelId, endedBy: eventId },
      ],
    });
  }

  async running({ botId, guildId }: Pick<GamePlace, 'botId' | 'guildId'>): Promise<GameEntity[]> {
    return this.database.manager.find(GameEntity, {
      where: { botId, guildId, endedAt: IsNull() },
      order: { startedAt: 'desc', id: 'asc' },
      take: MAX_GAMES_PER_SERVER,
    });
  }

  /** The questions of trivia that were asked last in a server. */
  async askedQuestions({ botId, guildId }: Pick<GamePlace, 'botId' | 'guildId'>): Promise<TriviaState['question'][]> {
    const rows = await this.database.query<{ question: string }[]>(ASKED, [botId, guildId]);
    return rows.map(({ question }) => question);
  }

  /** The members with most points, in order, and how many have any. */
  async scores({ botId, guildId }: Pick<GamePlace, 'botId' | 'guildId'>, page: ListPageRequest): Promise<ScoresOfPage> {
    const { members: total } = await this.counts.read(SCORE_COUNT, { bot_id: botId, guild_id: guildId });
    const { ids, ...neighbours } = await BY_POINTS.page(this.database, [botId, guildId], page, total);
    const where = { botId, guildId, memberId: In(ids) };
    const found = ids.length === 0 ? [] : await this.database.manager.findBy(GameScoreEntity, where);
    const scores = inOrderOf(ids, found, ({ memberId }) => memberId).map((row) => ({ ...row, memberName: this.nameOf(row) }));
    return { scores, total, ...neighbours };
  }

  /** False when the member has no scores in the server. Without a member: those of all. */
  async removeScores(place: Pick<GamePlace, 'botId' | 'guildId'> & { readonly memberId?: string }): Promise<boolean> {
    const { botId, guildId, memberId } = place;
    const of = memberId === undefined ? { botId, guildId } : { botId, guildId, memberId };
    const { affected } = await this.database.manager.delete(GameScoreEntity, of);
    return (affected ?? 0) > 0;
  }

  async purge(botId: string): Promise<void> {
    await this.database.manager.delete(GameEntity, { botId });
    await this.database.manager.delete(GameScoreEntity, { botId });
  }

  async forgetMember(botId: string, memberId: string): Promise<void> {
    await this.database.query('delete from runner.game where bot_id = $1 and ($2 = any(member_ids) or winner_id = $2)', [
      botId,
      memberId,
    ]);
    await this.database.query(
      `update runner.game set state = jsonb_set(state, '{tried}', (state->'tried') - $2::text || to_jsonb($3::text))
       where bot_id = $1 and kind = 'trivia' and state->'tried' ? $2::text`,
      [botId, memberId, this.forgottenId(botId, memberId)],
    );
    await this.database.manager.delete(GameScoreEntity, { botId, memberId });
  }

  /** What stands for a forgotten member in the games that they played, so that they get no second try. */
  forgottenId(botId: string, memberId: string): string {
    return this.keyring.fingerprint(`mini-games ${botId} ${memberId}`);
  }

  private async addScore(manager: EntityManager, game: GameEntity, { id, name, points }: Winner): Promise<void> {
    const { botId, guildId, ownerId, kind } = game;
    const stored = name === null ? '' : this.names.encrypt({ botId, memberId: id }, name);
    await manager.query(ADD_SCORE, [botId, guildId, id, ownerId, stored, points, kind]);
  }

  private nameOf(score: GameScoreEntity): string {
    return score.memberName === '' ? '' : this.names.decrypt(score, score.memberName);
  }
}
