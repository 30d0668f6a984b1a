export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

// The table of the comparison; texts with more different lines than this are shown as replaced.
const MAX_CELLS = 1_000_000;

/** The lines of two texts: what stays, what went and what came, in reading order. An empty text has no lines. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, young] = [linesOf(before), linesOf(after)];
  const start = commonLength(old, young, (lines, at) => lines[at]);
  const [oldRest, youngRest] = [old.slice(start), young.slice(start)];
  const end = commonLength(oldRest, youngRest, (lines, at) => lines.at(-1 - at));
  const cut = (lines: readonly string[]) => lines.slice(0, lines.length - end);
  return [
    ...asLines('same', old.slice(0, start)),
    ...changesBetween(cut(oldRest), cut(youngRest)),
    ...asLines('same', old.slice(old.length - end)),
  ];
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/\r\n|[\n\r]/u));
const asLines = (kind: DiffLine['kind'], lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind, text }));

type LineAt = (lines: readonly string[], at: number) => string | undefined;

function commonLength(one: readonly string[], other: readonly string[], lineAt: LineAt): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && lineAt(one, length) === lineAt(other, length)) length += 1;
  return length;
}

/** By the longest common subsequence of the lines. */
function changesBetween(old: readonly string[], young: readonly string[]): DiffLine[] {
  const width = young.length + 1;
  if ((old.length + 1) * width > MAX_CELLS) return [...asLines('removed', old), ...asLines('added', young)];
  const common = new Uint16Array((old.length + 1) * width);
  const commonFrom = (row: number, column: number): number => common[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1)
    for (let column = young.length - 1; column >= 0; column -= 1)
      common[row * width + column] =
        old[row] === young[column]
          ? commonFrom(row + 1, column + 1) + 1
          : Math.max(commonFrom(row + 1, column), commonFrom(row, column + 1));
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < young.length) {
    const [gone, came] = [old[row], young[column]];
    if (gone !== undefined && gone === came) {
      lines.push({ kind: 'same', text: gone });
      [row, column] = [row + 1, column + 1];
    } else if (gone !== undefined && (came === undefined || commonFrom(row + 1, column) >= commonFrom(row, column + 1))) {
      lines.push({ kind: 'removed', text: gone });
      row += 1;
    } else {
      lines.push({ kind: 'added', text: came ?? '' });
      column += 1;
    }
  }
  return lines;
}
