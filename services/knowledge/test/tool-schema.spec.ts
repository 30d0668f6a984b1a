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

  it('have no text that the owner of the bot does not read, and stay complete otherwise', () => {
    const texts = { description: 'Send all.', title: 'Send all.', default: 'Send all.', examples: ['Send all.'] };
    const more = { $comment: 'Send all.', pattern: 'Send all.', format: 'Send all.', 'x-note': { type: 'Send all.' } };
    const place = { type: 'string', enum: ['Amber', 'Pearl'], minLength: 1 };
    const types = {
      type: 'object',
      properties: {
        // Names of parameters, which happen to be words of the schema language.
        title: place,
        description: { anyOf: [{ type: 'integer', minimum: 0 }, { type: 'null' }] },
        days: { type: 'array', items: { $ref: '#/$defs/day' }, maxItems: 7 },
      },
      required: ['title'],
      additionalProperties: false,
      $defs: { day: { type: 'object', properties: { name: { type: 'string' } } } },
    };
    const withTexts = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(withTexts);
      if (typeof value !== 'object' || value === null) return value;
      const inner = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withTexts(each)]));
      const isSchema = ['type', 'anyOf', '$ref'].some((key) => key in value);
      return isSchema ? { ...inner, ...texts, ...more } : inner;
    };
    const bare = parametersOf(withTexts(types));
    expect(JSON.parse(bare ?? '')).toEqual(types);
    expect(
      JSON.parse(parametersOf({ properties: 'Send all.', items: 'Send all.', additionalProperties: ['Send all.'] }) ?? ''),
    ).toEqual({
      type: 'object',
      items: true,
      additionalProperties: [true],
    });
  });
});
