import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { standInVector, waitFor } from '@kith/kit/testing';
import { EmbeddingWorker } from '../src/embeddings/embedding.worker.js';
import { EmbeddingsClient } from '../src/embeddings/embeddings-client.js';
import { knowledgeUnderTest, type Embed, type KnowledgeUnderTest, type Owner } from './knowledge-under-test.js';

const WIFI = { title: 'Wireless', content: 'The wireless key is on the card by the till.' };
const working: Embed = (texts) => texts.map((text) => standInVector(text, [['internet', 'wireless']]));
let embed: Embed = working;
let kith: KnowledgeUnderTest;
let worker: EmbeddingWorker;
let client: EmbeddingsClient;

beforeAll(async () => {
  kith = await knowledgeUnderTest((texts, ownerId) => embed(texts, ownerId));
  const app = kith.services.get('knowledge')?.app;
  if (!app) throw new Error('knowledge has not started');
  worker = app.get(EmbeddingWorker);
  client = app.get(EmbeddingsClient);
  // Its own schedule must not come between.
  run(true);
});
beforeEach(async () => {
  embed = working;
  await rename('local:stand-in');
});
afterAll(() => kith.stop());

const run = (isStopped: boolean) => Object.assign(worker, { isStopped, pausedUntil: 0 });
async function rename(named: string): Promise<void> {
  Object.assign(kith.answering, { named, model: named });
  await client.refresh();
}
async function sweepDue(): Promise<number> {
  await kith.query(`update knowledge.item set embed_at = now() where embed_at is not null`);
  run(false);
  const batches = await worker.sweep();
  run(true);
  return batches;
}
const embedAll = () =>
  waitFor('the vectors', async () => {
    await sweepDue();
    return (await kith.query('select 1 from knowledge.item where embed_at is not null')).length === 0 || undefined;
  });
const modelsOf = ({ botId }: Owner) =>
  kith.query<{ model: string }>('select distinct model from knowledge.vector where bot_id = $1', [botId]);
const found = async (owner: Owner) => (await kith.search(owner, 'How does one get internet?')).passages.map(({ title }) => title);

describe('when the chat service names another embeddings model', () => {
  it('vectors of the one before are found by no search, and all are computed anew', async () => {
    const owner = kith.anOwner();
    await kith.teach(owner, WIFI);
    await kith.teach(owner, { title: 'Tram', content: 'The tram number 4 stops in front of the house.' });
    await embedAll();
    expect(await found(owner)).toEqual(['Wireless']);
    await rename('local:newer');
    expect(await found(owner)).toEqual([]);
    await worker.queueOldModel();
    await embedAll();
    expect(await modelsOf(owner)).toEqual([{ model: 'local:newer' }]);
    expect(await found(owner)).toEqual(['Wireless']);
  });

  it('in the middle of an item, none of its vectors is stored as one of the model before', async () => {
    const owner = kith.anOwner();
    await kith.teach(owner, WIFI);
    embed = async (texts, ownerId) => {
      await rename('local:newer');
      return working(texts, ownerId);
    };
    expect(await sweepDue()).toBeGreaterThan(0);
    expect(await modelsOf(owner)).toEqual([]);
  });

  it('or none, nothing is asked or computed, and words decide', async () => {
    const owner = kith.anOwner();
    await kith.teach(owner, WIFI);
    await embedAll();
    kith.answering.named = null;
    await client.refresh();
    embed = () => {
      throw new Error('asked');
    };
    await kith.teach(owner, { title: 'Tram', content: 'The tram stops in front of the house.' });
    expect(await sweepDue()).toBe(0);
    expect(await found(owner)).toEqual([]);
    expect((await kith.search(owner, 'Where is the wireless key?')).passages).toMatchObject([{ title: 'Wireless' }]);
  });
});
