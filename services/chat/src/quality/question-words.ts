import { foldedLetters, inOneSpelling, pairsOf, stemOf, UNSPACED } from '@kith/kit';
import { strongPartsOf, WEAK_WORDS } from '../texts/weak-words.js';

/** Scripts that are written without spaces between words. */
const UNSPACED_SCRIPTS = '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';
// A sign before a number and after a name ("C++", "50%") belongs to it. An emoji or another symbol is a word.
const WORD = /(?:(?<![\p{L}\p{N}\p{M}])[-−](?=\p{N}))?[\p{L}\p{N}\p{M}]+(?:[.,'’_][\p{L}\p{N}\p{M}]+)*[+#%]*|\p{S}/gu;
const GAP = new RegExp(`(?<=[${UNSPACED_SCRIPTS}]) (?=[${UNSPACED_SCRIPTS}])`, 'gu');
/** With its vowels and tones: หนึ่ง has three. */
const CHARACTER = /\P{M}\p{M}*/gu;
const HANGUL = /^\p{sc=Hang}+$/u;
const PARTICLE = /(?<=\p{sc=Hang}{2})(?:에서는|에서|으로|에게|까지|부터|[은는이가을를의에로도만와과])$/u;
const NOT_SPACE = /[^ ]+/gu;
const HIRAGANA = /\p{sc=Hira}+/gu;

/** The words of a text in order, in the form in which they are compared. */
export const foldedWords = (text: string): string[] =>
  foldedLetters(text)
    .match(WORD)
    ?.map((word) => word.replace(/['’]/g, '')) ?? [];

/** The words as one text; in scripts without spaces it makes no difference where somebody wrote one. */
export const joinedWords = (words: readonly string[]): string => words.join(' ').replace(GAP, '');

/**
 * What a question is about, for finding others that mean the same: stems of its words without weak ones, and pairs of characters in scripts
 * without spaces. All of its words when every one is weak.
 */
export function questionTerms(text: string): string[] {
  const words = foldedWords(text);
  const strong = words.filter((word) => !WEAK_WORDS.has(word));
  return [...new Set((strong.length > 0 ? strong : words).flatMap(termsOf))];
}

/** The words that say what a text is about; of runs without spaces what is left without their weak parts. None where every word is weak. */
export const strongWords = (text: string): string[] =>
  foldedWords(text)
    .filter((word) => !WEAK_WORDS.has(word))
    .flatMap((word) => word.replaceAll(UNSPACED, (run) => ` ${strongPartsOf(run).join('')} `).match(NOT_SPACE) ?? []);

/** What a text is about, as `questionTerms` says it, but nothing where every word is weak. */
export const strongTerms = (text: string): string[] => [...new Set(strongWords(text).flatMap(termsOf))];

function termsOf(word: string): string[] {
  const runs = word.match(UNSPACED) ?? [];
  if (runs.length === 0) return [stemOf(word)];
  const rest = word.replace(UNSPACED, ' ').trim();
  return [
    ...runs.flatMap((run) => pairsOf(inOneSpelling(strongPartOf(run)).match(CHARACTER) ?? [])),
    ...(rest === '' ? [] : [stemOf(rest)]),
  ];
}

/** All of it when every part is weak. */
function strongPartOf(run: string): string {
  if (HANGUL.test(run)) return run.replace(PARTICLE, '');
  const strong = strongPartsOf(run).join('');
  return strong.replace(HIRAGANA, '') || strong || run;
}
