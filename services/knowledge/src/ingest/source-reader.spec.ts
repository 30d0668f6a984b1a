import { openFileStore } from '@kith/kit';
import { describe, expect, it, jest } from '@jest/globals';
import type { Extraction } from '../extraction/extraction.js';
import { Extractor } from '../extraction/extractor.js';
import { KnowledgeItemEntity } from '../items/knowledge-item.entity.js';
import { PageFetcher } from '../pages/page-fetcher.js';
import { SourceReader } from './source-reader.js';

const VERSION = { etag: null, lastModified: null, digest: 'abc' };

async function readingOf(extraction: Partial<Extraction>) {
  const [pages, extractor] = [new PageFetcher(), new Extractor()];
  jest.spyOn(pages, 'fetch').mockResolvedValue({ document: { bytes: Buffer.alloc(0), format: 'pdf' }, version: VERSION });
  jest.spyOn(extractor, 'extractBeforeScans').mockResolvedValue({
    text: 'The tides.',
    isTruncated: false,
    parts: { unit: 'pages', read: 2, total: 2 },
    ...extraction,
  });
  const descriptions = { of: () => Promise.resolve({ isDescribed: false, why: 'seesNone' } as const) };
  const reader = new SourceReader(openFileStore('file:nowhere'), pages, extractor, descriptions);
  const item = Object.assign(new KnowledgeItemEntity(), {
    ownerId: 'owner',
    fileKey: null,
    fileUrl: 'http://public.test/',
    isRead: false,
  });
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
