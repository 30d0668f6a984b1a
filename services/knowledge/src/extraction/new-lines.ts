const WORD = /[\p{L}\p{N}]+/gu;
/** Scripts without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** The lines of a text that have a word which `known` does not have, and the empty ones between them. */
export function newLines(text: string, known: string): string {
  const words = wordsOf(known);
  const unspaced = [...words].filter((word) => UNSPACED.test(word)).join(' ');
  const isKnown = (word: string): boolean => words.has(word) || (UNSPACED.test(word) && unspaced.includes(word));
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line === '' || ![...wordsOf(line)].every(isKnown))
    .join('\n')
    .trim();
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(WORD));
