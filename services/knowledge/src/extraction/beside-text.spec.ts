import { describe, expect, it } from '@jest/globals';
import { grayPixels } from '../../test/sample-pictures.js';
import { aScan } from '../../test/sample-scans.js';
import { readBesideText } from './beside-text.js';
import { openPdf, readPages } from './pdf-pages.js';

const TEXT = 'The lighthouse opens at nine.';
/** Three pages with text and a picture each; what is read of these: their width. */
const bytes = aScan(...[300, 400, 500].map((width) => ({ text: TEXT, picture: grayPixels(width, 200, (x) => x % 256) })));

async function readBy(read: (width: number) => string, { maxChars = 1000, most = 30, late = 3, of = bytes } = {}) {
  const pdf = await openPdf(of, 1_000_000);
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
  const { added, ...counts } = await readBesideText({ bytes: of, pdf, pages }, reader, { most, maxChars });
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
    const { added, pictures } = await readBy((width) => `Milk ${width}`, { maxChars: 10 });
    expect(added).toEqual([
      [0, 'Milk 300'],
      [1, 'Mi'],
    ]);
    expect(pictures).toEqual({ tried: 2, recognized: 2 });
  });

  it('tries one that fails once, on however many pages it stands', async () => {
    const tried: number[] = [];
    const failing = (width: number): string => {
      tried.push(width);
      throw new Error('the picture cannot be decoded');
    };
    const picture = grayPixels(300, 200, (x) => x % 256);
    const logo = aScan(...[1, 2, 3].map(() => ({ text: TEXT, picture })));
    expect(await readBy(failing, { of: logo })).toEqual({
      added: [],
      pictures: { tried: 0, recognized: 0 },
      unreadPictures: 1,
    });
    expect(tried).toEqual([300]);
  });

  it('counts one that fails to those that it may read', async () => {
    const failing = (width: number): string => {
      if (width === 300) throw new Error('the picture cannot be decoded');
      return 'Milk';
    };
    expect(await readBy(failing, { most: 2 })).toMatchObject({ added: [[1, 'Milk']], pictures: { tried: 1, recognized: 1 } });
  });
});
