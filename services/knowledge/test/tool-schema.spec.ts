import { describe, expect, it } from '@jest/globals';
import { parametersOf } from '../src/pages/tool-schema.js';

describe('the parameters of a tool', () => {
  it('are refused when they are too deep, too long or no object, however many values an answer has room for', () => {
    const nested = (depth: number) => JSON.parse(`${'{"not":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`) as unknown;
    expect(parametersOf(nested(8))).toContain('"type":"object"');
    const wide = { enum: Array(131_000).fill(0) };
    const many = { anyOf: Array.from({ length: 80_000 }, () => ({})) };
    for (const refused of [nested(9), nested(30_000), wide, { not: { not: wide } }, many, [], 'text', 7])
      expect(parametersOf(refused)).toBeNull();
    expect([undefined, null, {}].map(parametersOf)).toEqual(Array(3).fill('{"type":"object"}'));
  });
});
