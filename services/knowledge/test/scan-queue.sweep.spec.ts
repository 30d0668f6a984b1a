import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AppError, knowledge, queues } from '@kith/proto';
import { getRepositoryToken } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { waitFor } from '@kith/kit/testing';
import { Extractor } from '../src/extraction/extractor.js';
import type { Extraction } from '../src/extraction/extraction.js';
import { IngestSweep, IngestWorker } from '../src/ingest/ingest.worker.js';
import { ScanQueue } from '../src/ingest/scan-queue.js';
import { SourceReader, type Reading } from '../src/ingest/source-reader.js';
import { KnowledgeItemEntity } from '../src/items/knowledge-item.entity.js';
import { knowledgeUnderTest, type KnowledgeUnderTest, type Owner } from './knowledge-under-test.js';
import { noticePixels } from './sample-pictures.js';
import { aScan } from './sample-scans.js';

const PICTURE = noticePixels('MILK TEA');
const HALF = aScan({ text: 'The lighthouse opens at nine.' }, { picture: PICTURE });
const PICTURES_ONLY = aScan({ picture: PICTURE });
const BOTH = '[page 1]\n\nThe lighthouse opens at nine.\n\n[page 2]\n\nMILK TEA AT THE HOTEL';
const DUE = '2 pages read. Its pages without text are being read as pictures: that takes some minutes.';

let kith: KnowledgeUnderTest;
let worker: IngestWorker;
/** Ends the scans that are under way, and all later ones, with a text or an error. */
let end: (outcome: string | Error) => void;
const scan = jest.spyOn(Extractor.prototype, 'extractWithScans');
beforeAll(async () => {
  kith = await knowledgeUnderTest();
  const app = kith.services.get('knowledge')?.app;
  if (!app) throw new Error('knowledge does not run');
  worker = app.get(IngestWorker);
});
beforeEach(() => {
  const ended = new Promise<string | Error>((resolve) => (end = resolve));
  scan.mockReset().mockImplementation(async (): Promise<Extraction> => {
    const outcome = await ended;
    if (outcome instanceof Error) throw outcome;
    const counts = { withoutText: 1, tried: 1, pictures: 1, recognized: 1, unread: 0 };
    return { text: outcome, isTruncated: false, parts: { unit: 'pages', read: 2, total: 2 }, scan: counts, unreadPictures: 0 };
  });
});
afterEach(() => end(BOTH));
afterAll(async () => {
  scan.mockRestore();
  await kith.stop();
});

const itemOf = (owner: Owner, itemId: string) => kith.ask(knowledge.get, { ...owner, itemId });
const rowOf = async (itemId: string) => {
  const [row] = await kith.query<{ version: number; isDue: boolean }>(
    'select version, scan_at is not null as "isDue" from knowledge.item where id = $1',
    [itemId],
  );
  if (!row) throw new Error('There is no such item.');
  return row;
};
const scanned = (itemId: string) => waitFor('the scan to end', async () => !(await rowOf(itemId)).isDue);
const isFound = async (owner: Owner, query: string) => (await kith.search(owner, query)).passages.length > 0;

describe('while pages are read as pictures', () => {
  it('texts and files of other owners are ready, and so is what was read of the PDFs themselves', async () => {
    const others = [kith.anOwner(), kith.anOwner(), kith.anOwner(), kith.anOwner()];
    const items = await Promise.all(others.map((owner) => kith.upload(owner, 'letter.pdf', HALF)));
    await waitFor('a scan to begin', () => scan.mock.calls.length > 0);
    const owner = kith.anOwner();
    const { id } = await kith.upload(owner, 'mine.txt', 'The harbour lies behind the hill.');
    expect(await kith.settled(owner, id)).toMatchObject({ status: 'ready' });
    for (const [n, { id: itemId }] of items.entries()) {
      const other = others[n] ?? owner;
      expect(await kith.settled(other, itemId)).toMatchObject({ status: 'ready', statusReason: DUE });
      expect(await isFound(other, 'when does the lighthouse open')).toBe(true);
    }
    end(BOTH);
    for (const [n, { id: itemId }] of items.entries()) {
      await scanned(itemId);
      expect(await itemOf(others[n] ?? owner, itemId)).toMatchObject({
        status: 'ready',
        statusReason: '2 pages read. 1 of 2 pages is a picture; text was recognized on 1.',
      });
      expect(await isFound(others[n] ?? owner, 'milk tea hotel')).toBe(true);
    }
  }, 60_000);

  it('the correction of the owner is kept, and a deleted item stays deleted', async () => {
    const owner = kith.anOwner();
    const { id } = await kith.upload(owner, 'letter.pdf', HALF);
    const gone = await kith.upload(owner, 'letter.pdf', HALF);
    await kith.settled(owner, id);
    await kith.settled(owner, gone.id);
    await kith.ask(knowledge.update, { ...owner, itemId: id, content: 'The lighthouse is closed.' });
    await kith.ask(knowledge.remove, { ...owner, itemId: gone.id });
    end(BOTH);
    const { version, isDue } = await rowOf(id);
    expect(isDue).toBe(false);
    for (const job of [
      { itemId: id, version },
      { itemId: id, version: version - 1 },
      { itemId: gone.id, version: 1 },
    ])
      await worker.ingestScan(job, { isLastAttempt: true });
    expect(await itemOf(owner, id)).toMatchObject({ status: 'ready', content: 'The lighthouse is closed.' });
    expect(await isFound(owner, 'milk tea hotel')).toBe(false);
  }, 60_000);

  it('a changed title does not end the scan', async () => {
    const owner = kith.anOwner();
    const { id } = await kith.upload(owner, 'letter.pdf', HALF);
    await kith.settled(owner, id);
    await kith.ask(knowledge.update, { ...owner, itemId: id, title: 'A letter' });
    end(BOTH);
    const { version, isDue } = await rowOf(id);
    expect(isDue).toBe(true);
    await worker.ingestScan({ itemId: id, version }, { isLastAttempt: false });
    expect(await itemOf(owner, id)).toMatchObject({ title: 'A letter', content: BOTH });
  }, 60_000);
});

describe('a PDF whose pages cannot be read as pictures', () => {
  it.each([
    ['too many documents wait', new AppError('OVERLOADED'), ''],
    ['the bot knows too much', new AppError('TOO_LARGE', 'Please delete something.'), ' Please delete something.'],
  ])(
    'keeps its text when %s',
    async (_why, error, reason) => {
      const owner = kith.anOwner();
      const { id } = await kith.upload(owner, 'letter.pdf', HALF);
      await kith.settled(owner, id);
      end(error);
      // The job in the queue may have ended the scan before.
      await worker.ingestScan({ itemId: id, version: 1 }, { isLastAttempt: true }).catch(() => undefined);
      await scanned(id);
      expect(await itemOf(owner, id)).toMatchObject({
        status: 'ready',
        statusReason: `2 pages read. Its pages without text could not be read as pictures: what is on them is not known.${reason}`,
      });
      expect(await isFound(owner, 'when does the lighthouse open')).toBe(true);
    },
    60_000,
  );

  it('waits for another attempt when there is one', async () => {
    const owner = kith.anOwner();
    const { id } = await kith.upload(owner, 'letter.pdf', HALF);
    await kith.settled(owner, id);
    end(new AppError('OVERLOADED'));
    await expect(worker.ingestScan({ itemId: id, version: 1 }, { isLastAttempt: false })).rejects.toThrow();
    expect(await rowOf(id)).toMatchObject({ isDue: true });
    await kith.ask(knowledge.remove, { ...owner, itemId: id });
  }, 60_000);

  it('is processing until then when it has no text, and fails with the reason', async () => {
    const owner = kith.anOwner();
    const { id } = await kith.upload(owner, 'letter.pdf', PICTURES_ONLY);
    await waitFor('the scan to be due', async () => (await rowOf(id)).isDue);
    expect(await itemOf(owner, id)).toMatchObject({ status: 'processing' });
    end(new AppError('UNSUPPORTED_MEDIA', 'No text was found.'));
    expect(await kith.settled(owner, id)).toMatchObject({ status: 'failed', statusReason: 'No text was found.' });
    expect(await rowOf(id)).toMatchObject({ isDue: false });
  }, 60_000);
});

describe('the PDF of a page that is read again', () => {
  const aPage = async (owner: Owner) => {
    const [row] = await kith.query<{ id: string }>(
      `insert into knowledge.item (bot_id, owner_id, title, content, type, tags, position, status, file_url, extracted, is_stale, source_note)
       values ($1, $2, 'A page', '', 'url', '{}', '{"x": 0, "y": 0}', 'queued', 'http://public.test/', 'The text of last week.', true, 'Read last week.')
       returning id`,
      [owner.botId, owner.actor.userId],
    );
    if (!row) throw new Error('There is no such item.');
    return row.id;
  };
  const workerWith = (outcome: Reading | Error, due: Reading['due'] = 'pages') => {
    const app = kith.services.get('knowledge')?.app;
    const items = app?.get<Repository<KnowledgeItemEntity>>(getRepositoryToken(KnowledgeItemEntity), { strict: false });
    const sources = app?.get(SourceReader);
    if (!items || !sources) throw new Error('knowledge does not run');
    jest.spyOn(sources, 'read').mockResolvedValue({ text: 'Half of the new text.', note: 'Half.', version: VERSION, due });
    const whole = jest.spyOn(sources, 'readWithScans');
    if (outcome instanceof Error) whole.mockRejectedValue(outcome);
    else whole.mockResolvedValue(outcome);
    return new IngestWorker(items, sources, { add: () => Promise.resolve() });
  };
  const VERSION = { etag: null, lastModified: '"1"', digest: 'abc' };
  const versionOf = (itemId: string) =>
    kith.query('select etag, last_modified as "lastModified", digest from knowledge.item where id = $1', [itemId]);

  it.each([
    [{ text: 'The new text.', note: 'Whole.', version: VERSION }, 'The new text.', /^Whole\.$/],
    [{ text: 'The text of last week.', note: 'Whole.', version: VERSION }, 'The text of last week.', /^Whole\.$/],
    [new AppError('OVERLOADED'), 'The text of last week.', /could not be read again, and its earlier text is kept/],
  ])('keeps its earlier text until its pages were read as pictures: %j', async (outcome, text, note) => {
    await kith.services.get('knowledge')?.stopWork();
    const owner = kith.anOwner();
    const itemId = await aPage(owner);
    const pages = workerWith(outcome);
    await pages.ingest({ itemId, version: 1 }, { isLastAttempt: false });
    expect(await rowOf(itemId)).toMatchObject({ isDue: true });
    expect(await itemOf(owner, itemId)).toMatchObject({
      status: 'ready',
      content: 'The text of last week.',
      statusReason: 'Read last week.',
    });
    await pages.ingestScan({ itemId, version: 1 }, { isLastAttempt: true }).catch(() => undefined);
    expect(await rowOf(itemId)).toMatchObject({ isDue: false });
    expect(await versionOf(itemId)).toEqual([
      outcome instanceof Error ? { etag: null, lastModified: null, digest: null } : VERSION,
    ]);
    expect(await itemOf(owner, itemId)).toMatchObject({
      status: 'ready',
      content: text,
      statusReason: expect.stringMatching(note),
    });
  });

  it('replaces the earlier text at once when only pictures beside its text are to be read', async () => {
    const owner = kith.anOwner();
    const itemId = await aPage(owner);
    const pages = workerWith(new AppError('OVERLOADED'), 'pictures');
    await pages.ingest({ itemId, version: 1 }, { isLastAttempt: false });
    expect(await rowOf(itemId)).toMatchObject({ isDue: true });
    expect(await itemOf(owner, itemId)).toMatchObject({
      status: 'ready',
      content: 'Half of the new text.',
      statusReason: 'Half.',
    });
    await pages.ingestScan({ itemId, version: 1 }, { isLastAttempt: true }).catch(() => undefined);
    expect(await itemOf(owner, itemId)).toMatchObject({ status: 'ready', content: 'Half of the new text.' });
    // So that the next reading tries again.
    expect(await versionOf(itemId)).toEqual([{ etag: null, lastModified: null, digest: null }]);
  });
});

describe('the sweep', () => {
  it('adds scans whose job was lost, some of each owner, and leaves them where they are', async () => {
    await kith.services.get('knowledge')?.stopWork();
    const [many, one] = [kith.anOwner(), kith.anOwner()];
    await kith.query(`update knowledge.item set scan_at = null`);
    await kith.query(
      `insert into knowledge.item (bot_id, owner_id, title, content, type, tags, position, status, status_at, is_read, scan_at)
       select $1, $2, 'A letter', '', 'url', '{}', '{}', 'processing', now() - interval '1 hour', false, now() - interval '1 day'
       from generate_series(1, 150)`,
      [many.botId, many.actor.userId],
    );
    const { id } = await kith.teach(one, { title: 'A note' });
    await kith.query(`update knowledge.item set scan_at = now() - interval '2 minutes' where id = $1`, [id]);
    const app = kith.services.get('knowledge')?.app;
    const add = jest.spyOn(kith.runtime.queues, 'addAgain');
    const before = await kith.runtime.queues.depth(queues.scanIngest);
    expect(await app?.get(ScanQueue).sweep()).toBe(100);
    expect(await app?.get(ScanQueue).sweep()).toBe(100);
    expect(add.mock.calls.some(([, jobId]) => jobId === `${id}-1`)).toBe(true);
    add.mockRestore();
    expect(await kith.runtime.queues.depth(queues.scanIngest)).toBe(before + 100);
    // Those that wait for their scan are not lost.
    expect(await app?.get(IngestSweep).sweep()).toBe(0);
  }, 60_000);
});
