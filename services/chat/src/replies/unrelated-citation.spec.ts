import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { UnrelatedCitations } from './unrelated-citation.js';

const Sets = z.array(
  z.object({
    language: z.string(),
    passages: z.array(
      z.object({ title: z.string(), body: z.string() }).transform((passage) => ({ ...passage, itemId: passage.title })),
    ),
    sentences: z.array(z.object({ question: z.string(), sentence: z.string(), passage: z.number() })),
  }),
);
const sets = Sets.parse(JSON.parse(readFileSync(new URL('../testing/cited-sentences.json', import.meta.url), 'utf8')));

/** Of sentences that cite each passage for which `isCited`, how many lose the citation. */
function lost(isCited: (at: number, right: number) => boolean): { cited: number; lost: number } {
  let [cited, count] = [0, 0];
  for (const { passages, sentences } of sets)
    for (const { sentence, passage: right } of sentences)
      for (const [at, passage] of passages.entries()) {
        if (!isCited(at, right)) continue;
        cited += 1;
        if (new UnrelatedCitations(passages).has(passage, sentence)) count += 1;
      }
  return { cited, lost: count };
}

describe('citations of passages that have nothing to do with the sentence', () => {
  it('are at least a quarter of the wrong ones, and none of the right ones, in six languages', () => {
    const right = lost((at, passage) => at === passage);
    const wrong = lost((at, passage) => at !== passage);
    expect(right.cited).toBeGreaterThanOrEqual(80);
    expect(right.lost).toBe(0);
    expect(wrong.lost).toBeGreaterThanOrEqual(wrong.cited / 4);
  });

  it('are none in another language than the sentence', () => {
    const pairs = sets.flatMap(({ language, passages, sentences }) => {
      const others = sets.filter((other) => other.language !== language).flatMap((other) => other.passages);
      return sentences.flatMap(({ sentence }) => others.map((cited) => ({ sentence, cited, passages: [...passages, cited] })));
    });
    const left = pairs.filter(({ sentence, cited, passages }) => !new UnrelatedCitations(passages).has(cited, sentence));
    expect(pairs.length).toBeGreaterThan(3000);
    expect(left).toHaveLength(pairs.length);
  });
});
