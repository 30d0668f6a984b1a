/** The usual constant of reciprocal rank fusion: how little the first ranks stand out. */
const RANK_CONSTANT = 60;

/** One ranking of several, each the best first, by reciprocal rank; of equal ones the first stays first. */
export function fusedRanks(rankings: readonly (readonly string[])[]): string[] {
  const scores = new Map<string, number>();
  for (const ranking of rankings)
    for (const [place, key] of ranking.entries()) scores.set(key, (scores.get(key) ?? 0) + 1 / (RANK_CONSTANT + place + 1));
  return [...scores].toSorted(([, one], [, other]) => other - one).map(([key]) => key);
}
