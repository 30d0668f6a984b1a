import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { FairScheduler } from '@kith/kit';
import { fairnessOf } from '@kith/kit/testing';
import { knowledge, queues } from '@kith/proto';
import { EXTRACTION_POOL } from '../src/extraction/extractor.js';
import { knowledgeUnderTest, type KnowledgeUnderTest, type Owner } from './knowledge-under-test.js';

const FILES_OF_FREQUENT = 8;
const FILE = Array.from({ length: 400 }, (_, n) => `Line ${n} is about the harbour, its boats and number ${n * 13}.`).join('\n');

describe('knowledge, with one user who uploads fifty times as much as ten others,', () => {
  it.each([
    ['short', 500],
    ['long', 10_000],
  ])('delays the extraction for the others to twice of alone at most, by %s documents', async (_what, frequentMs) => {
    const { aloneMs, withFrequentMs } = await fairnessOf(EXTRACTION_POOL, { usualMs: 500, frequentMs, load: 0.3 });
    expect(withFrequentMs).toBeLessThanOrEqual(2 * aloneMs);
  });

  it.each([
    ['short', 400],
    ['long', 10_000],
  ])('delays the indexing for the others to twice of alone at most, by %s documents', async (_what, frequentMs) => {
    const { concurrency, turns } = queues.ingest;
    const pool = { capacity: concurrency, maxWaiting: turns?.window ?? 0, maxRunningPerKey: turns?.maxRunningPerOwner ?? 0 };
    const { aloneMs, withFrequentMs } = await fairnessOf(pool, { usualMs: 400, frequentMs, load: 0.3 });
    expect(withFrequentMs).toBeLessThanOrEqual(2 * aloneMs);
  });
});

describe('the file of one user', () => {
  let kith: KnowledgeUnderTest;
  beforeAll(async () => {
    kith = await knowledgeUnderTest();
  });
  afterAll(() => kith.stop());

  const readyCount = async (owner: Owner) =>
    (await kith.ask(knowledge.summaries, owner)).items.filter(({ status }) => status === 'ready').length;

  it('is read before most of the eight that another user uploaded before it', async () => {
    const [frequent, usual] = [kith.anOwner(), kith.anOwner()];
    const itemsOfFrequent = [];
    for (let n = 0; n < FILES_OF_FREQUENT; n += 1)
      itemsOfFrequent.push(await kith.upload(frequent, `harbour ${n}.txt`, `${n} ${FILE}`));
    const before = await readyCount(frequent);
    const item = await kith.upload(usual, 'mine.txt', FILE);
    expect(await kith.settled(usual, item.id)).toMatchObject({ status: 'ready' });
    // One of them was being read, and another may have been finished before the answer arrived here.
    expect((await readyCount(frequent)) - before).toBeLessThanOrEqual(3);
    for (const { id } of itemsOfFrequent) expect(await kith.settled(frequent, id)).toMatchObject({ status: 'ready' });
  });

  it("has the weight of the user's plan when it is checked, indexed and extracted, also as an attachment", async () => {
    const acquire = jest.spyOn(FairScheduler.prototype, 'acquire');
    const owner = kith.anOwner('premium');
    const { userId } = owner.actor;
    const item = await kith.upload(owner, 'mine.txt', FILE);
    expect(await kith.settled(owner, item.id)).toMatchObject({ status: 'ready' });
    const file = await kith.put(owner, FILE);
    await kith.ask(knowledge.readAttachment, { userId, plan: 'premium', file: { ...file, name: 'mine.txt' } });
    const tasks = acquire.mock.calls.map(([task]) => task).filter(({ key }) => key === userId);
    acquire.mockRestore();
    // The check of the kind, the job, its extraction, the attachment, its extraction.
    expect(tasks.map(({ plan }) => plan)).toEqual(['premium', 'premium', 'premium', 'premium', 'premium']);
  });
});
