import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { knowledge } from '@kith/proto';
import { Extractor } from '../src/extraction/extractor.js';
import { PageSweep } from '../src/ingest/page-sweep.js';
import { knowledgeUnderTest, type KnowledgeUnderTest, type Owner } from './knowledge-under-test.js';
import { pageWorker, type PageWorker } from './page-worker.js';

let kith: KnowledgeUnderTest;
let worker: PageWorker;
let address: string;
const pages: Record<string, string> = {};
/** Of a page; without one it is HTML. */
const types: Record<string, string> = {};
const requests: { readonly path: string; readonly etag: string | undefined; readonly status: number }[] = [];
let onRequest: () => Promise<unknown> = () => Promise.resolve();

beforeAll(async () => {
  kith = await knowledgeUnderTest();
  worker = await pageWorker(kith, async (request, response) => {
    await onRequest();
    const page = pages[request.url ?? ''];
    const etag = `"${page?.length}"`;
    const known = request.headers['if-none-match'];
    const status = page === undefined ? 404 : known === etag ? 304 : 200;
    requests.push({ path: request.url ?? '', etag: known, status });
    const version = request.url === '/unnamed' ? {} : { etag };
    const type = types[request.url ?? ''] ?? 'text/html';
    response.writeHead(status, { 'content-type': type, ...version }).end(status === 304 ? undefined : (page ?? 'no'));
  });
  ({ address } = worker);
});
afterAll(async () => {
  await worker.stop();
  await kith.stop();
});

const teach = (owner: Owner, fileUrl: string, content = '') =>
  kith.teach(owner, { type: 'url', fileUrl, content, title: 'A page' });
const itemOf = async (owner: Owner) => (await kith.ask(knowledge.list, owner)).items[0];

describe('a knowledge item of type url', () => {
  it.each([
    ['http://127.0.0.1:6379/', 'port'],
    ['http://169.254.169.254/latest/meta-data/', 'not on the public internet'],
    ['http://[::ffff:a9fe:a9fe]/', 'not on the public internet'],
    ['http://localhost/', 'not on the public internet'],
    ['http://user:pw@example.com/', 'password'],
  ])('fails with a text for the owner when its URL leads into the internal network: %s [S50]', async (fileUrl, words) => {
    const owner = kith.anOwner();
    const item = await teach(owner, fileUrl);
    expect(item).toMatchObject({ type: 'url', fileUrl, status: 'queued' });
    expect(await kith.settled(owner, item.id)).toMatchObject({ status: 'failed', statusReason: expect.stringContaining(words) });
  });

  it('may be created or changed thirty times in ten minutes', async () => {
    const owner = kith.anOwner();
    for (let n = 0; n < 30; n += 1) await teach(owner, 'http://localhost/');
    await expect(teach(owner, 'http://localhost/')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect((await kith.ask(knowledge.list, owner)).total).toBe(30);
  });

  // From here on the queue has no worker: the tests run the jobs with a worker that may reach the test server.
  const ingest = async (itemId: string) => {
    await kith.services.get('knowledge')?.stopWork();
    await worker.ingest(itemId);
  };

  it('is read in the background, and the note of its owner is kept', async () => {
    await kith.services.get('knowledge')?.stopWork();
    const owner = kith.anOwner();
    pages['/zoo'] = '<html><head><title>The zoo</title></head><body><p>Zebras have stripes.</p></body></html>';
    const item = await teach(owner, `${address}/zoo`, 'From our holidays.');
    expect(item).toMatchObject({ status: 'queued', content: 'From our holidays.' });
    await ingest(item.id);
    expect(await itemOf(owner)).toMatchObject({
      status: 'ready',
      statusReason: expect.stringMatching(/^Read on \d+ \w+ \d{4}, and again about once a week\.$/),
      fileUrl: `${address}/zoo`,
      content: 'From our holidays.\n\n# The zoo\n\nZebras have stripes.',
    });
    for (const query of ['zebra', 'holidays']) expect((await kith.search(owner, query)).passages).toHaveLength(1);
    await expect(kith.ask(knowledge.file, { ...owner, itemId: item.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is read with the other pages of its website that the sitemap lists and robots.txt allows, of no other website, and keeps them in an outage', async () => {
    const owner = kith.anOwner();
    pages['/robots.txt'] = 'User-agent: *\nDisallow: /garden/secret\nSitemap: /garden/index.xml';
    pages['/garden/index.xml'] = `<sitemapindex><sitemap><loc>${address}/garden/map.xml</loc></sitemap></sitemapindex>`;
    const listed = ['', 'roses', 'secret', 'missing', ...Array.from({ length: 6 }, (_, n) => `bed${n}`)];
    const elsewhere = '<url><loc>http://elsewhere.test/</loc></url>';
    pages['/garden/map.xml'] =
      `<urlset>${elsewhere}${listed.map((name) => `<url><loc>${address}/garden/${name}</loc></url>`).join('')}</urlset>`;
    for (const name of listed)
      if (name !== 'missing') pages[`/garden/${name}`] = `<p>About ${name === '' ? 'visiting' : name}.</p>`;
    requests.length = 0;
    const { id: itemId } = await kith.teach(owner, {
      type: 'url',
      fileUrl: `${address}/garden/`,
      wholeSite: true,
      title: 'Garden',
      content: '',
    });
    await ingest(itemId);
    const read = await itemOf(owner);
    expect(read).toMatchObject({
      status: 'ready',
      statusReason: expect.stringMatching(/^Read on .* 5 of 9 pages of this website read\.$/),
      content: expect.stringContaining(`# ${address}/garden/roses\n\nAbout roses.`),
    });
    expect(read?.content.startsWith(`# ${address}/garden/\n\nAbout visiting.`)).toBe(true);
    const paths = requests.map(({ path }) => path);
    expect(paths.filter((path) => /secret|bed[3-5]/.test(path))).toEqual([]);
    expect(new Set(paths).size).toBe(paths.length);
    expect((await kith.search(owner, 'roses')).passages[0]?.body).toContain('About roses.');

    const again = async () => {
      await kith.ask(knowledge.update, { ...owner, itemId, readAgain: true });
      await ingest(itemId);
      return itemOf(owner);
    };
    for (const name of listed) if (name.startsWith('bed')) delete pages[`/garden/${name}`];
    expect(await again()).toMatchObject({
      status: 'ready',
      content: read?.content,
      statusReason: expect.stringContaining('Most pages'),
    });
    pages['/robots.txt'] = 'User-agent: kith\nDisallow: /';
    expect(await again()).toMatchObject({ content: read?.content, statusReason: expect.stringContaining('robots.txt') });
    delete pages['/robots.txt'];
    expect((await again())?.statusReason).toContain('lists no other pages');
  });

  it('is read with its website five times in ten minutes at most', async () => {
    const owner = kith.anOwner();
    const add = () => kith.teach(owner, { type: 'url', fileUrl: 'http://localhost/', wholeSite: true });
    for (let n = 0; n < 5; n += 1) await add();
    await expect(add()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await teach(owner, 'http://localhost/');
  });

  it('is read again when its URL changes, and not when the URL stays the same', async () => {
    const owner = kith.anOwner();
    pages['/old'] = '<p>Lions roar.</p>';
    pages['/new'] = '<p>Hippos swim.</p>';
    const { id: itemId } = await teach(owner, `${address}/old`, 'Animals.');
    await ingest(itemId);
    const same = await kith.ask(knowledge.update, { ...owner, itemId, fileUrl: `${address}/old`, title: 'Renamed' });
    expect(same.status).toBe('ready');
    // The form sends the whole text back unchanged: the text of the old page is deleted, the note stays.
    const changed = await kith.ask(knowledge.update, { ...owner, itemId, fileUrl: `${address}/new`, content: same.content });
    expect(changed).toMatchObject({ status: 'queued', content: 'Animals.' });
    expect((await kith.search(owner, 'lions')).passages).toHaveLength(1);
    await ingest(itemId);
    expect(await itemOf(owner)).toMatchObject({ status: 'ready', content: 'Animals.\n\nHippos swim.' });
    expect((await kith.search(owner, 'lions')).passages).toEqual([]);
  });

  it('loses the text of its earlier URL when reading the new one fails, and is read again when it is saved', async () => {
    const owner = kith.anOwner();
    pages['/there'] = '<p>Giraffes are tall.</p>';
    const { id: itemId } = await teach(owner, `${address}/there`);
    await ingest(itemId);
    await kith.ask(knowledge.update, { ...owner, itemId, fileUrl: `${address}/later` });
    await ingest(itemId);
    expect(await itemOf(owner)).toMatchObject({ status: 'failed', statusReason: expect.stringContaining('(404)') });
    expect((await kith.search(owner, 'giraffes')).passages).toEqual([]);
    pages['/later'] = '<p>Giraffes are quiet.</p>';
    expect((await kith.ask(knowledge.update, { ...owner, itemId, title: 'Again' })).status).toBe('queued');
    await ingest(itemId);
    expect(await itemOf(owner)).toMatchObject({ status: 'ready', content: 'Giraffes are quiet.' });
  });

  it('keeps nothing of the old page when it is changed or removed while that page is read', async () => {
    const owner = kith.anOwner();
    pages['/slow'] = '<p>Pandas eat bamboo.</p>';
    const removed = await teach(owner, `${address}/slow`);
    onRequest = () => kith.ask(knowledge.remove, { ...owner, itemId: removed.id });
    await ingest(removed.id);
    expect((await kith.ask(knowledge.list, owner)).total).toBe(0);
    const changed = await teach(owner, `${address}/slow`);
    onRequest = () => kith.ask(knowledge.update, { ...owner, itemId: changed.id, title: 'Newer' });
    await ingest(changed.id);
    onRequest = () => Promise.resolve();
    expect(await itemOf(owner)).toMatchObject({ title: 'Newer', status: 'queued', content: '' });
    expect((await kith.search(owner, 'pandas')).passages).toEqual([]);
    await ingest(changed.id);
    expect(await itemOf(owner)).toMatchObject({ title: 'Newer', status: 'ready', content: 'Pandas eat bamboo.' });
  });

  const due = (itemId: string) =>
    kith.query(`update knowledge.item set next_read_at = now() - interval '1 minute' where id = $1`, [itemId]);
  const sweep = () => kith.services.get('knowledge')?.app.get(PageSweep).sweep();
  const nextReadingInDays = async (itemId: string) => {
    const [row] = await kith.query<{ days: number }>(
      `select extract(epoch from next_read_at - now())::float8 / 86400 as days from knowledge.item where id = $1`,
      [itemId],
    );
    return row?.days ?? NaN;
  };
  const chunksOf = (itemId: string) => kith.query('select id from knowledge.chunk where item_id = $1 order by id', [itemId]);

  it('is read again after a week; an unchanged page is neither sent nor indexed again, a changed one replaces its text', async () => {
    const owner = kith.anOwner();
    pages['/news'] = '<p>Otters play.</p>';
    const { id: itemId } = await teach(owner, `${address}/news`, 'Our zoo.');
    await ingest(itemId);
    const days = await nextReadingInDays(itemId);
    expect([days > 5.9, days < 8.1]).toEqual([true, true]);
    expect(await sweep()).toBe(0);

    const chunks = await chunksOf(itemId);
    await due(itemId);
    expect(await sweep()).toBe(1);
    expect(await sweep()).toBe(0);
    expect((await itemOf(owner))?.status).toBe('queued');
    expect((await kith.search(owner, 'otters')).passages).toHaveLength(1);
    await ingest(itemId);
    expect(requests.at(-1)).toEqual({ path: '/news', etag: `"${pages['/news'].length}"`, status: 304 });
    expect(await itemOf(owner)).toMatchObject({ status: 'ready', content: 'Our zoo.\n\nOtters play.' });
    expect(await chunksOf(itemId)).toEqual(chunks);

    pages['/news'] = '<p>Badgers have moved in.</p>';
    await due(itemId);
    expect(await sweep()).toBe(1);
    await ingest(itemId);
    expect(await itemOf(owner)).toMatchObject({ status: 'ready', content: 'Our zoo.\n\nBadgers have moved in.' });
    expect((await kith.search(owner, 'otters')).passages).toEqual([]);
    expect((await kith.search(owner, 'badgers')).passages).toHaveLength(1);
    expect(await nextReadingInDays(itemId)).toBeGreaterThan(5.9);
  });

  it('is not processed again while its bytes are the same, also when its server names no version', async () => {
    const owner = kith.anOwner();
    pages['/unnamed'] = '<p>Herons wait.</p><img src="heron.png" width="300" height="300">';
    const { id: itemId } = await teach(owner, `${address}/unnamed`);
    await ingest(itemId);
    const read = await itemOf(owner);
    expect(read?.statusReason).toMatch(/ Its text was read\. 1 picture in it was not read\.$/);
    const extract = jest.spyOn(Extractor.prototype, 'extractBeforeScans');
    const again = async () => {
      await due(itemId);
      await sweep();
      await ingest(itemId);
      return itemOf(owner);
    };
    expect(await again()).toEqual(read);
    expect(extract).not.toHaveBeenCalled();
    expect(requests.at(-1)).toMatchObject({ path: '/unnamed', status: 200 });
    pages['/unnamed'] = '<p>Herons have left.</p>';
    expect(await again()).toMatchObject({ status: 'ready', content: 'Herons have left.' });
    expect(extract).toHaveBeenCalledTimes(1);
    extract.mockRestore();
  });

  it.each([
    ['text/plain', '<p>Café.</p>'],
    ['text/html; charset=iso-8859-1', 'CafÃ©.'],
  ])('is processed again when its server declares the same bytes as %s', async (type, content) => {
    const owner = kith.anOwner();
    pages['/unnamed'] = '<p>Café.</p>';
    const { id: itemId } = await teach(owner, `${address}/unnamed`);
    await ingest(itemId);
    expect((await itemOf(owner))?.content).toBe('Café.');
    types['/unnamed'] = type;
    await due(itemId);
    await sweep();
    await ingest(itemId);
    delete types['/unnamed'];
    expect(await itemOf(owner)).toMatchObject({ status: 'ready', content });
  });

  it.each(['/gone', '/unnamed'])(
    'keeps its text when it cannot be read again, says so, and is tried again the next day: %s',
    async (path) => {
      const owner = kith.anOwner();
      const page = '<p>Puffins breed here.</p><img src="puffin.png" width="300" height="300">';
      pages[path] = page;
      const { id: itemId } = await teach(owner, address + path);
      await ingest(itemId);
      const read = await itemOf(owner);
      expect(read?.statusReason).toMatch(/^Read on .* 1 picture in it was not read\.$/);
      const again = async () => {
        await due(itemId);
        await sweep();
        await ingest(itemId);
        return itemOf(owner);
      };
      delete pages[path];
      for (let n = 0; n < 2; n += 1) {
        const kept = await again();
        expect(kept).toMatchObject({ status: 'ready', content: 'Puffins breed here.' });
        expect(kept?.statusReason).toMatch(
          /^On [^.]* could not be read again, and its earlier text is kept\. [^.]*\(404\)\. Read on /,
        );
        expect(kept?.statusReason?.endsWith(` ${read?.statusReason}`)).toBe(true);
        expect(await nextReadingInDays(itemId)).toBeCloseTo(1, 1);
      }
      expect((await kith.search(owner, 'puffins')).passages).toHaveLength(1);
      pages[path] = page;
      expect(await again()).toEqual(read);
    },
  );

  it('is read again at once when its owner asks for it, and keeps its text until then', async () => {
    const owner = kith.anOwner();
    pages['/menu'] = '<p>Carp for lunch.</p>';
    const { id: itemId } = await teach(owner, `${address}/menu`);
    await ingest(itemId);
    pages['/menu'] = '<p>Today there is trout.</p>';
    const asked = await kith.ask(knowledge.update, { ...owner, itemId, readAgain: true });
    expect(asked).toMatchObject({ status: 'queued', content: 'Carp for lunch.' });
    expect((await kith.search(owner, 'carp')).passages).toHaveLength(1);
    await ingest(itemId);
    expect(await itemOf(owner)).toMatchObject({ status: 'ready', content: 'Today there is trout.' });
    for (let n = 0; n < 28; n += 1) await kith.ask(knowledge.update, { ...owner, itemId, readAgain: true });
    await expect(kith.ask(knowledge.update, { ...owner, itemId, readAgain: true })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    });
    const text = await kith.teach(owner, {});
    await expect(kith.ask(knowledge.update, { ...owner, itemId: text.id, readAgain: true })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { fields: { readAgain: expect.any(String) } },
    });
  });

  it('is not read again where its owner replaced the text of the page', async () => {
    const owner = kith.anOwner();
    pages['/mine'] = '<p>Seals swim.</p>';
    const { id: itemId } = await teach(owner, `${address}/mine`);
    await ingest(itemId);
    await kith.ask(knowledge.update, { ...owner, itemId, content: 'Walruses swim.' });
    await due(itemId);
    expect(await sweep()).toBe(0);
  });

  it.each(['/mine', '/unnamed'])(
    'has its text again when its owner replaced it and asks for it, although the page is unchanged: %s',
    async (path) => {
      const owner = kith.anOwner();
      pages[path] = '<p>Seals swim.</p>';
      const { id: itemId } = await teach(owner, address + path);
      await ingest(itemId);
      await kith.ask(knowledge.update, { ...owner, itemId, content: 'Walruses swim.' });
      await kith.ask(knowledge.update, { ...owner, itemId, readAgain: true });
      await ingest(itemId);
      expect(await itemOf(owner)).toMatchObject({ status: 'ready', content: 'Walruses swim.\n\nSeals swim.' });
    },
  );

  it.each([
    ['was read', 'ready', 'Text.', true],
    ['could not be read yet', 'failed', '', false],
  ])(
    'that %s is read again at most with four others of its owner and one other of its website at a time',
    async (_what, status, extracted, isRead) => {
      const insert = (owner: Owner, host: string) =>
        kith.query(
          `insert into knowledge.item (bot_id, owner_id, title, content, type, tags, position, status, file_url, extracted, is_read, next_read_at)
           values ($1, $2, 'T', '', 'url', '{}', '{"x":0,"y":0}', $3, $4, $5, $6, now() - interval '1 day')`,
          [owner.botId, owner.actor.userId, status, `https://${host}/page`, extracted, isRead],
        );
      const many = kith.anOwner();
      for (let n = 0; n < 12; n += 1) await insert(many, `site-${n}.test`);
      for (let n = 0; n < 6; n += 1) await insert(kith.anOwner(), 'One.test');
      expect(await sweep()).toBe(7);
      expect(await sweep()).toBe(7);
      expect(await sweep()).toBe(4);
      expect(await sweep()).toBe(0);
    },
  );

  it('gets no URL when it is of type text', async () => {
    const owner = kith.anOwner();
    const item = await kith.teach(owner, { type: 'text', fileUrl: 'https://example.com/' });
    expect(item.fileUrl).toBeNull();
    await expect(kith.ask(knowledge.update, { ...owner, itemId: item.id, content: '  ' })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { fields: { content: 'Please enter the content' } },
    });
  });
});
