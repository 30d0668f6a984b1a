import { describe, expect, it } from '@jest/globals';
import { termMatches } from './ranked-terms.js';
import { searchTerms, searchTermsOfLines } from './search-terms.js';

const WEAK = {
  words: new Set(['the', 'is', 'a', 'strasse', 'nasil', '어디에']),
  strongPartsOf: (run: string) => run.replaceAll(/어디에|在哪里|吗/gu, ' ').split(' '),
};
const TEXTS = [
  'the harbour is old',
  'a parrot named Zoë',
  'node.js and Wi-Fi',
  '京都の図書館',
  '고양이 두 마리',
  'harbour harbour harbour café',
  'guests from 🇩🇪 🌧',
];
const matches = (question: string) =>
  termMatches(
    searchTermsOfLines(TEXTS.join('\n'), WEAK).map((terms) => [terms]),
    searchTerms(question, WEAK),
  );
const found = (question: string): number[] => matches(question).flatMap(({ score }, at) => (score > 0 ? [at] : []));

describe('texts that are compared in this process', () => {
  it.each<[string, string, number[]]>([
    ['forms of a word', 'harbours', [0, 5]],
    ['accents', 'zoe', [1]],
    ['a misspelt word', 'a parot', [1]],
    ['a dotted name as one word', 'nodejs', [2]],
    ['a word without its hyphen', 'wifi', [2]],
    ['a word within a run without spaces', '図書', [3]],
    ['one character of a word', '館', [3]],
    ['a word with a particle', '고양이가', [4]],
    ['fullwidth letters', 'ｃａｆｅ', [5]],
    ['a flag', '🇩🇪', [6]],
    ['no other flag or emoji', '🇩🇰 🌦', []],
    ['nothing for another word', 'telescope', []],
    ['nothing for no word', '?!', []],
  ])('are found by %s', (_what, question, expected) => {
    expect(found(question)).toEqual(expected);
  });

  it('count weak words only where there are no others', () => {
    expect(searchTerms('the harbour is', WEAK)).toEqual(searchTerms('harbour', WEAK));
    expect(searchTerms('the is', WEAK)).toHaveLength(2);
  });

  it.each([
    ['of a script without spaces', '图书馆在哪里吗', '图书馆'],
    ['whose words have spaces between them and are divided', '고양이 어디에', '고양이'],
    ['with a letter that has two spellings', 'harbour Straße', 'harbour'],
    ['with a letter of one language', 'harbour nasıl', 'harbour'],
  ])('leave out a weak word of the question %s', (_what, question, left) => {
    expect(searchTerms(question, WEAK)).toEqual(searchTerms(left, WEAK));
    expect(searchTerms('어디에 在哪里', WEAK).length).toBeGreaterThan(0);
  });

  it('rank a rare word above a frequent one, and say how much of the question they have', () => {
    const [harbour, parrot] = matches('harbour parrot');
    expect(parrot?.score).toBeGreaterThan(harbour?.score ?? 0);
    expect(matches('parrot zoe')[1]?.coverage).toBeCloseTo(1);
    expect(matches('parrot telescope')[1]?.coverage).toBeLessThan(0.6);
  });

  it('add up the parts of a text, and read a part that several have once', () => {
    const shared = ['harbour'];
    const [both, one, none] = termMatches([[['parrot'], shared], [[], shared], [['tea']]], ['parrot', 'harbour']);
    expect(both?.score).toBeGreaterThan(one?.score ?? Infinity);
    expect(one?.score).toBeGreaterThan(0);
    expect(none).toEqual({ score: 0, coverage: 0 });
  });

  it('may be none', () => {
    expect(termMatches([], ['a'])).toEqual([]);
    expect(termMatches([[[]]], [])).toEqual([{ score: 0, coverage: 0 }]);
  });
});
