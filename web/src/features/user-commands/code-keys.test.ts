import { describe, expect, it } from '@jest/globals';
import { closeBracket, indent, lineRange, newLine, outdent, type Edit } from './code-keys.js';

/** `|` marks the caret, or both ends of a selection. */
function select(marked: string) {
  const start = marked.indexOf('|');
  const end = marked.lastIndexOf('|');
  const text = marked.replaceAll('|', '');
  return { text, start, end: end === start ? start : end - 1 };
}
function after(marked: string, edit: Edit | null): string | null {
  if (!edit) return null;
  const { text } = select(marked);
  const next = text.slice(0, edit.from) + edit.text + text.slice(edit.to);
  const tail = next.slice(edit.end);
  const middle = edit.start === edit.end ? '|' : `|${next.slice(edit.start, edit.end)}|`;
  return next.slice(0, edit.start) + middle + tail;
}

describe('the keys of the code editor', () => {
  it.each([
    ['a|b', 'a  |b'],
    ['a\n|b\nc|\nd', 'a\n  |b\n  c|\nd'],
    ['|a\n\nb|', '  |a\n\n  b|'],
    ['|a\n|b', '  |a\n|b'],
  ])('indent %j', (before, expected) => {
    expect(after(before, indent(select(before)))).toBe(expected);
  });

  it.each([
    ['  a|b', 'a|b'],
    ['\ta|', 'a|'],
    [' |a', '|a'],
    ['|  a\n b|', '|a\nb|'],
    ['a|b', null],
  ])('outdent %j', (before, expected) => {
    expect(after(before, outdent(select(before)))).toBe(expected);
  });

  it.each([
    ['  a|', '  a\n  |'],
    ['if (x) {|', 'if (x) {\n  |'],
    ['  f(|)', '  f(\n    |)'],
    ['a|b|c', 'a\n|c'],
  ])('break the line of %j where it was indented', (before, expected) => {
    expect(after(before, newLine(select(before)))).toBe(expected);
  });

  it.each([
    ['{\n    |', '{\n  }|'],
    ['{\n  a|', null],
    ['{\n|', null],
  ])('close a bracket after %j', (before, expected) => {
    expect(after(before, closeBracket(select(before), '}'))).toBe(expected);
  });

  it('find a line by its number', () => {
    expect(lineRange('ab\nc\n', 2)).toEqual({ start: 3, end: 4 });
    expect(lineRange('ab\nc', 9)).toEqual({ start: 3, end: 4 });
  });
});
