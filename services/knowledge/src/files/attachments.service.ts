import { FairScheduler, FILES, type FileStore, type TaskOptions } from '@kith/kit';
import { AppError, type knowledge, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { Extractor, type SourceDocument } from '../extraction/extractor.js';
import { attachmentFormatOf, attachmentKind } from './file-kind.js';
import { readStoredFile, requireOwnKey } from './stored-file.js';

/** The parts that fit a question are chosen of them. */
const MAX_CHARS = 100_000;
// Each keeps a whole file in memory while its text is extracted.
const POOL = { capacity: 3, maxWaiting: 50, maxRunningPerKey: 1 };

/** Files that are attached to a message: their text is extracted once and not stored. */
@Injectable()
export class AttachmentsService {
  private readonly pool = new FairScheduler(POOL);

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
