import { createHash } from 'node:crypto';

/** A UUID that is the same for the same parts, so that a repeated job stores no second row. */
export function repeatableId(...parts: readonly string[]): string {
  const hash = createHash('sha256').update(parts.join(':')).digest('hex');
  return [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-');
}
