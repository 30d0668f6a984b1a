import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { indexedItem } from './chunk-index.js';
import { splitLongText, splitText } from './split-text.js';

const sentence = (n: number) => `Sentence number ${n} says something about topic ${n * 7}.`;
const paragraph = (from: number, count: number) => Array.from({ length: count }, (_, i) => sentence(from + i)).join(' ');

describe('splitText', () => {
  it('keeps a short text in one chunk', () => {
    expect(splitText('One.\n\nTwo.')).toEqual(['One.\n\nTwo.']);
  });

  it('returns no chunk for a blank text', () => {
    expect(splitText(' \n\n\t\n')).toEqual([]);
  });

  it('splits a long paragraph at sentences and repeats the last ones in the next chunk', () => {
    const parts = splitText(paragraph(1, 100));
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) {
      expect(part.length).toBeLessThanOrEqual(1600);
      expect(part).toMatch(/^Sentence number/);
      expect(part).toMatch(/\.$/);
    }
    const [first = '', second = ''] = parts;
    const repeated = second.slice(0, second.indexOf('\n'));
    expect(first.endsWith(repeated)).toBe(true);
    expect(repeated.length).toBeGreaterThan(100);
    expect(repeated.length).toBeLessThanOrEqual(240);
  });

  it('begins a chunk with the headings above it', () => {
    const text = `# Manual\n\n${paragraph(1, 20)}\n\n## Cleaning\n\n${paragraph(100, 60)}`;
    const parts = splitText(text);
    expect(parts[0]).toMatch(/^# Manual\n\nSentence number 1 /);
    const cleaning = parts.filter((part) => part.includes('number 100 ') || part.includes('number 150 '));
    expect(cleaning.length).toBeGreaterThanOrEqual(2);
    expect(cleaning[0]).toMatch(/^# Manual\n\n## Cleaning\n\nSentence number 100 /);
    expect(cleaning.at(-1)).toMatch(/^# Manual > Cleaning\n\n/);
  });

  it('does not repeat the heading of a section that has ended', () => {
    const text = `# A\n\n${paragraph(1, 25)}\n\n## B\n\n${paragraph(50, 25)}\n\n# C\n\n${paragraph(90, 60)}`;
    expect(splitText(text).at(-1)).toMatch(/^# C\n\n/);
  });

  it('does not split tables and code', () => {
    const table = [
      '| size | price |',
      '|---|---|',
      ...Array.from({ length: 60 }, (_, i) => `| ${i} cm | ${i * 3} euros for one piece |`),
    ].join('\n');
    const code = [
      '```ts',
      ...Array.from({ length: 50 }, (_, i) => `const value${i} = "# no heading, a long line of code ${i}";`),
      '```',
    ].join('\n');
    const parts = splitText(`${paragraph(1, 20)}\n\n${table}\n\nBetween.\n\n${code}\n\nAfter.`);
    expect(parts.some((part) => part.includes(table))).toBe(true);
    expect(parts.some((part) => part.includes(code))).toBe(true);
  });

  it('repeats the header of a long table in each part of it and keeps its rows whole', () => {
    const rows = Array.from(
      { length: 120 },
      (_, n) => `| Drink ${n} | ${n}.50 euros for a cup. And more for a pot. | ${'x'.repeat(60)} |`,
    );
    for (const header of ['| Name | Price | Note |\n|---|:-:|---|', '| Name | Price | Note |']) {
      const parts = splitText(`# Menu\n\n${header}\n${rows.join('\n')}\n\nAfter.`);
      expect(parts.length).toBeGreaterThan(5);
      for (const part of parts) {
        expect(part.startsWith(`# Menu\n\n${header}\n| Drink`)).toBe(true);
        expect(part.length).toBeLessThanOrEqual(1700);
      }
      const lines = parts.flatMap((part) => part.split('\n'));
      expect(lines.filter((line) => line.startsWith('| Drink'))).toEqual(rows);
    }
  });

  it('keeps a row of up to 4,800 characters whole, and splits longer ones', () => {
    const row = (chars: number) => `| key | ${'word '.repeat(chars / 5)} |`;
    const parts = splitText(['| Key | Text |', row(4000), row(4000), row(9000)].join('\n'));
    expect(parts.filter((part) => part.includes(row(4000)))).toHaveLength(2);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(4800 + 600);
  });

  it('keeps the records of a long list of JSON whole', () => {
    const records = Array.from(
      { length: 100 },
      (_, n) => `members[${n}]: {"name":"Member ${n}","text":"A sentence. Another one. ${'x'.repeat(50)}"}`,
    );
    const lines = splitText(`\`\`\`json\n${records.join('\n')}\n\`\`\``).flatMap((part) => part.split('\n'));
    expect(lines.filter((line) => line.startsWith('members'))).toEqual(records);
  });

  it('begins a chunk with the page of a PDF on which it begins', () => {
    const page = (n: number) => `[page ${n}]\n\n${paragraph(n * 100, 20)}`;
    const parts = splitText(`${page(1)}\n\n${page(2)}\n\n# Cleaning\n\n${page(3)}\n\n${paragraph(900, 40)}`);
    expect(parts[0]).toMatch(/^\[page 1\]\n\nSentence number 100 /);
    for (const [start, mark] of [
      [215, '[page 2]'],
      [930, '# Cleaning [page 3]'],
    ] as const)
      expect(parts.find((part) => part.includes(`number ${start} `))?.startsWith(mark)).toBe(true);
    expect(parts.some((part) => part.includes('[page 2]\n\n[page 2]'))).toBe(false);
  });

  it('splits very long words, but never inside a surrogate pair', () => {
    const parts = splitText('😀'.repeat(3000));
    expect(parts.every((part) => part.length <= 1600 && !/\p{Surrogate}/u.test(part))).toBe(true);
    expect(parts.join('')).toBe('😀'.repeat(3000));
  });

  it('loses no word of any text and returns no chunk that is too long', () => {
    const line = fc.oneof(
      fc.lorem({ maxCount: 30, mode: 'sentences' }),
      fc.constantFrom('', '', '# Title', '### Deep', '```', '| a | b |'),
      fc.string({ maxLength: 60 }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
        const text = lines.join('\n');
        const parts = splitText(text);
        const words = (value: string) => new Set(value.match(/\p{L}+/gu) ?? []);
        expect([...words(text)].filter((word) => !words(parts.join('\n')).has(word))).toEqual([]);
        expect(Math.max(0, ...parts.map((part) => part.length))).toBeLessThanOrEqual(4800 + 600);
      }),
    );
  });

  it('splits a very long heading like any other line [S45]', () => {
    const parts = splitText(`# ${'word '.repeat(30_000)}\n\nText.`);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(1600);
    expect(parts.join(' ').match(/word/g)?.length).toBeGreaterThanOrEqual(30_000);
  });

  it('segments a text of very short sentences only a limited number of times [S45]', () => {
    const segment = jest.spyOn(Intl.Segmenter.prototype, 'segment');
    const text = 'A b. '.repeat(20_000);
    const parts = splitText(text);
    const read = segment.mock.calls.reduce((sum, [piece]) => sum + piece.length, 0);
    segment.mockRestore();
    expect(read).toBeLessThan(text.length + 500 * parts.length);
  });

  it('makes few chunks of many headings, and splits hostile texts within seconds', () => {
    const start = performance.now();
    expect(splitText('# a\nb\n'.repeat(33_000)).length).toBeLessThan(400);
    expect(splitText('x'.repeat(200_000)).length).toBe(125);
    splitText('. '.repeat(100_000));
    splitText('```\n'.repeat(50_000));
    splitText('|'.repeat(200_000));
    splitText(`${'#'.repeat(6)} ${'a '.repeat(90_000)}`);
    expect(performance.now() - start).toBeLessThan(8000);
  });
});

describe('splitting a long text in turns', () => {
  it('gives the same chunks as splitting it at once', async () => {
    const text = `# One\n\n${'A sentence about tea. '.repeat(3000)}\n\n| a | b |\n|---|---|\n| 1 | 2 |`;
    expect(await splitLongText(text, 1000)).toEqual({ chunks: splitText(text), isCut: false });
    expect(await splitLongText(text, 3)).toEqual({ chunks: splitText(text).slice(0, 3), isCut: true });
  });

  it('keeps 2,000 chunks of an item and lets other work run meanwhile', async () => {
    let isDone = false;
    let turns = 0;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const extracted = 'A paragraph about tea and coffee.\n\n'.repeat(100_000);
    const { bodies, texts, isCut } = await indexedItem({ title: 'Tea', tags: [], content: '', extracted });
    isDone = true;
    expect([bodies.length, texts.length, isCut]).toEqual([2000, 2000, true]);
    expect(turns).toBeGreaterThan(2);
  });
});
