import { AppError } from '@kith/proto';

/** A data URL that lies in a range of bytes. */
export interface DataUrl {
  readonly type: string;
  readonly bytes: number;
  /** The content piece by piece. Throws BAD_INPUT at what is no base64. */
  read(): AsyncGenerator<Buffer, void>;
}

const COMMA = 0x2c;
const PADDING = 0x3d;
const HEAD_BYTES = 300;
// Decodes to whole bytes: a multiple of four.
const PIECE = 262_144;

/** Understands `data:<type>;base64,<content>` without decoding it. Throws BAD_INPUT. */
export function readDataUrl(source: Buffer): DataUrl {
  const comma = source.subarray(0, HEAD_BYTES).indexOf(COMMA);
  const head = /^data:([^,]*);base64$/i.exec(source.toString('latin1', 0, Math.max(0, comma)));
  const text = source.subarray(comma + 1);
  if (!head || text.length % 4 !== 0) throw wrong();
  const padding = text.at(-1) !== PADDING ? 0 : text.at(-2) !== PADDING ? 1 : 2;
  const bytes = (text.length / 4) * 3 - padding;
  return { type: String(head[1]), bytes, read: () => decode(text, bytes) };
}

async function* decode(text: Buffer, bytes: number): AsyncGenerator<Buffer, void> {
  let left = bytes;
  for (let at = 0; at < text.length; at += PIECE) {
    const piece = Buffer.from(text.toString('latin1', at, at + PIECE), 'base64');
    left -= piece.length;
    // What is no base64 is skipped by Node: then there is less than there should be.
    if (piece.length !== (Math.min(PIECE, text.length - at) / 4) * 3 && left !== 0) throw wrong();
    yield piece;
  }
  if (left !== 0) throw wrong();
}

const wrong = (): AppError =>
  new AppError('BAD_INPUT', 'An attachment cannot be read: please send data:<type>;base64,<content>.');
