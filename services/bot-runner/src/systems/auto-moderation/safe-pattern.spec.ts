import { describe, expect, it } from '@jest/globals';
import { PatternProblem, SafePattern } from './safe-pattern.js';

const isIn = (pattern: string, text: string): boolean => new SafePattern(pattern).isIn(text);

/** Pattern, texts in which it is found, texts in which it is not. The same as those of the engine of the language. */
const CASES: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['free nitro', ['Get FREE nitro now'], ['free nitr']],
  ['fr+e{2}', ['frrree'], ['fre']],
  ['a|bc|d', ['xbcx', 'd'], ['bx']],
  ['^(?:ab)*$', ['', 'abab'], ['aba']],
  ['^ab?c{1,3}$', ['ac', 'abccc'], ['abcccc', 'ab']],
  ['x{2,}y', ['xxxxy'], ['xy']],
  [String.raw`\bcat\b`, ['a cat.', 'cat'], ['concatenate']],
  [String.raw`\d{3}-\d{4}`, ['call 555-1234'], ['55-1234']],
  [String.raw`[^\d\s]\D`, ['ab'], ['1 2']],
  ['[a-c_.-]+z', ['a.-z'], ['dz']],
  [String.raw`\$\d+\.\d\d`, ['$12.50'], ['12.50']],
  ['п[оa]ка', ['ПОКА!'], ['пика']],
  ['(a|(b|c)d)+e', ['abdcde'], ['abde'.slice(0, 3)]],
  ['.*.*.*x', ['aax'], ['aa']],
];

describe('a pattern of an owner', () => {
  it('finds what the same regular expression finds', () => {
    for (const [pattern, found, missed] of CASES) {
      for (const text of found) expect([pattern, text, isIn(pattern, text)]).toEqual([pattern, text, true]);
      for (const text of missed) expect([pattern, text, isIn(pattern, text)]).toEqual([pattern, text, false]);
      // The engine of the language is the reference.
      const native = new RegExp(pattern, 'imu');
      for (const text of [...found, ...missed])
        expect([pattern, text, native.test(text)]).toEqual([pattern, text, isIn(pattern, text)]);
    }
  });

  it('takes steps in proportion to the text, also where backtracking would not end', () => {
    for (const pattern of ['(a+)+b', '(a|a)*b', '(a|aa)+b', String.raw`(\w+\s?)*!`, '(.*.*.*.*)x'])
      expect(isIn(pattern, 'a'.repeat(4000))).toBe(false);
  });

  it('gives up, as not found, where the search takes too many steps, and is found in a long text where it takes few', () => {
    const heavy = `${'(a?){30}'.repeat(6)}z`;
    expect(isIn(heavy, `${'a'.repeat(100)}z`)).toBe(true);
    expect(isIn(heavy, `${'a'.repeat(3900)}z`)).toBe(false);
    const words = Array.from({ length: 12 }, (_, index) => `word${index}`).join('|');
    expect(isIn(`\\b(?:${words}|free nitro)\\b`, `${'some more words '.repeat(240)} free nitro`)).toBe(true);
  });

  it('is refused with a sentence when it is not understood, too long or too complicated', () => {
    const refused = [
      '(a',
      'a)',
      '[a',
      '[]',
      '*a',
      'a**',
      '(?=a)',
      '(?<n>a)',
      String.raw`\1`,
      String.raw`\p{L}`,
      'a{2',
      'a{99}',
      'a{3,2}',
    ];
    for (const pattern of [...refused, 'a\\', '[b-a]', 'a'.repeat(261), '((a{30}){30}){30}', '('.repeat(30)])
      expect([pattern, () => new SafePattern(pattern)]).toEqual([pattern, expect.any(Function)]);
    for (const pattern of [...refused, 'a\\', '[b-a]', 'a'.repeat(261), '((a{30}){30}){30}', '('.repeat(30)])
      expect(() => new SafePattern(pattern)).toThrow(PatternProblem);
  });
});
