import { describe, expect, it } from '@jest/globals';
import { joinedParts } from '@kith/kit';
import { splitText } from './split-text.js';

const sentence = (n: number) => `Sentence number ${n} says something about topic ${n * 7}.`;
const paragraph = (from: number, count: number) => Array.from({ length: count }, (_, i) => sentence(from + i)).join(' ');
const row = (n: number) => `| Drink ${n} | ${n}.50 euros for a cup. And more for a pot. | ${'x'.repeat(60)} |`;
const TABLE = ['| Name | Price | Note |', '|---|:-:|---|', ...Array.from({ length: 120 }, (_, n) => row(n))].join('\n');

const chunksOf = (text: string, itemId = 'item') => splitText(text).map((body, at) => ({ itemId, body, place: at + 1 }));
const lines = (text: string): string[] => text.split(/\n+/).filter(Boolean);
const counted = (text: string, words: RegExp): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const [found] of text.matchAll(words)) counts.set(found, (counts.get(found) ?? 0) + 1);
  return counts;
};

describe('chunks of an item that follow one another', () => {
  it.each([
    ['a long paragraph', paragraph(1, 100)],
    ['paragraphs', Array.from({ length: 40 }, (_, n) => paragraph(10 * n, 6)).join('\n\n')],
    ['sections', `# A\n\n${paragraph(1, 25)}\n\n## B\n\n${paragraph(50, 45)}\n\n# C\n\n${paragraph(100, 60)}`],
    ['pages', `# A\n\n[page 1]\n\n${paragraph(1, 45)}\n\n[page 2]\n\n${paragraph(50, 45)}\n\n[page 3]\n\n${paragraph(100, 9)}`],
    ['lines', Array.from({ length: 90 }, (_, n) => sentence(n)).join('\n')],
    ['pages without headings', `[page 1]\n\n${paragraph(1, 45)}\n\n[page 2]\n\n${paragraph(50, 45)}`],
  ])('are one text, each sentence and heading of %s once', (_what, text) => {
    const chunks = chunksOf(text);
    expect(chunks.length).toBeGreaterThan(2);
    const repeated = counted(chunks.map(({ body }) => body).join('\n'), /Sentence number \d+ [^.]+\./g);
    expect(Math.max(...repeated.values())).toBe(2);
    const [joined, ...others] = joinedParts(chunks);
    expect(others).toEqual([]);
    const whole = joined?.whole.body ?? '';
    expect(counted(whole, /Sentence number \d+ [^.]+\./g)).toEqual(counted(text, /Sentence number \d+ [^.]+\./g));
    expect(lines(whole).filter((line) => /^[#[]/.test(line))).toEqual(lines(text).filter((line) => /^[#[]/.test(line)));
  });

  it.each([
    ['with', TABLE],
    ['without', TABLE.replace('|---|:-:|---|\n', '')],
  ])('have the header of a table %s a rule once, and all of its rows', (_what, table) => {
    const [joined] = joinedParts(chunksOf(`# Menu\n\n${table}\n\nAfter the table comes this sentence.`));
    expect(joined?.whole.body).toBe(`# Menu\n\n${table}\n\nAfter the table comes this sentence.`);
  });

  it('are one in their order, wherever the best of them stands, and leave others and other items alone', () => {
    const [one, two, three, , five] = chunksOf(paragraph(1, 200));
    const [other] = chunksOf(paragraph(300, 20), 'other');
    if (!one || !two || !three || !five || !other) throw new Error('the text is too short');
    const found = joinedParts([three, other, five, two]);
    expect(found.map(({ parts }) => parts)).toEqual([[two, three], [other], [five]]);
    expect(found[0]?.whole).toMatchObject({ place: 3, body: expect.stringMatching(/^Sentence/) });
    expect(found[0]?.whole.body.startsWith(two.body)).toBe(true);
    expect(found[1]?.whole).toBe(other);
  });

  it('are left alone where nobody says how they follow, and a short line that both have is kept', () => {
    const unplaced = [
      { itemId: 'a', body: 'One.' },
      { itemId: 'a', body: 'Two.' },
    ];
    expect(joinedParts(unplaced).map(({ whole }) => whole)).toEqual(unplaced);
    const short = ['}', '}'].map((body, at) => ({ itemId: 'a', body, place: at }));
    expect(joinedParts(short).map(({ whole }) => whole.body)).toEqual(['}\n\n}']);
  });
});
