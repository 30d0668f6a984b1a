import type { knowledge, OutputOf } from '@kith/proto';

type Found = OutputOf<typeof knowledge.search>;

/**
 * One ranking of the passages for a question alone and for the question together with what was asked before it. Scores are compared as shares of
 * the best one of their ranking; the question alone counts as far as its best passage covers it, so that "And on Sundays?" is read with what came
 * before, and a question about something else is not. Scores and not ranks: in measurements (bench/questions.bench.ts) reciprocal ranks let
 * passages win that are mediocre in both rankings.
 */
export function fuse(alone: Found, together: Found): Found['passages'] {
  const fused = new Map<string, { readonly passage: Found['passages'][number]; score: number }>();
  const rankings = [
    { passages: alone.passages, weight: alone.coverage },
    { passages: together.passages, weight: 1 },
  ];
  for (const { passages, weight } of rankings)
    for (const passage of passages) {
      const key = `${passage.itemId} ${passage.body}`;
      const known = fused.get(key) ?? { passage, score: 0 };
      known.score += (weight * passage.score) / (passages[0]?.score ?? 1);
      fused.set(key, known);
    }
  return [...fused.values()].toSorted((one, other) => other.score - one.score).map(({ passage }) => passage);
}
