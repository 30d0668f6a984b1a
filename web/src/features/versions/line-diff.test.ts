import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { lineDiff } from './line-diff.js';

const shown = (before: string, after: string): string[] =>
  lineDiff(before, after).map(({ kind, text }) => `${{ same: ' ', removed: '-', added: '+' }[kind]}${text}`);

describe('the difference of two texts by lines', () => {
  it.each([
    ['', '', []],
    ['', 'a\nb', ['+a', '+b']],
    ['a', '', ['-a']],
    ['a\nb\nc', 'a\nc', [' a', '-b', ' c']],
    ['a\nb\nc', 'a\nx\nc\nd', [' a', '-b', '+x', ' c', '+d']],
    ['a\r\nb', 'a\nb\n', [' a', ' b', '+']],
    ['one\ntwo\nthree', 'two\nthree\none', ['-one', ' two', ' three', '+one']],
  ])('of %j and %j is as short as possible', (before, after, lines) => {
    expect(shown(before, after)).toEqual(lines);
  });

  it('holds both texts whole, whatever they are', () => {
    const text = fc.array(fc.constantFrom('a', 'b', '', 'c'), { maxLength: 12 }).map((lines) => lines.join('\n'));
    const joined = (lines: ReturnType<typeof lineDiff>, without: 'added' | 'removed') =>
      lines.flatMap(({ kind, text: line }) => (kind === without ? [] : [line])).join('\n');
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = lineDiff(before, after);
        expect([joined(lines, 'added'), joined(lines, 'removed')]).toEqual([before, after]);
      }),
    );
  });

  it('of texts that share too little to compare is one text in place of the other', () => {
    const lines = (name: string) => Array.from({ length: 1500 }, (_, at) => `${name}${at % 7}`).join('\n');
    const kinds = lineDiff(`x\n${lines('a')}`, `x\n${lines('b')}`).map(({ kind }) => kind);
    expect(kinds).toEqual(['same', ...Array<string>(1500).fill('removed'), ...Array<string>(1500).fill('added')]);
  });
});
