import { foldedWord } from './folded-word.js';
import { dividedText, IS_PAIR } from './indexed-text.js';
import { stemOf } from './word-stem.js';

const HAN = /\p{sc=Han}/u;
const WORD_OR_LINE_END = /\n|[\p{L}\p{M}\p{N}]+/gu;

/**
 * The terms by which the lines of a text are found, without words that say little: those of a search of knowledge (indexed-text.ts), with the stems
 * that are known without a database. All words of a line where every one says little. Of Chinese and Japanese each character is a term too: 猫 is found
 * in a word that it ends.
 */
export function searchTermsOfLines(text: string, weak: ReadonlySet<string>): string[][] {
  const lines: string[][] = [[]];
  let words: string[] = [];
  const close = (): void => {
    const strong = words.filter((word) => !weak.has(word));
    lines[lines.length - 1] = (strong.length > 0 ? strong : words).map(searchTerm);
    words = [];
  };
  for (const token of foldedWord(dividedText(text)).match(WORD_OR_LINE_END) ?? []) {
    if (token === '\n') {
      close();
      lines.push([]);
    } else {
      words.push(token);
      if (HAN.test(token)) words.push(...charactersOf(token));
    }
  }
  close();
  return lines;
}

export const searchTerms = (text: string, weak: ReadonlySet<string>): string[] =>
  searchTermsOfLines(text.replaceAll('\n', ' '), weak)[0] ?? [];

/** Those that mean something alone. */
const charactersOf = (pair: string): string[] => (pair.length > 1 ? [...pair].filter((character) => HAN.test(character)) : []);

/** Pairs of characters have no endings. */
const searchTerm = (word: string): string => (IS_PAIR.test(word) ? word : stemOf(word));
