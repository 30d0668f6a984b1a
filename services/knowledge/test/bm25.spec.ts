import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { knowledge } from '@kith/proto';
import fc from 'fast-check';
import { knowledgeUnderTest, type KnowledgeUnderTest } from './knowledge-under-test.js';

let kith: KnowledgeUnderTest;
beforeAll(async () => {
  kith = await knowledgeUnderTest();
});
afterAll(() => kith.stop());

const [K1, B] = [1.2, 0.75];

/** BM25 as in Robertson and Zaragoza (2009), with Lucene's idf, over documents that are lists of terms. */
function scores(docs: readonly string[][], query: readonly string[]): Map<number, number> {
  const average = docs.reduce((sum, doc) => sum + doc.length, 0) / docs.length;
  const result = new Map<number, number>();
  for (const term of new Set(query)) {
    const frequency = docs.filter((doc) => doc.includes(term)).length;
    const idf = Math.log(1 + (docs.length - frequency + 0.5) / (frequency + 0.5));
    for (const [index, doc] of docs.entries()) {
      const tf = doc.filter((word) => word === term).length;
      if (tf === 0) continue;
      const part = (idf * tf * (K1 + 1)) / (tf + K1 * (1 - B + (B * doc.length) / average));
      result.set(index, (result.get(index) ?? 0) + part);
    }
  }
  return result;
}

// Words with digits are neither stemmed nor stop words, so both implementations see the same terms.
const word = fc.integer({ min: 1, max: 30 }).map((n) => `w${n * n}q`);
const corpus = fc.array(fc.array(word, { minLength: 1, maxLength: 40 }), { minLength: 2, maxLength: 12 });

describe('the score of a passage', () => {
  it('equals that of a reference implementation of BM25, for any documents and question', async () => {
    const check = fc.asyncProperty(corpus, fc.array(word, { minLength: 1, maxLength: 6 }), async (docs, query) => {
      const owner = kith.anOwner();
      const terms = docs.map((doc, index) => [`title${index}q`, ...doc]);
      for (const [index, doc] of docs.entries()) await kith.teach(owner, { title: `title${index}q`, content: doc.join(' ') });
      const known = query.filter((term) => docs.some((doc) => doc.includes(term)));
      const expected = scores(terms, known);
      const passages = await kith.ranking(owner, known.join(' '));
      const found = new Map(passages.map(({ title, score }) => [Number(title.slice(5, -1)), score]));
      expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
      for (const [index, score] of expected) expect(found.get(index)).toBeCloseTo(score, 8);
    });
    await fc.assert(check, { numRuns: 12 });
  }, 120_000);

  it('does not depend on items that were created, changed and deleted in between', async () => {
    const owner = kith.anOwner();
    const docs = [
      ['w1q', 'w4q', 'w4q'],
      ['w4q', 'w9q'],
      ['w16q', 'w1q', 'w9q', 'w9q'],
    ];
    const passing = await kith.teach(owner, { title: 'w4q', content: 'w4q w9q w25q' });
    for (const [index, doc] of docs.entries()) await kith.teach(owner, { title: `title${index}q`, content: doc.join(' ') });
    const changed = await kith.query<{ id: string }>(`select id from knowledge.item where bot_id = $1 and title = 'title1q'`, [
      owner.botId,
    ]);
    for (const content of ['w1q w1q w1q', 'w4q w9q'])
      await kith.ask(knowledge.update, { ...owner, itemId: changed[0]?.id ?? '', content });
    await kith.ask(knowledge.remove, { ...owner, itemId: passing.id });
    const expected = scores(
      docs.map((doc, index) => [`title${index}q`, ...doc]),
      ['w4q', 'w9q'],
    );
    const passages = await kith.ranking(owner, 'w4q w9q');
    for (const { title, score } of passages) expect(score).toBeCloseTo(expected.get(Number(title.slice(5, -1))) ?? 0, 8);
    expect(passages).toHaveLength(expected.size);
  });
});
