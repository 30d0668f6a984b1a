import { openFileStore } from '@kith/kit';
import { describe, expect, it, jest } from '@jest/globals';
import type { Extraction } from '../extraction/extraction.js';
import { Extractor } from '../extraction/extractor.js';
import { KnowledgeItemEntity } from '../items/knowledge-item.entity.js';
import { NO_VERSION, PageFetcher } from '../pages/page-fetcher.js';
import { SourceReader } from './source-reader.js';

const VERSION = { etag: null, lastModified: null, digest: 'abc' };

/** How a page is read of which `extraction` is known, with its scans and without. */
function readerOf(given: Partial<Extraction>) {
  const [pages, extractor] = [new PageFetcher(), new Extractor()];
  jest.spyOn(pages, 'fetch').mockResolvedValue({ document: { bytes: Buffer.alloc(0), format: 'pdf' }, version: VERSION });
  const parts = { unit: 'pages', read: 2, total: 2 } as const;
  const extraction: Extraction = { text: 'The tides.', isTruncated: false, parts, ...given };
  jest.spyOn(extractor, 'extractBeforeScans').mockResolvedValue(extraction);
  jest.spyOn(extractor, 'extractWithScans').mockResolvedValue(extraction);
  const descriptions = { of: () => Promise.resolve({ isDescribed: false, why: 'seesNone' } as const) };
  const reader = new SourceReader(openFileStore('file:nowhere'), pages, extractor, descriptions);
  const item = Object.assign(new KnowledgeItemEntity(), {
    ownerId: 'owner',
    fileKey: null,
    fileUrl: 'http://public.test/',
    isRead: false,
  });
  return { reader, item };
}

async function readingOf(extraction: Partial<Extraction>) {
  const { reader, item } = readerOf(extraction);
  const reading = await reader.read(item);
  return { ...reading, note: reading?.note?.replace(/^Read on .* a week\. /, '') };
}

describe('what was read of a PDF before its pictures are looked at', () => {
  const CHECKED = 'It is being checked whether larger pictures in it have text: that takes some minutes.';
  const SCAN = { withoutText: 1, tried: 0, pictures: 0, recognized: 0, unread: 0 };

  it.each<[string, Partial<Extraction>, string, 'pages' | 'pictures' | undefined]>([
    ['it has none', { unreadPictures: 0 }, '2 pages read.', undefined],
    ['it has some', { unreadPictures: 1 }, `2 pages read. 1 picture in it was not read. ${CHECKED}`, 'pictures'],
    ['they could not be counted in time', { unreadPictures: undefined }, `2 pages read. ${CHECKED}`, 'pictures'],
    [
      'it has pages without text too',
      { unreadPictures: undefined, scan: SCAN },
      '2 pages read. Its pages without text are being read as pictures: that takes some minutes.',
      'pages',
    ],
  ])('says so, and what is due, when %s', async (_when, extraction, note, due) => {
    expect(await readingOf(extraction)).toEqual({ text: 'The tides.', note, version: VERSION, ...(due && { due }) });
  });
});

describe('what was read of a PDF with its pictures', () => {
  const scan = (tried: number) => ({ withoutText: 40, tried, pictures: tried, recognized: tried, unread: 0 });

  it.each<[string, Partial<Extraction>, typeof NO_VERSION]>([
    ['the scan of its pages failed', { scan: scan(0), unreadPictures: 0 }, NO_VERSION],
    ['the reading of its pictures failed', { unreadPictures: 2 }, NO_VERSION],
    ['they were neither counted nor read', { unreadPictures: undefined }, NO_VERSION],
    ['some of its pages were looked at', { scan: scan(30), unreadPictures: 3 }, VERSION],
    ['its pictures were looked at', { pictures: { tried: 1, recognized: 0 }, unreadPictures: 1 }, VERSION],
    ['it has none any more', { unreadPictures: 0 }, VERSION],
  ])(
    'has no version, so that the same page is read again, only where nothing was looked at: %s',
    async (_what, given, version) => {
      const { reader, item } = readerOf(given);
      expect(await reader.readWithScans(item)).toMatchObject({ text: 'The tides.', version });
    },
  );
});
