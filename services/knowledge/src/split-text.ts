import { blocksOf, type Block } from './text-blocks.js';

// 1,600 characters found most in measurements on SciFact; a part ends earlier where a section does (ai.md, section 2).
const MAX_PART = 1600;
const SECTION_ENOUGH = 1000;
const OVERLAP = 240;
/** Tables and code up to this size stay whole; a longer one is cut between its lines. */
const MAX_WHOLE = 4800;
const MAX_PATH = 200;

/**
 * Cuts a text into parts to be searched: at headings, then paragraphs, then sentences. Each part that starts inside a section begins
 * with a line that names the headings above it, and repeats the last sentences of the part before.
 */
export function splitText(content: string): string[] {
  const packer = new Packer();
  for (const block of blocksOf(content)) packer.add(block);
  return packer.end();
}

class Packer {
  private readonly parts: string[] = [];
  private readonly path: string[] = [];
  private body = '';
  /** Whether the part under way holds anything that was not in the part before. */
  private hasNew = false;

  add(block: Block): void {
    if (block.kind === 'heading') return this.addHeading(block);
    if (block.kind === 'whole') return this.addWhole(block.text);
    if (block.text.length <= MAX_PART) return this.append(block.text, '\n\n');
    let glue = '\n\n';
    for (const sentence of sentencesOf(block.text)) {
      this.append(sentence, glue);
      glue = ' ';
    }
  }

  end(): string[] {
    this.flush();
    return this.parts;
  }

  private addHeading({ text, level }: { text: string; level: number }): void {
    if (this.body.length >= SECTION_ENOUGH) this.flush();
    this.path.length = Math.min(this.path.length, level - 1);
    this.append(`${'#'.repeat(level)} ${text}`, '\n\n');
    // A document may skip a level.
    while (this.path.length < level - 1) this.path.push('');
    this.path.push(text);
  }

  private addWhole(text: string): void {
    const pieces = text.length <= MAX_WHOLE ? [text] : text.split('\n').flatMap((line) => cut(line, MAX_PART));
    let glue = '\n\n';
    for (const piece of pieces) {
      this.append(piece, glue, () => '');
      glue = '\n';
    }
  }

  private append(piece: string, glue: string, overlapOf = lastSentences): void {
    const isFull = this.hasNew && this.body.length + glue.length + piece.length > MAX_PART;
    if (isFull) {
      const overlap = overlapOf(this.body);
      this.flush();
      this.body = joined(this.pathLine(), overlap.length + piece.length < MAX_PART ? overlap : '', '\n\n');
    } else if (!this.hasNew) {
      this.body = this.pathLine();
    }
    this.body = joined(this.body, piece, isFull ? '\n' : glue);
    this.hasNew = true;
  }

  private flush(): void {
    if (this.hasNew) this.parts.push(this.body);
    this.body = '';
    this.hasNew = false;
  }

  private pathLine(): string {
    const [path = ''] = cut(this.path.filter(Boolean).join(' > '), MAX_PATH);
    return path === '' ? '' : `# ${path}`;
  }
}

const joined = (before: string, after: string, glue: string): string =>
  before === '' || after === '' ? before + after : before + glue + after;

const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });

function sentencesOf(paragraph: string): string[] {
  const sentences = [...segmenter.segment(paragraph)].map(({ segment }) => segment.trim()).filter(Boolean);
  return sentences.flatMap((sentence) => cut(sentence, MAX_PART));
}

/** The end of a part in whole sentences, to begin the next one with; nothing when it ends in a heading, table or code. */
function lastSentences(body: string): string {
  const paragraph = body.slice(body.lastIndexOf('\n\n') + 2).slice(-2 * OVERLAP);
  if (/^(#|\||`|~)/.test(paragraph)) return '';
  const kept: string[] = [];
  let length = 0;
  for (const sentence of sentencesOf(paragraph).toReversed()) {
    length += sentence.length + 1;
    if (length > OVERLAP) break;
    kept.unshift(sentence);
  }
  return kept.join(' ');
}

/** Pieces of at most `max` characters, cut at spaces where there are any, never inside a character. */
function cut(text: string, max: number): string[] {
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
