import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { knowledge } from '@kith/proto';
import { knowledgeUnderTest, type KnowledgeUnderTest } from './knowledge-under-test.js';
import { anEpub, anXlsx, aPptx, row, shape } from './sample-office.js';
import { aCompoundFile, aDocx, aPdf, aPng, paragraph } from './sample-files.js';

let kith: KnowledgeUnderTest;
beforeAll(async () => {
  kith = await knowledgeUnderTest();
});
afterAll(() => kith.stop());

const read = async (name: string, content: Buffer | string) => {
  const owner = kith.anOwner('free');
  const file = await kith.put(owner, content);
  return kith.ask(knowledge.readAttachment, { userId: owner.actor.userId, plan: 'free', file: { ...file, name } });
};

describe('knowledge.readAttachment', () => {
  it.each([
    ['a PDF', 'a.pdf', aPdf('Zebras have stripes.'), 'application/pdf'],
    [
      'a Word file',
      'a.docx',
      aDocx(paragraph('Zebras have stripes.')),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['a text that looks like a table', 'a.csv', Buffer.from('Zebras have stripes.'), 'text/csv'],
    ['a web page as it is written', 'a.html', Buffer.from('Zebras have stripes.'), 'text/plain'],
    ['a text', 'a.txt', Buffer.from('Zebras have stripes.'), 'text/plain'],
    ['a text of another kind', 'zebra.py', Buffer.from('Zebras have stripes.'), 'text/plain'],
    ['Markdown', 'a.md', Buffer.from('Zebras have stripes.'), 'text/markdown'],
    ['a PDF by its bytes, not by its name', 'a.txt', aPdf('Zebras have stripes.'), 'application/pdf'],
  ])('returns the text of %s, on every plan', async (_what, name, content, mediaType) => {
    expect(await read(name, content)).toEqual({ text: 'Zebras have stripes.', mediaType });
  });

  it('returns SVG and HTML files as plain text [S45]', async () => {
    const svg = '<svg onload="alert(1)"/>';
    expect(await read('x.svg', svg)).toEqual({ text: svg, mediaType: 'text/plain' });
  });

  it('returns tables, records and the source of pages as they are written', async () => {
    for (const [name, text] of [
      ['a.csv', 'a;b\n1;2'],
      ['a.json', '[{"a": 1}]'],
      ['a.html', '<p>x</p>'],
    ] as const)
      expect((await read(name, text)).text).toBe(text);
  });

  it('returns the text of workbooks, presentations and e-books', async () => {
    expect((await read('a.xlsx', anXlsx([{ name: 'Zoo', rows: row(1, 'a', 'b') }]))).text).toBe('## Zoo\n\n| a | b |');
    expect((await read('a.pptx', aPptx([{ shapes: shape(['Words.']) }]))).text).toBe('## Slide 1\n\nWords.');
    expect((await read('a.epub', anEpub(['<p>Words.</p>']))).text).toBe('Words.');
  });

  it('truncates the text to 100,000 characters', async () => {
    expect((await read('a.txt', 'x'.repeat(130_000))).text).toHaveLength(100_000);
  });

  it.each([
    ['an image', aPng(), 'image/png'],
    ['an unknown kind', Buffer.from([0, 1, 2, 3]), 'application/octet-stream'],
    ['an old Word file', aCompoundFile(), 'application/octet-stream'],
    ['nothing', Buffer.alloc(0), 'application/octet-stream'],
    ['a damaged PDF', Buffer.from('%PDF-1.7 and then nothing'), 'application/pdf'],
    ['a bomb', aDocx(paragraph('a'.repeat(25_000_000))), undefined],
  ])('returns no text for %s', async (_what, content, mediaType) => {
    expect(await read('a.pdf', content)).toEqual({ text: null, mediaType: mediaType ?? expect.any(String) });
  });

  it('refuses the file of another user and a file that does not exist with NOT_FOUND [S28]', async () => {
    const [owner, other] = [kith.anOwner(), kith.anOwner()];
    const file = await kith.put(other, 'Not yours.');
    const userId = owner.actor.userId;
    const gone = { ...file, key: `${userId}/${randomUUID()}` };
    for (const each of [file, gone])
      await expect(kith.ask(knowledge.readAttachment, { userId, plan: 'free', file: each })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
  });

  it('refuses a file above 10 MB with TOO_LARGE', async () => {
    await expect(read('a.txt', 'x'.repeat(10 * 1024 * 1024 + 1))).rejects.toMatchObject({
      code: expect.stringMatching(/TOO_LARGE|BAD_INPUT/),
    });
  });
});
