import { cyrillised, latinised, withoutLeet } from './fold-text.js';
import { RecentWords } from './recent-words.js';

/** Of words that are not plain. */
const knownSpellings = new RecentWords<readonly string[]>();

/** Digits stand for letters beside other letters only: 455 is a number. */
export function isNumber(token: string): boolean {
  for (let at = 0; at < token.length; at += 1) {
    const code = token.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return token.length > 0;
}

/** How a word may be meant. Most words are plain ones, which have one spelling; so have numbers. */
export function spellingsOf(token: string): readonly string[] {
  if (isPlain(token) || isNumber(token)) return [token];
  const known = knownSpellings.get(token);
  if (known) return known;
  const found = readSpellings(token);
  knownSpellings.set(token, found);
  return found;
}

/** Without the punctuation at its ends, with letters for digits, with look-alikes resolved, not stretched. */
function readSpellings(token: string): string[] {
  const bare = withoutPunctuation(token);
  const plain = withoutLeet(bare);
  const latin = withoutLeet(latinised(bare));
  const spellings = new Set([bare, plain, latin, cyrillised(bare)]);
  for (const word of [plain, latin])
    if (STRETCHED.test(word)) for (const length of ['$1', '$1$1']) spellings.add(word.replace(ALL_STRETCHED, length));
  return [...spellings];
}

/** Only letters from a to z, and no letter three times in a row. */
export function isPlain(token: string): boolean {
  let [before, inRow] = [0, 0];
  for (let at = 0; at < token.length; at += 1) {
    const code = token.charCodeAt(at);
    inRow = code === before ? inRow + 1 : 1;
    if (code < 97 || code > 122 || inRow === 3) return false;
    before = code;
  }
  return token.length > 0;
}

const STRETCHED = /(.)\1\1/u;
const ALL_STRETCHED = /(.)\1{2,}/gu;

function withoutPunctuation(token: string): string {
  let [start, end] = [0, token.length];
  while (start < end && '!|'.includes(token.charAt(start))) start += 1;
  while (end > start && '!|'.includes(token.charAt(end - 1))) end -= 1;
  return token.slice(start, end);
}
