import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isShouting } from './caps.js';
import { latinised } from './fold-text.js';
import { hasInvite } from './invites.js';
import { MessageText } from './message-text.js';
import { SpamLog } from './spam-log.js';
import { isPlain } from './word-spellings.js';

/** Texts of any script, and of pieces on which the rules decide. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 60 }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ' ',
          '!',
          '|',
          '@',
          '€',
          'a',
          'B',
          'ß',
          'İ',
          'ΑΣ',
          'ǅ',
          'Я',
          'й',
          'が',
          '한',
          '👍🏽',
          '𐐀',
          '\uD800',
          '\u0301',
        ),
        fc.constantFrom(
          'shouting',
          'SHOUTING',
          '<:NAME:12345>',
          '<@123>',
          'HTTPS://A.B/C',
          'sh1t',
          'f u c k',
          '\u00A0',
          '\u3000',
        ),
        fc.string({ unit: 'binary-ascii', maxLength: 3 }),
      ),
      { maxLength: 20 },
    )
    .map((pieces) => pieces.join('')),
);
const RUNS = { numRuns: 5000 };

describe('what the rules of moderation decide by a cheaper way for most texts', () => {
  it('are the words that the classes of Unicode find', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { folded, words } = new MessageText(text);
        expect([...new Set(words)]).toEqual(wordsByUnicode(folded));
      }),
      RUNS,
    );
  });

  it('are the capitals that a comparison with both cases finds', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(isShouting(text)).toBe(shoutsByCases(text));
      }),
      RUNS,
    );
  });

  it('are the words that have one spelling', () => {
    const word = fc.oneof(fc.stringMatching(/^[a-c{`!1A]{0,6}$/), fc.stringMatching(/^[yz]{0,8}$/), anyText);
    fc.assert(
      fc.property(word, (any) => {
        expect(isPlain(any)).toBe(/^[a-z]+$/.test(any) && !/(.)\1\1/u.test(any));
      }),
      RUNS,
    );
  });

  it('are the invites that a reading of the whole text finds', () => {
    const pieces = [
      'dis',
      'cord',
      'discord',
      'app',
      '.',
      'gg',
      '/',
      '//',
      '.com',
      'invite',
      'abc',
      ' ',
      '*',
      '_',
      '%2f',
      '%64',
      '%',
    ];
    const others = [
      'dsc',
      '.gg',
      '.me',
      '(dot)',
      '[.]',
      ' dot ',
      'd',
      'i',
      's',
      'c',
      'o',
      'r',
      'x',
      'з',
      'ѕ',
      '。',
      '⁄',
      '|',
      '\n',
    ];
    const invite = fc.array(fc.constantFrom(...pieces, ...others), { maxLength: 14 }).map((parts) => parts.join(''));
    const written = fc.tuple(invite, fc.constantFrom('discord.gg/abc', 'dis cord(dot)gg / abc', ''), invite);
    fc.assert(
      fc.property(
        fc.oneof(
          invite,
          written.map((parts) => parts.join('')),
          anyText,
        ),
        (text) => {
          const { folded } = new MessageText(text);
          expect(hasInvite({ folded })).toBe(invitesByWholeText(folded));
        },
      ),
      RUNS,
    );
  });

  it('are the messages that are alike without case and white space', () => {
    const changed = (text: string) =>
      fc.array(fc.constantFrom('upper', 'lower', 'space', 'none', 'letter'), { maxLength: 3 }).map((changes) =>
        changes.reduce((made, change) => {
          if (change === 'upper') return made.toUpperCase();
          if (change === 'lower') return made.toLowerCase();
          if (change === 'space') return `\u2003${[...made].join(' \t\uFEFF')}`;
          return change === 'letter' ? `${made}z` : made;
        }, text),
      );
    const pair = anyText.chain((text) => fc.tuple(fc.constant(text), changed(text)));
    fc.assert(
      fc.property(pair, ([first, second]) => {
        expect(isThirdOfAlike(first, second)).toBe(read(first) !== '' && read(first) === read(second));
      }),
      RUNS,
    );
  });

  it('is white space in messages that are alike whatever `trim` takes for it', () => {
    for (let code = 0; code < 0x10000; code += 1) {
      const char = String.fromCharCode(code);
      if (char.trim() === '') expect([code, isThirdOfAlike('ab', `a${char}b`)]).toEqual([code, true]);
    }
  });
});

function wordsByUnicode(folded: string): string[] {
  const words = new Set<string>();
  let spelled = '';
  for (const word of [...(folded.match(/[\p{L}\p{M}\p{N}@$!|€]+/gu) ?? []), '']) {
    if (word.length === 1) {
      spelled += word;
      continue;
    }
    if (spelled.length >= 3) words.add(spelled);
    spelled = '';
    if (word !== '') words.add(word);
  }
  return [...words];
}

function shoutsByCases(text: string): boolean {
  const written = text.replace(/<a?:\w{1,32}:\d{1,20}>|<[@#][!&]?\d{1,20}>|https?:\/\/\S+/gi, ' ');
  const letters = [...written].filter((char) => char.toLowerCase() !== char.toUpperCase());
  const capitals = letters.filter((char) => char.toLowerCase() !== char);
  return letters.length >= 10 && capitals.length >= letters.length * 0.7;
}

function invitesByWholeText(folded: string): boolean {
  if (!['/', '%2f', '⁄'].some((slash) => folded.includes(slash))) return false;
  const decoded = latinised(folded).replace(/%([2-7][0-9a-f])/g, (_match, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
  const address = decoded
    .replace(/\s?[([{<]?\s?\b(?:dot|punkt)\b\s?[)\]}>]?\s?|[([{]\.[)\]}]|[。．｡․]/g, '.')
    .replace(/[\s\\*_~`|>]+/g, '')
    .replaceAll('⁄', '/');
  const sites =
    /(?:discord(?:app)?\.(?:com\/+invite|gg(?:\/+invite)?|me|io|link)|dsc\.gg|invite\.gg|disboard\.org\/+(?:[a-z-]+\/+)?server\/+join)\/+[\p{L}\p{N}-]{2}/u;
  return sites.test(address);
}

const read = (text: string): string => [...text.toLowerCase()].filter((char) => char.trim() !== '').join('');

function isThirdOfAlike(first: string, second: string): boolean {
  const log = new SpamLog();
  const counts = [first, first, second].map((content, atMs) => log.count({ guildId: '9', memberId: '1', content, atMs }));
  return counts[2] === 'spam';
}
