import { describe, expect, it } from '@jest/globals';
import { pageLines, type TextRun } from './pdf-layout.js';
import { pdfMarkdown } from './pdf-text.js';

const run = (text: string, x: number, y: number, more: Partial<TextRun> = {}): TextRun => {
  const size = more.size ?? 10;
  return { text, x, y, size, width: text.length * size * 0.5, isRightToLeft: false, isUpright: true, ...more };
};
/** Lines below each other, 12 points apart. */
const column = (words: readonly string[], x: number, top: number) => words.map((text, n) => run(text, x, top - 12 * n));
const textOf = (...pages: readonly (readonly TextRun[])[]) => pdfMarkdown(pages.map(pageLines), pages.length > 1);

describe('the text of PDF pages', () => {
  it('is ordered from the top to the bottom and from left to right, whatever the order in the file', () => {
    const runs = [run('below', 50, 600), run('right', 78, 700), run('left', 50, 700.5), run('.', 103, 700)];
    expect(textOf(runs)).toBe('left right.\n\nbelow');
  });

  it('reads two columns one after the other, and what runs across both before and after them', () => {
    const left = Array.from({ length: 8 }, (_, n) => `The left column has line number ${n}`);
    const right = Array.from({ length: 7 }, (_, n) => `And the right one has line number ${n}`);
    const runs = [
      run('A title that runs across both of the columns of this page', 60, 730, { size: 16 }),
      ...column(right, 310, 700),
      ...column(left, 60, 700),
      run('A note below both columns, which is as wide as the page is, or nearly so, at least.', 60, 580),
    ];
    const lines = textOf(runs).split('\n').filter(Boolean);
    expect(lines).toEqual([
      '# A title that runs across both of the columns of this page',
      ...left,
      ...right,
      'A note below both columns, which is as wide as the page is, or nearly so, at least.',
    ]);
  });

  it('reads three columns one after the other', () => {
    const texts = ['one', 'two', 'three'].map((name) => Array.from({ length: 6 }, (_, n) => `Column ${name}, its line ${n}.`));
    const runs = texts.flatMap((lines, n) => column(lines, 50 + 170 * n, 700));
    expect(textOf(runs).split('\n').filter(Boolean)).toEqual(texts.flat());
  });

  it('keeps the rows of a table together', () => {
    const runs = Array.from({ length: 12 }, (_, n) => [
      run(`Tea ${n}`, 60, 700 - 12 * n),
      run(`${n}.50`, 300, 700 - 12 * n),
    ]).flat();
    expect(textOf(runs).split('\n')).toEqual(Array.from({ length: 12 }, (_, n) => `Tea ${n} ${n}.50`));
  });

  it('marks larger lines as headings by their size, and joins a heading of two lines', () => {
    const body = (top: number) =>
      column(
        Array.from({ length: 6 }, (_, n) => `Ordinary text with some words, line ${n}.`),
        50,
        top,
      );
    const runs = [
      run('The', 50, 760, { size: 24 }),
      run('Manual', 50, 730, { size: 24 }),
      ...body(700),
      run('Cleaning', 50, 600, { size: 14 }),
      ...body(580),
    ];
    const text = textOf(runs);
    expect(text).toMatch(/^# The Manual\n\nOrdinary text/);
    expect(text).toMatch(/line 5\.\n\n## Cleaning\n\nOrdinary/);
  });

  it('has no headings when a large part of it is in large letters', () => {
    const runs = column(
      Array.from({ length: 6 }, (_, n) => `Slide text ${n}`),
      50,
      700,
    ).map((each, n) => ({ ...each, size: n < 2 ? 20 : 10 }));
    expect(textOf(runs)).not.toContain('#');
  });

  it('divides paragraphs by their distance and joins words that are divided at the end of a line', () => {
    const runs = [...column(['A long para-', 'graph of three', 'lines.'], 50, 700), ...column(['Another', 'one.'], 50, 650)];
    expect(textOf(runs)).toBe('A long paragraph of three\nlines.\n\nAnother\none.');
  });

  it('begins each page with its number, and leaves out headers and footers that most pages repeat', () => {
    const page = (n: number) => [
      run('Annual report', 50, 780),
      ...column([`Fact ${n} is here`, `and more about ${n}`], 50, 700),
      run(`Page ${n} of 5`, 50, 30),
    ];
    expect(textOf(...[1, 2, 3, 4, 5].map(page))).toBe(
      [1, 2, 3, 4, 5].map((n) => `[page ${n}]\n\nFact ${n} is here\nand more about ${n}`).join('\n\n'),
    );
  });

  it('reads lines from right to left in Hebrew and Arabic', () => {
    const rtl = { isRightToLeft: true };
    expect(textOf([run('שלום', 100, 700, rtl), run('עולם', 70, 700, rtl)])).toBe('שלום עולם');
  });

  it('keeps the order of the file on a page that is turned', () => {
    const turned = { isUpright: false };
    expect(textOf([run('first', 10, 10, turned), run('second', 20, 500, turned)])).toBe('first\nsecond');
  });

  it('is empty for a page without text, which gets no number', () => {
    expect(textOf([], [run('Only page two', 50, 700)])).toBe('[page 2]\n\nOnly page two');
  });

  it('has what was recognized on a page after its text, also where the edges of the page are left out', () => {
    const pages = Array.from({ length: 5 }, (_, n) =>
      pageLines([
        run('The manual', 50, 780),
        ...column([`First line ${n}.`, 'Second line.', 'Third line.'], 50, 700),
        run(`Page ${n + 1}`, 50, 20),
      ]),
    );
    const text = pdfMarkdown(pages, true, new Map(pages.map((_, n) => [n, `Milk ${n}\n\nTea`])));
    expect(text).not.toMatch(/The manual|^Page/m);
    expect(text).toMatch(/^\[page 1\]\n\nFirst line 0\.\nSecond line\.\nThird line\.\n\nMilk 0\n\nTea\n\n\[page 2\]/);
    expect(pdfMarkdown([[], []], true, new Map([[1, 'Milk']]))).toBe('[page 2]\n\nMilk');
  });
});
