import { FairScheduler, FILES, type FileStore, type TaskOptions } from '@kith/kit';
import { AppError, type knowledge, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { FAILURE_TEXTS } from '../extraction/extraction.js';
import { Extractor, type ExtractionLimits, type SourceDocument } from '../extraction/extractor.js';
import { attachmentFormatOf, attachmentKind, pictureSizeFor } from './file-kind.js';
import { readStoredFile, requireOwnKey } from './stored-file.js';

/** The parts that fit a question are chosen of them. */
const MAX_CHARS = 100_000;
// Each keeps a whole file in memory while its text is extracted.
const POOL = { capacity: 3, maxWaiting: 50, maxRunningPerKey: 1 };
/** Pictures of messages have processes of their own, so that no upload waits for them, and of a user one at a time. */
const PICTURE_POOL = { capacity: 2, maxWaiting: 20, maxWaitingPerKey: 4, maxRunningPerKey: 1 };
/** Somebody waits for the reply: a picture that takes longer is not read. The recognition itself begins no other language after 15 s. */
const PICTURE_LIMITS: ExtractionLimits = { timeoutMs: 20_000, memoryMb: 600, heapMb: 256 };
/** One that waited for longer is not begun: the caller stops waiting before it would be read. */
const MAX_PICTURE_WAIT_MS = 8000;
const MAX_PICTURE_CHARS = 20_000;

/** Files that are attached to a message: their text is extracted once and not stored. */
@Injectable()
export class AttachmentsService {
  private readonly pool = new FairScheduler(POOL);
  private readonly pictures = new FairScheduler(PICTURE_POOL);
  private readonly pictureExtractor = new Extractor(undefined, PICTURE_LIMITS);

  constructor(
    @Inject(FILES) private readonly files: FileStore,
    private readonly extractor: Extractor,
  ) {}

  async read({
    userId,
    plan,
    file,
  }: ParsedInputOf<typeof knowledge.readAttachment>): Promise<OutputOf<typeof knowledge.readAttachment>> {
    requireOwnKey(file.key, userId);
    const user = { key: userId, plan };
    return this.pool.run(user, () => this.readFile(user, file));
  }

  /** The text in a picture; null when none is recognized. */
  async readPicture({
    userId,
    plan,
    file,
  }: ParsedInputOf<typeof knowledge.readPicture>): Promise<OutputOf<typeof knowledge.readPicture>> {
    requireOwnKey(file.key, userId);
    const user = { key: userId, plan };
    const askedAt = performance.now();
    return this.pictures.run(user, async () => {
      if (performance.now() - askedAt > MAX_PICTURE_WAIT_MS) throw new AppError('OVERLOADED');
      const bytes = await readStoredFile(this.files, file.key);
      const kind = await attachmentKind(bytes, file.name);
      if (kind?.type !== 'image') throw new AppError('UNSUPPORTED_MEDIA');
      const size = pictureSizeFor(bytes, kind.mediaType);
      if (size === 'too_large') throw new AppError('UNSUPPORTED_MEDIA');
      return { text: size === 'too_small' ? null : await this.recognized(user, bytes) };
    });
  }

  private async recognized(user: TaskOptions, bytes: Buffer): Promise<string | null> {
    try {
      return (await this.pictureExtractor.extract(user, { bytes, format: 'picture' }, MAX_PICTURE_CHARS)).text;
    } catch (error) {
      if (error instanceof AppError && error.message === FAILURE_TEXTS.empty) return null;
      throw error;
    }
  }

  private async readFile(
    user: TaskOptions,
    file: { key: string; name: string },
  ): Promise<OutputOf<typeof knowledge.readAttachment>> {
    const bytes = await readStoredFile(this.files, file.key);
    const kind = await attachmentKind(bytes, file.name);
    if (!kind) return { text: null, mediaType: 'application/octet-stream' };
    const format = attachmentFormatOf(kind.mediaType);
    return { text: format ? await this.textOf(user, { bytes, format }) : null, mediaType: kind.mediaType };
  }

  /** Null for an unreadable file: the message gets a reply all the same. */
  private async textOf(user: TaskOptions, document: SourceDocument): Promise<string | null> {
    try {
      return (await this.extractor.extract(user, document, MAX_CHARS)).text;
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNSUPPORTED_MEDIA') return null;
      throw error;
    }
  }
}
