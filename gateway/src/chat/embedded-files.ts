import { randomUUID } from 'node:crypto';
import { AppError } from '@kith/proto';
import { MAX_JSON_BYTES } from '../http/request-body.js';

export interface LargeJson {
  /** The parsed value; each long string is replaced by a short placeholder. */
  readonly value: unknown;
  /** Whether a string of the value is the placeholder of a long one. */
  isLong(text: string): boolean;
  /** The bytes of a string of the value, long or not. */
  bytesOf(text: string): Buffer;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
// Shorter strings are parsed as usual.
const MIN_LONG_BYTES = 16_384;

/**
 * Parses JSON with embedded files. Long strings stay in the body as byte ranges and are never decoded as a whole, which would need a
 * multiple of their memory. Throws TOO_LARGE when the rest exceeds 1 MiB, and what `parse` throws.
 */
export function parseLargeJson(body: Buffer, parse: (json: Buffer) => unknown): LargeJson {
  const prefix = randomUUID();
  const longStrings: Buffer[] = [];
  const rest: Buffer[] = [];
  let restBytes = 0;
  const keep = (piece: Buffer) => {
    restBytes += piece.length;
    if (restBytes > MAX_JSON_BYTES) throw new AppError('TOO_LARGE');
    rest.push(piece);
  };
  let kept = 0;
  for (let open = body.indexOf(QUOTE); open !== -1;) {
    const close = endOfString(body, open + 1);
    if (close - open > MIN_LONG_BYTES) {
      keep(body.subarray(kept, open));
      keep(Buffer.from(`"${prefix}${longStrings.length}"`));
      longStrings.push(body.subarray(open, close + 1));
      kept = close + 1;
    } else if (close - kept > MAX_JSON_BYTES) throw new AppError('TOO_LARGE');
    open = body.indexOf(QUOTE, close + 1);
  }
  keep(body.subarray(kept));
  const value = parse(Buffer.concat(rest));
  const longString = (text: string) => (text.startsWith(prefix) ? longStrings[Number(text.slice(prefix.length))] : undefined);
  return {
    value,
    isLong: (text) => longString(text) !== undefined,
    bytesOf: (text) => {
      const literal = longString(text);
      if (!literal) return Buffer.from(text);
      // Some clients escape each slash as \\/, which is valid JSON; such a string has to be parsed after all.
      return literal.includes(BACKSLASH) ? Buffer.from(String(parse(literal))) : literal.subarray(1, -1);
    },
  };
}

/** The end of the string that begins at `start`. Long strings must not contain quotation marks: files are sent as base64. */
function endOfString(body: Buffer, start: number): number {
  for (let at = body.indexOf(QUOTE, start); at !== -1; at = body.indexOf(QUOTE, at + 1)) {
    if (!isEscaped(body, at, start)) return at;
    if (at - start > MIN_LONG_BYTES) throw new AppError('BAD_INPUT', 'A text in this message is too long.');
  }
  throw new AppError('MALFORMED');
}

function isEscaped(body: Buffer, at: number, start: number): boolean {
  let backslashes = 0;
  while (at - 1 - backslashes >= start && body[at - 1 - backslashes] === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

/** A data URL in a range of bytes. */
export interface DataUrl {
  readonly type: string;
  /** The size of the decoded content. */
  readonly bytes: number;
  /** The decoded content in chunks. Throws BAD_INPUT for invalid base64. */
  read(): AsyncGenerator<Buffer, void>;
}

const COMMA = 0x2c;
const PADDING = 0x3d;
const MAX_HEADER_BYTES = 300;
// A multiple of four: each chunk of base64 decodes to whole bytes.
const CHUNK_BYTES = 262_144;

/** Parses `data:<type>;base64,<content>` without decoding the content. Throws BAD_INPUT. */
export function parseDataUrl(source: Buffer): DataUrl {
  const comma = source.subarray(0, MAX_HEADER_BYTES).indexOf(COMMA);
  const header = /^data:([^,]*);base64$/i.exec(source.toString('latin1', 0, Math.max(0, comma)));
  const base64 = source.subarray(comma + 1);
  if (!header || base64.length % 4 !== 0) throw invalidDataUrl();
  const padding = base64.at(-1) !== PADDING ? 0 : base64.at(-2) !== PADDING ? 1 : 2;
  const bytes = (base64.length / 4) * 3 - padding;
  return { type: String(header[1]), bytes, read: () => decode(base64, bytes) };
}

async function* decode(base64: Buffer, bytes: number): AsyncGenerator<Buffer, void> {
  let remaining = bytes;
  for (let at = 0; at < base64.length; at += CHUNK_BYTES) {
    const chunk = Buffer.from(base64.toString('latin1', at, at + CHUNK_BYTES), 'base64');
    remaining -= chunk.length;
    // Node skips characters that are not base64; the chunk is then shorter than expected.
    if (chunk.length !== (Math.min(CHUNK_BYTES, base64.length - at) / 4) * 3 && remaining !== 0) throw invalidDataUrl();
    yield chunk;
  }
  if (remaining !== 0) throw invalidDataUrl();
}

const invalidDataUrl = (): AppError =>
  new AppError('BAD_INPUT', 'An attachment cannot be read: please send data:<type>;base64,<content>.');
