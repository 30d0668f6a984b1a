import { CONFIG, FairScheduler, LOGGER, errorText, type Config, type Logger } from '@kith/kit';
import { AppError, MAX_PICTURE_BYTES, type JobOf, type queues } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { pictureIn, type PromptPicture } from '../models/picture-models.js';
import {
  Attachments,
  MAX_PICTURES,
  MAX_RECOGNIZED_BYTES,
  isTooLargePicture,
  recognizedOf,
  shownTexts,
  type AttachedFile,
  type FileOwner,
  type FileText,
  type FileUse,
} from './attachments.js';

/** A file that a member attached, as the runner describes it. */
export type DiscordFile = NonNullable<JobOf<typeof queues.replies>['files']>[number];

const MAX_TEXT_BYTES = 100 * 1024;
const PICTURE_TYPE = /^image\/(?:png|jpeg|gif|webp)(?:;|$)/i;
const TIMEOUT_MS = 5000;
/** Documents are read by the knowledge service: so many of a message, and of this size. */
const MAX_DOCUMENTS = 3;
/** The end of a longer name, with its extension. */
const MAX_NAME_CHARS = 255;
const MAX_DOCUMENT_BYTES = 5 * 1024 * 1024;
const DOCUMENT_TIMEOUT_MS = 15_000;
/** Each keeps a whole file in memory. Members of one owner do not take the turns of others. */
const POOL = { capacity: 4, maxWaiting: 40, maxWaitingPerKey: 8, maxRunningPerKey: 1 };
/** The same of pictures in which text is recognized, apart from documents: a picture takes longer. */
const PICTURE_POOL = { capacity: 2, maxWaiting: 20, maxWaitingPerKey: 4, maxRunningPerKey: 1 };
/** Where Discord keeps the files of members. */
const ORIGINS = ['https://cdn.discordapp.com', 'https://media.discordapp.net'];
const TEXT_TYPE = /^(?:text\/|application\/(?:json|xml|x-yaml|yaml|javascript|toml|sql)(?:;|$))/i;

const DOCUMENT_TYPE = /^application\/(?:pdf|epub\+zip|vnd\.openxmlformats-officedocument\.)/i;
/** Discord does not know every type. */
const READABLE_NAME = /\.(?:pdf|docx|xlsx|pptx|epub|html?|txt|md|csv|json)$/i;

/** Reads text files and documents of Discord members, and pictures for a model that sees them. All others are known by name and type only. */
@Injectable()
export class DiscordFiles {
  private readonly origins: ReadonlySet<string>;
  private readonly documents = new FairScheduler(POOL);
  private readonly pictures = new FairScheduler(PICTURE_POOL);

  constructor(
    @Inject(CONFIG) { DISCORD_API_URL }: Config,
    private readonly attachments: Attachments,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.origins = new Set([...ORIGINS, new URL(DISCORD_API_URL).origin]);
  }

  /**
   * The files with their texts, of long ones the parts that fit the question, and with at most four pictures unless `withPictures` is false. A file that
   * cannot be read has a name and a type. `owner`: of the bot, in whose turns documents are read.
   */
  async read(owner: FileOwner, files: readonly DiscordFile[], use: FileUse): Promise<AttachedFile[]> {
    const all = files.filter(({ type }) => PICTURE_TYPE.test(type));
    const seen = use.withPictures ? all.slice(0, MAX_PICTURES) : [];
    const recognized = recognizedOf(files, use.withPictureTexts);
    const documents = files.filter(mayBeDocument).slice(0, MAX_DOCUMENTS);
    const textOf = async (file: DiscordFile): Promise<FileText> =>
      recognized.includes(file)
        ? this.recognizedText(owner, file, use.textsUntil)
        : { text: await this.textOf(owner, file, documents.includes(file)) };
    const [read, pictures] = await Promise.all([
      Promise.all(files.map(textOf)),
      Promise.all(files.map((file) => (seen.includes(file) ? this.pictureOf(file) : undefined))),
    ]);
    const shown = shownTexts(
      read.map(({ text }) => text),
      use.question,
    );
    return files.map((file, index) => {
      const picture = pictures[index];
      const { isByAnother } = file;
      const { text: whole = null, recognition } = read[index] ?? {};
      const known = {
        name: nameOf(file),
        text: null,
        isCut: false,
        recognition,
        ...shown[index],
        whole: whole ?? undefined,
        isByAnother,
        isTooLarge: (use.withPictures && isTooLargePicture(file)) || undefined,
      };
      return picture ? { ...known, picture } : known;
    });
  }

  /** Null for a file without text, or that cannot be had. A small text in UTF-8 needs no other service. */
  private async textOf(owner: FileOwner, file: DiscordFile, isDocument: boolean): Promise<string | null> {
    const isSmallText = TEXT_TYPE.test(file.type) && file.bytes <= MAX_TEXT_BYTES;
    const content = isSmallText ? await this.contentOf(file, MAX_TEXT_BYTES) : null;
    const text = content && utf8In(content);
    if (text !== null) return text;
    return isDocument ? this.documentText(owner, file, content) : null;
  }

  /** The text in a picture; a picture that cannot be had is named only. */
  private async recognizedText(owner: FileOwner, file: DiscordFile, until?: AbortSignal): Promise<FileText> {
    const read = async (): Promise<FileText> => {
      const timeoutMs = isTooLargePicture(file) ? DOCUMENT_TIMEOUT_MS : TIMEOUT_MS;
      const content = await this.contentOf(file, MAX_RECOGNIZED_BYTES, timeoutMs, until);
      if (!content || !pictureIn(content)) return { text: null, recognition: 'failed' };
      return this.attachments.pictureTextIn(owner, file.name.slice(-MAX_NAME_CHARS) || 'picture', content, until);
    };
    try {
      return await this.pictures.run({ key: owner.userId, plan: owner.plan, ...(until && { signal: until }) }, read);
    } catch (error) {
      const cause = error instanceof AppError ? { code: error.code } : { err: error };
      this.logger.warn(cause, 'text in a picture of a Discord member could not be read');
      return { text: null, recognition: 'failed' };
    }
  }

  /** As the knowledge service reads it: a document, or a text in any encoding. */
  private async documentText(owner: FileOwner, file: DiscordFile, known: Buffer | null): Promise<string | null> {
    const read = async (): Promise<string | null> => {
      const content = known ?? (await this.contentOf(file, MAX_DOCUMENT_BYTES, DOCUMENT_TIMEOUT_MS));
      return content && this.attachments.textIn(owner, file.name.slice(-MAX_NAME_CHARS) || 'file', content);
    };
    try {
      return await this.documents.run({ key: owner.userId, plan: owner.plan }, read);
    } catch (error) {
      // Too many at once, nobody reads documents now, or there is no room for the file: the message is answered without its text.
      const cause = error instanceof AppError ? { code: error.code } : { err: error };
      this.logger.warn(cause, 'document of a Discord member could not be read');
      return null;
    }
  }

  /** Undefined for a file that is none of the pictures that models see, whatever its type says, or cannot be had. */
  private async pictureOf(file: DiscordFile): Promise<PromptPicture | undefined> {
    const content = await this.contentOf(file, MAX_PICTURE_BYTES);
    return content ? pictureIn(content) : undefined;
  }

  /** Null for a file that is too large, lies elsewhere, or that Discord does not give. */
  private async contentOf(
    { url, bytes }: DiscordFile,
    maxBytes: number,
    timeoutMs = TIMEOUT_MS,
    until?: AbortSignal,
  ): Promise<Buffer | null> {
    if (bytes > maxBytes || !URL.canParse(url) || !this.origins.has(new URL(url).origin)) return null;
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(until ? [until] : [])]);
      const response = await fetch(url, { redirect: 'error', signal });
      return response.ok && response.body ? await bytesIn(response.body, maxBytes) : null;
    } catch (error) {
      // Deleted meanwhile, or not reachable: the message is answered without it.
      this.logger.info({ reason: errorText(error) }, 'file of a Discord member could not be read');
      return null;
    }
  }
}

const mayBeDocument = ({ name, type, bytes }: DiscordFile): boolean =>
  bytes <= MAX_DOCUMENT_BYTES && (TEXT_TYPE.test(type) || DOCUMENT_TYPE.test(type) || READABLE_NAME.test(name));

/** Null for a text in another encoding, and for what is none. */
function utf8In(content: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return null;
  }
}

/** Null when there is more than Discord said. */
async function bytesIn(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Buffer | null> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

const nameOf = ({ name, type }: DiscordFile): string =>
  `${name.replace(/[\s\p{C}]+/gu, ' ').trim() || 'file'} (${type.replace(/[^\w/+.-]/g, '').slice(0, 60) || 'unknown type'})`;
