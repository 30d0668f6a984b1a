import type { PageLine } from '#extraction/pdf-layout';

/** A heading is written this much larger than the text, at least. */
const HEADING_RATIO = 1.15;
const MAX_HEADING_CHARS = 150;
const MAX_HEADING_LEVEL = 3;
/** When more of the text than this is in larger sizes, these are no headings: slides, for example. */
const MAX_HEADING_SHARE = 0.3;
/** Of the usual distance between lines: a larger one begins a paragraph. */
const PARAGRAPH_GAP = 1.35;
/** In font sizes: no text is spaced wider. */
const MAX_LINE_DISTANCE = 2;
/** A line at the edge of most pages of a longer document belongs to the page, not to the text. */
const MIN_PAGES_WITH_EDGES = 4;
const MIN_LINES_WITH_EDGES = 4;
const EDGE_SHARE = 0.6;

/**
 * The lines of the pages as Markdown. `isNumbered`: each page begins with a line [page 3], from which a passage learns where it stands. `added`: what
 * stands after the text of a page, by its index.
 */
export function pdfMarkdown(
  pages: readonly (readonly PageLine[])[],
  isNumbered: boolean,
  added: ReadonlyMap<number, string> = new Map(),
): string {
  const shown = withoutEdges(pages);
  const levels = headingLevels(shown.flat());
  const texts = shown.map((lines, index) => {
    const text = [pageText(lines, levels), added.get(index)].filter(Boolean).join('\n\n');
    return isNumbered && text !== '' ? `[page ${index + 1}]\n\n${text}` : text;
  });
  return texts.filter(Boolean).join('\n\n');
}

/** The level of each font size that only headings have. */
function headingLevels(lines: readonly PageLine[]): ReadonlyMap<number, number> {
  const chars = new Map<number, number>();
  for (const { text, size } of lines) chars.set(rounded(size), (chars.get(rounded(size)) ?? 0) + text.length);
  const all = [...chars.values()].reduce((sum, count) => sum + count, 0);
  const [body = 0] = [...chars].reduce((most, next) => (next[1] > most[1] ? next : most), [0, 0]);
  const sizes = [...chars.keys()].filter((size) => size >= body * HEADING_RATIO).toSorted((a, b) => b - a);
  const inHeadings = sizes.reduce((sum, size) => sum + (chars.get(size) ?? 0), 0);
  if (inHeadings > MAX_HEADING_SHARE * all) return new Map();
  return new Map(sizes.map((size, index) => [size, Math.min(index + 1, MAX_HEADING_LEVEL)]));
}

/** To half points. */
const rounded = (size: number): number => Math.round(size * 2) / 2;

interface Block {
  readonly level: number;
  text: string;
}

function pageText(lines: readonly PageLine[], levels: ReadonlyMap<number, number>): string {
  const usual = usualDistance(lines);
  const blocks: Block[] = [];
  let before: PageLine | undefined;
  for (const line of lines) {
    const isHeading = line.text.length <= MAX_HEADING_CHARS && /\p{L}/u.test(line.text);
    const level = isHeading ? (levels.get(rounded(line.size)) ?? 0) : 0;
    const block = blocks.at(-1);
    if (before && block && block.level === level && isContinued(before, line, level > 0 ? MAX_LINE_DISTANCE * line.size : usual))
      block.text = level > 0 ? `${block.text} ${line.text}` : withLine(block.text, line.text);
    else blocks.push({ level, text: line.text });
    before = line;
  }
  return blocks.map(({ level, text }) => (level > 0 ? `${'#'.repeat(level)} ${text}` : text)).join('\n\n');
}

/** The most frequent distance of two lines, rounded to points. */
function usualDistance(lines: readonly PageLine[]): number {
  const counts = new Map<number, number>();
  for (const [index, { y }] of lines.entries()) {
    const distance = Math.round((lines[index - 1]?.y ?? y) - y);
    if (distance > 0) counts.set(distance, (counts.get(distance) ?? 0) + 1);
  }
  return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), [0, 0])[0];
}

/** Whether a line belongs to the paragraph before it; at the top of a column, unless that has ended with a sentence. */
function isContinued(before: PageLine, line: PageLine, usual: number): boolean {
  const distance = before.y - line.y;
  if (distance <= 0) return !/[.!?:。！？]["'”’»)\]]?$/u.test(before.text);
  return distance <= PARAGRAPH_GAP * Math.min(usual, MAX_LINE_DISTANCE * line.size);
}

/** A word that is divided at the end of a line is joined again. */
function withLine(text: string, line: string): string {
  if (text.endsWith('\u00ad') || (/\p{Ll}[-‐]$/u.test(text) && /^\p{Ll}/u.test(line))) return text.slice(0, -1) + line;
  return `${text}\n${line}`;
}

/** Without the headers and footers that most pages repeat, such as their number. */
function withoutEdges(pages: readonly (readonly PageLine[])[]): readonly (readonly PageLine[])[] {
  const long = pages.filter(({ length }) => length >= MIN_LINES_WITH_EDGES);
  if (long.length < MIN_PAGES_WITH_EDGES) return pages;
  const counts = new Map<string, number>();
  for (const lines of long) {
    for (const key of new Set(edgesOf(lines).map(edgeKey))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isEdge = (line: PageLine): boolean => (counts.get(edgeKey(line)) ?? 0) >= EDGE_SHARE * long.length;
  return pages.map((lines) => {
    const edges = new Set(lines.length >= MIN_LINES_WITH_EDGES ? edgesOf(lines).filter(isEdge) : []);
    return lines.filter((line) => !edges.has(line));
  });
}

/** The highest and the lowest line of a page. */
const edgesOf = (lines: readonly PageLine[]): PageLine[] => {
  const byHeight = lines.toSorted((a, b) => b.y - a.y);
  return [byHeight[0], byHeight.at(-1)].filter((line) => line !== undefined);
};

/** Numbers differ from page to page. */
const edgeKey = ({ text }: PageLine): string => text.replaceAll(/\d+/g, '#');
