import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { FairScheduler } from '@kith/kit';
import { fairnessOf } from '@kith/kit/testing';
import { knowledge, queues } from '@kith/proto';
import { EXTRACTION_POOL } from '../src/extraction/extractor.js';
import { knowledgeUnderTest, type KnowledgeUnderTest, type Owner } from './knowledge-under-test.js';

const GREEDY_FILES = 14;
const FILE = Array.from({ length: 400 }, (_, n) => `Line ${n} is about the harbour, its boats and number ${n * 13}.`).join('\n');

describe('knowledge, with one user who uploads fifty times as much as ten others,', () => {
  it.each([
    ['short', 500],
    ['long', 10_000],
  ])('delays the extraction for the others to twice of alone at most, by %s documents', async (_what, greedyMs) => {
    const { aloneMs, withGreedyMs } = await fairnessOf(EXTRACTION_POOL, { politeMs: 500, greedyMs, load: 0.3 });
    expect(withGreedyMs).toBeLessThanOrEqual(2 * aloneMs);
  });

  it.each([
    ['short', 400],
    ['long', 10_000],
  ])('delays the indexing for the others to twice of alone at most, by %s documents', async (_what, greedyMs) => {
    const { concurrency, turns } = queues.ingest;
    const pool = { capacity: concurrency, maxWaiting: turns?.window ?? 0, maxRunningPerKey: turns?.maxRunningPerOwner ?? 0 };
    const { aloneMs, withGreedyMs } = await fairnessOf(pool, { politeMs: 400, greedyMs, load: 0.3 });
    expect(withGreedyMs).toBeLessThanOrEqual(2 * aloneMs);
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

  it('is read before most of the fourteen that another user uploaded before it', async () => {
    const [greedy, polite] = [kith.anOwner(), kith.anOwner()];
    const greedyItems = [];
    for (let n = 0; n < GREEDY_FILES; n += 1) greedyItems.push(await kith.upload(greedy, `harbour ${n}.txt`, `${n} ${FILE}`));
    const before = await readyCount(greedy);
    const item = await kith.upload(polite, 'mine.txt', FILE);
    expect(await kith.settled(polite, item.id)).toMatchObject({ status: 'ready' });
    // One of them was being read, and another may have been finished before the answer arrived here.
    expect((await readyCount(greedy)) - before).toBeLessThanOrEqual(3);
    for (const { id } of greedyItems) expect(await kith.settled(greedy, id)).toMatchObject({ status: 'ready' });
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
