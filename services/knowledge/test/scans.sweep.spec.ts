import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Extractor } from '../src/extraction/extractor.js';
import { waitFor } from '@kith/kit/testing';
import { knowledgeUnderTest, type KnowledgeUnderTest } from './knowledge-under-test.js';
import { grayGif, grayPixels, noticePixels, turned } from './sample-pictures.js';
import { aScan, type SamplePage } from './sample-scans.js';

const NOTICE = noticePixels('MILK TEA AT THE HOTEL', 'NO HAM IN THE KITTEN MEAL');
const PHOTO = grayPixels(300, 300, (x, y) => (x + y) % 256);
const USER = { key: 'user' };
const TEXT = { text: 'The lighthouse opens at nine.' };
const extractor = new Extractor();
const read = (...pages: readonly SamplePage[]) =>
  extractor.extractWithScans(USER, { bytes: aScan(...pages), format: 'pdf' }, 200_000);

describe('the pages of a PDF that are pictures', () => {
  it('are recognized, in their places between those that are texts', async () => {
    const { text, scan, parts } = await read(TEXT, { picture: NOTICE }, { text: 'The harbour lies behind.' });
    expect(text).toMatch(
      /^\[page 1\]\n\nThe lighthouse opens at nine\.\n\n\[page 2\]\n\nMILK TEA AT THE HOTEL\n+NO HAM IN THE KITTEN MEAL\n\n\[page 3\]/,
    );
    expect(scan).toEqual({ withoutText: 1, tried: 1, pictures: 1, recognized: 1, unread: 0 });
    expect(parts).toEqual({ unit: 'pages', read: 3, total: 3 });
  }, 60_000);

  it.each(['colours', 'bits', 'mask', 'transparent'] as const)(
    'are recognized when they are stored as %s',
    async (as) => {
      expect((await read({ picture: NOTICE, as })).text).toMatch(/MILK TEA AT THE HOTEL/);
    },
    60_000,
  );

  it.each([90, 180, 270])(
    'are recognized when the page is turned by %s degrees',
    async (degrees) => {
      const picture = turned(NOTICE, 4 - degrees / 90);
      expect((await read({ picture, turned: degrees })).text).toMatch(/MILK TEA AT THE HOTEL/);
    },
    60_000,
  );

  it('are recognized in Chinese and Japanese, one language after the other', async () => {
    const { text, scan } = await read({ picture: noticePixels('日本山田', '中山日本') }, { picture: NOTICE });
    expect(text).toMatch(/日本山田[^]*MILK TEA/);
    expect(scan).toMatchObject({ pictures: 2, recognized: 2 });
  }, 90_000);

  it('say that nothing was recognized when they show no text, and empty pages are none', async () => {
    await expect(read({ picture: PHOTO })).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA',
      message: expect.stringMatching(/its pages are pictures.*Latin, Japanese or Chinese/),
    });
    await expect(read({})).rejects.toMatchObject({ message: 'No text was found.' });
    expect((await read(TEXT, { picture: PHOTO }, {})).scan).toEqual({
      withoutText: 2,
      tried: 2,
      pictures: 1,
      recognized: 0,
      unread: 0,
    });
  }, 90_000);

  it('of 400 million pixels are not decoded, and the other pages are read [S45]', async () => {
    const { text, scan } = await read(TEXT, { picture: NOTICE, declared: 20_000 }, { picture: NOTICE });
    expect(text).toMatch(/lighthouse[^]*MILK TEA/);
    expect(scan).toMatchObject({ withoutText: 2, tried: 2, pictures: 1, recognized: 1, unread: 1 });
  }, 60_000);

  it.each([
    ['of 34 million pixels, as A4 with 600 dpi has', { picture: NOTICE, declared: 5900 }],
    ['of a kind that is not decoded', { picture: NOTICE, as: 'jpeg2000' }],
  ] as const)(
    'are counted when they are %s, and smaller ones such as logos are not',
    async (_kind, page) => {
      const logo = { picture: grayPixels(50, 50, () => 0), as: 'jpeg2000' } as const;
      expect((await read(TEXT, page, page, logo)).scan).toEqual({
        withoutText: 3,
        tried: 3,
        pictures: 0,
        recognized: 0,
        unread: 2,
      });
      await expect(read(page)).rejects.toMatchObject({
        code: 'UNSUPPORTED_MEDIA',
        message: expect.stringMatching(/No text was found: its pages are pictures that have more than 20 million pixels or/),
      });
    },
    60_000,
  );

  it('keep no text of other pages from being known when recognizing takes too long or too much', async () => {
    const bytes = aScan(TEXT, { picture: NOTICE });
    for (const limits of [
      { timeoutMs: 300, memoryMb: 700, heapMb: 256 },
      { timeoutMs: 60_000, memoryMb: 60, heapMb: 256 },
    ]) {
      const { text, scan } = await new Extractor(undefined, undefined, limits).extractWithScans(
        USER,
        { bytes, format: 'pdf' },
        1000,
      );
      expect(text).toBe('[page 1]\n\nThe lighthouse opens at nine.');
      expect(scan).toEqual({ withoutText: 1, tried: 0, pictures: 0, recognized: 0, unread: 0 });
    }
    const slow = new Extractor(undefined, undefined, { timeoutMs: 300, memoryMb: 700, heapMb: 256 });
    await expect(slow.extractWithScans(USER, { bytes: aScan({ picture: NOTICE }), format: 'pdf' }, 1000)).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA',
      message: expect.stringContaining('took too long'),
    });
  }, 60_000);
});

describe('a knowledge item', () => {
  let kith: KnowledgeUnderTest;
  beforeAll(async () => {
    kith = await knowledgeUnderTest();
  });
  afterAll(() => kith.stop());

  it('with a scanned PDF is found by what is recognized, and says how much that is', async () => {
    const owner = kith.anOwner();
    const { id } = await kith.upload(owner, 'letter.pdf', aScan({ ...TEXT, picture: PHOTO }, { picture: NOTICE }));
    const words =
      '2 pages read. 1 of 2 pages is a picture; text was recognized on 1. Text was recognized in 0 of 1 larger picture beside its text. Only Latin, Japanese and Chinese letters are recognized.';
    await waitFor('the pages to be read', async () => (await kith.settled(owner, id)).statusReason === words, 60_000);
    expect((await kith.search(owner, 'milk tea hotel')).passages).toMatchObject([{ itemId: id }]);
  }, 60_000);

  it('with a GIF is found by the text of its first frame', async () => {
    const owner = kith.anOwner();
    const { id } = await kith.upload(owner, 'notice.gif', grayGif(NOTICE));
    expect(await kith.settled(owner, id)).toMatchObject({ statusReason: 'The text in this picture was read.' });
    expect((await kith.search(owner, 'milk tea hotel')).passages).toMatchObject([{ itemId: id }]);
  }, 60_000);
});
