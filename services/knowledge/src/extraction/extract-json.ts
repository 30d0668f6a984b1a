import type { ExtractText } from '#extraction/extraction';

/** A value up to this size is kept on one line, which the search does not split. */
const MAX_LINE_CHARS = 1200;
const MAX_DEPTH = 200;

/**
 * JSON as lines `path: value`, each with as large a value as fits on one: a record stays whole, and says where it stands. Short, invalid and
 * line-delimited JSON stays as it is.
 */
export const extract: ExtractText = ({ decoded, maxChars }) => {
  const text = decoded();
  if (text.length <= MAX_LINE_CHARS) return { text, isTruncated: false };
  const value = parse(text);
  if (value === undefined) return { text: linesOf(text) ?? text, isTruncated: false };
  const writer = new LineWriter(maxChars);
  writer.write('', value, 0);
  return { text: fenced(writer.lines), isTruncated: writer.isFull };
};

/** Undefined for a text that is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text, keepDigits);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Numbers with more digits than a double has stay as they are written: the ids of Discord, for example. */
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || String(value) === source) return value;
  return Number.isSafeInteger(value) || !/^-?\d+$/.test(source) ? value : new LongNumber(source);
}

class LongNumber {
  private readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }

  toJSON(): unknown {
    return (JSON as unknown as { rawJSON(digits: string): unknown }).rawJSON(this.digits);
  }
}

class LineWriter {
  readonly lines: string[] = [];
  isFull = false;
  private readonly maxChars: number;
  private length = 0;

  constructor(maxChars: number) {
    this.maxChars = maxChars;
  }

  write(path: string, value: unknown, depth: number): void {
    if (this.isFull) return;
    if (depth > MAX_DEPTH) throw new RangeError('too deep');
    const entries = isContainer(value) ? Object.entries(value) : [];
    // The whole document is never one line; a record of it may be.
    const whole = depth > 0 || entries.length === 0 ? JSON.stringify(value) : '';
    if (entries.length === 0 || (whole !== '' && whole.length <= MAX_LINE_CHARS)) return this.add(path, whole);
    const isList = Array.isArray(value);
    for (const [key, child] of entries) this.write(isList ? `${path}[${key}]` : joined(path, key), child, depth + 1);
  }

  private add(path: string, value: string): void {
    const line = path === '' ? value : `${path}: ${value}`;
    this.length += line.length + 1;
    if (this.length > this.maxChars) this.isFull = true;
    else this.lines.push(line);
  }
}

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof LongNumber);

const joined = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

/** As code, so that the search splits it between its lines only. */
const fenced = (lines: readonly string[]): string => `\`\`\`json\n${lines.join('\n')}\n\`\`\``;

/** JSON Lines: each line is a record. Undefined for anything else. */
function linesOf(text: string): string | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const isRecords = lines.length > 1 && lines.slice(0, 20).every((line) => /^\s*[{[]/.test(line) && parse(line) !== undefined);
  return isRecords ? fenced(lines) : undefined;
}
