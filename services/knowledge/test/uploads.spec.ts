import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { knowledge } from '@kith/proto';
import { waitFor } from '@kith/kit/testing';
import { DataSource } from 'typeorm';
import { DiscardedFiles } from '../src/files/file-cleanup.js';
import { knowledgeUnderTest, type KnowledgeUnderTest } from './knowledge-under-test.js';
import { anEpub, anXlsx, aPptx, row, shape } from './sample-office.js';
import { grayPixels } from './sample-pictures.js';
import { aScan } from './sample-scans.js';
import { aDocx, aGif, aJpeg, aPdf, aPng, aWebp, paragraph } from './sample-files.js';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const PICTURE = grayPixels(300, 300, (x, y) => (x + y) % 256);
let kith: KnowledgeUnderTest;
beforeAll(async () => {
  kith = await knowledgeUnderTest();
});
afterAll(() => kith.stop());

/** The entries of three pictures in an Office file, of a drawing that is stored as one of them too, of a film, and of what is in no such folder. */
const picturesIn = (folder: string, ...elsewhere: string[]) =>
  Object.fromEntries(
    ['image1.png', 'image2.JPEG', 'image3.emf', 'image4.svg', 'media1.mp4']
      .map((name) => `${folder}/media/${name}`)
      .concat(elsewhere)
      .map((name) => [name, aPng()]),
  );

describe('a knowledge item with a file', () => {
  it.each([
    ['report.pdf', () => aPdf('Zebras have stripes.'), 'application/pdf', '1 page read.'],
    ['report.docx', () => aDocx(paragraph('Zebras have stripes.')), `${OFFICE}.wordprocessingml.document`, 'Its text was read.'],
    [
      'report.xlsx',
      () => anXlsx([{ name: 'Zoo', rows: row(1, 'Animal', 'Look') + row(2, 'Zebra', 'stripes') }]),
      `${OFFICE}.spreadsheetml.sheet`,
      '1 sheet read.',
    ],
    [
      'report.pptx',
      () => aPptx([{ shapes: shape(['Zebras have stripes.']) }, { shapes: '' }]),
      `${OFFICE}.presentationml.presentation`,
      '2 slides read.',
    ],
    ['report.epub', () => anEpub(['<p>Zebras have stripes.</p>']), 'application/epub+zip', '1 chapter read.'],
    [
      'pictures.docx',
      () => aDocx(paragraph('Zebras have stripes.'), picturesIn('word', 'docProps/thumbnail.jpeg')),
      `${OFFICE}.wordprocessingml.document`,
      'Its text was read. 3 pictures in it were not read.',
    ],
    [
      'pictures.xlsx',
      () => anXlsx([{ name: 'Zoo', rows: row(1, 'Zebra', 'stripes') }], { more: picturesIn('xl') }),
      `${OFFICE}.spreadsheetml.sheet`,
      '1 sheet read. 3 pictures in it were not read.',
    ],
    [
      'pictures.pptx',
      () => aPptx([{ shapes: shape(['Zebras have stripes.']) }], picturesIn('ppt')),
      `${OFFICE}.presentationml.presentation`,
      '1 slide read. 3 pictures in it were not read.',
    ],
    [
      'pictures.epub',
      () =>
        anEpub(['<p>Zebras have stripes.</p>'], {
          'OEBPS/cover.png': aPng(),
          'OEBPS/images/plan.SVG': Buffer.from('<svg/>'),
          '__MACOSX/OEBPS/._cover.png': Buffer.from('x'),
        }),
      'application/epub+zip',
      '1 chapter read. 2 pictures in it were not read.',
    ],
    [
      'pictures.pdf',
      () => aScan({ text: 'Zebras have stripes.', picture: PICTURE }, { text: 'Horses have none.' }),
      'application/pdf',
      expect.stringMatching(/^2 pages read\. .*picture/),
    ],
    [
      'pictures.html',
      () => Buffer.from('<html><p>Zebras have stripes.</p><img src="a.png"><img src="b.png"></html>'),
      'text/plain',
      'Its text was read. 2 pictures in it were not read.',
    ],
    // Sent back as a text, which no browser runs (docs/security.md S46).
    ['report.html', () => Buffer.from('<html><p>Zebras have <b>stripes</b>.</p></html>'), 'text/plain', null],
    ['report.txt', () => Buffer.from('Zebras have stripes.'), 'text/plain', null],
    ['latin.txt', () => Buffer.from('Zebras have stripes in the zoo of K\xf6ln.', 'latin1'), 'text/plain', null],
    ['report.MD', () => Buffer.from('# Zoo\n\nZebras have stripes.', 'utf16le'), 'text/markdown', null],
    ['report.csv', () => Buffer.from('animal,look\nzebra,stripes\n'), 'text/csv', '2 rows read.'],
    ['report.json', () => Buffer.from('{"zebra": "stripes"}'), 'application/json', null],
  ])('is stored at once, read in the background and then found: %s', async (name, content, mediaType, statusReason) => {
    const owner = kith.anOwner();
    const bytes = name.endsWith('MD') ? Buffer.concat([Buffer.from([0xff, 0xfe]), content()]) : content();
    const item = await kith.upload(owner, name, bytes, { tags: ['zoo'], position: { x: 1, y: 2 } });
    expect(item).toMatchObject({
      title: name,
      type: 'file',
      tags: ['zoo'],
      position: { x: 1, y: 2 },
      status: 'queued',
      content: '',
    });
    expect(item.fileUrl).toBe(`/api/bots/${owner.botId}/knowledge/${item.id}/file`);
    const ready = await kith.settled(owner, item.id);
    expect(ready).toMatchObject({ status: 'ready', statusReason, content: expect.stringMatching(/zebra/i) });
    expect((await kith.search(owner, 'zebra stripes')).passages).toMatchObject([{ itemId: item.id }]);
    const file = await kith.ask(knowledge.file, { ...owner, itemId: item.id });
    expect(file).toEqual({ key: expect.stringContaining(`${owner.actor.userId}/`), name, mediaType, bytes: bytes.length });
    expect(await kith.isStored(file.key)).toBe(true);
  });

  it.each([
    ['photo.png', aPng(), 'image/png'],
    ['photo.jpg', aJpeg(), 'image/jpeg'],
    ['photo.jpeg', aJpeg(), 'image/jpeg'],
    ['photo.gif', aGif(), 'image/gif'],
    ['photo.webp', aWebp(), 'image/webp'],
  ])('is found by title and tags when the file is an image: %s', async (name, bytes, mediaType) => {
    const owner = kith.anOwner();
    const item = await kith.upload(owner, name, bytes, { title: 'Our lighthouse', tags: ['harbour'] });
    expect(item).toMatchObject({ type: 'image', title: 'Our lighthouse', content: '' });
    expect(await kith.settled(owner, item.id)).toMatchObject({ status: 'ready', content: '' });
    for (const query of ['lighthouse', 'harbour'])
      expect((await kith.search(owner, query)).passages).toMatchObject([{ itemId: item.id, title: 'Our lighthouse' }]);
    expect(await kith.ask(knowledge.file, { ...owner, itemId: item.id })).toMatchObject({ mediaType });
  });

  it('is searched to its end when it is longer than a form shows, takes a note, refuses a correction, and leaves nothing when it is deleted', async () => {
    const owner = kith.anOwner();
    const text = `${'All work and no play makes the days long. '.repeat(9_000)}The caretaker keeps a typewriter.`;
    const { id: itemId } = await kith.upload(owner, 'long.txt', text);
    const ready = await kith.settled(owner, itemId);
    expect(ready).toMatchObject({ status: 'ready', statusReason: null });
    expect(text.startsWith(ready.content)).toBe(true);
    expect(ready.content.length).toBeGreaterThan(149_000);
    expect(ready.content.length).toBeLessThan(200_000);
    const endIsFound = async () => (await kith.ranking(owner, 'caretaker typewriter'))[0]?.body.includes('typewriter');
    expect(await endIsFound()).toBe(true);

    const save = (content: string) => kith.ask(knowledge.update, { ...owner, itemId, content });
    expect((await save(`A novel.\n\n${ready.content}`)).content).toBe(`A novel.\n\n${ready.content}`);
    await kith.settled(owner, itemId);
    expect(await endIsFound()).toBe(true);
    await expect(save(ready.content.replace('days', 'nights'))).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { fields: { content: expect.stringContaining('Only the beginning') } },
    });
    expect(await endIsFound()).toBe(true);

    const held = async () =>
      (
        await kith.query<{ counts: number[] }>(
          `select array[(select count(*)::int from knowledge.chunk where bot_id = $1), (select count(*)::int from knowledge.posting where bot_id = $1),
             (select count(*)::int from knowledge.klex where bot_id = $1), (select n + len::int from knowledge.kstat where bot_id = $1)] as counts`,
          [owner.botId],
        )
      )[0]?.counts;
    // More than are deleted at once.
    expect((await held())?.[0]).toBeGreaterThan(200);
    await kith.ask(knowledge.remove, { ...owner, itemId });
    expect(await held()).toEqual([0, 0, 0, 0]);
  });

  it('fails with a text for the owner when the file cannot be read, and the file can still be downloaded', async () => {
    const owner = kith.anOwner();
    const item = await kith.upload(owner, 'broken.pdf', '%PDF-1.7 and then nothing');
    expect(await kith.settled(owner, item.id)).toMatchObject({
      status: 'failed',
      statusReason: expect.stringContaining('damaged'),
    });
    expect(await kith.ask(knowledge.file, { ...owner, itemId: item.id })).toMatchObject({ name: 'broken.pdf' });
  });

  it('fails with a text for the owner when it is a Word file of pictures alone', async () => {
    const owner = kith.anOwner();
    const item = await kith.upload(owner, 'scan.docx', aDocx(paragraph(''), picturesIn('word')));
    expect(await kith.settled(owner, item.id)).toMatchObject({
      status: 'failed',
      statusReason: 'No text was found: pictures within a file or page are not read. Please upload them as pictures.',
    });
  });

  it('fails with a text for the owner when the file is a decompression bomb, and the service keeps running [S45]', async () => {
    const owner = kith.anOwner();
    const item = await kith.upload(owner, 'bomb.docx', aDocx(paragraph('a'.repeat(25_000_000))));
    expect(await kith.settled(owner, item.id)).toMatchObject({
      status: 'failed',
      statusReason: expect.stringContaining('too complex'),
    });
    expect((await kith.teach(owner, { content: 'Still here.' })).status).toBe('ready');
  });

  it('keeps the text of the file when it is saved unchanged or with a note, and replaces it when it is corrected', async () => {
    const owner = kith.anOwner();
    const { id: itemId } = await kith.upload(owner, 'tea.txt', 'Assam is strong.');
    await kith.settled(owner, itemId);
    const save = (content: string) => kith.ask(knowledge.update, { ...owner, itemId, content });
    expect((await save('Assam is strong.')).content).toBe('Assam is strong.');
    expect((await save('About tea.\n\nAssam is strong.')).content).toBe('About tea.\n\nAssam is strong.');
    expect((await save('About tea.\n\nAssam is strong.')).content).toBe('About tea.\n\nAssam is strong.');
    expect((await save('Ceylon and Assam is strong.')).content).toBe('Ceylon and Assam is strong.');
    expect((await save('Sencha is green.')).content).toBe('Sencha is green.');
    expect((await kith.search(owner, 'assam')).passages).toEqual([]);
    expect((await kith.search(owner, 'sencha')).passages).toHaveLength(1);
    await expect(kith.ask(knowledge.update, { ...owner, itemId, fileUrl: 'https://example.com/' })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { fields: { fileUrl: expect.any(String) } },
    });
  });

  it('gives the file of an item only to its owner, and only through its own bot [S28, S29]', async () => {
    const owner = kith.anOwner();
    const { id: itemId } = await kith.upload(owner, 'mine.txt', 'My text.');
    const { actor } = kith.anOwner();
    for (const asked of [kith.anOwner(), { ...owner, actor }, kith.anOwner('premium', owner.actor)])
      await expect(kith.ask(knowledge.file, { ...asked, itemId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await kith.ask(knowledge.file, { ...owner, itemId })).toMatchObject({ name: 'mine.txt' });
  });

  it('gives NOT_FOUND for the file of an item without one', async () => {
    const owner = kith.anOwner();
    const text = await kith.teach(owner, {});
    for (const itemId of [text.id, randomUUID()])
      await expect(kith.ask(knowledge.file, { ...owner, itemId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each([
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['..\\..\\windows\\win.txt', 'win.txt'],
    ['/etc/cron.d/x.txt', 'x.txt'],
    ['a\r\nSet-Cookie: x=1.txt', 'aSet-Cookie x=1.txt'],
    ['"quoted".txt', 'quoted.txt'],
    ['\u202etxt.exe.txt', 'txt.exe.txt'],
    ['C:evil.txt', 'evil.txt'],
    ['....//....//x.txt', 'x.txt'],
  ])('removes folders and control characters from the file name %j [S45]', async (name, plain) => {
    const owner = kith.anOwner();
    const item = await kith.upload(owner, name, 'Words.');
    expect(item.title).toBe(plain);
    const file = await kith.ask(knowledge.file, { ...owner, itemId: item.id });
    expect(file.name).toBe(plain);
    expect(file.key).toMatch(new RegExp(`^${owner.actor.userId}/[0-9a-f-]{36}$`));
  });
});

describe('the limits of uploads', () => {
  it('allow 200 MB for all files of a user [S45]', async () => {
    const owner = kith.anOwner();
    await kith.query(
      `insert into knowledge.item (bot_id, title, content, type, tags, position, status, owner_id, file_key, file_name, media_type, file_bytes)
       select gen_random_uuid(), 'T', '', 'file', '{}', '{"x":0,"y":0}', 'ready', $1::uuid, $1::text || '/' || n, 'f', 'text/plain', 10485760
       from generate_series(1, 19) n`,
      [owner.actor.userId],
    );
    const six = Buffer.alloc(6 * 1024 * 1024, 'word ');
    const outcomes = await Promise.allSettled([kith.upload(owner, 'a.txt', six), kith.upload(owner, 'b.txt', six)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'TOO_LARGE', message: expect.stringContaining('200 MB') });
    expect(await kith.filesOf(owner)).toHaveLength(1);
  });

  it('allow 200 MB for the files of all bots of a user, also when two bots get one at the same time [S35, S45]', async () => {
    const first = kith.anOwner();
    const second = kith.anOwner('premium', first.actor);
    await kith.query(
      `insert into knowledge.item (bot_id, title, content, type, tags, position, status, owner_id, file_key, file_name, media_type, file_bytes)
       values (gen_random_uuid(), 'T', '', 'file', '{}', '{"x":0,"y":0}', 'ready', $1::uuid, $1::text || '/1', 'f', 'text/plain', 209715000)`,
      [first.actor.userId],
    );
    const waiting = async (): Promise<number> => {
      const found = await kith.query<{ count: number }>(
        `select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      );
      return found[0]?.count ?? 0;
    };
    const text = 'word '.repeat(30);
    const database = kith.services.get('knowledge')?.app.get(DataSource);
    const uploads: Promise<unknown>[] = [];
    await database?.transaction(async (manager) => {
      // The first upload has summed the files when it waits for its bot.
      await manager.query('select knowledge.lock_bot($1)', [first.botId]);
      uploads.push(kith.upload(first, 'a.txt', text));
      await waitFor('the first upload to wait', async () => (await waiting()) === 1);
      let isSecondDone = false;
      const upload = kith.upload(second, 'b.txt', text);
      const done = (): void => void (isSecondDone = true);
      upload.then(done, done);
      await waitFor('the second upload to wait or to be done', async () => isSecondDone || (await waiting()) === 2);
      uploads.push(upload);
    });
    const settled = await Promise.allSettled(uploads);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(settled[1]).toMatchObject({ reason: { code: 'TOO_LARGE' } });
  });

  it('allow thirty uploads in ten minutes', async () => {
    const owner = kith.anOwner();
    for (let n = 0; n < 30; n += 1) await kith.upload(owner, 'x.png', aPng());
    await expect(kith.upload(owner, 'x.png', aPng())).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: { retryAfterS: expect.any(Number) },
    });
    expect(await kith.filesOf(owner)).toHaveLength(30);
  }, 60_000);

  it('allow exactly the number of items of the plan when files and texts arrive at once [S35]', async () => {
    const owner = kith.anOwner('basic');
    await kith.query(
      `insert into knowledge.item (bot_id, owner_id, title, content, type, tags, position, status)
       select $1, $2, 'T' || n, 'C', 'text', '{}', '{"x":0,"y":0}', 'ready' from generate_series(1, 95) n`,
      [owner.botId, owner.actor.userId],
    );
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 ? kith.upload(owner, 'x.png', aPng()) : kith.teach(owner, { title: `T ${n}` }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect((await kith.ask(knowledge.list, owner)).total).toBe(100);
    const [kept] = await kith.query<{ n: number }>(
      'select count(*)::int as n from knowledge.item where bot_id = $1 and file_key is not null',
      [owner.botId],
    );
    expect(await kith.filesOf(owner)).toHaveLength(kept?.n ?? -1);
  }, 60_000);
});

describe('deleting files', () => {
  it('an item deletes its own file and no other', async () => {
    const owner = kith.anOwner();
    const [one, two] = [await kith.upload(owner, 'x.txt', 'Same.'), await kith.upload(owner, 'x.txt', 'Same.')];
    const { key } = await kith.ask(knowledge.file, { ...owner, itemId: two.id });
    await kith.ask(knowledge.remove, { ...owner, itemId: one.id });
    expect(await kith.filesOf(owner)).toHaveLength(1);
    expect(await kith.isStored(key)).toBe(true);
  });

  it('a bot deletes all its files', async () => {
    const owner = kith.anOwner();
    for (let n = 0; n < 12; n += 1) await kith.upload(owner, 'x.png', aPng());
    expect(await kith.filesOf(owner)).toHaveLength(12);
    await kith.purge(owner.botId);
    expect(await kith.filesOf(owner)).toEqual([]);
    expect(await kith.query('select 1 from knowledge.discarded_file where key like $1', [`${owner.actor.userId}/%`])).toEqual([]);
  });

  it('happens in the sweep when the process dies before the file is removed', async () => {
    const owner = kith.anOwner();
    const { key } = await kith.put(owner, 'Left behind.');
    const discard = `insert into knowledge.discarded_file (key, discarded_at) values ($1, now() - interval '1 minute')`;
    await kith.query(discard, [key]);
    await kith.services.get('knowledge')?.app.get(DiscardedFiles).sweep();
    expect(await kith.isStored(key)).toBe(false);
    expect(await kith.query('select 1 from knowledge.discarded_file where key = $1', [key])).toEqual([]);
  });

  it('an item that is being read leaves nothing behind', async () => {
    const owner = kith.anOwner();
    const items = await Promise.all(Array.from({ length: 4 }, (_, n) => kith.upload(owner, 'x.pdf', aPdf(`Otter number ${n}.`))));
    await waitFor('an item to be processed', async () =>
      (await kith.ask(knowledge.list, owner)).items.some(({ status }) => status !== 'queued'),
    );
    await Promise.all(items.map(({ id }) => kith.ask(knowledge.remove, { ...owner, itemId: id })));
    const last = await kith.upload(owner, 'last.txt', 'A heron.');
    await kith.settled(owner, last.id);
    expect((await kith.search(owner, 'otter')).passages).toEqual([]);
    expect(await kith.filesOf(owner)).toHaveLength(1);
    expect(await kith.query('select 1 from knowledge.chunk where bot_id = $1 and item_id <> $2', [owner.botId, last.id])).toEqual(
      [],
    );
  });
});
