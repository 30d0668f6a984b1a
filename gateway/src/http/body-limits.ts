import { z } from 'zod';

/** The largest JSON body of requests without a session, and of those whose inputs are short. */
export const ANONYMOUS_BYTES = 16_384;
/** The largest JSON body of signed-in users, except where an input holds longer texts. */
export const SIGNED_IN_BYTES = 131_072;
/** The largest JSON body of all. */
export const MAX_JSON_BYTES = 1_048_576;

// Contracts count code points. Those of nearly all writing take at most three bytes in UTF-8; emoji and rare signs take four. An input that fills all its
// texts to the end with these alone is refused: a limit for it would cost all users memory for what nobody writes.
const BYTES_PER_CHARACTER = 3;
/** A value without a maximum: an id, a number or a word. */
const BYTES_PER_VALUE = 40;
/** Quotes, colon and comma. */
const BYTES_OF_MARKS = 6;
// Of records without a maximum, such as the traits of a bot.
const ASSUMED_ENTRIES = 60;
const BYTES_PER_KEY = 150;

/** The largest JSON body that may hold such an input: as little as it needs, because every byte costs all users of the process time. */
export function maxBodyBytes(input: z.ZodType | undefined): number {
  const needed = input === undefined ? 0 : neededBytes(input);
  return [ANONYMOUS_BYTES, SIGNED_IN_BYTES].find((bytes) => needed <= bytes) ?? MAX_JSON_BYTES;
}

/** Whether a valid value of this schema can be larger than `SIGNED_IN_BYTES`: knowledge texts. */
export const isLarge = (schema: z.ZodType): boolean => neededBytes(schema) > SIGNED_IN_BYTES;

function neededBytes(schema: z.ZodType): number {
  return maxBytes(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
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

/** The bytes of all texts and names of a value together; 0 of one without a maximum. */
function maxBytes(schema: JsonSchema): number {
  const { maxLength = 0, maxItems = 1, items, properties = {}, additionalProperties, anyOf = [], allOf = [] } = schema;
  const bytesOf = (field: JsonSchema): number => BYTES_OF_MARKS + (maxBytes(field) || BYTES_PER_VALUE);
  const named = Object.entries(properties).reduce((sum, [name, field]) => sum + name.length + bytesOf(field), 0);
  const inItems = items ? maxItems * bytesOf(items) : 0;
  const inRecord =
    typeof additionalProperties === 'object' ? ASSUMED_ENTRIES * (BYTES_PER_KEY + bytesOf(additionalProperties)) : 0;
  return Math.max(maxLength * BYTES_PER_CHARACTER + named + inItems + inRecord, ...[...anyOf, ...allOf].map(maxBytes));
}
