import { foldedLetters } from './folded-letters.js';
import { dividedText, IS_PAIR, UNSPACED } from './indexed-text.js';
import { stemOf } from './word-stem.js';

const HAN = /\p{sc=Han}/u;
const WORD_OR_LINE_END = /\n|[\p{L}\p{M}\p{N}]+/gu;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** What says little about what is asked. */
export interface WeakWords {
  /** Folded by `foldedLetters`. */
  readonly words: ReadonlySet<string>;
  /** What is left of a run of characters without spaces: there words are known only before it is divided into pairs. */
  strongPartsOf(run: string): readonly string[];
}

/**
 * The terms by which the lines of a text are found, without words that say little: those of a search of knowledge (indexed-text.ts), with the stems
 * that are known without a database. All words of a line where every one says little. Of Chinese and Japanese each character is a term too: 猫 is found
 * in a word that it ends. Runs of characters without spaces stay whole, so that a question finds whatever part of them it asks for.
 */
export function searchTermsOfLines(text: string, { words: weak }: WeakWords): string[][] {
  const lines: string[][] = [[]];
  let words: string[] = [];
  const close = (): void => {
    const strong = words.filter((word) => !weak.has(word));
    lines[lines.length - 1] = (strong.length > 0 ? strong : words).map(searchTerm);
    words = [];
  };
  for (const token of dividedText(foldedLetters(text)).match(WORD_OR_LINE_END) ?? []) {
    if (token === '\n') {
      close();
      lines.push([]);
    } else words.push(token, ...charactersOf(token));
  }
  close();
  return lines;
}

/** The terms of a question, of runs of characters without spaces too only those of words that say something. */
export function searchTerms(question: string, weak: WeakWords): string[] {
  const folded = foldedLetters(question.replaceAll('\n', ' '));
  const strong = termsIn(folded.replaceAll(UNSPACED, (run) => ` ${weak.strongPartsOf(run).join(' ')} `)).filter(
    (word) => !weak.words.has(word),
  );
  return (strong.length > 0 ? strong : termsIn(folded)).map(searchTerm);
}

const termsIn = (folded: string): string[] =>
  (dividedText(folded).match(WORD) ?? []).flatMap((word) => [word, ...charactersOf(word)]);

/** Those that mean something alone. */
const charactersOf = (pair: string): string[] =>
  pair.length > 1 && HAN.test(pair) ? [...pair].filter((character) => HAN.test(character)) : [];

/** Pairs of characters have no endings. */
const searchTerm = (word: string): string => (IS_PAIR.test(word) ? word : stemOf(word));
