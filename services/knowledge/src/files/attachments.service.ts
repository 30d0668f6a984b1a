import { FILES, type FileStore } from '@kith/kit';
import { AppError, type knowledge, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { Extractor, type SourceDocument } from '../extraction/extractor.js';
import { Turns } from '../extraction/turns.js';
import { attachmentKind, formatOf } from './file-kind.js';
import { readStoredFile, refuseForeignKey } from './stored-file.js';

const MAX_CHARS = 20_000;
// Each holds a whole file in memory while it waits for its text.
const AT_ONCE = 3;
const MAX_WAITING = 50;

/** Files that came with a message: read once, kept nowhere. */
@Injectable()
export class AttachmentsService {
  private readonly turns = new Turns(AT_ONCE, MAX_WAITING);

  constructor(
    @Inject(FILES) private readonly files: FileStore,
    private readonly extractor: Extractor,
  ) {}

  async read({
    userId,
    file,
  }: ParsedInputOf<typeof knowledge.readAttachment>): Promise<OutputOf<typeof knowledge.readAttachment>> {
    refuseForeignKey(file.key, userId);
    return this.turns.take(userId, () => this.look(file));
  }

  private async look(file: { key: string; name: string }): Promise<OutputOf<typeof knowledge.readAttachment>> {
    const bytes = await readStoredFile(this.files, file.key);
    const kind = await attachmentKind(bytes, file.name);
    if (!kind) return { text: null, mediaType: 'application/octet-stream' };
    const format = formatOf(kind.mediaType);
    return { text: format ? await this.textOf({ bytes, format }) : null, mediaType: kind.mediaType };
  }

  /** What cannot be read has no text: the message is answered all the same. */
  private async textOf(document: SourceDocument): Promise<string | null> {
    try {
      return (await this.extractor.extract(document, MAX_CHARS)).text;
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNSUPPORTED_MEDIA') return null;
      throw error;
    }
  }
}
