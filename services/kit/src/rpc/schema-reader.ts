import type { z } from 'zod';

/** What a reader answers for a value that the schema refuses, or that it does not read itself. */
export const UNREAD = Symbol('unread');

/** The value as the schema gives it back: without fields that it does not name. UNREAD when zod has to decide. */
export type Reader = (value: unknown) => unknown;

type Schema = z.core.$ZodType;
type Definition = z.core.$ZodTypes['_zod']['def'];
type Check = z.core.$ZodCheck<unknown>;

/**
 * Reads values as zod's `safeParse` does, several times as fast, because nothing is kept for each value that an error could name. For a value
 * that does not match, zod says what is wrong with it. Parts whose kind is not known here are read by zod.
 */
export function readerOf(schema: Schema): Reader {
  const known = readers.get(schema);
  if (known) return known;
  // Until its own reader is known: a schema may contain itself.
  readers.set(schema, byZod(schema));
  const read = readerOfKind(schema);
  const reader = read ? withChecks(read, schema) : byZod(schema);
  readers.set(schema, reader);
  return reader;
}

const readers = new WeakMap<Schema, Reader>();

const byZod =
  (schema: Schema): Reader =>
  (value) => {
    const parsed = (schema as z.ZodType).safeParse(value);
    return parsed.success ? parsed.data : UNREAD;
  };

/** The reader of a schema without its checks; undefined for a kind that is not known here. */
function readerOfKind(schema: Schema): Reader | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return 'coerce' in def && def.coerce ? undefined : (value) => (typeof value === 'string' ? value : UNREAD);
    case 'number':
      return 'coerce' in def && def.coerce ? undefined : (value) => (Number.isFinite(value) ? value : UNREAD);
    case 'boolean':
      return 'coerce' in def && def.coerce ? undefined : (value) => (typeof value === 'boolean' ? value : UNREAD);
    case 'enum':
    case 'literal':
      return oneOf(schema._zod.values);
    case 'unknown':
      return (value) => value;
    default:
      return readerOfComposed(schema, def);
  }
}

function readerOfComposed(schema: Schema, def: Definition): Reader | undefined {
  switch (def.type) {
    case 'nullable':
      return nullable(readerOf(def.innerType));
    case 'optional':
      return isPlainOptional(schema, def) ? optional(readerOf(def.innerType)) : undefined;
    case 'default':
      return withDefault(def);
    case 'array':
      return listOf(readerOf(def.element), mostItems(schema));
    case 'object':
      return def.catchall ? undefined : objectOf(def.shape);
    case 'union':
      return 'discriminator' in def ? byDiscriminator(def as z.core.$ZodDiscriminatedUnionDef) : firstOf(def);
    case 'record':
      return def.keyType._zod.values || def.mode === 'loose' ? undefined : recordOf(def);
    default:
      return undefined;
  }
}

/** Not for one whose inner schema makes something of an absent value, or that refuses `undefined`. */
const isPlainOptional = (schema: Schema, { innerType }: z.core.$ZodOptionalDef): boolean =>
  innerType._zod.optin === undefined && !schema._zod.traits.has('$ZodExactOptional');

function firstOf({ options, inclusive }: z.core.$ZodUnionDef): Reader | undefined {
  if (inclusive === false) return undefined;
  const read = options.map(readerOf);
  return (value) => {
    for (const option of read) {
      const result = option(value);
      if (result !== UNREAD) return result;
    }
    return UNREAD;
  };
}

function byDiscriminator({ options, discriminator, unionFallback }: z.core.$ZodDiscriminatedUnionDef): Reader | undefined {
  if (unionFallback) return undefined;
  const byValue = new Map<unknown, Reader>();
  for (const option of options)
    for (const value of option._zod.propValues?.[discriminator] ?? []) {
      // Which of the two it is, zod decides.
      if (byValue.has(value)) return undefined;
      byValue.set(value, readerOf(option));
    }
  return (value) => {
    const read = isObject(value) ? byValue.get(value[discriminator]) : undefined;
    return read ? read(value) : UNREAD;
  };
}

const oneOf = (values: ReadonlySet<unknown> | undefined): Reader | undefined =>
  values && ((value) => (values.has(value) ? value : UNREAD));

const nullable =
  (read: Reader): Reader =>
  (value) =>
    value === null ? null : read(value);

const optional =
  (read: Reader): Reader =>
  (value) =>
    value === undefined ? undefined : read(value);

function withDefault(def: z.core.$ZodDefaultDef): Reader {
  const read = readerOf(def.innerType);
  return (value) => {
    if (value === undefined) return def.defaultValue;
    const result = read(value);
    return result === undefined ? def.defaultValue : result;
  };
}

/** The items of a list are read only when it has no more than it may have. */
function listOf(read: Reader, most: number): Reader {
  return (value) => {
    if (!Array.isArray(value) || value.length > most) return UNREAD;
    const list = Array.from<unknown>({ length: value.length });
    for (let index = 0; index < value.length; index += 1) {
      const item = read(value[index]);
      if (item === UNREAD) return UNREAD;
      list[index] = item;
    }
    return list;
  };
}

interface Field {
  readonly name: string;
  readonly read: Reader;
  /** Whether an object may lack it, and the result then lacks it too. */
  readonly isOptional: boolean;
  /** Whether it has a default, which the reader answers for a field that is absent. */
  readonly isDefaulted: boolean;
}

function objectOf(shape: Readonly<Record<string, Schema>>): Reader | undefined {
  if (Object.hasOwn(shape, '__proto__')) return undefined;
  const fields = Object.entries(shape).map(([name, schema]): Field => {
    const { optin, optout, def } = schema._zod;
    const isOptional = optin === 'optional' && optout === 'optional';
    return { name, read: readerOf(schema), isOptional, isDefaulted: def.type === 'default' && optout !== 'optional' };
  });
  return (value) => {
    if (!isObject(value)) return UNREAD;
    const result: Record<string, unknown> = {};
    for (const { name, read, isOptional, isDefaulted } of fields) {
      const given = value[name];
      if (given === undefined && !(name in value)) {
        if (isOptional) continue;
        if (!isDefaulted) return UNREAD;
      }
      const field = read(given);
      if (field === UNREAD) return UNREAD;
      result[name] = field;
    }
    return result;
  };
}

function recordOf({ keyType, valueType }: z.core.$ZodRecordDef): Reader {
  const [readName, read] = [readerOf(keyType), readerOf(valueType)];
  return (value) => {
    if (!isPlainObject(value)) return UNREAD;
    const result: Record<string, unknown> = {};
    for (const name of Object.keys(value)) {
      // A name that the schema changes or refuses, and `__proto__`, are left to zod.
      if (name === '__proto__' || readName(name) !== name) return UNREAD;
      const field = read(value[name]);
      if (field === UNREAD) return UNREAD;
      result[name] = field;
    }
    return result;
  };
}

/** Formats whose check is their pattern. */
const BY_PATTERN = new Set<unknown>(['uuid', 'datetime', 'regex']);

function withChecks(read: Reader, schema: Schema): Reader {
  const checks = checksOf(schema);
  const tests = checks.map(testOf);
  if (tests.every((test) => test !== undefined)) {
    const [first] = tests;
    if (!first) return read;
    if (tests.length === 1) return (value) => (read(value) !== UNREAD && first(value) ? value : UNREAD);
  }
  return (value) => {
    const result = read(value);
    return result === UNREAD ? UNREAD : checked(checks, result);
  };
}

/** How many items a list may have, by its checks. */
function mostItems(schema: Schema): number {
  const bounds = checksOf(schema).map(({ _zod: { def } }) =>
    def.check === 'max_length' ? (def as z.core.$ZodCheckMaxLengthDef).maximum : Infinity,
  );
  return Math.min(...bounds);
}

/** A format is a check of its own schema. */
function checksOf(schema: Schema): Check[] {
  const own = schema._zod.traits.has('$ZodCheck') ? [schema as unknown as Check] : [];
  return [...own, ...((schema._zod.def.checks ?? []) as unknown as Check[])];
}

/** A frequent check, which answers whether a value passes it; undefined for other ones. */
function testOf(check: Check): ((value: unknown) => boolean) | undefined {
  const { def } = check._zod as { readonly def: z.core.$ZodCheckDef & { readonly format?: unknown; readonly pattern?: unknown } };
  if (def.check === 'number_format' && def.format === 'safeint') return Number.isSafeInteger;
  const { pattern } = def;
  const isPattern = def.check === 'string_format' && BY_PATTERN.has(def.format) && pattern instanceof RegExp;
  return isPattern && !pattern.global && !pattern.sticky ? (value) => pattern.test(value as string) : undefined;
}

function checked(checks: readonly Check[], value: unknown): unknown {
  const payload: z.core.ParsePayload = { value, issues: [] };
  for (const { _zod } of checks) {
    if (_zod.def.when && !_zod.def.when(payload)) continue;
    // A check that answers later cannot be waited for here: zod refuses it.
    if (_zod.check(payload) instanceof Promise || payload.issues.length > 0) return UNREAD;
  }
  return payload.value;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && Object.getOwnPropertySymbols(value).length === 0;
}
