import { z } from 'zod';

/** The largest JSON body of requests without a session, and of those whose inputs are short. */
export const ANONYMOUS_BYTES = 16_384;
/** The largest JSON body of signed-in users, except where an input holds longer texts. */
export const SIGNED_IN_BYTES = 131_072;
/** The largest JSON body of all. */
export const MAX_JSON_BYTES = 1_048_576;

// UTF-16 units, in which contracts count, have at most three bytes in UTF-8.
const BYTES_PER_UNIT = 3;
// Of records without a maximum, such as the traits of a bot.
const ASSUMED_ENTRIES = 60;
const UNITS_PER_ENTRY = 50;

/** The largest JSON body that may hold such an input: as little as it needs, because every byte costs all users of the process time. */
export function maxBodyBytes(input: z.ZodType | undefined): number {
  const needed = input === undefined ? 0 : neededBytes(input);
  return [ANONYMOUS_BYTES, SIGNED_IN_BYTES].find((bytes) => needed <= bytes) ?? MAX_JSON_BYTES;
}

/** Whether a valid value of this schema can be larger than `SIGNED_IN_BYTES`: knowledge texts. */
export const isLarge = (schema: z.ZodType): boolean => neededBytes(schema) > SIGNED_IN_BYTES;

function neededBytes(schema: z.ZodType): number {
  return maxUnits(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema) * BYTES_PER_UNIT;
}

interface JsonSchema {
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

/** The units of all texts and names of a value together. Texts without a maximum are ids, numbers and words. */
function maxUnits(schema: JsonSchema): number {
  const { maxLength = 0, maxItems = 1, items, properties = {}, additionalProperties, anyOf = [], allOf = [] } = schema;
  const named = Object.values(properties).reduce((sum, field) => sum + UNITS_PER_ENTRY + maxUnits(field), 0);
  const inItems = items ? maxItems * (UNITS_PER_ENTRY + maxUnits(items)) : 0;
  const inRecord =
    typeof additionalProperties === 'object' ? ASSUMED_ENTRIES * (UNITS_PER_ENTRY + maxUnits(additionalProperties)) : 0;
  return Math.max(maxLength + named + inItems + inRecord, ...[...anyOf, ...allOf].map(maxUnits));
}
