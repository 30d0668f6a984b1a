import type { FileStore, TaskOptions } from '@kith/kit';
import { AppError, type Plan } from '@kith/proto';
import { FAILURE_TEXTS, MAX_EXTRACTED_CHARS, type Extraction } from '../extraction/extraction.js';
import { hasPagesToScan, hasPicturesToRead, type Extractor, type SourceDocument } from '../extraction/extractor.js';
import { formatOf, pictureSizeFor } from '../files/file-kind.js';
import { readStoredFile } from '../files/stored-file.js';
import type { KnowledgeItemEntity } from '../items/knowledge-item.entity.js';
import { NO_VERSION, type PageFetcher, type PageVersion } from '../pages/page-fetcher.js';
import type { PictureDescriptions } from './picture-descriptions.js';
import { SiteReader } from './site-reader.js';
import { noteBeforeScans, pageNote, pictureNote, siteNote, sourceNote, type PictureText } from './source-note.js';

/** The text of a source, and what was read of it, in words for the owner. */
export interface Reading {
  readonly text: string;
  readonly note: string | null;
  /** Of a page. None where the same page is to be read again, because its scan failed. */
  readonly version?: PageVersion;
  /** Pages of the PDF have no text, or larger pictures beside it: they are to be read (`readWithScans`). */
  readonly due?: 'pages' | 'pictures';
}

/** Reads the text of an item's file, or of the page at its URL. */
export class SourceReader {
  constructor(
    private readonly files: FileStore,
    private readonly pages: PageFetcher,
    private readonly extractor: Extractor,
    private readonly descriptions: Pick<PictureDescriptions, 'of'>,
    private readonly sites: SiteReader = new SiteReader(pages, extractor),
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
    return readingOf(await this.extractor.extractBeforeScans(user, document, MAX_EXTRACTED_CHARS), sourceNote);
  }

  /** As `read`, also when the page is unchanged, with the text on pages of a PDF that are pictures, and in larger pictures on others: that takes up to two minutes. */
  async readWithScans(item: KnowledgeItemEntity, plan?: Plan): Promise<Reading> {
    const user = { key: item.ownerId, plan };
    const page = item.fileKey === null ? await this.pages.fetch(item.fileUrl ?? '') : undefined;
    const document = page?.document ?? {
      bytes: await readStoredFile(this.files, item.fileKey ?? ''),
      format: formatOf(item.mediaType ?? ''),
    };
    const extraction = await this.extractor.extractWithScans(user, document, MAX_EXTRACTED_CHARS);
    if (!page) return { text: extraction.text, note: sourceNote(extraction) };
    // Where nothing was looked at, the scan failed, which may pass; a limit ends each scan alike.
    const isUnseen = dueOf(extraction) !== undefined && (extraction.scan?.tried ?? 0) === 0;
    const version = isUnseen ? NO_VERSION : page.version;
    return { text: extraction.text, note: pageNote(extraction, new Date()), version };
  }

  /** What a language model says of the picture, where one sees it, and the text in it. Without both it is found by its title and tags: that is no failure. */
  private async readPicture(user: TaskOptions, document: SourceDocument, item: KnowledgeItemEntity): Promise<Reading> {
    const size = pictureSizeFor(document.bytes, item.mediaType ?? '');
    if (size === 'too_small') return { text: '', note: pictureNote('empty') };
    const { text, was } = size === 'too_large' ? ({ text: '', was: 'tooLarge' } as const) : await this.recognize(user, document);
    const description = await this.descriptions.of(item);
    const whole = [description.isDescribed ? description.text : '', text].filter(Boolean).join('\n\n');
    return { text: whole, note: pictureNote(was, description) };
  }

  private async recognize(
    user: TaskOptions,
    document: SourceDocument,
  ): Promise<{ readonly text: string; readonly was: PictureText }> {
    try {
      const { text } = await this.extractor.extract(user, document, MAX_EXTRACTED_CHARS);
      return { text, was: 'read' };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'UNSUPPORTED_MEDIA') throw error;
      return { text: '', was: error.message === FAILURE_TEXTS.empty ? 'empty' : 'failed' };
    }
  }

  private async readPage(user: TaskOptions, item: KnowledgeItemEntity): Promise<Reading | null> {
    const address = item.fileUrl ?? '';
    if (item.wholeSite) return this.readSite(user, address, item.isRead);
    const page = item.isRead ? await this.pages.fetchIfChanged(address, item) : await this.pages.fetch(address);
    if (!page) return null;
    const extraction = await this.extractor.extractBeforeScans(user, page.document, MAX_EXTRACTED_CHARS);
    return { ...readingOf(extraction, (read) => pageNote(read, new Date())), version: page.version };
  }

  private async readSite(user: TaskOptions, address: string, isKnown: boolean): Promise<Reading> {
    const site = await this.sites.read(user, address, isKnown);
    return { text: site.text, note: siteNote(site, new Date()), version: NO_VERSION };
  }
}

/** What of a PDF was not looked at, or not all of it. */
const dueOf = (extraction: Extraction): Reading['due'] =>
  hasPagesToScan(extraction) ? 'pages' : hasPicturesToRead(extraction) ? 'pictures' : undefined;

/** What was read before pages without text, and pictures beside a text, are looked at. */
function readingOf(extraction: Extraction, noteOf: (extraction: Omit<Extraction, 'text'>) => string | null): Reading {
  const due = dueOf(extraction);
  if (!due) return { text: extraction.text, note: noteOf(extraction) };
  // What is not known yet is not said: it is known then.
  const known = { ...extraction, scan: undefined, unreadPictures: extraction.unreadPictures ?? 0 };
  return { text: extraction.text, note: noteBeforeScans(noteOf(known), due), due };
}
