const MAX_CHARS = 4000;
const MAX_DEPTH = 8;

/** The parameters of a tool as a JSON schema of an object; null when no language model can be given them. */
export function parametersOf(given: unknown): string | null {
  const schema = given ?? { type: 'object' };
  if (typeof schema !== 'object' || Array.isArray(schema) || isDeeper(schema, MAX_DEPTH)) return null;
  const parameters = JSON.stringify({ ...schema, type: 'object' });
  return parameters.length > MAX_CHARS ? null : parameters;
}

/** Whether objects and lists stand deeper in each other than `depth`. */
export const isDeeper = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1)));
