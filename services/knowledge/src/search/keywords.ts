import { inOneSpelling, UNSPACED } from '@kith/kit';

/** A character of a word that ends at its neighbours. */
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}_]/u;
/** Accents of Latin, Greek and Cyrillic letters; vowel points of Hebrew and Arabic. Vowel signs of other scripts make other words. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670]/g;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

const SPACE = 0x20;

/** A text in which key words are compared: without letter case, accents, other spellings and invisible characters, with single spaces. */
export const folded = (text: string): string =>
  inOneSpelling(text.normalize('NFKC'))
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(INVISIBLE, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim();

/** Whether a folded key word occurs in a folded text: as whole words; in scripts without spaces, and with signs and emoji, anywhere. */
export function occursIn(keyword: string, text: string): boolean {
  const characters = [...keyword];
  const [first = '', last = ''] = [characters[0], characters.at(-1)];
  for (let at = text.indexOf(keyword); at !== -1; at = text.indexOf(keyword, at + 1)) {
    const before = Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? '';
    const after = String.fromCodePoint(text.codePointAt(at + keyword.length) ?? SPACE);
    if (isBoundary(before, first) && isBoundary(last, after)) return true;
  }
  return false;
}

const isBoundary = (before: string, after: string): boolean => !(isSpaced(before) && isSpaced(after));
/** In other scripts a key word may stand anywhere. */
const isSpaced = (character: string): boolean => WORD_CHARACTER.test(character) && character.search(UNSPACED) === -1;

/** The first word of a folded key word, or its first character where words are not separated: by it the candidates for a text are found. */
export const startOf = (keyword: string): string => startsIn(keyword)[0] ?? '';

/** What key words that occur in a folded text may start with: its words, and the single characters of everything else. */
export function startsIn(text: string): string[] {
  const starts = new Set<string>();
  let word = '';
  for (const character of text) {
    if (isSpaced(character)) {
      word += character;
      continue;
    }
    if (word !== '') starts.add(word);
    word = '';
    if (character !== ' ') starts.add(character);
  }
  if (word !== '') starts.add(word);
  return [...starts];
}
