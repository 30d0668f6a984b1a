import type { Found } from './secrets-in-text.js';

// Finds the parts of Markdown that matter for cleaning, as CommonMark reads them. Each decision looks at a bounded number of characters, and
// more text never changes a decision that was made.

const MAX_SPAN = 1000;
const MAX_RUN = 60;
const MAX_LINK_TEXT = 1000;
const MAX_TARGET = 2000;
/** Of a line that opens or closes a block of code. */
const MAX_FENCE_LINE = 240;

const FENCE = /^([ \t>]{0,20}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,8})?)(`{3,60}|~{3,60})/;
const UNFINISHED_FENCE = /^[ \t>]{0,20}(?:\d{0,9}|(?:[-*+]|\d{1,9}[.)])[ \t]{0,8})(?:`{0,60}|~{0,60})$/;
const CLOSING_FENCE = /^[ \t>]{0,20}(`{3,60}|~{3,60})[ \t]{0,80}(?:\n|$)/;
const UNFINISHED_CLOSING = /^[ \t>]{0,20}(?:`{0,60}|~{0,60})[ \t]{0,80}$/;

/** A line that opens a block of code: how long it is up to the end of its marks, and the marks. */
export interface Fence {
  readonly length: number;
  readonly marks: string;
}

/** The opening of a block of code at the beginning of a line; null for none, undefined while only more text can tell. */
export function fenceAt(text: string, at: number, isEnd: boolean): Fence | null | undefined {
  const line = text.slice(at, at + MAX_FENCE_LINE);
  const isCut = !isEnd && line.length < MAX_FENCE_LINE && !line.includes('\n');
  if (isCut && UNFINISHED_FENCE.test(line)) return undefined;
  const [opening, , marks] = FENCE.exec(line) ?? [];
  if (opening === undefined || marks === undefined) return null;
  const [info = ''] = line.slice(opening.length).split('\n', 1);
  // Backticks behind backticks: a span of code within a line.
  if (marks.startsWith('`') && info.includes('`')) return null;
  return isCut ? undefined : { length: opening.length, marks };
}

/** The length of the line that closes the block of code, up to the end of its marks. */
export function closingFenceAt(text: string, at: number, isEnd: boolean, { marks }: Fence): Found {
  const line = text.slice(at, at + MAX_FENCE_LINE);
  const isCut = !isEnd && line.length < MAX_FENCE_LINE && !line.includes('\n');
  if (isCut) return UNFINISHED_CLOSING.test(line) ? undefined : 0;
  const [closing] = line.split('\n', 1);
  const [, found = ''] = CLOSING_FENCE.exec(closing ?? '') ?? [];
  if (found.length < marks.length || found[0] !== marks[0]) return 0;
  return line.indexOf(found) + found.length;
}

export function runLength(text: string, at: number, sign: string): number {
  let end = at;
  while (end < text.length && end - at < MAX_RUN && text[end] === sign) end += 1;
  return end - at;
}

/** A span of code at `at`, where a backtick is: its length with the backticks around it. */
export function codeSpanAt(text: string, at: number, isEnd: boolean): Found {
  const ticks = runLength(text, at, '`');
  if (ticks < MAX_RUN && at + ticks === text.length && !isEnd) return undefined;
  const limit = Math.min(text.length, at + MAX_SPAN);
  for (let place = at + ticks; place < limit;) {
    const run = runLength(text, place, '`');
    if (run === ticks) return place + run === text.length && !isEnd ? undefined : place + run - at;
    if (text.startsWith('\n\n', place)) return 0;
    place += Math.max(1, run);
  }
  return isEnd || text.length >= at + MAX_SPAN + MAX_RUN ? 0 : undefined;
}

/** A link or image without its exclamation mark. */
export interface Link {
  readonly length: number;
  readonly text: string;
  /** Between the parentheses. */
  readonly target: string;
}

/** The link at `at`, where a bracket is; null for none, undefined while only more text can tell. */
export function linkAt(text: string, at: number, isEnd: boolean): Link | null | undefined {
  const textEnd = closing(text, at, { open: '[', close: ']', max: MAX_LINK_TEXT, isEnd });
  if (typeof textEnd !== 'number') return textEnd;
  const next = text[textEnd + 1];
  if (next !== '(') return next === undefined && !isEnd ? undefined : null;
  const end = closing(text, textEnd + 1, { open: '(', close: ')', max: MAX_TARGET, isEnd });
  if (typeof end !== 'number') return end;
  const target = text.slice(textEnd + 2, end);
  return isTarget(target) ? { length: end + 1 - at, text: text.slice(at + 1, textEnd), target } : null;
}

interface Pair {
  readonly open: string;
  readonly close: string;
  readonly max: number;
  readonly isEnd: boolean;
}

/** Where the bracket at `at` is closed; null when it is not within `max` characters and the same paragraph. */
function closing(text: string, at: number, { open, close, max, isEnd }: Pair): number | null | undefined {
  const limit = Math.min(text.length, at + max);
  let depth = 0;
  for (let place = at; place < limit; place += 1) {
    const sign = text[place];
    if (sign === '\\') place += 1;
    else if (sign === open) depth += 1;
    else if (sign === close) depth -= 1;
    else if (text.startsWith('\n\n', place)) return null;
    if (depth === 0) return place;
  }
  return isEnd || text.length >= at + max ? null : undefined;
}

// Of an argument such as `arg` in `m["key"](arg)` nothing is known to lead anywhere.
const LEADS_SOMEWHERE = /[:/.#?\\&%@<]/;

/** Whether a link could lead there: an address, with a title or without. */
function isTarget(target: string): boolean {
  const trimmed = target.trim();
  const [address = ''] = trimmed.split(/\s/u, 1);
  const title = trimmed.slice(address.length).trim();
  return (address === '' || LEADS_SOMEWHERE.test(address)) && (title === '' || /^["'(<]/.test(title));
}

const TARGET = /^\s*(?:<([^<>\n]*)>(?=\s|$)|([^\s<]\S*))/u;

/** The address of a link's target without the angle brackets around it, as it is written, and the title behind it. */
export function partsOf(target: string): { readonly address: string; readonly written: string; readonly title: string } {
  const [written = target, bracketed, plain] = TARGET.exec(target) ?? [];
  return { address: bracketed ?? plain ?? target, written, title: target.slice(written.length) };
}
