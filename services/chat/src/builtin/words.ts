const STOP_WORDS = new Set(
  `a about also am an and any are as at be been but by can could did do does for from get had has have he her him his how i if in into is
  it its just like may me might more most must my no not of on or our please she should so some such tell than that the their them then
  there these they this those to too us was we were what when where which who whom why will with would you your yours explain know show
  give want`.split(/\s+/),
);

/** The words of a text that carry its topic, in order, lower case and without accents. */
export function topicWords(text: string): string[] {
  const words =
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !STOP_WORDS.has(word));
}

/** True for two forms of one word, and for a slip of the finger in a longer one. */
export function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  const [x, y] = [stem(a), stem(b)];
  if (x === y) return true;
  const shorter = Math.min(x.length, y.length);
  return shorter >= 5 && x[0] === y[0] && differsBy(x, y, shorter >= 9 ? 2 : 1);
}

/** A light stem: plural, -ing, -ed and -ly go where enough is left. */
function stem(word: string): string {
  const rules: [RegExp, string][] = [
    [/ies$/, 'y'],
    [/(ss|sh|ch|x)es$/, '$1'],
    [/([^su])s$/, '$1'],
    [/(.{3})ing$/, '$1'],
    [/(.{3})ed$/, '$1'],
    [/(.{3})ly$/, '$1'],
    [/(.{3})e$/, '$1'],
  ];
  return word.length < 4 ? word : rules.reduce((form, [ending, rest]) => form.replace(ending, rest), word);
}

/** Whether at most `limit` letters are missing, added, wrong or swapped with their neighbour (Damerau's distance). */
function differsBy(a: string, b: string, limit: number): boolean {
  if (Math.abs(a.length - b.length) > limit) return false;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isEqual = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const options = [at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (isEqual ? 0 : 1)];
      current.push(Math.min(...options, isSwapped ? at(beforeLast, column - 2) + 1 : Infinity));
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, b.length) <= limit;
}

const at = (row: readonly number[], column: number): number => row[column] ?? Infinity;
