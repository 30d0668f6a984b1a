import { ButtonStyle, ComponentType, type APIActionRowComponent, type APIButtonComponent } from 'discord-api-types/v10';
import { card } from '../card.js';
import { systemCustomId, type SystemAnswer } from '../system-handler.js';
import { MINI_GAMES_ID } from './definition.js';
import type { GameEntity, GameOutcome } from './game.entity.js';
import type { Score } from './game-store.js';
import type { NumberState, TriviaState, WordState } from './rounds.js';
import { turnOf, type DuelState } from './tic-tac-toe.js';

/** Texts that members read. */
export const TEXTS = {
  elsewhere: (channelId: string) => `Games are played in <#${channelId}>.`,
  busy: 'A game is running here already. Finish it first, or let the one who started it use `/game stop`.',
  full: 'So many games are running in this server that I cannot keep another one in mind. Please try again later.',
  isOver: 'This round is over.',
  hasTried: 'You have had your try at this question.',
  tooMany: 'So many members have answered that I lost count. Please wait for the next question.',
  wrong: 'That is not it. Everybody has one try a question.',
  nothingToGuess: 'No word or number round is running here. Start one with `/game word` or `/game number`.',
  noAnswer: (state: WordState | NumberState) =>
    state.kind === 'word' ? `The word has ${state.word.length} letters, a to z.` : `A number from 1 to ${state.highest}, please.`,
  wrongWord: (word: string) => `“${word}” is not it.`,
  notYours: 'This game is between two other members.',
  notYourTurn: 'It is not your turn.',
  taken: 'This field is taken.',
  ownDuel: 'You cannot challenge yourself.',
  botDuel: 'I need a person as the other player: bots do not play.',
  nothingToStop: 'There is no game here that you may stop. Those who started one may, and those who manage messages.',
  /** The owner reads it. */
  notPosted: (said: string) => `Discord refused what the game had to say: ${said}.`,
  noScores: 'Nobody has won a game here yet. Start one with `/game trivia`.',
} as const;

const SIGNS = ['❌', '⭕'] as const;

/** The message that opens a game, or shows how it stands or ended. */
export function shownGame(game: GameEntity): SystemAnswer {
  const { state } = game;
  if (state.kind === 'trivia') return shownTrivia(game, state);
  if (state.kind === 'duel') return shownDuel(game, state);
  return game.endedAt ? endOf(game) : { content: `${openingOf(state)}\n${until(game)}` };
}

/** How a game ended, as a message of its own. */
export function endOf({ id, kind, state, outcome, winnerId }: GameEntity): SystemAnswer {
  const buttons = kind === 'duel' ? [] : [rowOf([button(`again:${kind}:${id}`, 'Another round')])];
  return { content: `${REASONS[outcome ?? 'stopped'](winnerId)} ${solutionOf(state)}`.trim(), components: buttons };
}

const REASONS: Readonly<Record<GameOutcome, (winnerId: string | null) => string>> = {
  won: (winnerId) => (winnerId === null ? '🏆 Right!' : `🏆 <@${winnerId}> wins!`),
  draw: () => '🤝 A draw.',
  'given-up': (winnerId) => `🏳️ Given up: <@${winnerId ?? ''}> wins.`,
  timeout: () => '⏰ Time is up.',
  stopped: () => '🛑 The game was stopped.',
};

export const hintFor = ({ secret }: NumberState, guess: number): string =>
  guess < secret ? `🔼 It is higher than ${guess}.` : `🔽 It is lower than ${guess}.`;

/** The high scores as members read them. */
export const scoreCard = (scores: readonly Score[]): SystemAnswer =>
  card(
    '🏆 High scores of this server',
    scores.map(({ memberId, points }, index) => `${index + 1}. <@${memberId}>: ${points} points`),
  );

function openingOf(state: WordState | NumberState): string {
  if (state.kind === 'number')
    return `🔢 I think of a number from 1 to ${state.highest}. Write your guess here, or use \`/game guess\`.`;
  return `🔤 Which word is this: **${state.letters.toUpperCase()}**? Write it here, or use \`/game guess\`. I only speak up at the right one.`;
}

function solutionOf(state: GameEntity['state']): string {
  switch (state.kind) {
    case 'trivia':
      return `The answer is **${state.choices[state.right] ?? ''}**.`;
    case 'word':
      return `The word is **${state.word}**.`;
    case 'number':
      return `The number is **${state.secret}**.`;
    case 'duel':
      return '';
  }
}

function shownTrivia(game: GameEntity, { topic, question, choices, right }: TriviaState): SystemAnswer {
  const isOver = game.endedAt !== null;
  const buttons = choices.map((label, index) =>
    button(`trivia:${game.id}:${index}`, label, {
      disabled: isOver,
      style: isOver && index === right ? ButtonStyle.Success : ButtonStyle.Secondary,
    }),
  );
  const { content = '', components = [] } = isOver ? endOf(game) : { content: until(game) };
  return { content: `❓ *${topic}*: **${question}**\n${content}`, components: [rowOf(buttons), ...components] };
}

function shownDuel(game: GameEntity, state: DuelState): SystemAnswer {
  const { players } = state;
  const isOver = game.endedAt !== null;
  const turn = turnOf(state);
  const title = players.map((id, index) => `${SIGNS[index] ?? ''} <@${id}>`).join(' against ');
  const status = isOver ? (endOf(game).content ?? '') : `It is the turn of <@${players[turn]}>. ${until(game)}`;
  const cells = [...state.cells].map((cell, index) =>
    button(`duel:${game.id}:${index}`, cell === '-' ? '\u200B' : (SIGNS[Number(cell)] ?? ''), {
      disabled: isOver || cell !== '-',
    }),
  );
  const rows = [0, 3, 6].map((first) => rowOf(cells.slice(first, first + 3)));
  const last = isOver ? [] : [rowOf([button(`duel:${game.id}:give-up`, 'Give up')])];
  return { content: `${title}\n${status}`, components: [...rows, ...last] };
}

/** In the reader's own language, counted down by Discord. */
const until = ({ endsAt }: Pick<GameEntity, 'endsAt'>): string => `It ends <t:${Math.ceil(endsAt.getTime() / 1000)}:R>.`;

type Row = APIActionRowComponent<APIButtonComponent>;
const rowOf = (components: APIButtonComponent[]): Row => ({ type: ComponentType.ActionRow, components });

interface Look {
  readonly disabled?: boolean;
  readonly style?: ButtonStyle.Secondary | ButtonStyle.Success;
}

function button(rest: string, label: string, { disabled = false, style = ButtonStyle.Secondary }: Look = {}): APIButtonComponent {
  return { type: ComponentType.Button, custom_id: systemCustomId(MINI_GAMES_ID, rest), label, style, disabled };
}
