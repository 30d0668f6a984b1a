import { describe, expect, it } from '@jest/globals';
import { QUESTIONS } from './questions/questions.js';
import { answerIn, isRight, newNumber, newTrivia, newWord, type Random, type WordState } from './rounds.js';
import { isFull, newDuel, turnOf, winnerOf, withMove, type DuelState } from './tic-tac-toe.js';
import { WORDS } from './words.js';

const first: Random = () => 0;
const last: Random = (max) => max - 1;

describe('the questions of trivia', () => {
  const all = Object.values(QUESTIONS).flat();

  it('are at least 120 in eight topics, none twice', () => {
    expect(Object.keys(QUESTIONS)).toHaveLength(8);
    expect(all.length).toBeGreaterThanOrEqual(120);
    expect(new Set(all.map(([question]) => question)).size).toBe(all.length);
  });

  it('have four different answers each that fit on a button', () => {
    for (const [question, ...answers] of all) {
      expect([question, new Set(answers.map((answer) => answer.toLowerCase())).size]).toEqual([question, 4]);
      expect(answers.filter((answer) => answer.length > 80)).toEqual([]);
    }
  });

  it('are asked with the right answer among the choices wherever it is shuffled to', () => {
    for (const random of [first, last]) {
      const { question, choices, right } = newTrivia('food', [], random);
      const known = (QUESTIONS['food'] ?? []).find(([text]) => text === question);
      expect(choices[right]).toBe(known?.[1]);
      expect([...choices].toSorted()).toEqual(known?.slice(1).toSorted());
    }
  });

  it('are asked again only when there is no other question of the topic', () => {
    const texts = (QUESTIONS['arts'] ?? []).map(([text]) => text);
    expect(newTrivia('arts', texts.slice(1), last).question).toBe(texts[0]);
    expect(texts).toContain(newTrivia('arts', texts, last).question);
  });
});

describe('a scrambled word', () => {
  it('is no list entry twice, and has five to nine letters a to z', () => {
    expect(new Set(WORDS).size).toBe(WORDS.length);
    expect(WORDS.filter((word) => !/^[a-z]{5,9}$/u.test(word))).toEqual([]);
  });

  it('is never shown in its own order', () => {
    const identity: Random = () => 0;
    const { word, letters } = newWord(identity);
    expect(letters).not.toBe(word);
    expect([...letters].toSorted()).toEqual([...word].toSorted());
  });

  it('takes one word of its length as an answer and nothing else', () => {
    const state: WordState = { kind: 'word', word: 'rocket', letters: 'tekcor' };
    expect(['rocket', ' ROCKET ', 'bakery'].map((text) => answerIn(state, text))).toEqual(['rocket', 'rocket', 'bakery']);
    expect(['rock', 'rocket!', 'a rocket', '123456', 'rоcket', ''].map((text) => answerIn(state, text))).toEqual(
      Array.from({ length: 6 }, () => null),
    );
    expect(isRight(state, 'rocket')).toBe(true);
    expect(isRight(state, 'bakery')).toBe(false);
  });
});

describe('a number to be guessed', () => {
  it('lies between 1 and the highest, both included', () => {
    expect(newNumber(10, first).secret).toBe(1);
    expect(newNumber(10, last).secret).toBe(10);
  });

  it('takes whole numbers in its range as answers and nothing else', () => {
    const state = newNumber(100, last);
    expect(['1', '100', ' 7 ', '007'].map((text) => answerIn(state, text))).toEqual([1, 100, 7, 7]);
    expect(['0', '101', '-1', '5.5', 'seven', '7 cats', '٧', '1e2'].map((text) => answerIn(state, text))).toEqual(
      Array.from({ length: 8 }, () => null),
    );
  });
});

describe('tic-tac-toe', () => {
  const after = (...cells: number[]): DuelState => {
    let state: DuelState = newDuel('challenger', 'challenged');
    for (const cell of cells) state = withMove(state, cell, `move-${cell}`) ?? state;
    return state;
  };

  it('begins with the challenged member and changes turns', () => {
    expect(newDuel('a', 'b').players[turnOf(newDuel('a', 'b'))]).toBe('b');
    expect(turnOf(after(0))).toBe(1);
    expect(turnOf(after(0, 1))).toBe(0);
  });

  it('refuses taken cells and cells that do not exist', () => {
    expect(withMove(after(4), 4, 'x')).toBeNull();
    for (const cell of [-1, 9, 1.5, Number.NaN]) expect(withMove(after(), cell, 'x')).toBeNull();
  });

  it.each([
    ['a row', [0, 3, 1, 4, 2], 0],
    ['a column', [8, 0, 7, 3, 1, 6], 1],
    ['a diagonal', [0, 1, 4, 2, 8], 0],
    ['the other diagonal', [0, 2, 1, 4, 8, 6], 1],
  ])('is won with %s', (_name, cells, winner) => {
    expect(winnerOf(after(...cells))).toBe(winner);
  });

  it('is a draw when it is full without three in a row', () => {
    const full = after(0, 1, 2, 4, 3, 5, 7, 6, 8);
    expect([isFull(full), winnerOf(full)]).toEqual([true, null]);
  });
});
