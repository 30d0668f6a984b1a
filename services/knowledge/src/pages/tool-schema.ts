const MAX_CHARS = 4000;
const MAX_DEPTH = 8;

/** Keywords of a JSON schema whose value is taken over: they say what a value may be. */
const VALUES = new Set<string>([
  'type',
  'required',
  'enum',
  'const',
  '$ref',
  'uniqueItems',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
]);
/** Whose value is a schema or a list of schemas. */
const SCHEMAS = new Set<string>(['items', 'prefixItems', 'additionalProperties', 'anyOf', 'oneOf', 'allOf', 'not']);
/** Whose value is an object of schemas, by names that the server chose. */
const NAMED_SCHEMAS = new Set<string>(['properties', '$defs', 'definitions']);

/**
 * The parameters of a tool as a JSON schema of an object, without descriptions and other texts, which would enter the prompt though no owner reads
 * them; null when no language model can be given them.
 */
export function parametersOf(given: unknown): string | null {
  const schema = given ?? { type: 'object' };
  if (!isObject(schema) || isDeeper(schema, MAX_DEPTH)) return null;
  const parameters = JSON.stringify({ ...typesOf(schema), type: 'object' });
  return parameters.length > MAX_CHARS ? null : parameters;
}

/** Whether objects and lists stand deeper in each other than `depth`. */
export const isDeeper = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1)));

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

const typesOf = (schema: object): object =>
  Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]: [string, unknown]) => {
      if (VALUES.has(keyword)) return [[keyword, value]];
      if (SCHEMAS.has(keyword)) return [[keyword, Array.isArray(value) ? value.map(schemaOf) : schemaOf(value)]];
      if (!NAMED_SCHEMAS.has(keyword) || !isObject(value)) return [];
      return [[keyword, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, schemaOf(inner)]))]];
    }),
  );

/** A schema is an object or a boolean; `true` allows every value. */
const schemaOf = (value: unknown): unknown => (isObject(value) ? typesOf(value) : value !== false);
