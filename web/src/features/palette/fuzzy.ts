const AT_WORD_START = 100;
const INSIDE = 60;
const SCATTERED = 30;

/** How well a text matches a query, higher is better; null when a word is missing. Ignores case and accents. */
export function score(query: string, text: string): number | null {
  const target = plain(text);
  let sum = 0;
  for (const word of plain(query).split(/\s+/).filter(Boolean)) {
    const found = scoreWord(word, target);
    if (found === null) return null;
    sum += found;
  }
  return sum;
}

function scoreWord(word: string, target: string): number | null {
  const start = ` ${target}`.indexOf(` ${word}`);
  if (start >= 0) return AT_WORD_START - Math.min(start, 20);
  if (target.includes(word)) return INSIDE;
  const gaps = Math.min(...wordStarts(target).map((at) => gapsFrom(word, target, at)));
  return gaps > SCATTERED - 1 ? null : SCATTERED - gaps;
}

const wordStarts = (target: string): number[] => [...target.matchAll(/(?<=^|\s)\S/g)].map(({ index }) => index);

/** Number of letters between those of the word, from position `at` on; infinite when one is missing. */
function gapsFrom(word: string, target: string, at: number): number {
  let gaps = 0;
  let next = at;
  for (const letter of word) {
    const found = target.indexOf(letter, next);
    if (found < 0 || (next === at && found !== at)) return Infinity;
    gaps += found - next;
    next = found + 1;
  }
  return gaps;
}

/** Equal apart from case and accents. */
export const isSame = (query: string, text: string): boolean => plain(query) === plain(text);

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
