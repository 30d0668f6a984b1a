import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { Extractor } from '../src/extraction/extractor.js';
import { knowledgeUnderTest, type KnowledgeUnderTest } from './knowledge-under-test.js';
import { grayPixels, noticePixels } from './sample-pictures.js';
import { aScan, type SamplePage } from './sample-scans.js';

const NOTICE = noticePixels('MILK TEA AT THE HOTEL', 'NO HAM IN THE KITTEN MEAL');
const OTHER = noticePixels('KAMILLE IN A HELMET', 'THE MAIL IN THE TILE HALL');
const PHOTO = grayPixels(300, 300, (x, y) => (x + y) % 256);
const TEXT = 'The lighthouse opens at nine.';
const USER = { key: 'user' };
const SCAN_LIMITS = { timeoutMs: 120_000, memoryMb: 700, heapMb: 256 };
const extractor = new Extractor();
const read = (...pages: readonly SamplePage[]) =>
  extractor.extractWithScans(USER, { bytes: aScan(...pages), format: 'pdf' }, 2_000_000);

describe('the larger pictures on pages of a PDF that have text', () => {
  it('are recognized, each after the text of its page', async () => {
    const { text, pictures, unreadPictures, parts } = await read(
      { text: TEXT, picture: NOTICE, part: 0.6 },
      { text: 'The harbour lies behind.' },
    );
    expect(text).toMatch(
      /^\[page 1\]\n\nThe lighthouse opens at nine\.\n\nMILK TEA AT THE HOTEL\n+NO HAM IN THE KITTEN MEAL\n\n\[page 2\]\n\nThe harbour lies behind\.$/,
    );
    expect({ pictures, unreadPictures }).toEqual({ pictures: { tried: 1, recognized: 1 }, unreadPictures: 0 });
    expect(parts).toEqual({ unit: 'pages', read: 2, total: 2 });
  }, 60_000);

  it('add no line whose words the page has already', async () => {
    const { text, pictures } = await read({ text: 'At the hotel: milk, tea.', picture: NOTICE });
    expect(text).toMatch(/^At the hotel: milk, tea\.\n\nNO HAM IN THE KITTEN MEAL$/);
    expect(pictures).toEqual({ tried: 1, recognized: 1 });
  }, 60_000);

  it('are read after pages that are pictures, in one reading', async () => {
    const { text, scan, pictures, unreadPictures } = await read({ text: TEXT, picture: OTHER }, { picture: NOTICE });
    expect(text).toMatch(/nine\.\n\n[^]*HELMET[^]*\[page 2\]\n\nMILK TEA/);
    expect(scan).toEqual({ withoutText: 1, tried: 1, pictures: 1, recognized: 1, unread: 0 });
    expect({ pictures, unreadPictures }).toEqual({ pictures: { tried: 1, recognized: 1 }, unreadPictures: 0 });
  }, 60_000);

  it('are read once where several pages show the same, also where each stores it for itself', async () => {
    const again = { ...NOTICE };
    const pages = [NOTICE, NOTICE, again, NOTICE].map((picture, n) => ({ text: `${TEXT} This is part ${n}.`, picture }));
    const { text, pictures, unreadPictures } = await read(...pages);
    expect(text.match(/MILK TEA/g)).toHaveLength(1);
    expect({ pictures, unreadPictures }).toEqual({ pictures: { tried: 1, recognized: 1 }, unreadPictures: 0 });
  }, 60_000);

  it.each<[string, SamplePage]>([
    ['cover a small part of the page, such as logos', { text: TEXT, picture: NOTICE, part: 0.25 }],
    ['have more than 20 million pixels', { text: TEXT, picture: NOTICE, declared: 5900 }],
    ['are of a kind that is not decoded', { text: TEXT, picture: NOTICE, as: 'jpeg2000' }],
    ['stand on a page with very many', { text: TEXT, picture: NOTICE, times: 11 }],
  ])(
    'are counted as unread where they %s',
    async (_which, page) => {
      const { text, pictures, unreadPictures } = await read(page);
      expect(text).toBe(TEXT);
      expect({ pictures, unreadPictures }).toEqual({ pictures: { tried: 0, recognized: 0 }, unreadPictures: page.times ?? 1 });
    },
    60_000,
  );

  it('are not looked at where a scanner recognized the text of the page', async () => {
    const { text, pictures } = await read({ text: TEXT, isInvisible: true, picture: NOTICE }, { text: TEXT, picture: OTHER });
    expect(text).not.toMatch(/MILK/);
    expect(pictures).toEqual({ tried: 1, recognized: 1 });
  }, 60_000);

  it('say that nothing was recognized where they show no text', async () => {
    const { text, pictures, unreadPictures } = await read({ text: TEXT, picture: PHOTO });
    expect({ text, pictures, unreadPictures }).toEqual({ text: TEXT, pictures: { tried: 1, recognized: 0 }, unreadPictures: 0 });
  }, 60_000);

  it('are read up to thirty, together with pages that are pictures, and the rest is counted [S45]', async () => {
    const pages = Array.from({ length: 500 }, (_, n) => {
      const picture = grayPixels(210, 200, (x, y) => (x * (n + 3) + y * n) % 256);
      return n < 5 ? { picture } : { text: `${TEXT} This is part ${n}.`, picture };
    });
    const started = performance.now();
    const { text, scan, pictures, unreadPictures } = await read(...pages);
    expect(performance.now() - started).toBeLessThan(130_000);
    expect(text).toMatch(/This is part 5\.[^]*This is part 499\.$/);
    expect(scan).toMatchObject({ withoutText: 5, pictures: scan?.tried });
    const { tried = 0 } = pictures ?? {};
    expect((scan?.tried ?? 0) + tried).toBeLessThanOrEqual(30);
    expect(tried).toBeGreaterThan(0);
    expect(unreadPictures).toBe(495 - tried);
  }, 180_000);
});

describe('a picture that takes too much', () => {
  const BOMB = { width: 4400, height: 4400, pixels: Buffer.alloc(4400 * 4400, 255) };

  it('costs neither the text of its page nor what was recognized on pages that are pictures [S45]', async () => {
    const bytes = aScan({ text: TEXT, picture: BOMB, times: 10 }, { picture: NOTICE });
    expect(bytes.length).toBeLessThan(1_000_000);
    const { text, scan, pictures, unreadPictures } = await extractor.extractWithScans(USER, { bytes, format: 'pdf' }, 100_000);
    expect(text).toMatch(/^\[page 1\]\n\nThe lighthouse opens at nine\.\n\n\[page 2\]\n\nMILK TEA AT THE HOTEL/);
    expect(scan).toMatchObject({ recognized: 1 });
    expect({ pictures, unreadPictures }).toEqual({ pictures: undefined, unreadPictures: 10 });
  }, 130_000);

  it.each([
    ['time', { ...SCAN_LIMITS, timeoutMs: 300 }],
    ['memory', { ...SCAN_LIMITS, memoryMb: 60 }],
  ])(
    'of %s does not cost the text',
    async (_what, limits) => {
      const slow = new Extractor(undefined, undefined, limits);
      const bytes = aScan({ text: TEXT, picture: NOTICE });
      const { text, pictures, unreadPictures } = await slow.extractWithScans(USER, { bytes, format: 'pdf' }, 1000);
      expect({ text, pictures, unreadPictures }).toEqual({ text: TEXT, pictures: undefined, unreadPictures: 1 });
    },
    60_000,
  );
});

describe('a knowledge item', () => {
  let kith: KnowledgeUnderTest;
  beforeAll(async () => {
    kith = await knowledgeUnderTest();
  });
  afterAll(() => kith.stop());

  it('with pictures beside its text is known at once by its text, then by theirs, and says how many were read', async () => {
    const owner = kith.anOwner();
    const pages = [
      { text: TEXT, picture: NOTICE },
      { text: 'The harbour lies behind.', picture: PHOTO, part: 0.2 },
    ];
    const { id } = await kith.upload(owner, 'letter.pdf', aScan(...pages));
    const words = '2 pages read. Text was recognized in 1 larger picture beside its text. 1 picture in it was not read.';
    await waitFor('the picture to be read', async () => (await kith.settled(owner, id)).statusReason === words, 60_000);
    expect((await kith.search(owner, 'milk tea hotel')).passages).toMatchObject([{ itemId: id }]);
    expect((await kith.search(owner, 'lighthouse')).passages).toMatchObject([{ itemId: id }]);
  }, 90_000);
});
