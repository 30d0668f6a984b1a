import { describe, expect, it } from '@jest/globals';
import { RESPONSE_STYLES } from '@kith/proto';
import { TRAIT_TEXTS } from './trait-texts.js';
import { traitSentences } from './traits.js';

const NAMES = Object.keys(TRAIT_TEXTS);
const SETTINGS = NAMES.flatMap((name) => [0, 30, 75, 100].map((value) => [name, value] as const));
/** Who wants the traits of one row of a pair wants none of the other row. */
const OPPOSITES: readonly (readonly [readonly string[], readonly string[]])[] = [
  [['formal', 'formality'], ['casual']],
  [['detailed', 'verbosity'], ['concise']],
];
/** Of traits that ask for something alike, one cannot be avoided and another wanted. */
const ALIKE: readonly (readonly string[])[] = [
  ['formal', 'formality'],
  ['detailed', 'verbosity'],
  ['humor', 'playful', 'witty', 'sarcastic'],
  ['friendliness', 'supportive', 'empathetic', 'empathy'],
  ['creativity', 'adventurous'],
];
const SAME = [
  ['formal', 'formality'],
  ['detailed', 'verbosity'],
  ['empathetic', 'empathy'],
];

const sentences = (traits: Readonly<Record<string, number>>, style: (typeof RESPONSE_STYLES)[number] = 'balanced') =>
  traitSentences(new Map(Object.entries(traits)), style);
const both = (groups: readonly (readonly string[])[], one: string, other: string) =>
  groups.some((group) => group.includes(one) && group.includes(other));
const areOpposite = (one: string, other: string) =>
  OPPOSITES.some(
    ([left, right]) => (left.includes(one) && right.includes(other)) || (left.includes(other) && right.includes(one)),
  );
const isWanted = (value: number) => value > 60;

describe('the sentences about the traits of a bot', () => {
  it('of no two traits contradict each other, and no other trait is lost', () => {
    for (const [one, value] of SETTINGS)
      for (const [other, otherValue] of SETTINGS) {
        if (one >= other) continue;
        const told = sentences({ [one]: value, [other]: otherValue });
        const isTold = [
          told.includes(String(sentences({ [one]: value })[0])),
          told.includes(String(sentences({ [other]: otherValue })[0])),
        ];
        const wanted = [isWanted(value), isWanted(otherValue)];
        const pair = `${one} ${value}, ${other} ${otherValue}`;
        expect([pair, told.length]).not.toEqual([pair, 0]);
        if (areOpposite(one, other) && wanted[0] && wanted[1]) expect([pair, isTold]).not.toEqual([pair, [true, true]]);
        else if (both(ALIKE, one, other) && wanted[0] !== wanted[1]) expect([pair, isTold]).toEqual([pair, wanted]);
        else if (both(SAME, one, other)) expect([pair, told.length]).toEqual([pair, 1]);
        else expect([pair, isTold]).toEqual([pair, [true, true]]);
      }
  });

  it('of two equally strong opposites are one sentence between them; else the stronger one counts', () => {
    expect(sentences({ formal: 100, casual: 95 })).toEqual([expect.stringContaining('polite and correct, but at ease')]);
    expect(sentences({ formal: 100, casual: 70 })).toEqual(sentences({ formal: 100 }));
    expect(sentences({ detailed: 75, concise: 75 })).toEqual([expect.stringContaining('Fit the length to the question')]);
    expect(sentences({ formal: 100, formality: 90, casual: 95 })).toHaveLength(1);
    expect(sentences({ formal: 75, formality: 100 })).toEqual(sentences({ formality: 100 }));
  });

  it.each([
    ['concise', { detailed: 100, verbosity: 100 }],
    ['detailed', { concise: 100 }],
    ['professional', { casual: 100 }],
    ['casual', { formal: 100, formality: 75 }],
    ['friendly', { friendliness: 0 }],
    ['enthusiastic', { enthusiasm: 0 }],
  ] as const)('leave out what contradicts the response style %s', (style, traits) => {
    expect(sentences(traits)).not.toEqual([]);
    expect(sentences(traits, style)).toEqual([]);
    expect(sentences({ ...traits, emojis: 100 }, style)).toEqual(sentences({ emojis: 100 }));
  });

  it('have an example for each trait that is wanted, and a text of their own', () => {
    const texts = NAMES.map((name) => sentences({ [name]: 100 })[0]);
    for (const text of texts) expect(text).toMatch(/^In nearly every reply .+, for example: “.+”$/);
    expect(new Set(texts).size).toBe(NAMES.length - SAME.length);
  });
});
