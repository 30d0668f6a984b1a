import { isAscii } from './is-ascii.js';

/** Of Latin, Greek and Cyrillic letters. */
const ACCENTS = /[\u0300-\u036f]/g;

/** A word in lower case and without accents, as the search compares it: `knowledge.fold` in SQL. */
export function foldedWord(word: string): string {
  const lower = word.toLowerCase();
  return isAscii(lower) ? lower : lower.normalize('NFD').replace(ACCENTS, '').normalize('NFC');
}
