import { CONFIG, LOGGER, type Config, type Logger } from '@kith/kit';
import type { JobOf, queues } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { PromptPicture } from '../models/picture-models.js';
import { MAX_PICTURE_BYTES, MAX_PICTURES, pictureIn, truncate, type AttachedFile } from './attachments.js';

/** A file that a member attached, as the runner describes it. */
export type DiscordFile = NonNullable<JobOf<typeof queues.replies>['files']>[number];

const MAX_TEXT_BYTES = 100 * 1024;
const PICTURE_TYPE = /^image\/(?:png|jpeg|gif|webp)(?:;|$)/i;
/** The text of a prompt that comes from files, in characters: of one file, and of all files of a message. */
const MAX_FILE_CHARS = 8000;
const MAX_TOTAL_CHARS = 20_000;
const TIMEOUT_MS = 5000;
/** Where Discord keeps the files of members. */
const ORIGINS = ['https://cdn.discordapp.com', 'https://media.discordapp.net'];
const TEXT_TYPE = /^(?:text\/|application\/(?:json|xml|x-yaml|yaml|javascript|toml|sql)(?:;|$))/i;

/** Reads small text files of Discord members, and pictures for a model that sees them. All others are known by name and type only. */
@Injectable()
export class DiscordFiles {
  private readonly origins: ReadonlySet<string>;

  constructor(
    @Inject(CONFIG) { DISCORD_API_URL }: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.origins = new Set([...ORIGINS, new URL(DISCORD_API_URL).origin]);
  }

  /**
   * The files with their texts, cut to what a prompt may contain, and with at most four pictures unless `withPictures` is false. A file that
   * cannot be read has a name and a type.
   */
  async read(files: readonly DiscordFile[], withPictures: boolean): Promise<AttachedFile[]> {
    const seen = withPictures ? files.filter(({ type }) => PICTURE_TYPE.test(type)).slice(0, MAX_PICTURES) : [];
    const [texts, pictures] = await Promise.all([
      Promise.all(files.map((file) => this.textOf(file))),
      Promise.all(files.map((file) => (seen.includes(file) ? this.pictureOf(file) : undefined))),
    ]);
    let left = MAX_TOTAL_CHARS;
    return files.map((file, index) => {
      const whole = texts[index]?.trim() ?? '';
      const text = truncate(whole, Math.min(MAX_FILE_CHARS, left));
      left -= text.length;
      const picture = pictures[index];
      const { isByAnother } = file;
      const read = { name: nameOf(file), text: text === '' ? null : text, isCut: text.length < whole.length, isByAnother };
      return picture ? { ...read, picture } : read;
    });
  }

  /** Null for a file that is no text in UTF-8, or cannot be had. */
  private async textOf(file: DiscordFile): Promise<string | null> {
    const content = TEXT_TYPE.test(file.type) ? await this.contentOf(file, MAX_TEXT_BYTES) : null;
    try {
      return content && new TextDecoder('utf-8', { fatal: true }).decode(content);
    } catch {
      return null;
    }
  }

  /** Undefined for a file that is none of the pictures that models see, whatever its type says, or cannot be had. */
  private async pictureOf(file: DiscordFile): Promise<PromptPicture | undefined> {
    const content = await this.contentOf(file, MAX_PICTURE_BYTES);
    return content ? pictureIn(content) : undefined;
  }

  /** Null for a file that is too large, lies elsewhere, or that Discord does not give. */
  private async contentOf({ url, bytes }: DiscordFile, maxBytes: number): Promise<Buffer | null> {
    if (bytes > maxBytes || !URL.canParse(url) || !this.origins.has(new URL(url).origin)) return null;
    try {
      const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
      return response.ok && response.body ? await bytesIn(response.body, maxBytes) : null;
    } catch (error) {
      // Deleted meanwhile, or not reachable: the message is answered without it.
      this.logger.info(
        { reason: error instanceof Error ? error.message : 'unknown' },
        'file of a Discord member could not be read',
      );
      return null;
    }
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
