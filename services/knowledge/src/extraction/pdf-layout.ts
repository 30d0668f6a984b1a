/** A piece of text on a page; lengths in points, with the origin at the lower left corner. */
export interface TextRun {
  readonly text: string;
  /** Of the left end of its baseline. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Of its font. */
  readonly size: number;
  readonly isRightToLeft: boolean;
  /** Whether its lines run from left to right on the page. */
  readonly isUpright: boolean;
}

/** A line of a page in reading order. */
export interface PageLine {
  readonly text: string;
  readonly size: number;
  readonly y: number;
}

/** A part of a line without a gap as wide as one between columns. */
interface Segment extends PageLine {
  readonly left: number;
  readonly right: number;
  readonly isRightToLeft: boolean;
}

/** In font sizes: what belongs to one line, a gap between words, and one that may separate columns. */
const SAME_LINE = 0.5;
const WORD_GAP = 0.15;
const COLUMN_GAP = 0.9;

const MIN_COLUMN_LINES = 5;
/** In font sizes. Text in columns fills them, cells of a table are short. */
const MIN_COLUMN_WIDTH = 9;
/** Of all lines of a page those that run across both columns. */
const MAX_ACROSS = 0.4;
const CUTS = 41;
const MAX_COLUMNS = 4;

/** The lines of a page as they are read: columns one after the other, and what runs across them before or after. */
export function pageLines(runs: readonly TextRun[]): PageLine[] {
  const shown = runs.filter(({ text, size }) => text.trim() !== '' && size > 0);
  // Turned pages and vertical writing stand in reading order in most files.
  if (shown.some(({ isUpright }) => !isUpright)) return shown.map(({ text, size, y }) => ({ text: text.trim(), size, y }));
  return inReadingOrder(rowsOf(shown).map(segmentsOf), MAX_COLUMNS);
}

/** Runs on one baseline, from the top of the page to its bottom. */
function rowsOf(runs: readonly TextRun[]): TextRun[][] {
  const rows: TextRun[][] = [];
  let baseline = 0;
  for (const run of runs.toSorted((a, b) => b.y - a.y)) {
    const row = rows.at(-1);
    const isSame = row !== undefined && Math.abs(baseline - run.y) <= SAME_LINE * run.size;
    if (isSame) row.push(run);
    else {
      rows.push([run]);
      baseline = run.y;
    }
  }
  return rows;
}

function segmentsOf(row: readonly TextRun[]): Segment[] {
  const groups: TextRun[][] = [];
  let right = 0;
  for (const run of row.toSorted((a, b) => a.x - b.x)) {
    const group = groups.at(-1);
    if (group && run.x - right < COLUMN_GAP * run.size) group.push(run);
    else groups.push([run]);
    right = Math.max(group ? right : 0, run.x + run.width);
  }
  return groups.map(segmentOf);
}

function segmentOf(runs: readonly TextRun[]): Segment {
  const isRightToLeft = isMostlyRightToLeft(runs);
  let text = '';
  let before: TextRun | undefined;
  for (const run of isRightToLeft ? runs.toReversed() : runs) {
    text += (before && isApart(before, run) ? ' ' : '') + run.text;
    before = run;
  }
  // The size of most of its text, not that of an initial or a raised number.
  const main = runs.reduce((longest, run) => (run.text.length > longest.text.length ? run : longest));
  return {
    text: text.trim(),
    size: main.size,
    y: main.y,
    left: Math.min(...runs.map(({ x }) => x)),
    right: Math.max(...runs.map(({ x, width }) => x + width)),
    isRightToLeft,
  };
}

function isApart(a: TextRun, b: TextRun): boolean {
  const [first, second] = a.x <= b.x ? [a, b] : [b, a];
  return second.x - (first.x + first.width) > WORD_GAP * b.size;
}

function inReadingOrder(rows: readonly Segment[][], maxColumns: number): PageLine[] {
  const cut = maxColumns > 1 ? columnGap(rows) : undefined;
  if (cut === undefined) return rows.map(lineOf);
  const lines: PageLine[] = [];
  let left: Segment[][] = [];
  let right: Segment[][] = [];
  const isReversed = isMostlyRightToLeft(rows.flat());
  const endBand = (): void => {
    for (const side of isReversed ? [right, left] : [left, right]) lines.push(...inReadingOrder(side, maxColumns - 1));
    left = [];
    right = [];
  };
  for (const row of rows) {
    if (row.some((segment) => isAcross(segment, cut))) {
      endBand();
      lines.push(lineOf(row));
      continue;
    }
    const [before, after] = [row.filter((segment) => segment.right <= cut), row.filter((segment) => segment.right > cut)];
    if (before.length > 0) left.push(before);
    if (after.length > 0) right.push(after);
  }
  endBand();
  return lines;
}

const isAcross = ({ left, right }: Segment, x: number): boolean => left < x && right > x;

/** Where a page is divided into columns; undefined when it is not. */
function columnGap(rows: readonly Segment[][]): number | undefined {
  const segments = rows.flat();
  if (segments.length < 2 * MIN_COLUMN_LINES) return undefined;
  const from = segments.reduce((least, { left }) => Math.min(least, left), Infinity);
  const to = segments.reduce((most, { right }) => Math.max(most, right), -Infinity);
  const places = Array.from({ length: CUTS }, (_, n) => from + (to - from) * (0.25 + (0.5 * n) / (CUTS - 1)));
  const across = places.map((x) => segments.filter((segment) => isAcross(segment, x)).length);
  const fewest = Math.min(...across);
  if (fewest > MAX_ACROSS * rows.length) return undefined;
  const start = across.indexOf(fewest);
  const end = across.findIndex((count, n) => n > start && count > fewest);
  const cut = places[Math.floor((start + (end < 0 ? CUTS : end) - 1) / 2)] ?? 0;
  const sides = [segments.filter(({ right }) => right <= cut), segments.filter(({ left }) => left >= cut)];
  return sides.every(isColumn) ? cut : undefined;
}

function isColumn(segments: readonly Segment[]): boolean {
  if (segments.length < MIN_COLUMN_LINES) return false;
  const widths = segments.map(({ left, right, size }) => (right - left) / size).toSorted((a, b) => a - b);
  return (widths[Math.floor(widths.length / 2)] ?? 0) >= MIN_COLUMN_WIDTH;
}

function lineOf(row: readonly Segment[]): PageLine {
  const main = row.reduce((longest, segment) => (segment.text.length > longest.text.length ? segment : longest));
  const ordered = isMostlyRightToLeft(row) ? row.toReversed() : row;
  return { text: ordered.map(({ text }) => text).join(' '), size: main.size, y: main.y };
}

const isMostlyRightToLeft = (parts: readonly { readonly isRightToLeft: boolean }[]): boolean =>
  2 * parts.filter(({ isRightToLeft }) => isRightToLeft).length > parts.length;
