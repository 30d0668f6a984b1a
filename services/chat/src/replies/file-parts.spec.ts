import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fittingParts } from './file-parts.js';

const filler = (count: number): string =>
  Array.from({ length: count }, (_, n) => `Line ${n} of the long report speaks of weather and wind.\n`).join('');
const FILE = `Report of the harbour.\n${filler(400)}The larkspur berth costs thirty crowns.\n${filler(400)}閉館日は月曜日です。\n${filler(100)}`;

describe('the parts of a long file', () => {
  it('are its beginning and what fits the question, wherever it stands, in the order of the file', () => {
    const shown = fittingParts(FILE, 'What does the larkspur berth cost?', 8000);
    expect(shown).toMatch(/^Report of the harbour\.\n[^]*\(…\)[^]*The larkspur berth costs thirty crowns\./);
    expect(shown.length).toBeLessThanOrEqual(8000);
    expect(fittingParts(FILE, '閉館日はいつですか？', 8000)).toContain('閉館日は月曜日です。');
  });

  it('are the beginning alone where nothing fits, and all of a short one', () => {
    expect(fittingParts(FILE, 'zzz?', 8000)).toBe(FILE.slice(0, 8000));
    expect(fittingParts('short', 'What?', 8000)).toBe('short');
    expect(fittingParts('x'.repeat(200_000), 'xx?', 8000).length).toBeLessThanOrEqual(8000);
  });

  it('never exceed the limit, and hold nothing that is not in the file', () => {
    const text = fc.array(fc.constantFrom('word', 'berth', ' ', '\n', '。', '😀', 'x'.repeat(700)), { maxLength: 300 });
    fc.assert(
      fc.property(text, fc.integer({ min: 50, max: 3000 }), (pieces, max) => {
        const file = pieces.join('');
        const shown = fittingParts(file, 'which berth?', max);
        expect(shown.length).toBeLessThanOrEqual(Math.max(max, 0));
        for (const part of shown.split('\n(…)\n')) expect(file).toContain(part);
      }),
    );
  });
});
