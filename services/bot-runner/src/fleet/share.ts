/** How many companions one of `alive` runners may hold: its share, with room for those that others cannot take. */
export const fairShare = (desired: number, alive: number): number => Math.ceil((desired / alive) * 1.05) + 1;

/** A copy in random order, so that runners that claim at the same time do not all start with the same companion. */
export function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
