import { describe, expect, it } from '@jest/globals';
import { ranked, type Match } from './fusion.js';
import { characterRuns } from './character-runs.js';
import { pairsIn } from './gate.js';
import { messageCues } from './message-cues.js';

const messageOf = (text: string) => ({
  ...messageCues(text),
  everydayShare: 0,
  words: 1,
  isOfOneLanguage: false,
  forms: { alone: 0, after: 0 },
  pairs: pairsIn(text),
  runs: characterRuns(text),
});
const aMatch = (itemId: string, score: number, relevance = 1): Match => ({
  itemId,
  title: itemId,
  body: `The text of ${itemId}.`,
  score,
  coverage: 1,
  relevance,
});

describe('the ranking of a question that follows another one', () => {
  const alone = [aMatch('museum', 2), aMatch('pool', 1.8)];
  const together = [aMatch('pool', 9), aMatch('museum', 2), aMatch('harbour', 1)];

  it('begins with the passage that fits both questions, and no passage has a higher score than one before it', () => {
    const ranking = ranked(messageOf('And when is it open on Sunday?'), alone, together);
    expect(ranking.map(({ itemId }) => itemId)).toEqual(['pool', 'museum', 'harbour']);
    const scores = ranking.map(({ score }) => score);
    expect(scores[0]).toBeCloseTo(1.8);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  });

  it('begins with what was asked before where the words of the question are in many passages, and with its own where they are rare', () => {
    const before = [aMatch('pool', 9), aMatch('market', 3)];
    const first = (relevance: number) => {
      const [best] = ranked(messageOf('What day?'), [aMatch('market', 4, relevance)], before);
      return best?.itemId;
    };
    expect(first(0.1)).toBe('pool');
    expect(first(2)).toBe('market');
  });

  it.each([
    ['menu', 'menu'],
    ['opening hours', 'menu'],
    ['in winter', 'pool'],
    ['and dogs', 'pool'],
  ])('begins for "%s" with %s, which has all of its words, where it only names something', (text, first) => {
    const [best] = ranked(messageOf(text), [aMatch('menu', 1.4, 0.6)], [aMatch('pool', 3.6), aMatch('menu', 1.4)]);
    expect(best?.itemId).toBe(first);
  });

  it('is empty where nothing was found', () => {
    expect(ranked(messageOf('And on Sunday?'), [], [])).toEqual([]);
  });
});
