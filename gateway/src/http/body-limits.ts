import { z } from 'zod';
import type { RouteSpec } from './route.js';

/** The largest JSON body of requests without a session: sign-in, password reset, browser reports. */
export const ANONYMOUS_BYTES = 16_384;
/** The largest JSON body of signed-in users, except where an input holds longer texts. */
export const SIGNED_IN_BYTES = 131_072;
/** The largest JSON body of all. */
export const MAX_JSON_BYTES = 1_048_576;

// UTF-16 units, in which contracts count, have at most three bytes in UTF-8.
const BYTES_PER_UNIT = 3;

/** The largest JSON body of a REST route. */
export function maxBodyBytes({ access, call, sends = call?.input }: Pick<RouteSpec, 'access' | 'call' | 'sends'>): number {
  if (access !== 'user') return ANONYMOUS_BYTES;
  return sends !== undefined && isLarge(sends) ? MAX_JSON_BYTES : SIGNED_IN_BYTES;
}

/** Whether a valid value of this schema can be larger than `SIGNED_IN_BYTES`: knowledge texts, test runs of custom code. */
export function isLarge(schema: z.ZodType): boolean {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return maxUnits(json) * BYTES_PER_UNIT > SIGNED_IN_BYTES;
}

interface JsonSchema {
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

/** The units of all texts of a value together. Texts without a maximum are ids, numbers and words. */
function maxUnits({ maxLength = 0, maxItems = 1, items, properties = {}, anyOf = [], allOf = [] }: JsonSchema): number {
  const own = maxLength + Object.values(properties).reduce((sum, field) => sum + maxUnits(field), 0);
  const inItems = items ? maxItems * maxUnits(items) : 0;
  return Math.max(own + inItems, ...[...anyOf, ...allOf].map(maxUnits));
}
