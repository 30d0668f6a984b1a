import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { knowledge } from '@kith/proto';
import { anActor } from '@kith/kit/testing';
import { zipSync } from 'fflate';
import { knowledgeUnderTest, type KnowledgeUnderTest } from './knowledge-under-test.js';
import { anXlsx } from './sample-office.js';
import { aCompoundFile, aGif, aJpeg, aPdf, aPng, aWebp } from './sample-files.js';

let kith: KnowledgeUnderTest;
beforeAll(async () => {
  kith = await knowledgeUnderTest();
});
afterAll(() => kith.stop());

/** As Excel marks it: by the type of its main part. */
const aWorkbookWithMacros = () => {
  const types = '<Types><Override ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>';
  return anXlsx([], { more: { '[Content_Types].xml': new TextEncoder().encode(types) } });
};

describe('a refused file', () => {
  const oldWord = 'Old Word files (.doc) cannot be read. Please save it as .docx.';
  it.each([
    ['an old Word file', 'letter.doc', aCompoundFile(), oldWord],
    ['rich text called .doc', 'letter.doc', Buffer.from('{\\rtf1 hello}'), oldWord],
    ['a Word file with a password', 'letter.docx', aCompoundFile(), 'password'],
    ['an old workbook', 'table.xls', aCompoundFile(), 'Old Excel files (.xls) cannot be read. Please save it as .xlsx.'],
    ['an old workbook with a new name', 'table.xlsx', aCompoundFile('Workbook'), 'Old Excel files'],
    ['an old presentation', 'talk.ppt', aCompoundFile('PowerPoint Document'), 'Please save it as .pptx.'],
    ['an old Word file called .txt', 'letter.txt', aCompoundFile('WordDocument'), oldWord],
    ['a workbook with a password', 'table.xlsx', aCompoundFile('EncryptedPackage'), 'password'],
    ['a workbook with macros', 'table.xlsm', aWorkbookWithMacros(), 'macros'],
    ['a program called .pdf', 'good.pdf', Buffer.from('MZ\x90\0\x03\0\0\0'), 'Only PDF'],
    ['a program called .txt', 'good.txt', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), 'not a text'],
    ['a page called .png', 'good.png', Buffer.from('<html><script>alert(1)</script>'), 'Only PDF'],
    ['a script', 'code.js', Buffer.from('alert(1)'), 'Only PDF'],
    [
      'an SVG with a script',
      'x.svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'Only PDF',
    ],
    ['an SVG called .txt', 'x.txt', Buffer.from('<?xml version="1.0"?><!-- x --><svg onload="alert(1)"/>'), 'Only PDF'],
    ['an SVG called .png', 'x.png', Buffer.from(' <svg onload="alert(1)"/>'), 'Only PDF'],
    ['a plain archive', 'x.docx', Buffer.from(zipSync({ 'evil.sh': new Uint8Array(10) })), 'Only PDF'],
    ['an archive called .txt', 'x.txt', Buffer.from(zipSync({ a: new Uint8Array(10) })), 'not a text'],
    ['an SVG called .html', 'x.html', Buffer.from('<svg onload="alert(1)"/>'), 'Only PDF'],
    ['a text with NUL', 'x.md', Buffer.from('a\0b'), 'not a text'],
    ['half a character in UTF-16', 'x.txt', Buffer.from([0xff, 0xfe, 0x00, 0xd8]), 'not a text'],
    ['nothing', 'x.txt', Buffer.alloc(0), 'empty'],
    ['a name without a kind', 'README', Buffer.from('Hello'), 'Only PDF'],
    ['a PNG without a header', 'x.png', Buffer.concat([aPng().subarray(0, 8), Buffer.alloc(40)]), ''],
  ])('gives UNSUPPORTED_MEDIA and is removed from the store: %s [S45]', async (_what, name, content, words) => {
    const owner = kith.anOwner();
    await expect(kith.upload(owner, name, content)).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA',
      message: expect.stringContaining(words),
    });
    expect(await kith.filesOf(owner)).toEqual([]);
    expect((await kith.ask(knowledge.list, owner)).total).toBe(0);
  });

  it.each([
    ['png', aPng(30_000, 30_000)],
    ['png', aPng(20_000, 20_000)],
    ['png', aPng(20_000, 10)],
    ['gif', aGif(30_000, 30_000)],
    ['jpg', aJpeg(30_000, 30_000)],
    ['webp', aWebp(30_000, 30_000)],
  ])('gives TOO_LARGE when an image would take gigabytes to decode: %s [S45]', async (extension, bytes) => {
    const owner = kith.anOwner();
    await expect(kith.upload(owner, `huge.${extension}`, bytes)).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: expect.stringContaining('pixels'),
    });
    expect(await kith.filesOf(owner)).toEqual([]);
  });

  it('does not include polyglots: they are stored as the type of their first bytes, which no browser executes [S45]', async () => {
    const owner = kith.anOwner();
    const gif = await kith.upload(owner, 'x.txt', Buffer.concat([aGif(), Buffer.from('/*<script>alert(1)</script>*/')]));
    const pdf = await kith.upload(
      owner,
      'x.docx',
      Buffer.concat([aPdf('Zebra.'), Buffer.from(zipSync({ a: new Uint8Array(9) }))]),
    );
    const kinds = await Promise.all([gif, pdf].map(({ id }) => kith.ask(knowledge.file, { ...owner, itemId: id })));
    expect(kinds.map(({ mediaType }) => mediaType)).toEqual(['image/gif', 'application/pdf']);
    expect([gif.type, pdf.type]).toEqual(['image', 'file']);
  });

  it('gives TOO_LARGE above 10 MB, whatever size the sender declares', async () => {
    const owner = kith.anOwner();
    const file = await kith.put(owner, Buffer.alloc(10 * 1024 * 1024 + 1, 'a'));
    await expect(kith.ask(knowledge.addFile, { ...owner, file: { ...file, bytes: 5, name: 'x.txt' } })).rejects.toMatchObject({
      code: 'TOO_LARGE',
    });
    expect(await kith.filesOf(owner)).toEqual([]);
  });

  it('is removed from the store too when the plan does not allow it or the bot belongs to another user [S34]', async () => {
    const free = kith.anOwner('free');
    for (let n = 0; n < 5; n += 1) await kith.teach(free, { title: `T ${n}` });
    await expect(kith.upload(free, 'x.txt', 'Words.')).rejects.toMatchObject({ code: 'UPGRADE_REQUIRED' });
    expect(await kith.filesOf(free)).toEqual([]);
    const otherUser = { actor: anActor({ plan: 'premium' }), botId: free.botId };
    await expect(kith.upload(otherUser, 'x.txt', 'Words.')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await kith.filesOf(otherUser)).toEqual([]);
  });

  it.each(['/etc/passwd', '../../etc/passwd', 'file:///etc/passwd', ''])(
    'gives NOT_FOUND for the path of another file on the server: %j [S47]',
    async (key) => {
      const owner = kith.anOwner();
      for (const named of [key, `${owner.actor.userId}/${key}`, `${owner.actor.userId}/../${key}`]) {
        const file = { key: named, bytes: 10, name: 'x.txt' };
        await expect(kith.ask(knowledge.addFile, { ...owner, file })).rejects.toMatchObject({ code: 'NOT_FOUND' });
        await expect(
          kith.ask(knowledge.readAttachment, { userId: owner.actor.userId, plan: 'free', file }),
        ).rejects.toMatchObject({
          code: 'NOT_FOUND',
        });
      }
    },
  );

  it('gives NOT_FOUND when it belongs to another user, and stays in the store [S28]', async () => {
    const [owner, other] = [kith.anOwner(), kith.anOwner()];
    const file = await kith.put(other, 'Not yours.');
    await expect(kith.ask(knowledge.addFile, { ...owner, file })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await kith.isStored(file.key)).toBe(true);
  });

  it('gives NOT_FOUND when an item uses it already, and that item keeps it', async () => {
    const owner = kith.anOwner();
    const file = await kith.put(owner, 'Once.');
    await kith.ask(knowledge.addFile, { ...owner, file });
    await expect(kith.ask(knowledge.addFile, { ...owner, file })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await kith.isStored(file.key)).toBe(true);
  });
});
