import type { Citation, Passage } from '@kith/proto';
import { UnrelatedCitations } from './unrelated-citation.js';

// `[1]`, `[1, 2]`, `[1-3]`, `[^1]`, the same in full width as in `［１、２］`, and the form in which some models were trained to cite: `【1†title】`. All
// lengths are bounded, so that no text takes longer than its length.
const MARKER =
  /^([ \t]{0,3})[[【［]\s?\^?([\d０-９]{1,2}(?:\s?[,;，、；–〜～－-]\s?[\d０-９]{1,2}){0,7})\s?(?:†[^\]】］\n]{0,80})?[\]】］]/;
/** What may become a marker with the text that follows. */
const MARKER_BEGINNING = /^[ \t]{0,3}(?:[[【［][\s\d０-９,;，、；^–〜～－-]{0,42}(?:†[^\]】］\n]{0,80})?)?$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const FENCE_BEGINNING = /^ {0,3}(?:`*|~*)$/;
const PLAIN = /^[^\n`\\[【［ \t]+/;
/** How long a line that may open a code block is waited for, in characters. */
const MAX_FENCE_LINE = 200;
/** Of the text before a number, in characters. */
const MAX_PARAGRAPH = 1000;
/** The text before a number that stands before its own text: a beginning of a line with marks of a list or a table, or a colon, but not that of 9:30. */
const BEFORE_LEADING_NUMBER = /(?:^|\n)[^\p{L}\n]*$|[:：][^\p{L}\p{N}\n:：]*$/u;

/**
 * Reads the citations of a reply while it streams: the results of `push` and `end` together are the whole reply. Numbers of passages become
 * numbers of sources, in the order in which they are cited first: several passages of one item are one source. Numbers that point nowhere, or to a
 * passage that has nothing to do with the text before them, are left out; the latter only where numbers stand behind their text, unlike in a list of
 * sources. Code spans, code blocks and links are left as they are.
 */
export class CitationReader {
  private pending = '';
  /** The run of characters that opened the code block that is being read; '' outside of code blocks. */
  private fence = '';
  /** How many backticks opened the code span that is being read. */
  private span = 0;
  private isLineStart = true;
  /** What was read since the last empty line, without numbers. */
  private paragraph = '';
  /** Whether the numbers of this line stand before their text. */
  private isNumberFirst = false;
  private readonly unrelated: UnrelatedCitations;
  private readonly sources: { readonly itemId: string; readonly title: string; readonly passages: string[] }[] = [];

  /** Without passages numbers in brackets are no citations, unless `isCiting` says so. */
  constructor(
    private readonly passages: readonly Pick<Passage, 'itemId' | 'title' | 'body'>[],
    private readonly isCiting = passages.length > 0,
  ) {
    this.unrelated = new UnrelatedCitations(passages);
  }

  /** What has been cited so far: the source with the number n is the n-th. */
  get cited(): readonly Citation[] {
    return this.sources;
  }

  push(text: string): string {
    if (!this.isCiting) return text;
    this.pending += text;
    return this.read(false);
  }

  end(): string {
    return this.read(true);
  }

  private read(isEnd: boolean): string {
    let [ready, at] = ['', 0];
    while (at < this.pending.length) {
      const piece = this.next(this.pending.slice(at), isEnd);
      if (piece === undefined) break;
      ready += piece.text;
      at += piece.length;
    }
    this.pending = this.pending.slice(at);
    return ready;
  }

  /** The next piece as it is to be shown, and its length before; undefined when what it is depends on text that has not come yet. */
  private next(rest: string, isEnd: boolean): Piece | undefined {
    if (this.isLineStart) {
      const line = this.fenceLine(rest, isEnd);
      if (line !== 'none') return line;
    }
    if (this.fence !== '') return this.codeLine(rest);
    const wasLineStart = this.isLineStart;
    this.isLineStart = false;
    const piece = this.inText(rest, isEnd, wasLineStart);
    if (piece === undefined) this.isLineStart = wasLineStart;
    else if (piece.isMarker !== true) this.remember(piece.text, wasLineStart);
    return piece;
  }

  private remember(text: string, wasLineStart: boolean): void {
    const isParagraphEnd = text === '\n' && wasLineStart;
    if (text === '\n') this.isNumberFirst = false;
    this.paragraph = isParagraphEnd ? '' : (this.paragraph + text).slice(-MAX_PARAGRAPH);
  }

  /** A line that opens or closes a code block. */
  private fenceLine(rest: string, isEnd: boolean): Piece | undefined | 'none' {
    const lineEnd = rest.indexOf('\n');
    const isWhole = lineEnd >= 0 || isEnd || rest.length > MAX_FENCE_LINE;
    if (!isWhole && FENCE_BEGINNING.test(rest)) return undefined;
    const run = FENCE.exec(rest)?.[1];
    if (run === undefined) return 'none';
    if (!isWhole) return undefined;
    const line = rest.slice(0, lineEnd < 0 ? rest.length : lineEnd + 1);
    const after = line.slice(line.indexOf(run) + run.length);
    if (this.fence === '') {
      if (run.startsWith('`') && after.includes('`')) return 'none';
      this.fence = run;
      this.span = 0;
    } else if (run.startsWith(this.fence) && after.trim() === '') {
      this.fence = '';
    }
    this.isLineStart = line.endsWith('\n');
    return asItIs(line);
  }

  private codeLine(rest: string): Piece {
    const lineEnd = rest.indexOf('\n');
    this.isLineStart = lineEnd >= 0;
    return asItIs(lineEnd < 0 ? rest : rest.slice(0, lineEnd + 1));
  }

  private inText(rest: string, isEnd: boolean, wasLineStart: boolean): Piece | undefined {
    const [first = ''] = rest;
    if (first === '\n') {
      // A code span does not go on behind an empty line.
      if (wasLineStart) this.span = 0;
      this.isLineStart = true;
      return asItIs(first);
    }
    if (first === '`') return this.backticks(rest, isEnd);
    if (this.span > 0) return asItIs(/^[^`\n]+/.exec(rest)?.[0] ?? first);
    if (first === '\\') return rest.length > 1 || isEnd ? asItIs(rest.slice(0, rest[1] === '\n' ? 1 : 2)) : undefined;
    const marker = MARKER.exec(rest);
    if (!isEnd && (marker?.[0].length === rest.length || MARKER_BEGINNING.test(rest))) return undefined;
    return marker ? this.resolved(marker, rest) : asItIs(PLAIN.exec(rest)?.[0] ?? first);
  }

  private backticks(rest: string, isEnd: boolean): Piece | undefined {
    const run = /^`+/.exec(rest)?.[0] ?? '';
    if (run.length === rest.length && !isEnd) return undefined;
    if (this.span === 0) this.span = run.length;
    else if (this.span === run.length) this.span = 0;
    return asItIs(run);
  }

  private resolved([whole, space = '', list = '']: readonly string[], rest: string): Piece {
    const numbers = numbersIn(list);
    // `[1](…)` is a link, and 0 is nobody's number of a passage.
    const isLink = whole?.endsWith(']') === true && rest[whole.length] === '(';
    if (whole === undefined || isLink || numbers.every((number) => number === 0)) return asItIs(whole ?? rest);
    this.isNumberFirst ||= BEFORE_LEADING_NUMBER.test(this.paragraph);
    const labels = [...new Set(numbers.flatMap((number) => this.labelOf(number)))];
    const text = labels.length === 0 ? '' : `${space}${labels.map((label) => `[${label}]`).join('')}`;
    return { text, length: whole.length, isMarker: true };
  }

  /** The number of the source of a passage; none when there is no such passage, or the reply does not rest on it here. */
  private labelOf(number: number): number[] {
    const passage = this.passages[number - 1];
    if (passage === undefined || (!this.isNumberFirst && this.unrelated.has(passage, this.paragraph))) return [];
    const { itemId, title, body } = passage;
    const known = this.sources.findIndex((source) => source.itemId === itemId);
    const place = known >= 0 ? known : this.sources.push({ itemId, title, passages: [] }) - 1;
    const cited = this.sources[place]?.passages;
    if (cited && !cited.includes(body)) cited.push(body);
    return [place + 1];
  }
}

/** A reply as a later prompt shows it: its numbers would point to other passages there. */
export function withoutCitations(reply: string): string {
  const reader = new CitationReader([], true);
  return reader.push(reply) + reader.end();
}

interface Piece {
  readonly text: string;
  readonly length: number;
  readonly isMarker?: true;
}
const asItIs = (text: string): Piece => ({ text, length: text.length });

/** The numbers of `1, 3-5`, in half or full width. */
function numbersIn(list: string): number[] {
  return list
    .normalize('NFKC')
    .split(/[,;、]/)
    .flatMap((part) => {
      const [from = 0, to = from] = part.split(/[–〜~-]/).map(Number);
      return Array.from({ length: Math.max(1, Math.min(to - from, 20) + 1) }, (_value, at) => from + at);
    });
}
