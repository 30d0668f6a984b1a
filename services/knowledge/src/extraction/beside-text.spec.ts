import { describe, expect, it } from '@jest/globals';
import { grayPixels } from '../../test/sample-pictures.js';
import { aScan } from '../../test/sample-scans.js';
import { readBesideText } from './beside-text.js';
import { openPdf, readPages } from './pdf-pages.js';

const TEXT = 'The lighthouse opens at nine.';
/** Three pages with text and a picture each; what is read of these: their width. */
const bytes = aScan(...[300, 400, 500].map((width) => ({ text: TEXT, picture: grayPixels(width, 200, (x) => x % 256) })));

async function readBy(read: (width: number) => string, { maxChars = 1000, most = 30, late = 3 } = {}) {
  const pdf = await openPdf(bytes, 1_000_000);
  const pages = await readPages(pdf, 1000, Infinity);
  let begun = 0;
  const reader = {
    get isLate() {
      return begun >= late;
    },
    read: async ({ width }: { readonly width: number }) => {
      begun += 1;
      return Promise.resolve(read(width));
    },
  };
  const { added, ...counts } = await readBesideText({ bytes, pdf, pages }, reader, { most, maxChars });
  return { added: [...added], ...counts };
}

describe('reading the pictures beside the text of a PDF', () => {
  it('keeps what each says for its page', async () => {
    expect(await readBy((width) => `Milk ${width}\nThe lighthouse`)).toEqual({
      added: [
        [0, 'Milk 300'],
        [1, 'Milk 400'],
        [2, 'Milk 500'],
      ],
      pictures: { tried: 3, recognized: 3 },
      unreadPictures: 0,
    });
  });

  it('goes on after one that fails, which counts as unread', async () => {
    const failing = (width: number): string => {
      if (width === 300) throw new Error('the picture cannot be decoded');
      return width === 400 ? '' : 'Milk';
    };
    expect(await readBy(failing)).toEqual({ added: [[2, 'Milk']], pictures: { tried: 2, recognized: 1 }, unreadPictures: 1 });
  });

  it.each([
    ['so many were read', { most: 1 }],
    ['the time is used up', { late: 1 }],
  ])('ends when %s', async (_when, limits) => {
    expect(await readBy(() => 'Milk', limits)).toEqual({
      added: [[0, 'Milk']],
      pictures: { tried: 1, recognized: 1 },
      unreadPictures: 2,
    });
  });

  it('keeps no more text than there is room for', async () => {
    const { added } = await readBy((width) => `Milk ${width}`, { maxChars: 10 });
    expect(added).toEqual([
      [0, 'Milk 300'],
      [1, 'Mi'],
    ]);
  });
});
