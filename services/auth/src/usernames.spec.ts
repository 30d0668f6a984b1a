import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { looksLike, nameKey } from './usernames.js';

const FORMS: Readonly<Record<string, string[]>> = {
  a: ['a', 'A', 'ａ', 'а', 'α', '@', 'á', '𝐚', 'ⓐ', '4'],
  d: ['d', 'D', 'ｄ', 'ԁ', '𝒅'],
  e: ['e', 'E', 'ｅ', 'е', '3', 'ë', 'ℯ'],
  i: ['i', 'I', 'ｉ', 'і', '1', 'l', '|', 'ı', 'İ'],
  m: ['m', 'M', 'ｍ', 'м', 'rn', '𝓶'],
  n: ['n', 'N', 'ｎ', 'ո', 'ñ'],
  p: ['p', 'P', 'ｐ', 'р', 'ρ'],
  r: ['r', 'R', 'ｒ', 'г'],
  s: ['s', 'S', 'ｓ', 'ѕ', '$', '5', 'ſ'],
  u: ['u', 'U', 'ｕ', 'υ', 'ü'],
};
const BETWEEN = ['', '\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad', '.', '_', '-', ' '];

const disguise = fc
  .tuple(
    ...[...'superadmin'].map((letter) => fc.tuple(fc.constantFrom(...(FORMS[letter] ?? [letter])), fc.constantFrom(...BETWEEN))),
  )
  .map((parts) => parts.flat().join(''));

describe('looksLike', () => {
  it('is true for every combination of look-alike letters and invisible characters', () => {
    fc.assert(fc.property(disguise, (username) => looksLike(username, 'superadmin')));
  });

  it('is false for a name that differs in a clearly different letter', () => {
    const changed = fc.tuple(fc.nat('superadmin'.length - 1), fc.constantFrom(...'bcfghjkqtvwxyz'));
    fc.assert(
      fc.property(
        changed,
        ([at, letter]) => !looksLike(`${'superadmin'.slice(0, at)}${letter}${'superadmin'.slice(at + 1)}`, 'superadmin'),
      ),
    );
  });
});

describe('nameKey', () => {
  it('is idempotent and independent of letter case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 32 }), (name) => {
        expect(nameKey(nameKey(name))).toBe(nameKey(name));
        expect(nameKey(name.toUpperCase())).toBe(nameKey(name));
      }),
    );
  });
});
