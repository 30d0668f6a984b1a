import { randomInt } from 'node:crypto';
import type { DuelState } from './tic-tac-toe.js';
import { QUESTIONS } from './questions/questions.js';
import type { Question } from './questions/question.js';
import { WORDS } from './words.js';

export const MAX_NUMBER_GUESSES = 100;
/** Members who have answered a question of trivia, at most. */
export const MAX_ANSWERS = 500;

export interface TriviaState {
  readonly kind: 'trivia';
  readonly topic: string;
  readonly question: string;
  readonly choices: readonly string[];
  /** The index of the right one. */
  readonly right: number;
  /** The ids of the members who answered wrongly: each has one try. */
  readonly tried: readonly string[];
}
export interface WordState {
  readonly kind: 'word';
  readonly word: string;
  readonly letters: string;
}
export interface NumberState {
  readonly kind: 'number';
  readonly secret: number;
  readonly highest: number;
  readonly guesses: number;
}
/** What a running game keeps; without texts or names of members. */
export type GameState = TriviaState | WordState | NumberState | DuelState;
export type GameKind = GameState['kind'];
/** A whole number from 0 to `max` - 1. */
export type Random = (max: number) => number;

export const randomly: Random = (max) => randomInt(max);

/** A question of the topic, or of any, that is not among `asked` as long as there is another. */
export function newTrivia(topic: string | null, asked: readonly string[], random: Random = randomly): TriviaState {
  const topics = topic === null ? Object.keys(QUESTIONS) : [topic];
  const all = topics.flatMap((name) => (QUESTIONS[name] ?? []).map((question) => ({ name, question })));
  const fresh = all.filter(({ question: [text] }) => !asked.includes(text));
  const { name, question: chosen } = picked(fresh.length > 0 ? fresh : all, random);
  const [question, right, ...wrong]: Question = chosen;
  const choices = shuffled([right, ...wrong], random);
  return { kind: 'trivia', topic: name, question, choices, right: choices.indexOf(right), tried: [] };
}

export function newWord(random: Random = randomly): WordState {
  const word = picked(WORDS, random);
  let letters = shuffled([...word], random).join('');
  // All words have at least two different letters, so that turning them by one changes the order.
  while (letters === word) letters = letters.slice(1) + letters.slice(0, 1);
  return { kind: 'word', word, letters };
}

export const newNumber = (highest: number, random: Random = randomly): NumberState => ({
  kind: 'number',
  secret: random(highest) + 1,
  highest,
  guesses: 0,
});

/** The text of a member as an answer to the round; null when it cannot be one, because it is talk. */
export function answerIn(state: GameState, text: string): string | number | null {
  const trimmed = text.trim();
  if (state.kind === 'word') {
    const word = trimmed.toLowerCase();
    return word.length === state.word.length && /^[a-z]+$/u.test(word) ? word : null;
  }
  if (state.kind !== 'number' || !/^\d{1,6}$/u.test(trimmed)) return null;
  const number = Number(trimmed);
  return number >= 1 && number <= state.highest ? number : null;
}

export function isRight(state: GameState, answer: string | number): boolean {
  if (state.kind === 'word') return answer === state.word;
  return state.kind === 'number' && answer === state.secret;
}

function picked<T>(all: readonly T[], random: Random): T {
  const one = all[random(all.length)];
  if (one === undefined) throw new Error('nothing to choose from');
  return one;
}

function shuffled<T>(all: readonly T[], random: Random): T[] {
  const left = [...all];
  return all.flatMap(() => left.splice(random(left.length), 1));
}
