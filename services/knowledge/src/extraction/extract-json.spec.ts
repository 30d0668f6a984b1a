import { describe, expect, it } from '@jest/globals';
import type { Extraction } from './extraction.js';
import { extract } from './extract-json.js';

const read = (text: string, maxChars = 200_000) =>
  extract({ bytes: new Uint8Array(), decoded: () => text, maxChars }) as Extraction;

describe('extracting JSON files', () => {
  it('leaves a short file and one that is no JSON as it is', () => {
    for (const text of ['{"tea": 3}', `{"open": "${'x'.repeat(3000)}`, 'words '.repeat(500)])
      expect(read(text)).toEqual({ text, isTruncated: false });
  });

  it('writes each record on a line of its own, with the path that leads to it', () => {
    const drinks = Array.from({ length: 60 }, (_, n) => ({ name: `Drink ${n}`, price: n, tags: ['cold', 'hot'] }));
    const { text } = read(JSON.stringify({ shop: 'Amber', menu: { drinks } }, null, 2));
    const lines = text.split('\n');
    expect(lines.slice(0, 4)).toEqual([
      '```json',
      'shop: "Amber"',
      'menu.drinks[0]: {"name":"Drink 0","price":0,"tags":["cold","hot"]}',
      'menu.drinks[1]: {"name":"Drink 1","price":1,"tags":["cold","hot"]}',
    ]);
    expect(lines).toHaveLength(63);
  });

  it('keeps the digits of long numbers', () => {
    const members = Array.from({ length: 80 }, (_, n) => `{"id": 12345678901234567${n % 10}, "level": ${n}, "share": 0.5}`);
    const { text } = read(`[${members.join(',')}]`);
    expect(text).toContain('[3]: {"id":123456789012345673,"level":3,"share":0.5}');
  });

  it('keeps the records of a file with one per line', () => {
    const lines = Array.from({ length: 60 }, (_, n) => `{"id": ${n}, "text": "A sentence. And another one."}`);
    expect(read(lines.join('\n')).text).toBe(`\`\`\`json\n${lines.join('\n')}\n\`\`\``);
  });

  it('reads as many records as fit', () => {
    const { text, isTruncated } = read(JSON.stringify(Array.from({ length: 500 }, (_, n) => ({ n }))), 1000);
    expect(isTruncated).toBe(true);
    expect(text.length).toBeLessThanOrEqual(1000 + '```json\n\n```'.length);
  });

  it('refuses a file that is nested too deep [S45]', () => {
    expect(() => read('['.repeat(100_000) + ']'.repeat(100_000))).toThrow(RangeError);
    const wide = `"${'x'.repeat(2000)}"`;
    expect(() => read('['.repeat(300) + wide + ']'.repeat(300))).toThrow(RangeError);
  });
});
