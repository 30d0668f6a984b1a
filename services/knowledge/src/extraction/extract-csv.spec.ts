import { describe, expect, it } from '@jest/globals';
import type { Extraction } from './extraction.js';
import { extract } from './extract-csv.js';

const read = (text: string, maxChars = 200_000) =>
  extract({ bytes: new Uint8Array(), decoded: () => text, maxChars }) as Extraction;

describe('extracting CSV files', () => {
  it.each([
    ['commas', 'name,price\nTea,3\n'],
    ['semicolons, and commas in numbers', 'name;price\nTea;3\n'],
    ['tabs', 'name\tprice\r\nTea\t3\r\n'],
    ['bars', 'name|price\rTea|3'],
    ['a declared delimiter', 'sep=^\r\nname^price\r\nTea^3'],
  ])('makes a table of rows with %s', (_what, text) => {
    expect(read(text)).toEqual({
      text: '| name | price |\n| Tea | 3 |',
      isTruncated: false,
      parts: { unit: 'rows', read: 2, total: 2 },
    });
  });

  it('understands quoted cells with delimiters, line breaks and quotes, empty cells and blank lines', () => {
    const text = 'a,b,c\n"x, y","two\nlines","say ""hi"""\n,,last\n\n  \n1,,\n"open';
    expect(read(text).text).toBe('| a | b | c |\n| x, y | two lines | say "hi" |\n|  |  | last |\n| 1 |  |  |\n| "open |');
  });

  it('leaves a file of one column as it is', () => {
    expect(read('One.\nTwo, three.\n')).toEqual({ text: 'One.\nTwo, three.\n', isTruncated: false });
  });

  it('reads as many whole rows as fit, and says how many there are', () => {
    const rows = Array.from({ length: 1000 }, (_, n) => `row ${n},value ${n}`);
    const { text, isTruncated, parts } = read(['key,value', ...rows].join('\n'), 500);
    expect(text.length).toBeLessThanOrEqual(500);
    expect(text.split('\n')).toHaveLength(parts?.read ?? 0);
    expect(text.endsWith(' |')).toBe(true);
    expect([isTruncated, parts?.total]).toEqual([true, 1001]);
  });

  it('reads a file of a million cells within seconds', () => {
    expect(read(`a,b\n${'"",'.repeat(1_000_000)}`).parts?.total).toBe(1);
    expect(read(`a,b\n1,2\n${'"'.repeat(1_000_001)},`).parts?.total).toBe(3);
  });
});
