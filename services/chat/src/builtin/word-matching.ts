import { inOneSpelling, pairsOf } from '@kith/kit';
import { folded } from './folded-text.js';

const STOP_WORDS = new Set(
  `a about also am an and any are as at be been but by can could did do does for from get had has have he her him his how i if in into is
  it its just like may me might more most must my no not of on or our please she should so some such tell than that the their them then
  there these they this those to too us was we were what when where which who whom why will with would you your yours explain know show
  give want`.split(/\s+/),
);

/** Scripts that are written without spaces: pairs of their characters are compared. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;
const HAS_UNSPACED = new RegExp(UNSPACED.source, 'u');

/** The words of a text without stop words, in order, lower case and without accents; pairs of characters, in one spelling, in scripts without spaces. */
export function topicWords(text: string, stopWords: ReadonlySet<string> = STOP_WORDS): string[] {
  return folded(text)
    .split(' ')
    .filter((word) => word !== '' && !stopWords.has(word))
    .flatMap((word) =>
      HAS_UNSPACED.test(word)
        ? word
            .replaceAll(UNSPACED, (run) => ` ${pairsOf(inOneSpelling(run)).join(' ')} `)
            .trim()
            .split(/ +/)
        : word,
    );
}

/** Whether two words are forms of one word; longer words may differ by a typing mistake. */
export function isSameWord(a: string, b: string): boolean {
  if (a === b || (PRICE.test(a) && PRICE.test(b))) return true;
  const [x, y] = [stem(a), stem(b)];
  if (x === y) return true;
  const shorter = Math.min(x.length, y.length);
  if (shorter >= 5 && x[0] === y[0] && differsByAtMost(x, y, shorter >= 9 ? 2 : 1)) return true;
  // Languages with many endings: Öffnung and öffnet, билета and билеты.
  return commonBeginning(x, y) >= Math.max(4, MIN_SHARED_BEGINNING * Math.max(x.length, y.length));
}

/** Who asks what something costs reads its price, in any of these languages. */
const PRICE =
  /^(?:costs?|costing|price[sd]?|fees?|kosten?|kostet|preise?|precios?|cuestan?|prix|coutent?|coute|tarifs?|prezz[oi]|costano?|costa|precos?|custam?|цен[аы]|стоит|стоят|стоимость|fiyati?|fiyat|ucreti?|ucret|tutar)$/u;

/** The share of the longer word from which a common beginning makes two words forms of one. */
const MIN_SHARED_BEGINNING = 0.7;

function commonBeginning(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

const ENDINGS: readonly [RegExp, string][] = [
  [/ies$/, 'y'],
  [/(ss|sh|ch|x)es$/, '$1'],
  [/([^su])s$/, '$1'],
  [/(.{3})ing$/, '$1'],
  [/(.{3})ed$/, '$1'],
  [/(.{3})ly$/, '$1'],
  [/(.{3})e$/, '$1'],
];

/** A light stem: removes the plural, -ing, -ed and -ly where enough of the word is left. */
export function stem(word: string): string {
  return word.length < 4 ? word : ENDINGS.reduce((form, [ending, rest]) => form.replace(ending, rest), word);
}

/**
 * Whether the Damerau-Levenshtein distance is at most `limit`. Only the cells within `limit` of the diagonal are computed: index `at` of a
 * row is column `row + at - limit`.
 */
function differsByAtMost(a: string, b: string, limit: number): boolean {
  if (Math.abs(a.length - b.length) > limit) return false;
  const indices = Array.from({ length: 2 * limit + 1 }, (_, at) => at);
  let beforeLast: number[] = [];
  let last = indices.map((at) => (at < limit ? Infinity : at - limit));
  for (let row = 1; row <= a.length; row += 1) {
    const current: number[] = [];
    for (const at of indices) {
      const column = row + at - limit;
      const isEqual = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const least = Math.min(
        cell(last, at + 1) + 1,
        cell(current, at - 1) + 1,
        cell(last, at) + (isEqual ? 0 : 1),
        isSwapped ? cell(beforeLast, at) + 1 : Infinity,
      );
      current.push(column < 0 || column > b.length ? Infinity : column === 0 ? row : least);
    }
    if (Math.min(...current) > limit) return false;
    [beforeLast, last] = [last, current];
  }
  return cell(last, b.length - a.length + limit) <= limit;
}

const cell = (row: readonly number[], at: number): number => row[at] ?? Infinity;
