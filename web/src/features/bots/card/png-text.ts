/** Why a file is no readable card. */
export type CardProblem = 'tooLarge' | 'notACard' | 'damaged' | 'compressed' | 'noName';

/** A file that cannot be imported. */
export class CardError extends Error {
  override readonly name = 'CardError';

  constructor(readonly problem: CardProblem) {
    super(problem);
  }
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Length, type and checksum around the data of a chunk. */
const CHUNK_FRAME_BYTES = 12;
const LATIN1 = new TextDecoder('latin1');

export const isPng = (bytes: Uint8Array): boolean => SIGNATURE.every((byte, at) => bytes[at] === byte);

/**
 * The texts of the tEXt chunks of a PNG that have one of the names, by name, the first of each. The pixels are never decoded. Throws CardError for a
 * chunk that is cut or has a wrong checksum, and for a text of one of the names that is compressed, because it may be of any size.
 */
export function pngTexts(bytes: Uint8Array, names: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = SIGNATURE.length; at < bytes.length;) {
    if (bytes.length - at < CHUNK_FRAME_BYTES) throw new CardError('damaged');
    const length = view.getUint32(at);
    if (length > bytes.length - at - CHUNK_FRAME_BYTES) throw new CardError('damaged');
    const type = LATIN1.decode(bytes.subarray(at + 4, at + 8));
    const data = bytes.subarray(at + 8, at + 8 + length);
    const name = keywordOf(type, data);
    if (name !== null && names.includes(name)) {
      if (view.getUint32(at + 8 + length) !== crc32(bytes.subarray(at + 4, at + 8 + length))) throw new CardError('damaged');
      if (type !== 'tEXt') throw new CardError('compressed');
      if (!found.has(name)) found.set(name, LATIN1.decode(data.subarray(name.length + 1)));
    }
    if (type === 'IEND') break;
    at += CHUNK_FRAME_BYTES + length;
  }
  return found;
}

const MAX_KEYWORD_BYTES = 79;

/** The keyword of a chunk with text; null for other chunks. */
function keywordOf(type: string, data: Uint8Array): string | null {
  if (type !== 'tEXt' && type !== 'zTXt' && type !== 'iTXt') return null;
  const end = data.subarray(0, MAX_KEYWORD_BYTES + 1).indexOf(0);
  return end < 1 ? null : LATIN1.decode(data.subarray(0, end));
}

const CRC_POLYNOMIAL = 0xed_b8_83_20;
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_value, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 1 ? CRC_POLYNOMIAL ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

/** The checksum of a PNG chunk, over its type and data. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}
