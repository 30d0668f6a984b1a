import { randomUUID } from 'node:crypto';
import { AppError } from '@kith/proto';
import { BODY_BYTES, parseJson } from '../http/json-body.js';

/** Where a long text lies in a body, without its quotation marks. */
export interface LongText {
  readonly start: number;
  readonly end: number;
}

export interface LongJson {
  readonly value: unknown;
  /** The long text that a string of `value` stands for, if it does. */
  longText(text: string): LongText | undefined;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
// Shorter texts are parsed like all others.
const LONG_BYTES = 16_384;

/**
 * Reads JSON that carries files as texts, without ever having these as strings: they stay where they are in the bytes, and short strings
 * stand for them. Throws TOO_LARGE when all the rest is above 1 MiB; else like `parseJson`.
 */
export function parseLongJson(body: Buffer): LongJson {
  const mark = randomUUID();
  const texts: LongText[] = [];
  const rest: Buffer[] = [];
  let restBytes = 0;
  const keep = (piece: Buffer) => {
    restBytes += piece.length;
    if (restBytes > BODY_BYTES) throw new AppError('TOO_LARGE');
    rest.push(piece);
  };
  let kept = 0;
  for (let open = body.indexOf(QUOTE); open !== -1;) {
    const close = endOfText(body, open + 1);
    if (close - open > LONG_BYTES) {
      keep(body.subarray(kept, open));
      keep(Buffer.from(`"${mark}${texts.length}"`));
      texts.push({ start: open + 1, end: close });
      kept = close + 1;
    } else if (close - kept > BODY_BYTES) throw new AppError('TOO_LARGE');
    open = body.indexOf(QUOTE, close + 1);
  }
  keep(body.subarray(kept));
  const value = parseJson(Buffer.concat(rest));
  return { value, longText: (text) => (text.startsWith(mark) ? texts[Number(text.slice(mark.length))] : undefined) };
}

/** Where the text that begins at `start` ends. A long one has no quotation marks in it: files are sent in base64. */
function endOfText(body: Buffer, start: number): number {
  for (let at = body.indexOf(QUOTE, start); at !== -1; at = body.indexOf(QUOTE, at + 1)) {
    if (!isEscaped(body, at, start)) return at;
    if (at - start > LONG_BYTES) throw new AppError('BAD_INPUT', 'A text in this message is too long.');
  }
  throw new AppError('MALFORMED');
}

function isEscaped(body: Buffer, at: number, start: number): boolean {
  let backslashes = 0;
  while (at - 1 - backslashes >= start && body[at - 1 - backslashes] === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}
