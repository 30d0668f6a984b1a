import { Injectable } from '@nestjs/common';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { CommandRefusal, MoveRefusal } from '../../commands/command-refusal.js';
import { allows } from '../../discord/guild-access.js';
import { SettingValues } from '../setting-values.js';
import type { SystemAnswer, SystemJob } from '../system-handler.js';
import { MINI_GAMES_ID } from './definition.js';
import type { GameEntity, GameOutcome } from './game.entity.js';
import { GameStore, type GamePlace, type Step, type Winner } from './game-store.js';
import { endOf, hintFor, TEXTS } from './game-texts.js';
import {
  answerIn,
  isRight,
  MAX_ANSWERS,
  MAX_NUMBER_GUESSES,
  newNumber,
  newTrivia,
  newWord,
  type GameKind,
  type GameState,
} from './rounds.js';
import { RunningRounds } from './running-rounds.js';
import { isFull, movesOf, newDuel, turnOf, winnerOf, withMove } from './tic-tac-toe.js';

const POINTS: Readonly<Record<GameKind, number>> = { trivia: 10, word: 10, number: 10, duel: 15 };
/** A move of a duel has to follow within this time. */
const MOVE_MS = 300_000;
/** Whoever gives up before this many moves gives the other no points: two members could do so all day. */
const MIN_MOVES_FOR_POINTS = 4;

interface Member {
  readonly id: string;
  readonly name: string;
}
export interface Guess {
  readonly answer: string | number;
  readonly member: Member;
}
type Job = SystemJob<'command'> | SystemJob<'component'>;
type GameRef = Pick<GameEntity, 'botId' | 'id'> & Partial<Pick<GameEntity, 'guildId'>>;

/** The rules of the games. Methods throw CommandRefusal for what a member is to read; each event has its effect once. */
@Injectable()
export class Games {
  constructor(
    private readonly store: GameStore,
    private readonly rounds: RunningRounds,
  ) {}

  /** Starts a game of the kind in the channel of the job. */
  async start(job: Job, kind: string, options: SystemJob<'command'>['task']['options']): Promise<GameEntity> {
    const { botId, bot, eventId: id, guildId, channelId, settings, task } = job;
    if (guildId === null) throw new CommandRefusal(TEXTS.nothingToGuess);
    const values = new SettingValues(MINI_GAMES_ID, settings);
    const only = values.id('gamesChannel');
    if (only !== null && only !== channelId) throw new CommandRefusal(TEXTS.elsewhere(only));
    const state = await this.newState(job, kind, options);
    const forMs = state.kind === 'duel' ? MOVE_MS : values.number('roundSeconds') * 1000;
    const started = await this.store.start({
      botId,
      guildId,
      channelId,
      id,
      ownerId: bot.ownerId,
      slot: state.kind === 'duel' ? 'duel' : 'round',
      state,
      memberIds: state.kind === 'duel' ? [...state.players] : [task.member.id],
      endsAt: new Date(Date.now() + forMs),
    });
    if (typeof started === 'string') throw new CommandRefusal(TEXTS[started]);
    this.rounds.follow(started);
    return started;
  }

  /** The message after a guess in a message; null when there is nothing to say, because the round ended meanwhile. */
  async guess(place: GamePlace, gameId: string, { answer, member }: Guess, eventId: string): Promise<SystemAnswer | null> {
    const game = await this.play({ botId: place.botId, id: gameId }, eventId, (running) => {
      if (isRight(running.state, answer)) return { end: { outcome: 'won', winner: winnerIn(running.kind, member) } };
      if (running.state.kind !== 'number') return null;
      const state = { ...running.state, guesses: running.state.guesses + 1 };
      return state.guesses >= MAX_NUMBER_GUESSES ? { state, end: { outcome: 'stopped' } } : { state };
    });
    if (!game) return null;
    if (game.endedAt) return endOf(game);
    return game.state.kind === 'number' ? { content: hintFor(game.state, Number(answer)) } : null;
  }

  async guessByCommand(place: GamePlace, { answer, member }: Guess, eventId: string): Promise<SystemAnswer> {
    const games = await this.store.inChannel(place, eventId);
    const round = games.find(({ kind }) => kind === 'word' || kind === 'number');
    if (!round) throw new CommandRefusal(TEXTS.nothingToGuess);
    const { state } = round;
    const parsed = answerIn(state, String(answer));
    if (parsed === null) throw new MoveRefusal(refusedAnswer(state));
    const said = await this.guess(place, round.id, { answer: parsed, member }, eventId);
    return said ?? { content: state.kind === 'word' ? TEXTS.wrongWord(String(parsed)) : TEXTS.isOver };
  }

  /** The game after the answer of a member to its question. */
  async answerTrivia(
    { botId, guildId, eventId }: Job,
    gameId: string,
    { choice, member }: { readonly choice: number; readonly member: Member },
  ): Promise<GameEntity> {
    const game = await this.play({ botId, id: gameId, guildId: guildId ?? '' }, eventId, ({ kind, state }) => {
      if (state.kind !== 'trivia') return null;
      const ids = [member.id, this.store.forgottenId(botId, member.id)];
      if (ids.some((id) => state.tried.includes(id))) throw new MoveRefusal(TEXTS.hasTried);
      if (choice === state.right) return { end: { outcome: 'won', winner: winnerIn(kind, member) } };
      if (state.tried.length >= MAX_ANSWERS) throw new CommandRefusal(TEXTS.tooMany);
      return { state: { ...state, tried: [...state.tried, member.id] } };
    });
    if (!game) throw new MoveRefusal(TEXTS.isOver);
    if (!game.endedAt) throw new MoveRefusal(TEXTS.wrong);
    return game;
  }

  /** The duel after a move. `field` is the index of a cell, or `give-up`. */
  async move(
    { botId, guildId, eventId }: Job,
    gameId: string,
    { field, member }: { readonly field: string; readonly member: Member },
  ): Promise<GameEntity> {
    const game = await this.play({ botId, id: gameId, guildId: guildId ?? '' }, eventId, (running) =>
      stepOf(running, field, member, eventId),
    );
    if (!game) throw new MoveRefusal(TEXTS.isOver);
    return game;
  }

  /** Ends the games of the channel that the member may end, and says how. */
  async stop(place: GamePlace, member: Member & { readonly permissions: string }, eventId: string): Promise<SystemAnswer> {
    const mayStopAll = allows(BigInt(member.permissions), PermissionFlagsBits.ManageMessages);
    const games = await this.store.inChannel(place, eventId);
    const own = games.filter(({ memberIds }) => mayStopAll || memberIds.includes(member.id));
    const ended = await Promise.all(own.map((game) => this.end(game, eventId, 'stopped')));
    const texts = ended.flatMap((game) => (game ? [endOf(game).content ?? ''] : []));
    if (texts.length === 0) throw new CommandRefusal(TEXTS.nothingToStop);
    return { content: texts.join('\n') };
  }

  /** Null when the game ended before. */
  end(game: GameRef, eventId: string, outcome: GameOutcome): Promise<GameEntity | null> {
    return this.play(game, eventId, () => ({ end: { outcome } }));
  }

  /** Null when the game ended before, or has got more time. */
  async endInTime(ref: GameRef, eventId: string): Promise<GameEntity | null> {
    const game = await this.play(ref, eventId, ({ endsAt }) => (endsAt > new Date() ? null : { end: { outcome: 'timeout' } }));
    return game?.endedAt ? game : null;
  }

  private async play(ref: GameRef, eventId: string, decide: (game: GameEntity) => Step | null): Promise<GameEntity | null> {
    const game = await this.store.play(ref, eventId, decide);
    if (game) this.rounds.follow(game);
    return game;
  }

  private async newState(job: Job, kind: string, options: SystemJob<'command'>['task']['options']): Promise<GameState> {
    const { botId, guildId, settings, task } = job;
    switch (kind) {
      case 'word':
        return newWord();
      case 'number':
        return newNumber(new SettingValues(MINI_GAMES_ID, settings).number('highestNumber'));
      case 'duel': {
        const challenged = String(options['member'] ?? '');
        if (challenged === task.member.id) throw new CommandRefusal(TEXTS.ownDuel);
        return newDuel(task.member.id, challenged);
      }
      default: {
        const topic = typeof options['topic'] === 'string' ? options['topic'] : null;
        return newTrivia(topic, await this.store.askedQuestions({ botId, guildId: guildId ?? '' }));
      }
    }
  }
}

const winnerIn = (kind: GameKind, { id, name }: Member): Winner => ({ id, name, points: POINTS[kind] });

function stepOf({ state }: GameEntity, field: string, member: Member, eventId: string): Step | null {
  if (state.kind !== 'duel') return null;
  // A repeated job: this move is made.
  if (state.lastMove === eventId) return null;
  const player = state.players.indexOf(member.id);
  if (player === -1) throw new MoveRefusal(TEXTS.notYours);
  if (field === 'give-up') {
    const points = movesOf(state) >= MIN_MOVES_FOR_POINTS ? POINTS.duel : 0;
    return { end: { outcome: 'given-up', winner: { id: state.players[player === 0 ? 1 : 0], name: null, points } } };
  }
  if (player !== turnOf(state)) throw new MoveRefusal(TEXTS.notYourTurn);
  const moved = withMove(state, Number(field), eventId);
  if (!moved) throw new MoveRefusal(TEXTS.taken);
  if (winnerOf(moved) !== null) return { state: moved, end: { outcome: 'won', winner: winnerIn('duel', member) } };
  if (isFull(moved)) return { state: moved, end: { outcome: 'draw' } };
  return { state: moved, endsAt: new Date(Date.now() + MOVE_MS) };
}

function refusedAnswer(state: GameState): string {
  return state.kind === 'word' || state.kind === 'number' ? TEXTS.noAnswer(state) : TEXTS.nothingToGuess;
}
