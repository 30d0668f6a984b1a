import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { grayPixels } from '../../test/sample-pictures.js';
import { aScan, type SamplePage } from '../../test/sample-scans.js';
import type { Extracted } from './extraction.js';
import { extract } from './extract-scan.js';
import { PictureReader } from './picture-reader.js';

const TEXT = 'The lighthouse opens at nine.';
const A_PICTURE_MS = 16_000;
/** Pages with text and a picture each, all of them different. */
const withPictures = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ text: TEXT, picture: grayPixels(300 + n, 200, (x) => x % 256) }));

let nowMs: number;
/** How far the clock goes on each time that it is read. */
let perCallMs: number;
const read = jest.spyOn(PictureReader.prototype, 'read');
beforeEach(() => {
  [nowMs, perCallMs] = [0, 0];
  jest.spyOn(performance, 'now').mockImplementation(() => (nowMs += perCallMs));
  read.mockReset().mockImplementation(() => {
    nowMs += A_PICTURE_MS;
    return Promise.resolve('Milk');
  });
});
afterEach(() => jest.spyOn(performance, 'now').mockRestore());

const extracted = async (pages: readonly SamplePage[], maxChars = 10_000): Promise<Extracted> =>
  extract({ bytes: aScan(...pages), decoded: () => '', maxChars });

describe('reading a PDF as a scan', () => {
  it('takes more time for its text than the reading before had', async () => {
    perCallMs = 1000;
    expect((await extracted(Array.from({ length: 12 }, () => ({ text: TEXT })))).parts).toEqual({
      unit: 'pages',
      read: 12,
      total: 12,
    });
  });

  it('takes half a minute for pictures beside its text, and more for pages that are pictures', async () => {
    const { more } = await extracted(withPictures(6));
    expect((await more?.())?.pictures).toEqual({ tried: 2, recognized: 2 });
    nowMs = 0;
    const { scan } = await extracted(withPictures(6).map(({ picture }) => ({ picture })));
    expect(scan).toMatchObject({ tried: 5, recognized: 5 });
  });

  it('has no pictures beside the text read when there is no room for theirs', async () => {
    const { more, text } = await extracted(withPictures(2), `[page 1]\n\n${TEXT}`.length);
    expect(text.startsWith(`[page 1]\n\n${TEXT}`)).toBe(true);
    expect(more).toBeUndefined();
    expect(read).not.toHaveBeenCalled();
  });
});
