import { goesOnBehindStop } from '../texts/full-stops.js';
import { AnswerReader, type Statement } from './answered-questions.js';
import { jsonStatements, recordStatement } from './json-statements.js';
import { withoutWraps } from './wrapped-lines.js';

const MAX_SENTENCE_CHARS = 600;
const MAX_CELL_CHARS = 120;
/** A block of lines with the same separators is a table from this many lines on. */
const MIN_TABLE_LINES = 3;

// Pages of a PDF begin with a line of their own, too: [page 3].
const HEADING_OR_FENCE = /^\s*(?:#{1,6}\s|```|~~~|\[page \d{1,5}\]\s*$)/;
const HEADING = /^\s*#{1,6}\s+/;
const LIST_MARK = /^\s*(?:[-*+•]|\d+[.)])\s+/;
const MIN_BARE_ENTRIES = 3;
const TABLE_RULE = /^\s*\|?\s*:?-{2,}[\s|:-]*$/;
/** With lines on both sides, one row is a table. */
const IS_WHOLE_ROW = /^\s*\|.*\|\s*$/;
const FIGURE = /\p{N}/u;
const YEAR = /^(?:19|20)\d\d$/;
const SENTENCE_END = /[.!?。！？]$/;
// A sentence that ends in ASCII needs a space before the next one; scripts without spaces have their own sentence marks.
const NEEDS_SPACE = /[!-~]$/;
const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });

/**
 * The statements of a text without headings, page numbers and code fences; the rows of a table become sentences that name their columns, and lines that
 * were cut for the width of a page are joined. A question with its answer below it becomes the answer.
 */
export function statementsOf(body: string): Statement[] {
  const json = jsonStatements(body);
  if (json) return json.map(({ text, question }) => ({ text: shortened(text), question, isEntry: true }));
  const lines = linesOf(body);
  const texts = lines.map(({ text }) => text);
  const reader = new AnswerReader();
  for (let at = 0; at < lines.length;) {
    const rows = tableAt(texts, at);
    const end = rows ? at + rows.lines : paragraphEnd(lines, texts, at);
    const line = lines[at];
    if (line?.heading !== undefined) reader.readHeading(line.heading);
    else if (line?.isAfterGap) reader.endParagraph();
    if (rows) reader.readLine(rowSentences(rows), true);
    else readParagraph(reader, texts.slice(at, end));
    at = end;
  }
  return reader.statements.map(({ text, ...more }) => ({
    ...more,
    text: shortened(text),
  }));
}

const shortened = (text: string): string => (text.length > MAX_SENTENCE_CHARS ? `${text.slice(0, MAX_SENTENCE_CHARS)}…` : text);

/** The texts of these statements. */
export const sentencesOf = (body: string): string[] => statementsOf(body).map(({ text }) => text);

function readParagraph(reader: AnswerReader, lines: readonly string[]): void {
  const isList = LIST_MARK.test(lines[0] ?? '') || isBareList(lines);
  for (const line of withoutWraps(lines)) {
    const record = recordStatement(line);
    if (record === undefined) reader.readLine(splitLine(line.replace(LIST_MARK, '')), isList);
    else reader.readRecord(record);
  }
}

/** Lines without marks that are no sentences: opening hours, commands. */
const isBareList = (lines: readonly string[]): boolean =>
  lines.length >= MIN_BARE_ENTRIES && lines.every((line) => !SENTENCE_END.test(line.trim()));

interface Line {
  readonly text: string;
  /** Whether a paragraph or an entry of a list begins here. */
  readonly isFirst: boolean;
  /** Whether something else than a list stands before it. */
  readonly isAfterGap: boolean;
  /** The heading right above. */
  readonly heading?: string | undefined;
}

function linesOf(body: string): Line[] {
  let [isAfterGap, heading] = [true, undefined as string | undefined];
  return body.split('\n').flatMap((text) => {
    if (text.trim() === '' || HEADING_OR_FENCE.test(text)) {
      isAfterGap = true;
      if (HEADING.test(text)) heading = text.replace(HEADING, '').split(' > ').at(-1);
      return [];
    }
    const line = { text, isFirst: isAfterGap || LIST_MARK.test(text), isAfterGap, heading };
    [isAfterGap, heading] = [false, undefined];
    return [line];
  });
}

function paragraphEnd(lines: readonly Line[], texts: readonly string[], start: number): number {
  let end = start + 1;
  while (end < lines.length && lines[end]?.isFirst === false && !tableAt(texts, end)) end += 1;
  return end;
}

interface TableRows {
  readonly cells: readonly (readonly string[])[];
  /** Whether a line says that the first row is the header. */
  readonly isRuled: boolean;
  readonly lines: number;
}

function tableAt(lines: readonly string[], start: number): TableRows | null {
  for (const separator of ['|', '\t', ';', ','] as const) {
    const width = cellsOf(lines[start] ?? '', separator).length;
    if (width < 2) continue;
    let end = start;
    while (end < lines.length && isRow(lines[end] ?? '', separator, width)) end += 1;
    const isRuled = separator === '|' && TABLE_RULE.test(lines[start + 1] ?? '');
    const fewest = separator !== '|' ? MIN_TABLE_LINES : isRuled || !IS_WHOLE_ROW.test(lines[start] ?? '') ? 2 : 1;
    if (end - start < fewest) continue;
    const rows = lines.slice(start, end).filter((line) => !TABLE_RULE.test(line));
    return { cells: rows.map((line) => cellsOf(line, separator)), isRuled, lines: end - start };
  }
  return null;
}

function isRow(line: string, separator: string, width: number): boolean {
  if (separator === '|') return line.includes('|');
  const cells = cellsOf(line, separator);
  return cells.length === width && !SENTENCE_END.test(line.trim()) && cells.every((cell) => cell.length <= MAX_CELL_CHARS);
}

function cellsOf(line: string, separator: string): string[] {
  const inner = separator === '|' ? line.trim().replace(/^\||\|$/g, '') : line;
  return inner.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}

/** "Herring roll: price 4 €, size large." */
function rowSentences({ cells: all, isRuled }: TableRows): string[] {
  const [header = [], ...rows] = isRuled || hasHeader(all) ? all : [[], ...all];
  return rows.map((cells) => {
    const [subject = '', ...values] = cells;
    const named = values.flatMap((value, index) => {
      const column = header[index + 1] ?? '';
      return value === '' ? [] : [column === '' ? value : `${column} ${value}`];
    });
    return named.length === 0 ? subject : `${subject}: ${named.join(', ')}.`;
  });
}

/**
 * Whether the first row names the columns where nothing says so. One with figures is a row like the others, unless these are years; and of two
 * columns ("Phone", "Address" and what they are) the second has a name only where that alone has no figure.
 */
function hasHeader([first = [], ...rows]: TableRows['cells']): boolean {
  const names = first.slice(1).filter((name) => name !== '');
  const withFigures = names.filter((name) => FIGURE.test(name) && !YEAR.test(name));
  if (first.length > 2) return 2 * withFigures.length < Math.max(1, names.length);
  const values = rows.map(([, value = '']) => value).filter((value) => value !== '');
  return names.length === 0 || (!FIGURE.test(names[0] ?? '') && values.every((value) => FIGURE.test(value)));
}

/** The segmenter also splits at the `?` of a URL and the `!` of an image: parts without a space between them are joined again. */
function splitLine(line: string): string[] {
  const sentences: string[] = [];
  for (const { segment } of segmenter.segment(line)) {
    const last = sentences.at(-1);
    if (last !== undefined && (NEEDS_SPACE.test(last) || goesOnBehindStop(last, segment)))
      sentences[sentences.length - 1] = last + segment;
    else sentences.push(segment);
  }
  return sentences;
}
