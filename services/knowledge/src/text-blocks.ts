/** A piece of a text as its author set it: `whole` ones (tables, code) lose their meaning when cut. */
export type Block =
  | { readonly kind: 'heading'; readonly text: string; readonly level: number }
  | { readonly kind: 'paragraph' | 'whole'; readonly text: string };

type LineKind = 'blank' | 'heading' | 'fence' | 'table' | 'text';

const HEADING = /^(#{1,6})\s+(\S.*)$/;
// A longer line is a paragraph that begins with a number sign: parts repeat the headings above them.
const MAX_HEADING = 400;
const FENCE = /^\s{0,3}(```+|~~~+)/;

/** Headings, paragraphs, tables and fenced code of plain text or Markdown, in order. */
export function blocksOf(content: string): Block[] {
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
  if (line.length <= MAX_HEADING && HEADING.test(line)) return 'heading';
  if (FENCE.test(line)) return 'fence';
  return /^\s*\|.*\|/.test(line) ? 'table' : 'text';
}

function blockOf(kind: LineKind, lines: readonly string[]): Block | undefined {
  const text = lines.join('\n').trim();
  if (kind === 'blank') return undefined;
  if (kind === 'text') return { kind: 'paragraph', text };
  if (kind !== 'heading') return { kind: 'whole', text };
  const [, marks = '#', title = ''] = HEADING.exec(text) ?? [];
  return { kind: 'heading', text: title.replace(/\s#+$/, ''), level: marks.length };
}

function afterRun(lines: readonly string[], start: number, kind: LineKind): number {
  let at = start + 1;
  while (at < lines.length && kindOf(lines[at] ?? '') === kind) at += 1;
  return at;
}

/** The line after the closing fence; without one the code goes on to the end. */
function afterFence(lines: readonly string[], start: number): number {
  const mark = FENCE.exec(lines[start] ?? '')?.[1] ?? '```';
  for (let at = start + 1; at < lines.length; at += 1) {
    const closing = (lines[at] ?? '').trim();
    if (closing.startsWith(mark) && closing.replaceAll(mark.charAt(0), '') === '') return at + 1;
  }
  return lines.length;
}
