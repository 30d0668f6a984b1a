/** Random choices that a seed repeats. */
export interface Seeded {
  /** From 0 to below 1. */
  readonly next: () => number;
  /** A whole number from `from` to below `to`. */
  readonly between: (from: number, to: number) => number;
  readonly oneOf: <T>(items: readonly [T, ...T[]]) => T;
  /** So many of the items, in their order. */
  readonly sample: <T>(items: readonly T[], count: number) => T[];
}

/** The generator mulberry32. */
export function seeded(seed: number): Seeded {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from));
  return {
    next,
    between,
    oneOf: (items) => items[between(0, items.length)] ?? items[0],
    sample: (items, count) => {
      const chosen = items
        .map((item, index) => ({ item, index, at: next() }))
        .toSorted((a, b) => a.at - b.at)
        .slice(0, count);
      return chosen.toSorted((a, b) => a.index - b.index).map(({ item }) => item);
    },
  };
}
