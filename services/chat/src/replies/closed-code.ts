import { closingFenceAt, codeSpanAt, fenceAt, runLength, type Fence } from './markdown-at.js';

/** From so many backticks on Discord shows a block of code, wherever they stand. */
const BLOCK_TICKS = 3;
const LIST_MARK = /[^>\s]/g;
const FENCE_AT_END = /(?:^|\n)[ \t>]{0,20}(?:`{3,60}|~{3,60})$/;

/** What is open at a place of a text. */
interface Open {
  readonly fence: { readonly prefix: string; readonly opening: Fence } | null;
  /** Backticks that nothing closes. */
  readonly ticks: string;
}

/**
 * The text of a reply with its block or span of code closed, so that what is put below it does not become part of the code. Of a whole reply a
 * backtick alone is a sign and stays; of one that was cut it is the beginning of a span.
 */
export function withCodeClosed(text: string, isCut: boolean): string {
  const { fence, ticks } = openAtEnd(text);
  if (fence) return `${text}\n${fence.prefix}${fence.opening.marks}`;
  if (ticks === '' || (!isCut && ticks.length < BLOCK_TICKS)) return text;
  // Marks that stand directly behind others would be read as one with them.
  return text + (/[`\\]$/.test(text) ? ' ' : '') + ticks;
}

/** Whether the last line is one of the marks of a block of code; more in that line, and it closes nothing. */
export const endsInFence = (text: string): boolean => FENCE_AT_END.test(text);

function openAtEnd(text: string): Open {
  let fence: Open['fence'] = null;
  let ticks = '';
  for (let at = 0; at < text.length;) {
    const isLineStart = at === 0 || text[at - 1] === '\n';
    if (fence) {
      if (closingFenceAt(text, at, true, fence.opening) !== 0) fence = null;
      at = lineEnd(text, at);
      continue;
    }
    const opening = isLineStart ? fenceAt(text, at, true) : null;
    if (opening) {
      const prefix = text.slice(at, at + opening.length - opening.marks.length).replace(LIST_MARK, ' ');
      fence = { prefix, opening };
      ticks = '';
      at = lineEnd(text, at);
    } else if (text[at] === '`') {
      const run = runLength(text, at, '`');
      const span = codeSpanAt(text, at, true) ?? 0;
      if (span === 0) ticks = afterRun(ticks, run);
      at += span === 0 ? run : span;
    } else {
      if (text.startsWith('\n\n', at)) ticks = ofBlock(ticks);
      at += text[at] === '\\' && (text[at + 1] === '`' || text[at + 1] === '\\') ? 2 : 1;
    }
  }
  return { fence, ticks };
}

/** The first ones stay open until their paragraph ends or, as a block, until as many follow. */
function afterRun(ticks: string, run: number): string {
  if (ticks.length >= BLOCK_TICKS) return run === ticks.length ? '' : ticks;
  return ticks === '' || run >= BLOCK_TICKS ? '`'.repeat(run) : ticks;
}

const ofBlock = (ticks: string): string => (ticks.length >= BLOCK_TICKS ? ticks : '');

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}
