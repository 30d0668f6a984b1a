import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { AppError } from '@kith/proto';
import { SIGNED_IN_BYTES } from '../http/body-limits.js';
import { MAX_STRINGS } from '../http/json-shape.js';
import { decodeDataUrl } from './data-url.js';

/** A file that was embedded as a data URL and is now in the file store. */
export interface EmbeddedFile {
  readonly type: string;
  readonly key: string;
  readonly bytes: number;
}

type Store = (content: AsyncIterable<Buffer>) => Promise<Pick<EmbeddedFile, 'key' | 'bytes'>>;

interface Options {
  /** Stores the content of one file. */
  readonly store: Store;
  /** The most files that a message may have. */
  readonly maxFiles: number;
  /** Called before memory is used; throws when there is none. */
  readonly reserve: (bytes: number) => void;
  /** Called before the first file is stored; throws when the sender has too many under way. */
  readonly onFirstFile: () => void;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SLASH = 0x2f;
// Shorter strings are parsed as usual, which needs at most this much memory for each.
const MIN_LONG_BYTES = 16_384;
// In longer searches Buffer.indexOf is many times faster than a loop over the bytes.
const SHORT_SEARCH_BYTES = 64;

/**
 * Reads JSON with embedded files while it arrives. Each long string is taken for a data URL, decoded into the file store in slices and
 * replaced by a short placeholder, so that a message of 70 MB needs no more memory than one without files, however slowly it arrives.
 */
export class EmbeddedFiles {
  private readonly prefix = randomUUID();
  private readonly longStrings: LongString[] = [];
  private readonly rest: Buffer[] = [];
  private restBytes = 0;
  private state: 'outside' | 'in a string' | 'after a backslash' = 'outside';
  /** What came of the current string with earlier chunks, while it is short. */
  private held: Buffer[] = [];
  private heldBytes = 0;
  private strings = 0;
  private current: LongString | undefined;

  constructor(private readonly options: Options) {}

  /** Takes the next bytes of the body. Throws TOO_LARGE when the text around the files is too long, BAD_INPUT for too many files or strings. */
  async write(chunk: Buffer): Promise<void> {
    // What stands before it is kept already, or in a file: short strings are kept together with what is around them.
    let keptUntil = 0;
    for (let at = 0; at < chunk.length;) {
      if (this.state === 'outside') {
        at = this.beginOfString(chunk, at);
        continue;
      }
      const end = this.endOfString(chunk, at);
      const isLong = this.current !== undefined || this.heldBytes + end - at > MIN_LONG_BYTES;
      if (isLong || end === chunk.length) {
        this.keep(chunk.subarray(keptUntil, at));
        if (isLong) await this.addToFile(chunk.subarray(at, end));
        else this.hold(chunk.subarray(at));
        keptUntil = end;
      }
      if (end < chunk.length) this.closeString();
      at = end + 1;
    }
    this.keep(chunk.subarray(keptUntil));
  }

  /** The JSON with placeholders for the long strings, when the body is complete. Throws MALFORMED when it ends within a string. */
  end(): Buffer {
    if (this.state !== 'outside') throw new AppError('MALFORMED');
    return Buffer.concat(this.rest);
  }

  /** Whether a string of the parsed JSON is the placeholder of a long one. */
  isLong(text: string): boolean {
    return this.longStringOf(text) !== undefined;
  }

  /** The file in a string of the parsed JSON. Throws BAD_INPUT when it is no data URL, TOO_LARGE. */
  async file(text: string): Promise<EmbeddedFile> {
    const long = this.longStringOf(text);
    if (long) return long.file;
    const short = new LongString(this.options.store);
    this.longStrings.push(short);
    await short.write(Buffer.from(text));
    short.end();
    return short.file;
  }

  /** The keys of all files that were stored. What is still being stored is ended. */
  async storedKeys(): Promise<string[]> {
    this.current?.abort();
    const files = await Promise.allSettled(this.longStrings.map(({ file }) => file));
    return files.flatMap((file) => (file.status === 'fulfilled' ? [file.value.key] : []));
  }

  private longStringOf(text: string): LongString | undefined {
    return text.startsWith(this.prefix) ? this.longStrings[Number(text.slice(this.prefix.length))] : undefined;
  }

  /** The index behind the next opening quotation mark, or the end of the chunk. */
  private beginOfString(chunk: Buffer, start: number): number {
    let at = start;
    // In short searches a loop over the bytes is faster than Buffer.indexOf.
    while (at < chunk.length && chunk[at] !== QUOTE) at += 1;
    if (at === chunk.length) return at;
    this.openString();
    return at + 1;
  }

  /** The index of the closing quotation mark, or the end of the chunk. */
  private endOfString(chunk: Buffer, start: number): number {
    let at = this.state === 'after a backslash' ? start + 1 : start;
    this.state = 'in a string';
    const longest = Math.min(chunk.length, at + SHORT_SEARCH_BYTES);
    while (at < longest && chunk[at] !== QUOTE && chunk[at] !== BACKSLASH) at += 1;
    if (at === longest) {
      const quote = indexOrEnd(chunk, QUOTE, at);
      const backslash = chunk.subarray(at, quote).indexOf(BACKSLASH);
      if (backslash === -1) return quote;
      at += backslash;
    }
    while (at < chunk.length && chunk[at] !== QUOTE) at += chunk[at] === BACKSLASH ? 2 : 1;
    // The escape of the last character ends with the next chunk when there is no character behind it.
    if (at > chunk.length) this.state = 'after a backslash';
    return Math.min(at, chunk.length);
  }

  /** Adds to the file in the current string, which begins when the string has become long. */
  private async addToFile(piece: Buffer): Promise<void> {
    if (!this.current) {
      if (this.longStrings.length === 0) this.options.onFirstFile();
      if (this.longStrings.length > this.options.maxFiles)
        throw new AppError('BAD_INPUT', 'This message has too many long texts.');
      this.current = new LongString(this.options.store);
      this.keep(Buffer.from(`${this.prefix}${this.longStrings.length}`));
      this.longStrings.push(this.current);
      for (const part of this.takeHeld()) await this.current.write(part);
    }
    await this.current.write(piece);
  }

  private hold(piece: Buffer): void {
    this.held.push(piece);
    this.heldBytes += piece.length;
  }

  private takeHeld(): Buffer[] {
    const held = this.held;
    [this.held, this.heldBytes] = [[], 0];
    return held;
  }

  /** Refuses at once what would be refused when the body is complete. */
  private openString(): void {
    this.strings += 1;
    if (this.strings > MAX_STRINGS) throw new AppError('BAD_INPUT', 'This message has too many texts.');
    this.state = 'in a string';
  }

  private closeString(): void {
    this.current?.end();
    this.current = undefined;
    this.state = 'outside';
    for (const piece of this.takeHeld()) this.keep(piece);
  }

  private keep(piece: Buffer): void {
    if (piece.length === 0) return;
    this.restBytes += piece.length;
    if (this.restBytes > SIGNED_IN_BYTES) throw new AppError('TOO_LARGE');
    this.options.reserve(piece.length);
    this.rest.push(piece);
  }
}

/** The first index of a byte at `start` or behind it, or the length when there is none. */
function indexOrEnd(bytes: Buffer, byte: number, start: number): number {
  const index = bytes.indexOf(byte, start);
  return index === -1 ? bytes.length : index;
}

/** A string whose content is decoded into the file store. */
class LongString {
  private readonly input = new PassThrough();
  private type = '';
  private isAfterBackslash = false;
  /** Rejects when the string is no data URL or its content cannot be stored. */
  readonly file: Promise<EmbeddedFile>;

  constructor(store: Store) {
    // The error is that of `file`.
    this.input.on('error', () => undefined);
    this.file = store(decodeDataUrl(this.input, (type) => (this.type = type))).then((stored) => ({ ...stored, type: this.type }));
    // It may be awaited after it has failed.
    this.file.catch(() => this.input.destroy());
  }

  /** Resolves when more can be taken. What follows a failure is discarded. Throws BAD_INPUT for escapes other than `\/`. */
  async write(piece: Buffer): Promise<void> {
    const bytes = this.withoutEscapes(piece);
    if (this.input.destroyed || this.input.write(bytes)) return;
    await new Promise<void>((resolve) => {
      const proceed = () => {
        this.input.off('drain', proceed).off('close', proceed);
        resolve();
      };
      this.input.on('drain', proceed).on('close', proceed);
    });
  }

  end(): void {
    this.input.end();
  }

  abort(): void {
    this.input.destroy();
  }

  /** Some clients escape each slash; base64 has no other character that JSON would escape. */
  private withoutEscapes(piece: Buffer): Buffer {
    if (!this.isAfterBackslash && !piece.includes(BACKSLASH)) return piece;
    const kept = Buffer.allocUnsafe(piece.length);
    let length = 0;
    for (const byte of piece) {
      if (this.isAfterBackslash && byte !== SLASH) throw new AppError('BAD_INPUT', 'A text in this message is too long.');
      if (!this.isAfterBackslash && byte === BACKSLASH) {
        this.isAfterBackslash = true;
        continue;
      }
      this.isAfterBackslash = false;
      kept[length] = byte;
      length += 1;
    }
    return kept.subarray(0, length);
  }
}
