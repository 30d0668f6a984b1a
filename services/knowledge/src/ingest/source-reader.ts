import type { FileStore, TaskOptions } from '@kith/kit';
import { AppError, type Plan } from '@kith/proto';
import { FAILURE_TEXTS, MAX_EXTRACTED_CHARS } from '../extraction/extraction.js';
import type { Extractor, SourceDocument } from '../extraction/extractor.js';
import { formatOf, imageSize } from '../files/file-kind.js';
import { readStoredFile } from '../files/stored-file.js';
import type { KnowledgeItemEntity } from '../items/knowledge-item.entity.js';
import type { PageFetcher, PageVersion } from '../pages/page-fetcher.js';
import { pageNote, PICTURE_NOTES, sourceNote } from './source-note.js';

/** The text of a source, and what was read of it, in words for the owner. */
export interface Reading {
  readonly text: string;
  readonly note: string | null;
  /** Of a page. */
  readonly version?: PageVersion;
}

/** The most pixels of a picture whose text is read: it is decoded in memory. Phones take pictures of 12 million. */
const MAX_PICTURE_PIXELS = 20_000_000;
/** A smaller picture has no room for text. */
const MIN_PICTURE_SIDE = 16;

/** Reads the text of an item's file, or of the page at its URL. */
export class SourceReader {
  constructor(
    private readonly files: FileStore,
    private readonly pages: PageFetcher,
    private readonly extractor: Extractor,
  ) {}

  /**
   * Null for a page that is to be read again and is unchanged. UNSUPPORTED_MEDIA with a text for the owner when the source cannot be read;
   * NOT_FOUND when the file does not exist.
   */
  async read(item: KnowledgeItemEntity, plan?: Plan): Promise<Reading | null> {
    const user = { key: item.ownerId, plan };
    if (item.fileKey === null) return this.readPage(user, item);
    const document = { bytes: await readStoredFile(this.files, item.fileKey), format: formatOf(item.mediaType ?? '') };
    if (document.format === 'picture') return this.readPicture(user, document, item);
    const extraction = await this.extractor.extract(user, document, MAX_EXTRACTED_CHARS);
    return { text: extraction.text, note: sourceNote(extraction) };
  }

  /** A picture without text that can be read is found by its title and tags: that is no failure. */
  private async readPicture(user: TaskOptions, document: SourceDocument, item: KnowledgeItemEntity): Promise<Reading> {
    const size = imageSize(document.bytes, item.mediaType ?? '');
    if (!size || Math.min(size.width, size.height) < MIN_PICTURE_SIDE) return { text: '', note: PICTURE_NOTES.empty };
    if (size.width * size.height > MAX_PICTURE_PIXELS) return { text: '', note: PICTURE_NOTES.tooLarge };
    try {
      const { text } = await this.extractor.extract(user, document, MAX_EXTRACTED_CHARS);
      return { text, note: PICTURE_NOTES.read };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'UNSUPPORTED_MEDIA') throw error;
      return { text: '', note: error.message === FAILURE_TEXTS.empty ? PICTURE_NOTES.empty : PICTURE_NOTES.failed };
    }
  }

  private async readPage(user: TaskOptions, item: KnowledgeItemEntity): Promise<Reading | null> {
    const address = item.fileUrl ?? '';
    const page = item.isRead ? await this.pages.fetchIfChanged(address, item) : await this.pages.fetch(address);
    if (!page) return null;
    const extraction = await this.extractor.extract(user, page.document, MAX_EXTRACTED_CHARS);
    return { text: extraction.text, note: pageNote(extraction, new Date()), version: page.version };
  }
}
