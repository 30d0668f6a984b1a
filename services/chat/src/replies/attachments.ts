import { Readable } from 'node:stream';
import { FILES, LOGGER, RpcClient, type FileStore, type Logger } from '@kith/kit';
import { AppError, knowledge, MAX_ATTACHMENT_BYTES, MAX_PICTURE_BYTES, type Attachment, type ParsedInputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { MAX_MESSAGE_PICTURE_BYTES, type KeptPicture } from '../messages/kept-pictures.js';
import { pictureIn, type PromptPicture } from '../models/picture-models.js';
import { fittingParts } from './file-parts.js';

/** The text of a prompt that comes from files, in characters: of one file, and of all files of a message. */
export const MAX_FILE_CHARS = 8000;
export const MAX_TOTAL_CHARS = 20_000;

/** For what the files of a message are read. */
export interface FileUse {
  /** By which the parts of long files are chosen. */
  readonly question: string;
  readonly withPictures: boolean;
  /** Whether the text in pictures is recognized, for a companion that does not see them: in all, or in those that are too large to be seen. */
  readonly withPictureTexts: 'all' | 'large' | 'none';
  /** Ends the recognition in all pictures: those that were not read by then have no text. */
  readonly textsUntil?: AbortSignal | undefined;
}

/** The text of a file, as far as it could be read. */
export interface FileText {
  readonly text: string | null;
  /** Of a picture: whether text in it was recognized, there is none, or it could not be read. Absent where nobody tried. */
  readonly recognition?: 'recognized' | 'none' | 'failed' | undefined;
}

const NO_TEXT = { text: null, isCut: false };

/** What a prompt shows of the texts of the files of a message. */
export function shownTexts(texts: readonly (string | null)[], question: string): Pick<AttachedFile, 'text' | 'isCut'>[] {
  let left = MAX_TOTAL_CHARS;
  return texts.map((given) => {
    const whole = given?.trim() ?? '';
    const text = truncate(fittingParts(whole, question, Math.min(MAX_FILE_CHARS, left)), MAX_FILE_CHARS);
    left -= text.length;
    return text === '' ? NO_TEXT : { text, isCut: text.length < whole.length };
  });
}

/** Of a picture whose text is recognized. */
export const MAX_RECOGNIZED_BYTES = MAX_ATTACHMENT_BYTES;
export const MAX_PICTURES = 4;
/** The text of so many pictures of a message is recognized: each takes seconds. */
export const MAX_RECOGNIZED = 3;

// A key is `<owner id>/<random id>`; further path segments are refused.
const KEY_AFTER_OWNER = /^\/[\w-]+$/;
/** Errors that say nothing about what was asked: it succeeds on a retry. */
export const TRANSIENT_ERRORS: ReadonlySet<string> = new Set(['UNAVAILABLE', 'OVERLOADED', 'CANCELLED']);

/** An attached file, as far as it could be read. Name and text are written by others. */
export interface AttachedFile {
  /** Without line breaks. */
  readonly name: string;
  /** Null when the file has no text that can be read. */
  readonly text: string | null;
  /** Whether the text was cut. */
  readonly isCut: boolean;
  /** All of the text that was read, to be kept with the message. */
  readonly whole?: string | undefined;
  readonly recognition?: FileText['recognition'];
  /** For a model that sees pictures. */
  readonly picture?: PromptPicture | undefined;
  /** Whether a model that sees pictures does not see this one because of its size. */
  readonly isTooLarge?: boolean | undefined;
  /** Whether another than the author of the message attached it. */
  readonly isByAnother?: boolean | undefined;
}

/** The message with the names of its files, as the prompt and the message log contain it. */
export function questionWithFileNames({
  question,
  attachments,
}: {
  readonly question: string;
  readonly attachments: readonly AttachedFile[];
}): string {
  return attachments.length === 0 ? question : `${question}\n[Attached: ${attachments.map(({ name }) => name).join(', ')}]`;
}

const FILE_NAMES = /\n\[Attached: ([^\n]*)\]$/;

/** The names of its files behind a message as it is stored, as one text; '' without. */
export const fileNamesIn = (question: string): string => FILE_NAMES.exec(question)?.[1] ?? '';

/** The message as it was written, of one with the names of its files. */
export const withoutFileNames = (question: string): string => question.replace(FILE_NAMES, '');

/** The pictures among files that models see, without those that another person attached. */
const ownPictures = (attachments: readonly AttachedFile[]): AttachedFile[] =>
  attachments.filter(({ picture, isByAnother = false }) => picture !== undefined && !isByAnother);

export const pictureCountOf = (attachments: readonly AttachedFile[]): number => ownPictures(attachments).length;

/** Those of them that later replies see, in their order; one that does not fit is left out. */
export function keptPicturesOf(attachments: readonly AttachedFile[]): KeptPicture[] {
  const kept: KeptPicture[] = [];
  let left = MAX_MESSAGE_PICTURE_BYTES;
  for (const { name, picture } of ownPictures(attachments)) {
    const content = Buffer.from(picture?.base64 ?? '', 'base64');
    if (content.length > left) continue;
    kept.push({ name, content });
    left -= content.length;
  }
  return kept;
}

/** The first `length` characters, without half of a surrogate pair at the end. */
export const truncate = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

export type FileOwner = Pick<ParsedInputOf<typeof knowledge.readAttachment>, 'userId' | 'plan'>;

/** Files that come with a message. They are deleted after it was answered (docs/decisions.md T1). */
@Injectable()
export class Attachments {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** NOT_FOUND for the key of another user's file. */
  requireOwn(userId: string, attachments: readonly Attachment[]): void {
    const areOwn = attachments.every(({ key }) => key.startsWith(userId) && KEY_AFTER_OWNER.test(key.slice(userId.length)));
    if (!areOwn) throw new AppError('NOT_FOUND');
  }

  /**
   * The texts of the files, of long ones the parts that fit the question, and with at most four pictures unless `withPictures` is false. A file that
   * cannot be read has a name only.
   */
  async read(user: FileOwner, attachments: readonly Attachment[], use: FileUse): Promise<AttachedFile[]> {
    const { question, withPictures, withPictureTexts, textsUntil } = use;
    const seen = withPictures ? attachments.filter(isPicture).slice(0, MAX_PICTURES) : [];
    const recognized = recognizedOf(attachments, withPictureTexts);
    const [read, pictures] = await Promise.all([
      Promise.all(attachments.map((attachment) => this.fileText(user, attachment, recognized.includes(attachment), textsUntil))),
      Promise.all(attachments.map((attachment) => (seen.includes(attachment) ? this.pictureOf(attachment) : undefined))),
    ]);
    const shown = shownTexts(
      read.map(({ text }) => text),
      question,
    );
    return attachments.map(({ name, type, bytes }, index) => {
      const picture = pictures[index];
      const { text: whole = null, recognition } = read[index] ?? {};
      const known = { name: withoutLineBreaks(name), whole: whole ?? undefined, recognition, ...(shown[index] ?? NO_TEXT) };
      const file = withPictures && isTooLargePicture({ type, bytes }) ? { ...known, isTooLarge: true } : known;
      return picture ? { ...file, picture } : file;
    });
  }

  /** The text of a file that is not stored, by its content; null when it has none. Throws while it cannot be read. */
  textIn(user: FileOwner, name: string, content: Buffer): Promise<string | null> {
    return this.whileStored(user, name, content, (file) => this.textOf(user, file));
  }

  /** The text in a picture that is not stored. */
  pictureTextIn(user: FileOwner, name: string, content: Buffer, until?: AbortSignal): Promise<FileText> {
    return this.whileStored(user, name, content, (file) => this.recognizedText(user, file, until));
  }

  /** Deletes the files. A failure is only logged, because the reply has been given. */
  async remove(attachments: readonly Pick<Attachment, 'key'>[]): Promise<void> {
    const removals = await Promise.allSettled(attachments.map(({ key }) => this.files.remove(key)));
    for (const removal of removals)
      if (removal.status === 'rejected') this.logger.warn({ err: removal.reason as unknown }, 'attachment could not be deleted');
  }

  /** Undefined for a file that is none of the pictures that models see, whatever its type says, or that is gone. */
  private async pictureOf({ key }: Attachment): Promise<PromptPicture | undefined> {
    try {
      const picture = await readPicture(this.files, key);
      return picture === 'tooLarge' ? undefined : picture;
    } catch (error) {
      this.logger.warn({ err: error }, 'attached picture could not be read');
      return undefined;
    }
  }

  private async whileStored<T>(
    { userId }: FileOwner,
    name: string,
    content: Buffer,
    read: (file: Attachment) => Promise<T>,
  ): Promise<T> {
    const { key, bytes } = await this.files.put(userId, Readable.from([content]), content.length);
    try {
      return await read({ key, name, type: '', bytes });
    } finally {
      await this.remove([{ key }]);
    }
  }

  private async fileText(user: FileOwner, file: Attachment, isRecognized: boolean, until?: AbortSignal): Promise<FileText> {
    const text = await this.textOf(user, file);
    return text === null && isRecognized ? this.recognizedText(user, file, until) : { text };
  }

  /** Whatever keeps a picture from being read, the message is answered, and the companion knows that it was not read. */
  private async recognizedText(user: FileOwner, { key, name, bytes }: Attachment, until?: AbortSignal): Promise<FileText> {
    try {
      const { text } = await this.rpc.ask(
        knowledge.readPicture,
        { ...user, file: { key, name, bytes } },
        until ? { signal: until } : {},
      );
      return { text, recognition: text === null ? 'none' : 'recognized' };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.logger.warn({ code: error.code }, 'text in an attached picture could not be read');
      return { text: null, recognition: 'failed' };
    }
  }

  private async textOf(user: FileOwner, { key, name, bytes }: Attachment): Promise<string | null> {
    try {
      return (await this.rpc.ask(knowledge.readAttachment, { ...user, file: { key, name, bytes } })).text;
    } catch (error) {
      // Deleted, corrupt or of an unsupported type: the message is answered without its text.
      if (!(error instanceof AppError) || TRANSIENT_ERRORS.has(error.code)) throw error;
      this.logger.warn({ code: error.code }, 'attachment could not be read');
      return null;
    }
  }
}

type Described = Pick<Attachment, 'type' | 'bytes'>;

const PICTURE_TYPE = /^image\/(?:a?png|jpe?g|gif|webp)(?:;|$)/i;

/** Of a kind that models see, by its declared type, and larger than they take. */
export const isTooLargePicture = ({ type, bytes }: Described): boolean => PICTURE_TYPE.test(type) && bytes > MAX_PICTURE_BYTES;

/** The pictures whose text is recognized. */
export function recognizedOf<File extends Described>(
  files: readonly File[],
  which: FileUse['withPictureTexts'],
): readonly File[] {
  if (which === 'none') return [];
  const pictures = files.filter(({ type, bytes }) => PICTURE_TYPE.test(type) && bytes <= MAX_RECOGNIZED_BYTES);
  return (which === 'all' ? pictures : pictures.filter(isTooLargePicture)).slice(0, MAX_RECOGNIZED);
}

/** As it is declared: what the file is decides its content. */
const isPicture = ({ type, bytes }: Attachment): boolean => type.startsWith('image/') && bytes <= MAX_PICTURE_BYTES;

/** A stored picture as models take it; undefined for any other file. Throws when it is gone. */
export async function readPicture(files: FileStore, key: string): Promise<PromptPicture | 'tooLarge' | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of await files.get(key)) {
    bytes += (piece as Buffer).length;
    if (bytes > MAX_PICTURE_BYTES) return 'tooLarge';
    pieces.push(piece as Buffer);
  }
  return pictureIn(Buffer.concat(pieces));
}

const withoutLineBreaks = (name: string): string => name.replace(/[\s\p{C}]+/gu, ' ').trim() || 'file';
