import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AppError, knowledge } from '@kith/proto';
import { Extractor } from '../src/extraction/extractor.js';
import { PageSweep } from '../src/ingest/page-sweep.js';
import { knowledgeUnderTest, type KnowledgeUnderTest, type Owner } from './knowledge-under-test.js';
import { pageWorker, type PageWorker } from './page-worker.js';

/** What the server does with a path: a status, a text, no answer at all, or the end of the connection. */
type Answer = number | string | 'silence' | 'end';

let kith: KnowledgeUnderTest;
let worker: PageWorker;
const answers = new Map<string, Answer>();

beforeAll(async () => {
  kith = await knowledgeUnderTest();
  await kith.services.get('knowledge')?.stopWork();
  worker = await pageWorker(
    kith,
    ({ url = '' }, response) => {
      const answer = answers.get(url) ?? 404;
      if (answer === 'silence') return;
      if (answer === 'end') return void response.destroy();
      const type = url.endsWith('.zip') ? 'application/zip' : 'text/plain';
      response.writeHead(typeof answer === 'number' ? answer : 200, { 'content-type': type }).end(String(answer));
    },
    1000,
  );
});
afterAll(async () => {
  await worker.stop();
  await kith.stop();
});

const teach = (owner: Owner, path: string, wholeSite = false) =>
  kith.teach(owner, { type: 'url', fileUrl: worker.address + path, content: '', title: 'A page', wholeSite });
const itemOf = async (owner: Owner) => (await kith.ask(knowledge.list, owner)).items[0];
const due = (itemId: string) =>
  kith.query(`update knowledge.item set next_read_at = now() - interval '1 minute' where id = $1`, [itemId]);
const sweep = () => kith.services.get('knowledge')?.app.get(PageSweep).sweep();
/** Null where it is not read again. */
const nextReadingInHours = async (itemId: string) => {
  const [row] = await kith.query<{ hours: number | null }>(
    `select round(extract(epoch from next_read_at - now()) / 3600)::int as hours from knowledge.item where id = $1`,
    [itemId],
  );
  return row?.hours;
};

describe('a page whose first reading fails', () => {
  it.each<[string, Answer, string]>([
    ['answers with an error', 500, '(500)'],
    ['is down behind a proxy', 503, '(503)'],
    ['is asked too often', 429, '(429)'],
    ['ends the connection', 'end', 'could not be reached'],
    ['does not answer', 'silence', 'too long to answer'],
  ])('because its server %s is tried again after an hour, and its status says so', async (_what, answer, words) => {
    const owner = kith.anOwner();
    answers.set('/page', answer);
    const { id } = await teach(owner, '/page');
    await worker.ingest(id);
    expect(await itemOf(owner)).toMatchObject({
      status: 'failed',
      statusReason: expect.stringMatching(/\. It is tried again in about an hour\.$/),
    });
    expect((await itemOf(owner))?.statusReason).toContain(words);
    expect(await nextReadingInHours(id)).toBe(1);
    expect(await sweep()).toBe(0);

    answers.set('/page', 'Otters play.');
    await due(id);
    expect(await sweep()).toBe(1);
    expect(await sweep()).toBe(0);
    expect((await itemOf(owner))?.status).toBe('queued');
    await worker.ingest(id);
    expect(await itemOf(owner)).toMatchObject({ status: 'ready', content: 'Otters play.' });
    expect((await kith.search(owner, 'otters')).passages).toHaveLength(1);
    expect(await nextReadingInHours(id)).toBeGreaterThan(24 * 5);
  });

  it.each<[string, string, Answer]>([
    ['there is none', '/page', 404],
    ['it is closed', '/page', 403],
    ['it is of no kind that is read', '/archive.zip', 'PK'],
    ['it has no text', '/page', ' '],
  ])('because %s is not tried again', async (_what, path, answer) => {
    const owner = kith.anOwner();
    answers.set(path, answer);
    const { id } = await teach(owner, path);
    await worker.ingest(id);
    expect(await itemOf(owner)).toMatchObject({ status: 'failed', statusReason: expect.not.stringContaining('again') });
    expect(await nextReadingInHours(id)).toBeNull();
  });

  it('is tried again where the website does not say now what programs may read, and not where it forbids that', async () => {
    const owner = kith.anOwner();
    answers.set('/', 'Welcome.');
    answers.set('/robots.txt', 503);
    const { id } = await teach(owner, '/', true);
    await worker.ingest(id);
    expect(await nextReadingInHours(id)).toBe(1);
    answers.set('/robots.txt', 'User-agent: *\nDisallow: /');
    await due(id);
    expect(await sweep()).toBe(1);
    await worker.ingest(id);
    expect(await itemOf(owner)).toMatchObject({
      status: 'failed',
      statusReason: 'This website does not let programs read this page (robots.txt).',
    });
    expect(await nextReadingInHours(id)).toBeNull();
  });

  it('is tried again after an hour, then after a day three times, then no more until its owner saves it', async () => {
    const owner = kith.anOwner();
    answers.set('/page', 503);
    const { id } = await teach(owner, '/page');
    const waits: unknown[] = [];
    for (let n = 0; n < 5; n += 1) {
      await worker.ingest(id);
      waits.push(await nextReadingInHours(id));
      if (n === 4) break;
      await due(id);
      expect(await sweep()).toBe(1);
    }
    expect(waits).toEqual([1, 24, 24, 24, null]);
    const reason = 'The server of this address answered with an error (503).';
    expect(await itemOf(owner)).toMatchObject({
      status: 'failed',
      statusReason: `${reason} It was tried 5 times and is not tried again by itself.`,
    });
    await kith.ask(knowledge.update, { ...owner, itemId: id, title: 'A page' });
    await worker.ingest(id);
    expect((await itemOf(owner))?.statusReason).toBe(`${reason} It is tried again in about an hour.`);
  });

  it('is tried again when this service could not process it', async () => {
    const owner = kith.anOwner();
    answers.set('/page', 'Otters play.');
    const { id } = await teach(owner, '/page');
    const extract = jest.spyOn(Extractor.prototype, 'extractBeforeScans').mockRejectedValue(new AppError('OVERLOADED'));
    await worker.ingest(id, true);
    extract.mockRestore();
    expect((await itemOf(owner))?.statusReason).toBe('This could not be processed. It is tried again in about an hour.');
    expect(await nextReadingInHours(id)).toBe(1);
  });
});

describe('a page that was read', () => {
  it('is tried again the next day when this service failed to read it again, and keeps its text', async () => {
    const owner = kith.anOwner();
    answers.set('/page', 'Otters play.');
    const { id } = await teach(owner, '/page');
    await worker.ingest(id);
    await due(id);
    expect(await sweep()).toBe(1);
    await kith.query(`update knowledge.item set status = 'failed' where id = $1`, [id]);
    expect(await nextReadingInHours(id)).toBe(24);
    expect((await kith.search(owner, 'otters')).passages).toHaveLength(1);
    await due(id);
    expect(await sweep()).toBe(1);
    await worker.ingest(id);
    expect(await itemOf(owner)).toMatchObject({ status: 'ready', content: 'Otters play.' });
  });
});
