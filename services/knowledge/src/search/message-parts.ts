import { judgedPart } from './judged-part.js';

/** The parts of a message by which its form is judged, each as a number of 26 bits: one in a thousand is mistaken for one that was learned. */
export interface MessageParts {
  readonly withLetters: ReadonlySet<number>;
  readonly others: ReadonlySet<number>;
}

export const PART_BITS = 26;
const LONGEST_RUN = 5;
const START = '^';
const END = '$';
const HAS_LETTERS = /[\p{L}\p{M}0]/u;

/** Its words, each two words in a row, and up to five characters of it in a row. */
export function partsOf(message: string): MessageParts {
  const text = plainForm(message);
  const withLetters = new Set<number>();
  const others = new Set<number>();
  const words = text.split('_').filter((word) => word !== '');
  for (const [at, word] of [...words, END].entries()) {
    if (at < words.length) (HAS_LETTERS.test(word) ? withLetters : others).add(partOfText(`=${word}`));
    const pair = `=${words[at - 1] ?? START} ${word}`;
    (HAS_LETTERS.test(pair) ? withLetters : others).add(partOfText(pair));
  }
  const characters = [...`${START}${text}${END}`];
  const codes = characters.map((character) => character.codePointAt(0) ?? 0);
  const areLetters = characters.map((character) => HAS_LETTERS.test(character));
  for (let start = 0; start < codes.length; start += 1) {
    let hash = FIRST_HASH;
    let hasLetters = false;
    for (let at = start; at < Math.min(codes.length, start + LONGEST_RUN); at += 1) {
      hash = nextHash(hash, codes[at] ?? 0);
      hasLetters ||= areLetters[at] ?? false;
      (hasLetters ? withLetters : others).add(partOf(hash));
    }
  }
  return { withLetters, others };
}

/** Without case and accents, each number as 0, and everything but letters, numbers, question and exclamation marks as _. */
const plainForm = (message: string): string =>
  judgedPart(message)
    .trim()
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll('؟', '?')
    .replaceAll(/\p{N}+/gu, '0')
    .replaceAll(/[?!]/g, '_$&')
    .replaceAll(/[^\p{L}\p{M}0?!]+/gu, '_');

// FNV-1a of code points, its bits mixed once more, because short texts differ in few of them.
const FIRST_HASH = 0x811c9dc5;
const UNUSED_BITS = 32 - PART_BITS;
const nextHash = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193);
function partOf(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> UNUSED_BITS;
}
function partOfText(text: string): number {
  let hash = FIRST_HASH;
  for (const character of text) hash = nextHash(hash, character.codePointAt(0) ?? 0);
  return partOf(hash);
}
