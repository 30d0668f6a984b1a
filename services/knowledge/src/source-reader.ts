import type { FileStore } from '@kith/kit';
import { AppError } from '@kith/proto';
import type { Extraction } from './extraction/extraction.js';
import type { Extractor, SourceDocument } from './extraction/extractor.js';
import { formatOf } from './files/file-kind.js';
import { readStoredFile } from './files/stored-file.js';
import { roomFor } from './item-text.js';
import type { KnowledgeItem } from './knowledge-item.entity.js';
import type { PageFetcher } from './pages/page-fetcher.js';

/** The text behind an item: of its file, or of the page at its address. */
export class SourceReader {
  constructor(
    private readonly files: FileStore,
    private readonly pages: PageFetcher,
    private readonly extractor: Extractor,
  ) {}

  /** UNSUPPORTED_MEDIA with the reason in words; NOT_FOUND when the file is gone. */
  async read(item: KnowledgeItem): Promise<Extraction> {
    return this.extractor.extract(await this.document(item), roomFor(item));
  }

  private async document({ fileKey, fileUrl, mediaType }: KnowledgeItem): Promise<SourceDocument> {
    if (fileKey === null) return this.pages.fetch(fileUrl ?? '');
    const format = formatOf(mediaType ?? '');
    if (!format) throw new AppError('UNSUPPORTED_MEDIA');
    return { bytes: await readStoredFile(this.files, fileKey), format };
  }
}
