import { describe, expect, it, jest } from '@jest/globals';
import { grayPixels } from '../../test/sample-pictures.js';
import { aScan, type SamplePage } from '../../test/sample-scans.js';
import { extract } from './extract-pdf.js';
import { openPdf, readPages } from './pdf-pages.js';
import { picturesOfPdf, unreadOf } from './pdf-picture-count.js';
import { MIN_PIXELS, WARNINGS } from './pdf-pictures.js';

const [CHART, MAP, LOGO] = [400, 300, 150].map((side) => grayPixels(side, side, (x, y) => (x + y) % 256));
const TEXT = 'The lighthouse opens at nine.';

async function counted(...pages: readonly SamplePage[]) {
  const bytes = aScan(...pages);
  const { unreadPictures } = await extract({ bytes, decoded: () => '', maxChars: 100_000 });
  return typeof unreadPictures === 'function' ? unreadPictures() : 'not after the text';
}

/** The same when the time is used up after so many pages. */
async function countedIn(looked: number, ...pages: readonly SamplePage[]) {
  const bytes = aScan(...pages);
  const pdf = await openPdf(bytes, MIN_PIXELS, WARNINGS);
  const lines = await readPages(pdf, 100_000, Infinity);
  let left = looked;
  const now = jest.spyOn(performance, 'now').mockImplementation(() => ((left -= 1) < 0 ? 1 : 0));
  try {
    return unreadOf(await picturesOfPdf({ pdf, bytes }, lines, 1));
  } finally {
    now.mockRestore();
  }
}

describe('the pictures of a PDF that are not read', () => {
  it.each<[string, readonly SamplePage[], number]>([
    ['none without pictures', [{ text: TEXT }], 0],
    ['those on pages with text', [{ text: TEXT, picture: CHART }, { text: TEXT, picture: MAP }, { text: TEXT }], 2],
    ['one that stands on several pages', [1, 2, 3].map(() => ({ text: TEXT, picture: CHART })), 1],
    ['no small ones', [{ text: TEXT, picture: LOGO }], 0],
    ['one of 400 million pixels', [{ text: TEXT, picture: CHART, declared: 20_000 }], 1],
    ['no pages without text, which are read as pictures', [{ picture: CHART }, { text: TEXT }], 0],
    ['no pages whose text a scanner recognized', [{ text: TEXT, isInvisible: true, picture: CHART }], 0],
    [
      'of both kinds of pages those with text',
      [{ picture: CHART }, { text: TEXT, picture: MAP }, { text: TEXT, isInvisible: true, picture: LOGO }],
      1,
    ],
  ])('are %s', async (_which, pages, count) => {
    expect(await counted(...pages)).toBe(count);
  });

  it.each<[string, number, readonly SamplePage[], number | 'some' | undefined]>([
    [
      'some when there were such ones on the pages before',
      1,
      [CHART, MAP, MAP].map((picture) => ({ text: TEXT, picture })),
      'some',
    ],
    [
      'not known when the pages before had text that a scanner recognized',
      1,
      [CHART, MAP].map((picture) => ({ text: TEXT, isInvisible: true, picture })),
      undefined,
    ],
    ['not known when no page was looked at', 0, [{ text: TEXT, picture: CHART }], undefined],
    ['counted when the last page is looked at in time', 2, [CHART, MAP].map((picture) => ({ text: TEXT, picture })), 2],
  ])('are, when the time for it is used up, %s', async (_which, looked, pages, count) => {
    expect(await countedIn(looked, ...pages)).toBe(count);
  });
});
