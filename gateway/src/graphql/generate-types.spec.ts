import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { generateTypes } from './generate-types.js';

const COLOURS = ['red', 'green'] as const;
const Point = z.object({ x: z.number(), y: z.number().int() }).describe('A place.');

const typesOf = (schema: z.ZodType, names: { objects?: object; inputs?: object } = {}): string =>
  generateTypes({ objects: { Thing: schema, ...names.objects }, inputs: {}, enums: { Colour: COLOURS } });
const inputOf = (schema: z.ZodType): string => generateTypes({ objects: {}, inputs: { ThingInput: schema }, enums: {} });

describe('the GraphQL types of zod schemas', () => {
  it('map strings, ids, numbers, booleans, lists and records', () => {
    const schema = z.object({
      id: z.string(),
      ownerId: z.uuid(),
      name: z.string().nullable(),
      count: z.number().int().min(1),
      share: z.number(),
      isOn: z.boolean(),
      tags: z.array(z.string()),
      traits: z.record(z.string(), z.number()),
      mixed: z.union([z.string(), z.number()]),
    });
    expect(typesOf(schema)).toContain(
      [
        'type Thing {',
        '  id: ID!',
        '  ownerId: ID!',
        '  name: String',
        '  count: Int!',
        '  share: Float!',
        '  isOn: Boolean!',
        '  tags: [String!]!',
        '  traits: JSON!',
        '  mixed: JSON!',
        '}',
      ].join('\n'),
    );
  });

  it('require in an input only what the schema requires', () => {
    const trimmed = z
      .string()
      .nullish()
      .transform((value) => value?.trim());
    const schema = z.object({
      name: z.string().trim(),
      note: trimmed,
      size: z.number().int().default(3),
      tag: z.string().optional(),
    });
    expect(inputOf(schema)).toBe('input ThingInput {\n  name: String!\n  note: String\n  size: Int\n  tag: String\n}');
  });

  it('make a default value required in answers, where it is always filled in', () => {
    expect(typesOf(z.object({ size: z.number().int().default(3) }))).toContain('size: Int!');
  });

  it('name enums, and leave values that GraphQL cannot name as strings with a list of them', () => {
    const types = typesOf(z.object({ colour: z.enum(COLOURS), model: z.enum(['gpt-4', 'gpt-4o']) }));
    expect(types).toContain('enum Colour {\n  red\n  green\n}');
    expect(types).toContain('  colour: Colour!\n  "One of: gpt-4, gpt-4o."\n  model: String!');
  });

  it('carry the descriptions of types and fields', () => {
    const schema = z.object({ at: Point, name: z.string().nullable().describe('Says "hello".') });
    const types = typesOf(schema, { objects: { Point } });
    expect(types).toContain('"A place."\ntype Point {');
    expect(types).toContain('  at: Point!\n  "Says \\"hello\\"."\n  name: String');
  });

  it('recognise a named object behind null, lists and descriptions', () => {
    const schema = z.object({ one: Point.nullable(), many: z.array(Point), described: Point.describe('The first one.') });
    expect(typesOf(schema, { objects: { Point } })).toMatch(/one: Point\n {2}many: \[Point!\]!\n {2}described: Point!/);
  });

  it('merge the members of a union of objects; a field that one of them lacks is nullable', () => {
    const schema = z.discriminatedUnion('valid', [
      z.object({ valid: z.literal(true) }),
      z.object({ valid: z.literal(false), message: z.string() }),
    ]);
    expect(typesOf(schema)).toContain('type Thing {\n  valid: Boolean!\n  message: String\n}');
  });

  it('refuse an object or enum without a name, and say where it is', () => {
    expect(() => typesOf(z.object({ at: Point }))).toThrow('The object at type Thing.at has no GraphQL name');
    expect(() => typesOf(z.object({ size: z.enum(['small', 'large']) }))).toThrow('The enum at type Thing.size (small, large)');
  });

  it('refuse one schema under two names', () => {
    expect(() => typesOf(Point, { objects: { Point } })).toThrow('One schema is named both Thing and Point.');
  });
});
