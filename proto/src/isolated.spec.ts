import { describe, expect, it } from '@jest/globals';
import { isolated, withoutIsolates } from './isolated.js';

const HEBREW = '\u05E2\u05E8\u05D1';
const ARABIC = '\u0639\u0631\u0628\u064A';

describe('a text of users in an English sentence', () => {
  it.each([HEBREW, ARABIC, `Bot ${HEBREW} (2)`, '\u0710\u0712', '\u0780\u0787', '\u07CA\u07CB', '\u{1E900}\u{1E901}'])(
    'is isolated when it has letters that are read from right to left: %s',
    (name) => {
      expect(isolated(name)).toBe(`\u2068${name}\u2069`);
      expect(withoutIsolates(isolated(name))).toBe(name);
    },
  );

  it.each(['Juniper', '', 'Żółw 7', '名前', '👍🏽', 'Привет', '<b>&amp;</b>', '१२३'])('is left as it is otherwise: %s', (name) => {
    expect(isolated(name)).toBe(name);
  });

  it.each([
    ['that turns what follows', 'a\u202Eb', '\u2068a\u202Eb\u2069'],
    ['that ends the isolation', 'a\u2069\u202Eb', '\u2068a\u202Eb\u2069'],
    ['that begins one', 'a\u2067b', '\u2068a\u2067b\u2069\u2069'],
    ['that was isolated before', `\u2068${HEBREW}\u2069`, `\u2068\u2068${HEBREW}\u2069\u2069`],
  ])('cannot change the sentence around it by an invisible character %s', (_what, name, shown) => {
    expect(isolated(name)).toBe(shown);
  });
});
