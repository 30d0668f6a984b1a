import type { FileStore } from '@kith/kit';
import { AppError, type Plan } from '@kith/proto';
import type { Extractor, SourceDocument } from '../extraction/extractor.js';
import { formatOf } from '../files/file-kind.js';
import { readStoredFile } from '../files/stored-file.js';
import { remainingChars } from '../items/item-view.js';
import type { KnowledgeItemEntity } from '../items/knowledge-item.entity.js';
import type { PageFetcher } from '../pages/page-fetcher.js';
import { sourceNote } from './source-note.js';

/** The text of a source, and what was read of it, in words for the owner. */
export interface Reading {
  readonly text: string;
  readonly note: string | null;
}

/** Reads the text of an item's file, or of the page at its URL. */
export class SourceReader {
  constructor(
    private readonly files: FileStore,
    private readonly pages: PageFetcher,
    private readonly extractor: Extractor,
  ) {}

  /** UNSUPPORTED_MEDIA with a text for the owner when the source cannot be read; NOT_FOUND when the file does not exist. */
  async read(item: KnowledgeItemEntity, plan?: Plan): Promise<Reading> {
    const extraction = await this.extractor.extract({ key: item.ownerId, plan }, await this.document(item), remainingChars(item));
    return { text: extraction.text, note: sourceNote(extraction) };
  }

  private async document({ fileKey, fileUrl, mediaType }: KnowledgeItemEntity): Promise<SourceDocument> {
    if (fileKey === null) return this.pages.fetch(fileUrl ?? '');
    const format = formatOf(mediaType ?? '');
    if (!format) throw new AppError('UNSUPPORTED_MEDIA');
    return { bytes: await readStoredFile(this.files, fileKey), format };
  }
}
