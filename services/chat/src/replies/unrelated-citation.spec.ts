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
    let checked = 0;
    const dropped: string[] = [];
    for (const { language, passages, sentences } of sets)
      for (const other of sets) {
        if (other.language === language) continue;
        for (const { sentence } of sentences)
          for (const passage of other.passages) {
            checked += 1;
            if (new UnrelatedCitations([...passages, passage]).has(passage, sentence))
              dropped.push(`${sentence} | ${passage.title}`);
          }
      }
    expect(dropped).toEqual([]);
    expect(checked).toBeGreaterThan(3000);
  });
});
