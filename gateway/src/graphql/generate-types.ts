import { z } from 'zod';

/** The zod schemas that become GraphQL types, by the name of the type. */
export interface NamedSchemas {
  /** Schemas of answers: GraphQL object types. */
  readonly objects: Readonly<Record<string, z.ZodType>>;
  /** Schemas of what clients send: GraphQL input types. */
  readonly inputs: Readonly<Record<string, z.ZodType>>;
  readonly enums: Readonly<Record<string, readonly string[]>>;
}

/**
 * The type definitions (SDL) of all named schemas. A field that a schema does not require is nullable; a schema without a GraphQL equivalent (records,
 * unions of different types) is JSON. Throws when a schema uses an object or enum that has no name.
 */
export function generateTypes({ objects, inputs, enums }: NamedSchemas): string {
  const enumNames = new Map(Object.entries(enums).map(([name, values]) => [keyOf(values), name]));
  const answers: Direction = { names: namesOf(objects), enumNames, isOptional: (schema) => schema._zod.optout === 'optional' };
  const sent: Direction = { names: namesOf(inputs), enumNames, isOptional: (schema) => schema._zod.optin !== undefined };
  return [
    ...Object.entries(enums).map(([name, values]) => `enum ${name} {\n${values.map((value) => `  ${value}`).join('\n')}\n}`),
    ...Object.entries(objects).map(([name, schema]) => definition(`type ${name}`, schema, answers)),
    ...Object.entries(inputs).map(([name, schema]) => definition(`input ${name}`, schema, sent)),
  ].join('\n\n');
}

interface Direction {
  readonly names: ReadonlyMap<z.core.$ZodType, string>;
  readonly enumNames: ReadonlyMap<string, string>;
  readonly isOptional: (schema: z.core.$ZodType) => boolean;
}

function namesOf(schemas: Readonly<Record<string, z.ZodType>>): Map<z.core.$ZodType, string> {
  const names = new Map<z.core.$ZodType, string>();
  for (const [name, schema] of Object.entries(schemas)) {
    const taken = names.get(schema);
    if (taken) throw new Error(`One schema is named both ${taken} and ${name}.`);
    names.set(schema, name);
  }
  return names;
}

function definition(head: string, schema: z.ZodType, direction: Direction): string {
  const fields = Object.entries(shapeOf(schema, head)).map(([name, field]) => {
    const type = typeOf(field, `${head}.${name}`, direction);
    return `${described(descriptionOf(field), '  ')}  ${name}: ${type}`;
  });
  return `${described(schema.description)}${head} {\n${fields.join('\n')}\n}`;
}

const described = (description: string | undefined, indent = ''): string =>
  description === undefined ? '' : `${indent}${JSON.stringify(description)}\n`;

/** The fields of an object; of a union of objects all fields, those that a member lacks as optional ones. */
function shapeOf(schema: z.ZodType, place: string): Record<string, z.core.$ZodType> {
  if (schema instanceof z.ZodObject) return schema.shape;
  if (!(schema instanceof z.ZodUnion)) throw new Error(`${place} is not made of an object.`);
  const shapes = schema.options.map((option) => shapeOf(option as z.ZodType, place));
  const names = new Set(shapes.flatMap((shape) => Object.keys(shape)));
  return Object.fromEntries(
    [...names].map((name) => {
      const fields = shapes.flatMap((shape) => shape[name] ?? []);
      const [field = z.never()] = fields;
      return [name, fields.length === shapes.length ? field : z.optional(field)];
    }),
  );
}

function typeOf(schema: z.core.$ZodType, place: string, direction: Direction): string {
  const type = nullableTypeOf(schema, place, direction);
  return direction.isOptional(schema) || allowsNull(schema) ? type : `${type}!`;
}

function nullableTypeOf(field: z.core.$ZodType, place: string, direction: Direction): string {
  const schema = withoutWrappers(field);
  if (schema instanceof z.ZodArray) return `[${typeOf(schema.element, `${place}[]`, direction)}]`;
  if (schema instanceof z.ZodObject) return nameOf(schema, place, direction);
  if (schema instanceof z.ZodEnum) return enumOf(schema.options.map(String), place, direction);
  if (schema instanceof z.ZodUnion && schema.options.every((option) => option instanceof z.ZodObject))
    return nameOf(schema, place, direction);
  if (schema instanceof z.ZodUnion) {
    const types = new Set(schema.options.map((option) => nullableTypeOf(option as z.core.$ZodType, place, direction)));
    return types.size === 1 ? [...types].join('') : 'JSON';
  }
  if (schema instanceof z.ZodUUID || (isString(schema) && place.endsWith('.id'))) return 'ID';
  if (schema instanceof z.ZodNumber) return z.toJSONSchema(schema).type === 'integer' ? 'Int' : 'Float';
  if (schema instanceof z.ZodBoolean || (schema instanceof z.ZodLiteral && typeof schema.value === 'boolean')) return 'Boolean';
  return isString(schema) ? 'String' : 'JSON';
}

const isString = (schema: z.core.$ZodType): boolean =>
  schema._zod.def.type === 'string' || (schema instanceof z.ZodLiteral && typeof schema.value === 'string');

// A copy of a schema, as `.describe()` makes, has the original as its parent.
function nameOf(schema: z.core.$ZodType, place: string, { names }: Direction): string {
  for (let one: z.core.$ZodType | undefined = schema; one; one = one._zod.parent) {
    const name = names.get(one);
    if (name !== undefined) return name;
  }
  throw new Error(`The object at ${place} has no GraphQL name: add it to contract-types.ts.`);
}

// GraphQL allows letters, digits and underscores in the values of an enum: others, such as gpt-4o, stay strings.
const ENUM_VALUE = /^(?!(?:true|false|null)$)[A-Za-z_]\w*$/;

function enumOf(values: readonly string[], place: string, { enumNames }: Direction): string {
  if (!values.every((value) => ENUM_VALUE.test(value))) return 'String';
  const name = enumNames.get(keyOf(values));
  if (name === undefined)
    throw new Error(`The enum at ${place} (${values.join(', ')}) has no GraphQL name: add it to contract-types.ts.`);
  return name;
}

const keyOf = (values: readonly string[]): string => values.join(' ');

/** The innermost schema: without null, undefined, default and transformation, which clients do not see as types. */
function withoutWrappers(schema: z.core.$ZodType): z.core.$ZodType {
  const inner = innerOf(schema);
  return inner ? withoutWrappers(inner) : schema;
}

function innerOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return schema.unwrap();
  return schema instanceof z.ZodPipe ? schema.in : undefined;
}

function allowsNull(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodNullable) return true;
  const inner = innerOf(schema);
  return inner !== undefined && allowsNull(inner);
}

/** The description of a field, not that of the type of its value. Values that GraphQL cannot name are listed in it. */
function descriptionOf(field: z.core.$ZodType): string | undefined {
  for (let schema: z.core.$ZodType | undefined = field; schema; schema = innerOf(schema)) {
    if (schema instanceof z.ZodObject) return undefined;
    const description = z.globalRegistry.get(schema)?.description;
    if (description !== undefined) return description;
  }
  const schema = withoutWrappers(field);
  const isNameless = schema instanceof z.ZodEnum && !schema.options.every((value) => ENUM_VALUE.test(String(value)));
  return isNameless ? `One of: ${schema.options.join(', ')}.` : undefined;
}
