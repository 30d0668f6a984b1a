import { FILES, LOGGER, RpcClient, type FileStore, type Logger } from '@kith/kit';
import { AppError, knowledge, type Attachment } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { startOf, type AttachedFile } from './attached-file.js';

/** What goes into a prompt, in characters: of one file, and of all files of a message. */
const MAX_FILE = 8000;
const MAX_TOGETHER = 20_000;

// What the file store puts after the id of the owner; no path.
const REST_OF_KEY = /^\/[\w-]+$/;
// Nothing is wrong with the file: it can be read in a moment.
const PASSING: ReadonlySet<string> = new Set(['UNAVAILABLE', 'OVERLOADED', 'CANCELLED']);

/** Files that come with a message and live until it is answered (decision T1). */
@Injectable()
export class Attachments {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** NOT_FOUND for a key that is not the user's own. */
  requireOwn(userId: string, attachments: readonly Attachment[]): void {
    const areOwn = attachments.every(({ key }) => key.startsWith(userId) && REST_OF_KEY.test(key.slice(userId.length)));
    if (!areOwn) throw new AppError('NOT_FOUND');
  }

  /** The beginnings of their texts, as much as a prompt may hold. What cannot be read is named only. */
  async read(userId: string, attachments: readonly Attachment[]): Promise<AttachedFile[]> {
    const texts = await Promise.all(attachments.map((attachment) => this.textOf(userId, attachment)));
    let left = MAX_TOGETHER;
    return attachments.map(({ name }, index) => {
      const whole = texts[index]?.trim() ?? '';
      const text = startOf(whole, Math.min(MAX_FILE, left));
      left -= text.length;
      return { name: onOneLine(name), text: text === '' ? null : text, isCut: text.length < whole.length };
    });
  }

  /** Files that cannot be removed are left behind, and said so in the log: the reply stands. */
  async remove(attachments: readonly Attachment[]): Promise<void> {
    const removals = await Promise.allSettled(attachments.map(({ key }) => this.files.remove(key)));
    for (const removal of removals)
      if (removal.status === 'rejected') this.logger.warn({ err: removal.reason as unknown }, 'an attachment was left behind');
  }

  private async textOf(userId: string, { key, name, bytes }: Attachment): Promise<string | null> {
    try {
      return (await this.rpc.ask(knowledge.readAttachment, { userId, file: { key, name, bytes } })).text;
    } catch (error) {
      // Gone, broken, or of a kind that nobody can read: the message is answered all the same.
      if (!(error instanceof AppError) || PASSING.has(error.code)) throw error;
      this.logger.warn({ code: error.code }, 'an attachment could not be read');
      return null;
    }
  }
}

const onOneLine = (name: string): string => name.replace(/[\s\p{C}]+/gu, ' ').trim() || 'file';
