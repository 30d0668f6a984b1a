import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { knowledge } from '@kith/proto';
import { knowledgeUnderTest, type KnowledgeUnderTest } from './knowledge-under-test.js';
import { aCompoundFile, aDocx, aPdf, aPng, paragraph } from './sample-files.js';

let kith: KnowledgeUnderTest;
beforeAll(async () => {
  kith = await knowledgeUnderTest();
});
afterAll(() => kith.stop());

const read = async (name: string, content: Buffer | string) => {
  const owner = kith.anOwner('free');
  const file = await kith.put(owner, content);
  return kith.ask(knowledge.readAttachment, { userId: owner.actor.userId, file: { ...file, name } });
};

describe('an attachment', () => {
  it.each([
    ['a PDF', 'a.pdf', aPdf('Zebras have stripes.'), 'application/pdf'],
    [
      'a Word file',
      'a.docx',
      aDocx(paragraph('Zebras have stripes.')),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['a text', 'a.txt', Buffer.from('Zebras have stripes.'), 'text/plain'],
    ['a text of another kind', 'zebra.py', Buffer.from('Zebras have stripes.'), 'text/plain'],
    ['Markdown', 'a.md', Buffer.from('Zebras have stripes.'), 'text/markdown'],
    ['a PDF by its bytes, not by its name', 'a.txt', aPdf('Zebras have stripes.'), 'application/pdf'],
  ])('that is %s is read, on every plan', async (_what, name, content, mediaType) => {
    expect(await read(name, content)).toEqual({ text: 'Zebras have stripes.', mediaType });
  });

  it('S45: that is an SVG or a page is a text like any other', async () => {
    const svg = '<svg onload="alert(1)"/>';
    expect(await read('x.svg', svg)).toEqual({ text: svg, mediaType: 'text/plain' });
  });

  it('is cut at 20,000 characters', async () => {
    expect((await read('a.txt', 'x'.repeat(30_000))).text).toHaveLength(20_000);
  });

  it.each([
    ['an image', aPng(), 'image/png'],
    ['an unknown kind', Buffer.from([0, 1, 2, 3]), 'application/octet-stream'],
    ['an old Word file', aCompoundFile(), 'application/octet-stream'],
    ['nothing', Buffer.alloc(0), 'application/octet-stream'],
    ['a damaged PDF', Buffer.from('%PDF-1.7 and then nothing'), 'application/pdf'],
    ['a bomb', aDocx(paragraph('a'.repeat(25_000_000))), undefined],
  ])('that is %s has no text', async (_what, content, mediaType) => {
    expect(await read('a.pdf', content)).toEqual({ text: null, mediaType: mediaType ?? expect.any(String) });
  });

  it('S28: of somebody else is not found, nor one that is gone', async () => {
    const [owner, other] = [kith.anOwner(), kith.anOwner()];
    const file = await kith.put(other, 'Not yours.');
    const userId = owner.actor.userId;
    const gone = { ...file, key: `${userId}/${randomUUID()}` };
    for (const each of [file, gone])
      await expect(kith.ask(knowledge.readAttachment, { userId, file: each })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('above 10 MB is TOO_LARGE', async () => {
    await expect(read('a.txt', 'x'.repeat(10 * 1024 * 1024 + 1))).rejects.toMatchObject({
      code: expect.stringMatching(/TOO_LARGE|BAD_INPUT/),
    });
  });
});
