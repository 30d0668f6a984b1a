import { deepStrictEqual } from 'node:assert/strict';
import { describe, expect, it } from '@jest/globals';
import { CALLS } from '@kith/proto';
import { z } from 'zod';
import { readerOf, UNREAD } from './schema-reader.js';

/** A generator of numbers that gives the same ones for the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const TEXTS = [
  '0b5a6c1e-6f0a-4c1e-9d3b-0123456789ab',
  '2026-11-23T19:04:35.123Z',
  '2026-11-23',
  '#5865F2',
  '123456789012345678',
  'Anne',
  ' padded ',
  'a@b.example',
  'https://a.example/x',
  '',
  '\0',
  '__proto__',
  'constructor',
  '12',
];
const OTHERS = [0, 1, 3, -1, 0.5, 1e9, 2 ** 53, Number.NaN, Infinity, true, false, null, undefined, [], {}, Symbol('s')];

type Random = () => number;
const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)] as T;

/** A value that mostly fits the schema. */
function sample(schema: z.core.$ZodType, random: Random, depth = 0): unknown {
  if (random() < 0.02 || depth > 8) return pick([...TEXTS, ...OTHERS], random);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inner = (type: z.core.$ZodType) => sample(type, random, depth + 1);
  switch (def.type) {
    case 'object': {
      const entries = Object.entries(def.shape).map(([name, type]) => [name, inner(type)] as const);
      const kept = entries.filter(() => random() > 0.03);
      return Object.fromEntries([...kept, ...(random() < 0.2 ? [['unknown', 1] as const] : [])]);
    }
    case 'array':
      return Array.from({ length: Math.floor(random() * 3) }, () => inner(def.element));
    case 'record':
      return Object.fromEntries(Array.from({ length: 2 }, () => [String(inner(def.keyType)), inner(def.valueType)]));
    case 'optional':
    case 'default':
    case 'prefault':
      return random() < 0.3 ? undefined : inner(def.innerType);
    case 'nullable':
      return random() < 0.3 ? null : inner(def.innerType);
    case 'union':
      return inner(pick(def.options, random));
    case 'pipe':
      return inner(def.in);
    case 'boolean':
      return random() < 0.5;
    case 'enum':
    case 'literal':
      return pick([...(schema._zod.values ?? [])], random);
    case 'string':
      return fitting(schema, TEXTS, random);
    case 'number':
      return fitting(schema, OTHERS, random);
    default:
      return pick([...TEXTS, ...OTHERS], random);
  }
}

function fitting(schema: z.core.$ZodType, values: readonly unknown[], random: Random): unknown {
  const fit = values.filter((value) => z.safeParse(schema, value).success);
  return pick(fit.length > 0 && random() < 0.97 ? fit : values, random);
}

/** The same value, with fields in the same order and `undefined` where it stands. */
const shown = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) => (part === undefined || typeof part === 'symbol' ? String(part) : part));

function compare(schema: z.ZodType, value: unknown): 'read' | 'left to zod' | 'refused' {
  const read = readerOf(schema)(value);
  const parsed = schema.safeParse(value);
  if (read === UNREAD) return parsed.success ? 'left to zod' : 'refused';
  expect(parsed).toMatchObject({ success: true });
  expect(shown(read)).toBe(shown(parsed.data));
  // Not by `toStrictEqual`, which takes a field of the name `constructor` for the type.
  deepStrictEqual(read, parsed.data);
  return 'read';
}

describe('the reader of a schema', () => {
  it('answers what zod answers for inputs and answers of every call, and nothing that zod refuses', () => {
    const counts = { read: 0, 'left to zod': 0, refused: 0 };
    for (const [index, { input, output }] of CALLS.entries()) {
      const random = numbers(index + 1);
      for (let round = 0; round < 40; round += 1)
        for (const schema of [input, output]) counts[compare(schema, sample(schema, random))] += 1;
    }
    expect(counts.read).toBeGreaterThan(CALLS.length * 30);
    expect(counts.refused).toBeGreaterThan(CALLS.length);
    // Only what is rare is read twice.
    expect(counts['left to zod'] / counts.read).toBeLessThan(0.05);
  });

  const node: z.ZodType = z.object({
    name: z.string(),
    get children() {
      return z.array(node).optional();
    },
  });
  const schemas: [string, z.ZodType][] = [
    ['an object', z.object({ a: z.string(), b: z.number().optional(), c: z.boolean().nullable(), d: z.unknown() })],
    ['a strict object', z.strictObject({ a: z.string() })],
    ['an object that keeps other fields', z.looseObject({ a: z.string() })],
    ['an object with a rule', z.object({ a: z.string(), b: z.string() }).refine(({ a, b }) => a === b)],
    ['defaults', z.object({ a: z.string().default('x'), b: z.number().default(1).optional(), c: z.object({}).prefault({}) })],
    ['a text that is trimmed, then checked', z.string().trim().min(2).max(5)],
    ['a text that is changed', z.string().transform((text) => text.length)],
    ['numbers in bounds', z.number().int().min(1).max(3)],
    ['numbers of texts', z.coerce.number().int().min(0)],
    ['a list in bounds', z.array(z.string()).min(1).max(2)],
    ['a record', z.record(z.string(), z.number())],
    ['a record of ids', z.record(z.uuid(), z.number().int())],
    ['a record of an enumeration', z.record(z.enum(['a', 'b']), z.number())],
    ['a record whose names are changed', z.record(z.string().trim(), z.number())],
    ['a union', z.union([z.string().trim().min(3), z.literal(''), z.number()])],
    [
      'a discriminated union',
      z.discriminatedUnion('a', [z.object({ a: z.literal('x'), b: z.string() }), z.object({ a: z.literal(1) })]),
    ],
    ['a schema that contains itself', node],
    ['optional fields that may not be undefined', z.object({ a: z.string().exactOptional() })],
  ];
  const values: unknown[] = [
    ...TEXTS,
    ...OTHERS,
    ['a'],
    ['a', 'b', 'c'],
    [undefined],
    { a: 'x' },
    { a: 'x', b: 'x' },
    { a: 'x', b: 1, c: null, d: undefined, e: 2 },
    { a: 'x', b: undefined, c: true, d: 1 },
    { a: 1 },
    { a: undefined },
    { b: 2 },
    { ' a ': 1 },
    { '0b5a6c1e-6f0a-4c1e-9d3b-0123456789ab': 1 },
    JSON.parse('{"__proto__": 1, "a": "x"}'),
    Object.create({ a: 'inherited', c: null, d: 1 }),
    Object.assign(Object.create(null), { a: 1, b: 2 }),
    new Date(0),
    new Map([['a', 1]]),
    { [Symbol('s')]: 1, a: 1 },
    { name: 'a', children: [{ name: 'b', children: [] }, { name: 'c' }] },
    { name: 'a', children: [{ name: 1 }] },
  ];

  it('leaves a union to zod of which two options have the same value, or none, of the discriminator', () => {
    const union = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a').optional(), first: z.string() }),
      z.object({ kind: z.literal('b').optional(), second: z.string() }),
    ]);
    const answer = (read: () => unknown): unknown => {
      try {
        return read();
      } catch (error) {
        return error instanceof Error ? error.message : error;
      }
    };
    for (const value of [{ first: 'x' }, { second: 'x' }, { kind: 'a', first: 'x' }, { kind: 'b', second: 'x' }]) {
      const byZod = answer(() => {
        const parsed = union.safeParse(value);
        return parsed.success ? parsed.data : UNREAD;
      });
      expect(answer(() => readerOf(union)(value))).toEqual(byZod);
    }
  });

  it('refuses a list that is too long before it reads an item', () => {
    let read = 0;
    const counted = z.string().refine(() => (read += 1) > 0);
    const list = z.array(counted).min(1).max(3);
    expect(readerOf(list)(Array.from({ length: 1_000_000 }, () => 'x'))).toBe(UNREAD);
    expect(read).toBe(0);
    expect(readerOf(list)(['x', 'y', 'z'])).toEqual(['x', 'y', 'z']);
    expect(read).toBe(3);
  });

  it.each(schemas)('answers what zod answers for %s', (_kind, schema) => {
    for (const value of values) compare(schema, value);
  });
});
