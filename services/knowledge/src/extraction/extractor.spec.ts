import { describe, expect, it } from '@jest/globals';
import type { Read } from './child-output.js';
import type { Extraction, Scan } from './extraction.js';
import { hasPicturesToRead, withScan } from './extractor.js';

const pages = (read: number, more: Partial<Extraction> = {}): Extraction => ({
  text: `${read} pages`,
  isTruncated: false,
  parts: { unit: 'pages', read, total: 9 },
  unreadPictures: 2,
  ...more,
});
const SCAN: Scan = { withoutText: 1, tried: 1, pictures: 1, recognized: 1, unread: 0 };

describe('a PDF has larger pictures to be read', () => {
  it.each<[string, boolean, Partial<Extraction>]>([
    ['when they were counted', true, { unreadPictures: 1 }],
    ['when not all were', true, { unreadPictures: 'some' }],
    ['when they could not be counted in time', true, { unreadPictures: undefined }],
    ['not when it has none', false, { unreadPictures: 0 }],
    ['not when they were looked at', false, { pictures: { tried: 0, recognized: 0 } }],
    ['not when it is no PDF', false, { parts: { unit: 'slides', read: 1, total: 1 } }],
    ['not when nothing was read of it', false, { parts: undefined, unreadPictures: undefined }],
  ])('%s: %s', (_when, has, more) => {
    expect(hasPicturesToRead(pages(3, more))).toBe(has);
  });
});

describe('what is known of a PDF after it was read as a scan', () => {
  const read = (extraction: Extraction, outcome: Read['outcome'] = 'complete'): Read => ({ outcome, extraction });
  const counted = { scan: SCAN, pictures: { tried: 1, recognized: 1 }, unreadPictures: 1 };

  it('is what the second reading says', () => {
    const second = pages(3, { text: 'More', ...counted });
    expect(withScan(read(pages(3)), read(second))).toEqual(second);
    expect(withScan(read(pages(3)), read(pages(4, counted)))).toEqual(pages(4, counted));
  });

  it('is what the first reading says when the second read fewer pages, and nothing was looked at', () => {
    const first = pages(3, { scan: { ...SCAN, tried: 0, pictures: 0, recognized: 0 } });
    expect(withScan(read(first), read(pages(2, counted)))).toEqual(first);
  });

  it('is what the second one says of fewer pages when the first one found no text', () => {
    expect(withScan(read(pages(3, { text: '' }), 'empty'), read(pages(2, counted)))).toEqual(pages(2, counted));
  });

  it('has the count of the first reading when the second one did not look at pictures beside the text', () => {
    expect(withScan(read(pages(3)), read(pages(3, { scan: SCAN, unreadPictures: undefined })))).toEqual(pages(3, { scan: SCAN }));
  });

  it.each<[string, Partial<Scan>, RegExp]>([
    ['no page is a picture', { pictures: 0, recognized: 0 }, /^No text was found\.$/],
    ['nothing was recognized', { recognized: 0 }, /its pages are pictures, and no text/],
    ['pictures could not be decoded', { unread: 1 }, /that cannot be read/],
  ])('is an error with the reason when there is no text: %s', (_why, scan, words) => {
    const none = read(pages(3, { text: '', scan: { ...SCAN, ...scan } }), 'empty');
    expect(() => withScan(none, none)).toThrow(
      expect.objectContaining({ code: 'UNSUPPORTED_MEDIA', message: expect.stringMatching(words) }),
    );
  });
});
