import { describe, expect, it } from '@jest/globals';
import { directionOf } from '@kith/kit';
import { QuestionGroups, type QuestionGroup } from './question-groups.js';

const aGroup = (id: string, words: string, direction?: readonly number[]): QuestionGroup => ({
  id,
  state: 'open',
  changedAt: new Date(),
  terms: new Set(words.split(' ')),
  direction: direction && directionOf(direction),
});
const asked = (words: string, direction?: readonly number[]) => ({
  terms: new Set(words.split(' ')),
  meaning: direction && { direction: directionOf(direction), minCosine: 0.8 },
});

describe('the group of a question', () => {
  const groups = new QuestionGroups([
    aGroup('near', 'cancel my order', [1, 0, 0]),
    aGroup('far', 'open on sunday', [0, 1, 0]),
    aGroup('words', 'price of ticket'),
    aGroup('other dimension', 'lost the key', [1, 0]),
  ]);
  const groupOf = (words: string, direction?: readonly number[]) => groups.closest(asked(words, direction))?.id;

  it.each<[string, string, readonly number[] | undefined, string | undefined]>([
    ['the one with the same words, whatever the model says', 'cancel my order', [0, 1, 0], 'near'],
    ['the nearest by meaning', 'return what i bought', [0.9, 0.1, 0], 'near'],
    ['none by words alone where both have a meaning', 'cancel my order today', [0, 0, 1], undefined],
    ['the one that shares words where it has no meaning', 'price of ticket today', [0, 0, 1], 'words'],
    ['the one that shares words where the question has none', 'open on sunday morning', undefined, 'far'],
    ['none of another dimension', 'where did i lose it', [1, 0, 0, 0], undefined],
    ['none for nothing in common', 'zanzibar', undefined, undefined],
  ])('is %s', (_what, words, direction, expected) => {
    expect(groupOf(words, direction)).toBe(expected);
  });

  it('counts the open ones, and gets the meaning of a question that joins', () => {
    const answered = { ...aGroup('answered', 'a b'), state: 'answered' };
    const some = new QuestionGroups([aGroup('one', 'c d'), answered]);
    expect(some.openCount).toBe(1);
    some.open(answered);
    expect([some.openCount, answered.state]).toEqual([2, 'open']);
    some.direct(answered, directionOf([0, 1]));
    expect(some.closest(asked('x', [0.1, 1]))?.id).toBe('answered');
  });
});
