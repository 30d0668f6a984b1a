/** What stands in a text field, and what of it is selected. */
export interface Selection {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Put `text` in the place of what lies between `from` and `to`, and select what `start` and `end` say then. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const INDENT = '  ';
const OPENS = /[[({]$/;
export const CLOSES = /^[\])}]$/;

/** Two spaces at the caret, or before every selected line. */
export function indent(selection: Selection): Edit {
  const { start, end } = selection;
  if (start === end) {
    const at = start + INDENT.length;
    return { from: start, to: end, text: INDENT, start: at, end: at };
  }
  return editLines(selection, (line) => (line === '' ? line : INDENT + line));
}

/** One indentation less on every touched line; null when there is none to take away. */
export function outdent(selection: Selection): Edit | null {
  const edit = editLines(selection, (line) => line.replace(/^(?: {1,2}|\t)/, ''));
  return edit.text.length === edit.to - edit.from ? null : edit;
}

/** A new line that begins where this one does, one step further in after an opening bracket. */
export function newLine({ text, start, end }: Selection): Edit {
  const before = text.slice(lineStart(text, start), start);
  const inset = (/^[ \t]*/.exec(before)?.[0] ?? '') + (OPENS.test(before.trimEnd()) ? INDENT : '');
  const at = start + 1 + inset.length;
  return { from: start, to: end, text: `\n${inset}`, start: at, end: at };
}

/** A closing bracket as the first thing of an indented line, one step further out; null anywhere else. */
export function closeBracket({ text, start, end }: Selection, bracket: string): Edit | null {
  const before = text.slice(lineStart(text, start), start);
  if (start !== end || before.trim() !== '' || !before.endsWith(INDENT)) return null;
  const from = start - INDENT.length;
  return { from, to: end, text: bracket, start: from + 1, end: from + 1 };
}

/** Where a line (1-based) lies; past the end, the last one. */
export function lineRange(text: string, line: number): { start: number; end: number } {
  const lines = text.split('\n');
  const index = Math.min(Math.max(line, 1), lines.length) - 1;
  const start = lines.slice(0, index).reduce((sum, each) => sum + each.length + 1, 0);
  return { start, end: start + (lines[index]?.length ?? 0) };
}

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

function editLines({ text, start, end }: Selection, change: (line: string) => string): Edit {
  const from = lineStart(text, start);
  // A selection that ends before the first character of a line does not touch that line.
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
  const newline = text.indexOf('\n', last);
  const to = newline < 0 ? text.length : newline;
  const before = text.slice(from, to).split('\n');
  const after = before.map(change);
  const grown = (index: number): number => (after[index] ?? '').length - (before[index] ?? '').length;
  const total = before.reduce((sum, _line, index) => sum + grown(index), 0);
  return { from, to, text: after.join('\n'), start: Math.max(from, start + grown(0)), end: Math.max(from, end + total) };
}
