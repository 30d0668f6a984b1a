import { Unzip, UnzipInflate, type UnzipFile } from 'fflate';
import { SaxesParser } from 'saxes';
import type { ExtractText } from './extraction.js';

// Checked while inflating, so that a decompression bomb is never fully inflated.
const MAX_ENTRIES = 2000;
const MAX_ENTRY_BYTES = 20_000_000;
const MAX_TOTAL_BYTES = 40_000_000;
const MAX_DEPTH = 200;
const PUSH_BYTES = 4096;

const BODY = /^word\/document\d*\.xml$/i;
const NOTES = /^word\/(footnotes|endnotes)\.xml$/i;

/** The text of a Word file as Markdown with its headings, lists and tables; footnotes and endnotes come last. */
export const extract: ExtractText = ({ bytes, maxChars }) => {
  const parts = new Map<string, WordPart>();
  let entries = 0;
  let total = 0;
  const unzip = new Unzip((entry) => {
    entries += 1;
    if (entries > MAX_ENTRIES) throw new RangeError('too many entries');
    if (parts.has(entry.name) || !(BODY.test(entry.name) || NOTES.test(entry.name))) return;
    const part = new WordPart(maxChars);
    parts.set(entry.name, part);
    readEntry(entry, part, (size) => {
      total += size;
      if (total > MAX_TOTAL_BYTES) throw new RangeError('too much data');
    });
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < bytes.length; at += PUSH_BYTES) {
    unzip.push(bytes.subarray(at, at + PUSH_BYTES), at + PUSH_BYTES >= bytes.length);
  }
  const read = [...parts].toSorted(([a], [b]) => Number(NOTES.test(a)) - Number(NOTES.test(b)));
  if (!read.some(([name]) => BODY.test(name)) || read.some(([, part]) => !part.isComplete))
    throw new Error('the document is missing or incomplete');
  return { text: read.map(([, part]) => part.text).join('\n\n'), isTruncated: read.some(([, part]) => part.isTruncated) };
};

function readEntry(entry: UnzipFile, part: WordPart, count: (bytes: number) => void): void {
  const decoder = new TextDecoder();
  let size = 0;
  entry.ondata = (error, piece, isLast) => {
    if (error) throw error;
    size += piece.length;
    if (size > MAX_ENTRY_BYTES) throw new RangeError('an entry is too large');
    count(piece.length);
    part.write(decoder.decode(piece, { stream: !isLast }));
    if (isLast) part.close();
  };
  entry.start();
}

type Kind = 'paragraph' | 'item' | 'row';

/** Converts WordprocessingML to Markdown while it is being inflated. */
class WordPart {
  text = '';
  isTruncated = false;
  isComplete = false;
  private readonly parser = new SaxesParser({ xmlns: false });
  private readonly maxChars: number;
  private depth = 0;
  /** The depth from which text is skipped: the fallback of a drawing repeats the text of the drawing. */
  private skippedFrom = Infinity;
  private isRun = false;
  private isText = false;
  private line = '';
  private level = 0;
  private kind: Kind = 'paragraph';
  private lastKind: Kind = 'paragraph';
  /** The cells of the open table rows, the innermost row last. */
  private readonly rows: string[][] = [];

  constructor(maxChars: number) {
    this.maxChars = maxChars;
    this.parser.on('doctype', () => {
      throw new Error('a document type is not allowed');
    });
    this.parser.on('opentag', ({ name, attributes }) => this.opened(localName(name), attributes));
    this.parser.on('closetag', ({ name }) => this.closed(localName(name)));
    this.parser.on('text', (text) => {
      if (this.isText) this.append(text);
    });
  }

  write(xml: string): void {
    this.parser.write(xml);
  }

  close(): void {
    this.parser.close();
    this.isComplete = true;
  }

  private opened(name: string, attributes: Readonly<Record<string, string>>): void {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new RangeError('too deep');
    if (name === 'Fallback') this.skippedFrom = Math.min(this.skippedFrom, this.depth);
    const value = attributes['w:val'] ?? attributes['val'] ?? '';
    switch (name) {
      case 'r':
        this.isRun = true;
        break;
      case 't':
        this.isText = true;
        break;
      case 'tab':
        if (this.isRun) this.append('\t');
        break;
      case 'br':
      case 'cr':
        this.append(this.rows.length > 0 ? ' ' : '\n');
        break;
      case 'noBreakHyphen':
        this.append('-');
        break;
      case 'pStyle':
        this.level = Number(/^heading ?([1-6])$/i.exec(value)?.[1] ?? this.level);
        break;
      case 'outlineLvl':
        if (/^[0-5]$/.test(value)) this.level = Number(value) + 1;
        break;
      case 'numPr':
        this.kind = 'item';
        break;
      case 'tr':
        this.rows.push([]);
        break;
      case 'tc':
        this.rows.at(-1)?.push('');
        break;
      default:
    }
  }

  private closed(name: string): void {
    if (name === 'r') this.isRun = false;
    if (name === 't') this.isText = false;
    if (name === 'p') this.endParagraph();
    if (name === 'tr') this.endRow();
    if (this.depth === this.skippedFrom) this.skippedFrom = Infinity;
    this.depth -= 1;
  }

  private append(text: string): void {
    if (this.depth >= this.skippedFrom || this.isTruncated) return;
    this.line += text;
    if (this.text.length + this.line.length > this.maxChars) this.isTruncated = true;
  }

  private endParagraph(): void {
    const { line, level, kind } = this;
    this.line = '';
    this.level = 0;
    this.kind = 'paragraph';
    if (line.trim() === '') return;
    if (this.rows.length > 0) this.addToCell(line.trim());
    else if (level > 0) this.add(`${'#'.repeat(level)} ${line.trim()}`, 'paragraph');
    else this.add(kind === 'item' ? `- ${line}` : line, kind);
  }

  private endRow(): void {
    const cells = this.rows.pop() ?? [];
    if (cells.every((cell) => cell === '')) return;
    if (this.rows.length > 0) this.addToCell(cells.filter(Boolean).join(' '));
    else this.add(`| ${cells.join(' | ')} |`, 'row');
  }

  private addToCell(text: string): void {
    const row = this.rows.at(-1);
    // Word never writes a nested table outside a cell; if a file has one, its text is kept.
    if (row) row.push([row.pop() ?? '', text].filter(Boolean).join(' '));
  }

  private add(line: string, kind: Kind): void {
    const separator = kind !== 'paragraph' && kind === this.lastKind ? '\n' : '\n\n';
    this.text = this.text === '' ? line : this.text + separator + line;
    this.lastKind = kind;
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
