import { describe, expect, it } from '@jest/globals';
import { grayPixels } from '../../test/sample-pictures.js';
import { aScan, type SamplePage } from '../../test/sample-scans.js';
import { extract } from './extract-pdf.js';

const [CHART, MAP, LOGO] = [400, 300, 150].map((side) => grayPixels(side, side, (x, y) => (x + y) % 256));
const TEXT = 'The lighthouse opens at nine.';

async function counted(...pages: readonly SamplePage[]): Promise<number | undefined> {
  const bytes = aScan(...pages);
  return (await extract({ bytes, decoded: () => '', maxChars: 100_000 })).unreadPictures;
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
});
