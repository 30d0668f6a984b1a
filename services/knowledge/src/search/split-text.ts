/** A block of a text as its author structured it. Blocks of kind `unsplit` (tables, code) would lose their meaning when split. */
type Block =
  | { readonly kind: 'heading'; readonly text: string; readonly level: number }
  | { readonly kind: 'paragraph' | 'unsplit'; readonly text: string };

type LineKind = 'blank' | 'heading' | 'fence' | 'table' | 'text';

const HEADING = /^(#{1,6})\s+(\S.*)$/;
// A longer line counts as a paragraph, because chunks repeat the headings above them.
const MAX_HEADING_CHARS = 400;
const FENCE = /^\s{0,3}(```+|~~~+)/;

// 1,600 characters gave the best results in measurements on SciFact.
const MAX_CHUNK_CHARS = 1600;
/** A chunk of at least this size ends where its section ends. */
const MIN_SECTION_CHARS = 1000;
const OVERLAP_CHARS = 240;
/** Tables and code up to this size are not split; longer ones are split between their lines. */
const MAX_UNSPLIT_CHARS = 4800;
const MAX_PATH_CHARS = 200;

/**
 * Splits a text into chunks for the search: at headings, then paragraphs, then sentences. A chunk that starts inside a section begins with
 * a line of the headings above it and repeats the last sentences of the previous chunk.
 */
export function splitText(content: string): string[] {
  const builder = new ChunkBuilder();
  for (const block of blocksOf(content)) builder.add(block);
  return builder.end();
}

class ChunkBuilder {
  private readonly chunks: string[] = [];
  /** The headings above the current position, one per level. */
  private readonly headings: string[] = [];
  private body = '';
  /** Whether `body` contains more than headings and overlap of the previous chunk. */
  private hasNewText = false;

  add(block: Block): void {
    if (block.kind === 'heading') return this.addHeading(block);
    if (block.kind === 'unsplit') return this.addUnsplit(block.text);
    if (block.text.length <= MAX_CHUNK_CHARS) return this.append(block.text, '\n\n');
    let separator = '\n\n';
    for (const sentence of sentencesOf(block.text)) {
      this.append(sentence, separator);
      separator = ' ';
    }
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

  private addUnsplit(text: string): void {
    const pieces =
      text.length <= MAX_UNSPLIT_CHARS ? [text] : text.split('\n').flatMap((line) => splitAtSpaces(line, MAX_CHUNK_CHARS));
    let separator = '\n\n';
    for (const piece of pieces) {
      this.append(piece, separator, () => '');
      separator = '\n';
    }
  }

  private append(piece: string, separator: string, overlapOf = lastSentences): void {
    const isFull = this.hasNewText && this.body.length + separator.length + piece.length > MAX_CHUNK_CHARS;
    if (isFull) {
      const overlap = overlapOf(this.body);
      this.flush();
      this.body = joined(this.headingLine(), overlap.length + piece.length < MAX_CHUNK_CHARS ? overlap : '', '\n\n');
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
    return path === '' ? '' : `# ${path}`;
  }
}

const joined = (before: string, after: string, separator: string): string =>
  before === '' || after === '' ? before + after : before + separator + after;

const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });

function sentencesOf(paragraph: string): string[] {
  const sentences = [...segmenter.segment(paragraph)].map(({ segment }) => segment.trim()).filter(Boolean);
  return sentences.flatMap((sentence) => splitAtSpaces(sentence, MAX_CHUNK_CHARS));
}

/** The last whole sentences of a chunk, as the overlap of the next one; empty when it ends in a heading, table or code. */
function lastSentences(body: string): string {
  const paragraph = body.slice(body.lastIndexOf('\n\n') + 2).slice(-2 * OVERLAP_CHARS);
  if (/^(#|\||`|~)/.test(paragraph)) return '';
  const kept: string[] = [];
  let length = 0;
  for (const sentence of sentencesOf(paragraph).toReversed()) {
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

/** Headings, paragraphs, tables and fenced code of plain text or Markdown, in order. */
function blocksOf(content: string): Block[] {
  const lines = content.split(/\r\n?|\n/);
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const kind = kindOf(lines[at] ?? '');
    const end = kind === 'fence' ? afterFence(lines, at) : kind === 'heading' ? at + 1 : afterRun(lines, at, kind);
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
  return /^\s*\|.*\|/.test(line) ? 'table' : 'text';
}

function blockOf(kind: LineKind, lines: readonly string[]): Block | undefined {
  const text = lines.join('\n').trim();
  if (kind === 'blank') return undefined;
  if (kind === 'text') return { kind: 'paragraph', text };
  if (kind !== 'heading') return { kind: 'unsplit', text };
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
