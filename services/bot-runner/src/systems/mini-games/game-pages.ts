import { randomUUID } from 'node:crypto';
import { AppError, type SystemPage, type SystemPageForm, type SystemPageSection } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { countText } from '../count-text.js';
import { MessagePoster } from '../../discord/message-poster.js';
import { placeIn, type PageAction, type PageRequest } from '../system-handler.js';
import { GameStore, type Score } from './game-store.js';
import { endOf } from './game-texts.js';
import { Games } from './games.js';
import type { GameKind } from './rounds.js';

const KINDS: Readonly<Record<GameKind, string>> = {
  trivia: 'Trivia',
  word: 'Scrambled word',
  number: 'Number guessing',
  duel: 'Tic-tac-toe',
};
const RESET: SystemPageForm = {
  id: 'reset-scores',
  title: 'Start anew',
  description: 'Deletes the high scores of this server, so that everybody starts at zero.',
  submit: 'Delete all high scores',
  confirm: 'Delete the high scores of all members of this server?',
  fields: {},
};

/** What the owner sees and does of the games in a server. */
@Injectable()
export class GamePages {
  constructor(
    private readonly store: GameStore,
    private readonly games: Games,
    private readonly poster: MessagePoster,
  ) {}

  async page(request: PageRequest): Promise<SystemPage> {
    const sections = [
      ...(request.section === undefined || request.section === 'scores' ? [await this.scores(request)] : []),
      ...(request.section === undefined || request.section === 'running' ? [await this.running(request)] : []),
    ];
    return { sections, forms: [RESET] };
  }

  async act({ botId, guildId, action, rowId }: PageAction): Promise<string> {
    if (action === RESET.id) {
      await this.store.removeScores({ botId, guildId });
      return 'The high scores start anew.';
    }
    if (rowId === undefined) throw new AppError('NOT_FOUND');
    if (action === 'remove-scores') {
      if (!(await this.store.removeScores({ botId, guildId, memberId: rowId }))) throw new AppError('NOT_FOUND');
      return 'The scores of the member are deleted.';
    }
    if (action !== 'end-game') throw new AppError('NOT_FOUND');
    const game = (await this.store.running({ botId, guildId })).find(({ id }) => id === rowId);
    const ended = game && (await this.games.end(game, `page-${randomUUID()}`, 'stopped'));
    if (!ended) throw new AppError('NOT_FOUND');
    await this.poster.post({ botId, postId: `game-end-${ended.id}`, channelId: ended.channelId, parts: [endOf(ended)] });
    return 'The game is ended.';
  }

  private async scores(request: PageRequest): Promise<SystemPageSection> {
    const place = placeIn(request.section, request);
    const { scores, ...list } = await this.store.scores(request, place);
    return {
      id: 'scores',
      title: 'High scores',
      empty: 'Nobody has won a game in this server yet.',
      columns: ['Place', 'Member', 'Points', ...Object.values(KINDS)],
      rows: scores.map((score, index) => rowOf(score, place.offset + index + 1)),
      ...list,
    };
  }

  private async running(request: PageRequest): Promise<SystemPageSection> {
    const games = await this.store.running(request);
    return {
      id: 'running',
      title: 'Running games',
      empty: 'No game is running.',
      columns: ['Game', 'Channel', 'Since'],
      rows: games.map(({ id, kind, channelId, startedAt }) => ({
        id,
        cells: [KINDS[kind], channelId, startedAt.toISOString()],
        actions: [{ id: 'end-game', label: 'End', confirm: null }],
      })),
      total: games.length,
    };
  }
}

function rowOf(
  { memberId, memberName, points, trivia, word, number, duel }: Score,
  place: number,
): SystemPageSection['rows'][number] {
  return {
    id: memberId,
    cells: [countText(place), memberName || memberId, ...[points, trivia, word, number, duel].map(countText)],
    actions: [{ id: 'remove-scores', label: 'Delete scores', confirm: 'Delete the scores of this member?' }],
  };
}
