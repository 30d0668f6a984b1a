import type { Schema } from '../fuzz/from-schema.js';

/** The paths of `value` that are not in its published schema. */
export function findUndocumentedFields(schema: Schema, value: unknown, path = ''): string[] {
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches)
    return branches
      .map((branch) => findUndocumentedFields(branch, value, path))
      .reduce((best, one) => (one.length < best.length ? one : best));
  if (Array.isArray(value))
    return value.flatMap((entry: unknown, at) => findUndocumentedFields(schema.items ?? {}, entry, `${path}[${at}]`));
  if (typeof value !== 'object' || value === null) return [];
  const { properties = {}, additionalProperties = false } = schema;
  return Object.entries(value).flatMap(([name, field]: [string, unknown]) => {
    const known = properties[name] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
    return known ? findUndocumentedFields(known, field, `${path}.${name}`) : [`${path}.${name}`];
  });
}
