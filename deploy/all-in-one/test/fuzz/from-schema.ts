import fc, { type Arbitrary } from 'fast-check';

/** The subset of JSON Schema (2020-12) that the contracts use. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
}

const TEXTS = [
  '',
  ' ',
  'Amber',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '\u0000',
  '\ud800',
  '😀'.repeat(9),
  '=1+1',
  '../../etc/passwd',
];

/** Values that mostly fit the schema, with unusual contents. */
export function fitting(schema: Schema): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return fc.oneof(...branches.map(fitting));
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string':
      return texts(schema);
    case 'integer':
      return fc.integer({ min: Math.max(-1e6, schema.minimum ?? -5), max: Math.min(1e6, schema.maximum ?? 1000) });
    case 'number':
      return fc.double({ min: Math.max(-1e6, schema.minimum ?? -5), max: Math.min(1e6, schema.maximum ?? 1000), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fitting(schema.items ?? {}), { maxLength: Math.min(4, schema.maxItems ?? 4) });
    case 'object':
      return objects(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function texts({ format, pattern, minLength = 0, maxLength = 200 }: Schema): Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'email') return fc.emailAddress();
  const odd = fc.constantFrom(...TEXTS);
  const plain = fc.string({ minLength: Math.min(minLength, 200), maxLength: Math.min(maxLength, 300), unit: 'grapheme' });
  if (pattern === undefined) return fc.oneof(plain, odd);
  return fc.oneof(fc.stringMatching(new RegExp(pattern)), odd);
}

function objects({ properties = {}, required = [], additionalProperties }: Schema): Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, fitting(field)]));
  const known = fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
  if (typeof additionalProperties !== 'object') return known;
  const extra = fc.dictionary(fc.string({ maxLength: 20 }), fitting(additionalProperties), { maxKeys: 4 });
  return fc.tuple(known, extra).map(([one, two]) => ({ ...two, ...one }));
}

const SAMPLES: readonly (readonly [string, unknown])[] = [
  ['string', 'text'],
  ['number', 12.5],
  ['boolean', true],
  ['null', null],
  ['array', [[]]],
  ['object', { $gt: '' }],
];

/** Bodies that do not fit: one field has a wrong type, or a required one is missing. */
export function unfitting(schema: Schema): Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {});
  const wrong = fields.flatMap(([name, field]) =>
    SAMPLES.filter(([type]) => !allows(field, type)).map(([, value]) => ({ name, value })),
  );
  const required = schema.required ?? [];
  const whole = fc.constantFrom<unknown>([], [1], 'text', 7, true);
  const broken =
    wrong.length === 0
      ? []
      : [
          fc
            .tuple(fitting(schema), fc.constantFrom(...wrong))
            .map(([body, { name, value }]) => ({ ...(body as object), [name]: value })),
        ];
  const lacking =
    required.length === 0
      ? []
      : [
          fc.tuple(fitting(schema), fc.constantFrom(...required)).map(([body, name]) => {
            const { [name]: _left, ...rest } = body as Record<string, unknown>;
            return rest;
          }),
        ];
  return fc.oneof(whole, ...broken, ...lacking);
}

function allows(schema: Schema, type: string): boolean {
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return branches.some((branch) => allows(branch, type));
  if (schema.const !== undefined) return typeOf(schema.const) === type;
  if (schema.enum) return schema.enum.some((value) => typeOf(value) === type);
  if (schema.type === undefined) return true;
  return [schema.type].flat().some((allowed) => allowed === type || (allowed === 'integer' && type === 'number'));
}

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
