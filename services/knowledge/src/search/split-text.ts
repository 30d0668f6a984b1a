import { Pause } from '@kith/kit';

/** A block of a text as its author structured it. Tables and code would lose their meaning when split; `page` begins a page of a PDF. */
type Block =
  | { readonly kind: 'heading'; readonly text: string; readonly level: number }
  | { readonly kind: 'paragraph' | 'code' | 'table' | 'page'; readonly text: string };

type LineKind = 'blank' | 'heading' | 'fence' | 'table' | 'page' | 'text';

const HEADING = /^(#{1,6})\s+(\S.*)$/;
// A longer line counts as a paragraph, because chunks repeat the headings above them.
const MAX_HEADING_CHARS = 400;
const FENCE = /^\s{0,3}(```+|~~~+)/;
/** As the extraction of PDFs writes it. */
const PAGE = /^\[page \d{1,5}\]$/;
/** The line between the header and the rows of a Markdown table. */
const TABLE_RULE = /^\s*\|[\s|:-]+\|\s*$/;

// 1,600 characters gave the best results in measurements on SciFact.
const MAX_CHUNK_CHARS = 1600;
/** A chunk of at least this size ends where its section ends. */
const MIN_SECTION_CHARS = 1000;
const OVERLAP_CHARS = 240;
const MAX_PARAGRAPH_CHARS = 10 * MAX_CHUNK_CHARS;
/** Tables and code up to this size are not split; longer ones are split between their lines, which stay whole up to this size. */
const MAX_UNSPLIT_CHARS = 4800;
/** A longer header of a table is not repeated in each part of it. */
const MAX_HEADER_CHARS = 400;
const MAX_PATH_CHARS = 200;

/**
 * Splits a text into chunks for the search: at headings, then paragraphs, then sentences. A chunk that starts inside a section begins with
 * a line of the headings and the page above it and repeats the last sentences of the previous chunk; one that starts inside a table repeats
 * its header.
 */
export function splitText(content: string): string[] {
  const builder = new ChunkBuilder();
  for (const block of blocksOf(content)) for (const part of partsOf(block)) builder.add(part);
  return builder.end();
}

/** The same for a long text, without stopping this process for as long as it takes: at most `max` chunks from its beginning. */
export async function splitLongText(content: string, max: number): Promise<{ chunks: string[]; isCut: boolean }> {
  const builder = new ChunkBuilder();
  const pause = new Pause();
  for (const block of blocksOf(content))
    for (const part of partsOf(block)) {
      builder.add(part);
      if (builder.count > max) return { chunks: builder.end().slice(0, max), isCut: true };
      // oxlint-disable-next-line no-await-in-loop
      await pause.ifDue();
    }
  const chunks = builder.end();
  return { chunks: chunks.slice(0, max), isCut: chunks.length > max };
}

/** Paragraphs of usual length as they are. Finding the sentences of a whole book in one takes seconds. */
const partsOf = (block: Block): Block[] =>
  block.kind === 'paragraph' ? splitAtSpaces(block.text, MAX_PARAGRAPH_CHARS).map((text) => ({ ...block, text })) : [block];

class ChunkBuilder {
  private readonly chunks: string[] = [];
  /** The headings above the current position, one per level. */
  private readonly headings: string[] = [];
  /** The mark of the current page; empty in a text without pages. */
  private page = '';
  private body = '';
  /** Whether `body` contains more than headings and overlap of the previous chunk. */
  private hasNewText = false;

  add(block: Block): void {
    if (block.kind === 'heading') return this.addHeading(block);
    if (block.kind === 'page') return this.addPage(block.text);
    if (block.kind === 'code') return this.addLines(block.text, '');
    if (block.kind === 'table') return this.addTable(block.text);
    if (block.text.length <= MAX_CHUNK_CHARS) return this.append(block.text, '\n\n');
    let separator = '\n\n';
    for (const sentence of sentencesOf(block.text)) {
      this.append(sentence, separator);
      separator = ' ';
    }
  }

  get count(): number {
    return this.chunks.length;
  }

  end(): string[] {
    this.flush();
    return this.chunks;
  }

  private addHeading({ text, level }: { text: string; level: number }): void {
    if (this.body.length >= MIN_SECTION_CHARS) this.flush();
    this.headings.length = Math.min(this.headings.length, level - 1);
    this.append(`${'#'.repeat(level)} ${text}`, '\n\n');
    // A document may skip heading levels.
    while (this.headings.length < level - 1) this.headings.push('');
    this.headings.push(text);
  }

  private addPage(mark: string): void {
    this.page = mark;
    // A new chunk begins with it.
    if (this.hasNewText) this.body = joined(this.body, mark, '\n\n');
  }

  private addTable(text: string): void {
    const [first = '', second = '', ...rest] = text.split('\n');
    const header = second.length <= MAX_HEADER_CHARS && TABLE_RULE.test(second) ? `${first}\n${second}` : first;
    if (text.length <= MAX_UNSPLIT_CHARS || header.length > MAX_HEADER_CHARS) return this.addLines(text, '');
    const [row = '', ...others] = header === first ? [second, ...rest] : rest;
    // With the first row, so that no part is only a header.
    this.append(`${header}\n${row}`, '\n\n', () => '');
    this.addLines(others.join('\n'), header, '\n');
  }

  /** Adds lines as they are, whole where possible. A chunk that starts with one of them begins with `header`. */
  private addLines(text: string, header: string, first = '\n\n'): void {
    const lines = text.length <= MAX_UNSPLIT_CHARS && header === '' ? [text] : text.split('\n');
    let separator = first;
    for (const line of lines) {
      for (const piece of line.length <= MAX_UNSPLIT_CHARS ? [line] : splitAtSpaces(line, MAX_CHUNK_CHARS)) {
        this.append(piece, separator, () => header);
        separator = '\n';
      }
    }
  }

  private append(piece: string, separator: string, overlapOf = lastSentences): void {
    const isFull = this.hasNewText && this.body.length + separator.length + piece.length > MAX_CHUNK_CHARS;
    if (isFull) {
      const overlap = overlapOf(this.body);
      this.flush();
      const isRepeated = overlapOf !== lastSentences || overlap.length + piece.length < MAX_CHUNK_CHARS;
      this.body = joined(this.headingLine(), isRepeated ? overlap : '', '\n\n');
    } else if (!this.hasNewText) {
      this.body = this.headingLine();
    }
    this.body = joined(this.body, piece, isFull ? '\n' : separator);
    this.hasNewText = true;
  }

  private flush(): void {
    if (this.hasNewText) this.chunks.push(this.body);
    this.body = '';
    this.hasNewText = false;
  }

  private headingLine(): string {
    const [path = ''] = splitAtSpaces(this.headings.filter(Boolean).join(' > '), MAX_PATH_CHARS);
    return path === '' ? this.page : `# ${path}${this.page && ` ${this.page}`}`;
  }
}

const joined = (before: string, after: string, separator: string): string =>
  before === '' || after === '' ? before + after : before + separator + after;

const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });

function sentencesOf(paragraph: string): string[] {
  const sentences = [...segmenter.segment(paragraph)].map(({ segment }) => segment.trim()).filter(Boolean);
  return sentences.flatMap((sentence) => splitAtSpaces(sentence, MAX_CHUNK_CHARS));
}

/** The last whole sentences of a chunk, as the overlap of the next one; empty when it ends in a heading, page, table or code. */
function lastSentences(body: string): string {
  const paragraph = body.slice(body.lastIndexOf('\n\n') + 2);
  if (/^(#|\||`|~)/.test(paragraph) || PAGE.test(paragraph)) return '';
  const kept: string[] = [];
  let length = 0;
  for (const sentence of sentencesOf(paragraph.slice(-2 * OVERLAP_CHARS)).toReversed()) {
    length += sentence.length + 1;
    if (length > OVERLAP_CHARS) break;
    kept.unshift(sentence);
  }
  return kept.join(' ');
}

/** Pieces of at most `max` UTF-16 units, split at spaces where possible and never inside a surrogate pair. */
function splitAtSpaces(text: string, max: number): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > max) {
    const space = rest.lastIndexOf(' ', max);
    const at = space > max / 2 ? space : max - (isHighSurrogate(rest.charCodeAt(max - 1)) ? 1 : 0);
    pieces.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trimStart();
  }
  return rest === '' ? pieces : [...pieces, rest];
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

const SINGLE_LINES = new Set<LineKind>(['heading', 'page']);

/** Headings, paragraphs, tables and fenced code of plain text or Markdown, and page marks, in order. */
function blocksOf(content: string): Block[] {
  const lines = content.split(/\r\n?|\n/);
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const kind = kindOf(lines[at] ?? '');
    const end = kind === 'fence' ? afterFence(lines, at) : SINGLE_LINES.has(kind) ? at + 1 : afterRun(lines, at, kind);
    const block = blockOf(kind, lines.slice(at, end));
    if (block) blocks.push(block);
    at = end;
  }
  return blocks;
}

function kindOf(line: string): LineKind {
  if (line.trim() === '') return 'blank';
  if (line.length <= MAX_HEADING_CHARS && HEADING.test(line)) return 'heading';
  if (FENCE.test(line)) return 'fence';
  if (PAGE.test(line)) return 'page';
  return /^\s*\|.*\|/.test(line) ? 'table' : 'text';
}

function blockOf(kind: LineKind, lines: readonly string[]): Block | undefined {
  const text = lines.join('\n').trim();
  if (kind === 'blank') return undefined;
  if (kind === 'text') return { kind: 'paragraph', text };
  if (kind === 'fence') return { kind: 'code', text };
  if (kind !== 'heading') return { kind, text };
  const [, marks = '#', title = ''] = HEADING.exec(text) ?? [];
  return { kind: 'heading', text: title.replace(/\s#+$/, ''), level: marks.length };
}

function afterRun(lines: readonly string[], start: number, kind: LineKind): number {
  let at = start + 1;
  while (at < lines.length && kindOf(lines[at] ?? '') === kind) at += 1;
  return at;
}

/** The index of the line after the closing fence; without one the code block continues to the end. */
function afterFence(lines: readonly string[], start: number): number {
  const mark = FENCE.exec(lines[start] ?? '')?.[1] ?? '```';
  for (let at = start + 1; at < lines.length; at += 1) {
    const closing = (lines[at] ?? '').trim();
    if (closing.startsWith(mark) && closing.replaceAll(mark.charAt(0), '') === '') return at + 1;
  }
  return lines.length;
}
