import { createRequire } from 'node:module';
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
// The table of Unicode's UTS 39: what each symbol is shown like.
const CONFUSABLES = createRequire(import.meta.url)('unhomoglyph/data.json') as Readonly<Record<string, string>>;
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

  it.each([
    ['U+A4E2', '\uA4E2uperadmin'],
    ['U+13DA', '\u13DAuperadmin'],
    ['U+0274', 'superadmi\u0274'],
    ['Greek capitals', 'superadmi\u039D'],
    ['small capitals', 'ꜱᴜᴘᴇʀᴀᴅᴍɪɴ'],
    ['letters of flags', '🇸🇺🇵🇪🇷🇦🇩🇲🇮🇳'],
    ['letters in black squares', '🆂🆄🅿🅴🆁🅰🅳🅼🅸🅽'],
    ['letters in black circles', '🅢🅤🅟🅔🅡🅐🅓🅜🅘🅝'],
  ])('is true for %s [S10]', (_what, username) => {
    expect(looksLike(username, 'superadmin')).toBe(true);
  });

  it('is true for every symbol that Unicode lists as confusable with a letter of the reserved name [S10]', () => {
    const forms = new Map([...'supeadn'].map((letter) => [letter, letter]));
    for (const [shown, letter] of Object.entries({
      S: 's',
      U: 'u',
      P: 'p',
      E: 'e',
      R: 'r',
      A: 'a',
      D: 'd',
      M: 'm',
      l: 'i',
      rn: 'm',
    }))
      forms.set(shown, letter);
    const listed = Object.entries(CONFUSABLES).filter(([, shown]) => forms.has(shown));
    expect(listed.length).toBeGreaterThan(200);
    const missed = listed.filter(([symbol, shown]) => {
      const username = 'superadmin'.replace(forms.get(shown) ?? '', symbol);
      return !looksLike(username, 'superadmin');
    });
    expect(missed).toEqual([]);
  });

  it('is false for names of other scripts and for ordinary names', () => {
    for (const username of ['суперкот', 'Σωκράτης', '山田太郎', 'سارة', 'Ásdís', 'superadmins', 'admin', 'super', 'supernova'])
      expect([username, looksLike(username, 'superadmin')]).toEqual([username, false]);
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
