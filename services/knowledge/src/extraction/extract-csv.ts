import type { ExtractText } from '#extraction/extraction';
import { tableRow } from '#extraction/markdown';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** The line by which a spreadsheet program is told the delimiter. */
const DELIMITER_LINE = /^sep=(.)\r?\n/i;

/** The rows of a CSV file as a Markdown table, whose first row is the header. A file of one column stays as it is. */
export const extract: ExtractText = ({ decoded, maxChars }) => {
  const text = decoded();
  const declared = DELIMITER_LINE.exec(text);
  const body = declared ? text.slice(declared[0].length) : text;
  const delimiter = declared?.[1] ?? delimiterOf(body);
  if (delimiter === undefined) return { text: body, isTruncated: false };
  const lines: string[] = [];
  let length = 0;
  let total = 0;
  for (const cells of rowsOf(body, delimiter)) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    total += 1;
    if (length > maxChars) continue;
    const line = tableRow(cells);
    length += line.length + 1;
    if (length <= maxChars) lines.push(line);
  }
  const isTruncated = lines.length < total;
  return { text: lines.join('\n'), isTruncated, parts: { unit: 'rows', read: lines.length, total } };
};

/** The delimiter that splits the header into the most cells, and the next row too; undefined when there is only one column. */
function delimiterOf(text: string): string | undefined {
  const counts = DELIMITERS.map((delimiter) => {
    const rows = rowsOf(text.slice(0, 20_000), delimiter);
    const [header, first] = [rows.next(), rows.next()].map(({ value }) => (value ? value.length : 0));
    return { delimiter, columns: first === 0 ? (header ?? 0) : Math.min(header ?? 0, first ?? 0) };
  });
  const best = counts.reduce((most, next) => (next.columns > most.columns ? next : most));
  return best.columns > 1 ? best.delimiter : undefined;
}

/** The rows of a CSV text (RFC 4180): cells in quotes may contain delimiters, line breaks and doubled quotes. */
function* rowsOf(text: string, delimiter: string): Generator<string[], undefined> {
  let cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at) : { cell: '', end: at };
    const stop = endOfCell(text, end, delimiter);
    cells.push(cell + text.slice(end, stop));
    const mark = text[stop];
    at = stop + (mark === '\r' && text[stop + 1] === '\n' ? 2 : 1);
    if (mark === delimiter && at < text.length) continue;
    if (mark === delimiter) cells.push('');
    yield cells;
    cells = [];
  }
  return undefined;
}

/** The content of the quotes that open at `start`, and where they have ended; without an end, up to the end of the line. */
function quotedCell(text: string, start: number): { cell: string; end: number } {
  const pieces: string[] = [];
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return { cell: '', end: start };
    pieces.push(text.slice(at, quote));
    if (text[quote + 1] !== '"') return { cell: pieces.join(''), end: quote + 1 };
    pieces.push('"');
    at = quote + 2;
  }
}

function endOfCell(text: string, start: number, delimiter: string): number {
  let at = start;
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}
