import { CONFIG, LOGGER, type Config, type Logger } from '@kith/kit';
import type { JobOf, queues } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { truncate, type AttachedFile } from './attachments.js';

/** A file that a member attached, as the runner describes it. */
export type DiscordFile = NonNullable<JobOf<typeof queues.replies>['files']>[number];

const MAX_BYTES = 100 * 1024;
/** The text of a prompt that comes from files, in characters: of one file, and of all files of a message. */
const MAX_FILE_CHARS = 8000;
const MAX_TOTAL_CHARS = 20_000;
const TIMEOUT_MS = 5000;
/** Where Discord keeps the files of members. */
const ORIGINS = ['https://cdn.discordapp.com', 'https://media.discordapp.net'];
const TEXT_TYPE = /^(?:text\/|application\/(?:json|xml|x-yaml|yaml|javascript|toml|sql)(?:;|$))/i;

/** Reads small text files of Discord members. All others are known by name and type only. */
@Injectable()
export class DiscordFiles {
  private readonly origins: ReadonlySet<string>;

  constructor(
    @Inject(CONFIG) { DISCORD_API_URL }: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.origins = new Set([...ORIGINS, new URL(DISCORD_API_URL).origin]);
  }

  /** The files with their texts, cut to what a prompt may contain. A file that cannot be read has a name and a type. */
  async read(files: readonly DiscordFile[]): Promise<AttachedFile[]> {
    const texts = await Promise.all(files.map((file) => this.textOf(file)));
    let left = MAX_TOTAL_CHARS;
    return files.map((file, index) => {
      const whole = texts[index]?.trim() ?? '';
      const text = truncate(whole, Math.min(MAX_FILE_CHARS, left));
      left -= text.length;
      return { name: nameOf(file), text: text === '' ? null : text, isCut: text.length < whole.length };
    });
  }

  /** Null for a file that is no text, is too large, lies elsewhere, or that Discord does not give. */
  private async textOf({ url, type, bytes }: DiscordFile): Promise<string | null> {
    if (!TEXT_TYPE.test(type) || bytes > MAX_BYTES || !URL.canParse(url) || !this.origins.has(new URL(url).origin)) return null;
    try {
      const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
      return response.ok && response.body ? await textIn(response.body) : null;
    } catch (error) {
      // Deleted meanwhile, not reachable, or no UTF-8: the message is answered without its text.
      this.logger.info(
        { reason: error instanceof Error ? error.message : 'unknown' },
        'file of a Discord member could not be read',
      );
      return null;
    }
  }
}

/** Null when there is more than Discord said. Throws when it is no UTF-8. */
async function textIn(body: ReadableStream<Uint8Array>): Promise<string | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.byteLength;
    if (bytes > MAX_BYTES) return null;
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}

const nameOf = ({ name, type }: DiscordFile): string =>
  `${name.replace(/[\s\p{C}]+/gu, ' ').trim() || 'file'} (${type.replace(/[^\w/+.-]/g, '').slice(0, 60) || 'unknown type'})`;
