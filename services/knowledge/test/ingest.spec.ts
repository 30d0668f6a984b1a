import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { knowledge, queues } from '@kith/proto';
import { waitFor } from '@kith/kit/testing';
import { IngestSweep, IngestWorker } from '../src/ingest/ingest.worker.js';
import { knowledgeUnderTest, type KnowledgeUnderTest, type Owner } from './knowledge-under-test.js';

let kith: KnowledgeUnderTest;
beforeAll(async () => {
  kith = await knowledgeUnderTest();
});
afterAll(() => kith.stop());

const long = (word: string) =>
  Array.from({ length: 900 }, (_, n) => `Line ${n} of the long text is about ${word} and number ${n * 13}.`).join(' ');
const itemOf = async (owner: Owner) => (await kith.ask(knowledge.list, owner)).items[0];
const ready = (owner: Owner) => waitFor('the item to be ready', async () => (await itemOf(owner))?.status === 'ready');

describe('a long text item', () => {
  it('is stored at once and indexed in the background', async () => {
    const owner = kith.anOwner();
    const item = await kith.teach(owner, { title: 'Novel', content: long('whales') });
    expect(item.status).toBe('queued');
    await ready(owner);
    const { passages } = await kith.search(owner, 'whales number 11687');
    expect(passages[0]?.body).toContain('Line 899 ');
    expect(passages[0]?.body.length).toBeLessThanOrEqual(1600);
  });

  it('stays searchable with its old text until the new one is indexed', async () => {
    const owner = kith.anOwner();
    const item = await kith.teach(owner, { title: 'Tale', content: 'A tale of dragons.' });
    await kith.services.get('knowledge')?.stopWork();
    const changed = await kith.ask(knowledge.update, { ...owner, itemId: item.id, content: long('knights') });
    expect(changed.status).toBe('queued');
    expect((await kith.search(owner, 'dragons')).passages).toHaveLength(1);
    const worker = kith.services.get('knowledge')?.app.get(IngestWorker);
    const [row] = await kith.query<{ version: number }>('select version from knowledge.item where id = $1', [item.id]);
    await worker?.ingest({ itemId: item.id, version: row?.version ?? 0 }, { isLastAttempt: false });
    expect((await kith.search(owner, 'dragons')).passages).toEqual([]);
    expect((await kith.search(owner, 'knights')).passages.length).toBeGreaterThan(1);
  });

  // From here on the queue has no worker: the tests run the jobs themselves.
  const rowOf = async (itemId: string) =>
    (
      await kith.query<{ version: number; status: string; statusReason: string | null }>(
        `select version, status, status_reason as "statusReason" from knowledge.item where id = $1`,
        [itemId],
      )
    )[0];

  it('is not indexed by a job for an older version or after it was deleted', async () => {
    const owner = kith.anOwner();
    const worker = kith.services.get('knowledge')?.app.get(IngestWorker);
    const { id } = await kith.teach(owner, { content: long('first') });
    await kith.ask(knowledge.update, { ...owner, itemId: id, content: long('second') });
    await worker?.ingest({ itemId: id, version: 1 }, { isLastAttempt: false });
    expect(await rowOf(id)).toMatchObject({ version: 2, status: 'queued' });
    expect((await kith.search(owner, 'first')).passages).toEqual([]);
    await kith.ask(knowledge.remove, { ...owner, itemId: id });
    await worker?.ingest({ itemId: id, version: 2 }, { isLastAttempt: false });
    expect((await kith.search(owner, 'second')).passages).toEqual([]);
  });

  it('fails with a reason when the bot has too many chunks, and works after another item was deleted', async () => {
    const owner = kith.anOwner();
    const worker = kith.services.get('knowledge')?.app.get(IngestWorker);
    await kith.query(`insert into knowledge.kstat (bot_id, n, len, languages) values ($1, 9999, 9999, '{}')`, [owner.botId]);
    const { id } = await kith.teach(owner, { content: long('much') });
    await expect(worker?.ingest({ itemId: id, version: 1 }, { isLastAttempt: false })).rejects.toMatchObject({
      code: 'TOO_LARGE',
    });
    expect(await rowOf(id)).toMatchObject({
      status: 'failed',
      statusReason: 'This bot knows as much as it can hold. Please delete something first.',
    });
    await expect(kith.teach(owner, { content: 'One. \n\n# Two\n\n'.repeat(700) })).rejects.toMatchObject({ code: 'TOO_LARGE' });
    await kith.query('update knowledge.kstat set n = 0, len = 0 where bot_id = $1', [owner.botId]);
    await kith.ask(knowledge.update, { ...owner, itemId: id, content: long('less') });
    await worker?.ingest({ itemId: id, version: 2 }, { isLastAttempt: false });
    expect(await rowOf(id)).toMatchObject({ status: 'ready', statusReason: null });
  });

  it('gets a new job from the sweep when its job was lost', async () => {
    const owner = kith.anOwner();
    const sweep = kith.services.get('knowledge')?.app.get(IngestSweep);
    const waiting = await kith.teach(owner, { content: long('waiting') });
    const lost = await kith.teach(owner, { content: long('lost') });
    const fresh = await kith.teach(owner, { content: long('fresh') });
    const age = (itemId: string, minutes: number) =>
      kith.query(`update knowledge.item set status_at = now() - make_interval(mins => $2) where id = $1`, [itemId, minutes]);
    await kith.query(`update knowledge.item set status_at = now() where status in ('queued', 'processing')`);
    await age(waiting.id, 2);
    await age(lost.id, 20);
    const before = await kith.runtime.queues.depth(queues.ingest);
    expect(await sweep?.sweep()).toBe(2);
    // The job of the waiting item still exists: adding it again has no effect.
    expect(await kith.runtime.queues.depth(queues.ingest)).toBe(before + 1);
    expect(await rowOf(lost.id)).toMatchObject({ version: 2, status: 'queued' });
    expect(await rowOf(fresh.id)).toMatchObject({ version: 1, status: 'queued' });
    expect(await sweep?.sweep()).toBe(1);
  });
});
