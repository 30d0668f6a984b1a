import { createHash } from 'node:crypto';

/** A number from 0 to `count` - 1 that follows from the seed: a repeated request gets the same. `index` counts the numbers of one seed. */
export function seededNumber(seed: string, count: number, index = 0): number {
  return createHash('sha256').update(`${seed}#${index}`).digest().readUInt32BE() % count;
}

/** One of the variants by the seed, but none that stands in one of the texts `said` last. */
export function pickVariant(variants: readonly string[], seed: string, said: readonly string[]): string {
  const first = seededNumber(seed, variants.length);
  const inOrder = variants.map((_, index) => variants[(first + index) % variants.length] ?? '');
  return inOrder.find((variant) => !said.some((text) => text.includes(variant))) ?? inOrder[0] ?? '';
}

/** The text with its `{...}` filled in. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (mark, name: string) => String(values[name] ?? mark));
