import { brightness, type GrayPicture } from '#extraction/pixmap';

const MAX_PIXELS = 20_000_000;
const MAX_CODE_BITS = 12;
const [EXTENSION, FRAME, GRAPHIC_CONTROL] = [0x21, 0x2c, 0xf9];
/** Where the lines of an interlaced frame stand: of each pass the first one, and the distance to the next. */
const PASSES = [
  [0, 8],
  [4, 8],
  [2, 4],
  [1, 2],
] as const;

export const isGif = (bytes: Uint8Array): boolean => /^GIF8[79]a$/.test(Buffer.from(bytes.subarray(0, 6)).toString('latin1'));

/** The first frame of a GIF on white. Throws when it is damaged or has more than 20 million pixels. */
export function firstFrame(source: Uint8Array): GrayPicture {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.length);
  const [width, height, flags] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8), bytes.readUInt8(10)];
  if (width * height > MAX_PIXELS) throw new RangeError('too many pixels');
  let at = 13;
  const common = colours(bytes, at, flags);
  at += common.length * 3;
  let transparent = -1;
  while (bytes.readUInt8(at) === EXTENSION) {
    const hasTransparency = bytes.readUInt8(at + 1) === GRAPHIC_CONTROL && (bytes.readUInt8(at + 3) & 1) === 1;
    if (hasTransparency) transparent = bytes.readUInt8(at + 6);
    at = blocks(bytes, at + 2).end;
  }
  if (bytes.readUInt8(at) !== FRAME) throw new Error('no frame');
  const frame = {
    left: bytes.readUInt16LE(at + 1),
    top: bytes.readUInt16LE(at + 3),
    width: bytes.readUInt16LE(at + 5),
    height: bytes.readUInt16LE(at + 7),
  };
  const frameFlags = bytes.readUInt8(at + 9);
  if (frame.left + frame.width > width || frame.top + frame.height > height) throw new Error('frame outside of the picture');
  at += 10;
  const own = colours(bytes, at, frameFlags);
  const palette = own.length > 0 ? own : common;
  at += own.length * 3;
  const indexes = decompressed(blocks(bytes, at + 1).data, bytes.readUInt8(at), frame.width * frame.height);
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [row, y] of rowsOf(frame.height, (frameFlags & 0x40) !== 0).entries())
    for (let x = 0; x < frame.width; x += 1) {
      const index = indexes[row * frame.width + x] ?? 0;
      if (index !== transparent) pixels[(frame.top + y) * width + frame.left + x] = palette[index] ?? 0;
    }
  return { width, height, pixels };
}

/** How bright the colours of a table are; none when the flags say that there is no table. */
function colours(bytes: Buffer, at: number, flags: number): number[] {
  const count = (flags & 0x80) === 0 ? 0 : 2 << (flags & 7);
  return Array.from({ length: count }, (_, n) =>
    brightness(bytes.readUInt8(at + 3 * n), bytes.readUInt8(at + 3 * n + 1), bytes.readUInt8(at + 3 * n + 2)),
  );
}

/** The bytes of a chain of blocks, each behind its length, and where it ends. */
function blocks(bytes: Buffer, from: number): { readonly data: Buffer; readonly end: number } {
  const pieces: Buffer[] = [];
  let at = from;
  for (let size = bytes.readUInt8(at); size > 0; size = bytes.readUInt8(at)) {
    pieces.push(bytes.subarray(at + 1, at + 1 + size));
    at += 1 + size;
  }
  return { data: Buffer.concat(pieces), end: at + 1 };
}

/** For each line of the data the line of the picture. */
function rowsOf(height: number, isInterlaced: boolean): number[] {
  const all = Array.from({ length: height }, (_, y) => y);
  return isInterlaced ? PASSES.flatMap(([first, step]) => all.filter((y) => y >= first && (y - first) % step === 0)) : all;
}

/** LZW with codes of growing length, at most `length` bytes. */
function decompressed(data: Buffer, minBits: number, length: number): Uint8Array {
  if (minBits < 1 || minBits > 8) throw new Error('code length');
  const clear = 1 << minBits;
  // Each code is a byte behind the text of another code.
  const before = new Int16Array(1 << MAX_CODE_BITS);
  const last = new Uint8Array(1 << MAX_CODE_BITS);
  const lengths = new Uint16Array(1 << MAX_CODE_BITS).fill(1);
  for (let code = 0; code < clear; code += 1) last[code] = code;
  const result = new Uint8Array(length);
  let [bits, next, previous, first] = [minBits + 1, clear + 2, -1, 0];
  let [buffered, count, filled] = [0, 0, 0];
  for (const byte of data) {
    buffered |= byte << count;
    count += 8;
    while (count >= bits && filled < length) {
      const code = buffered & ((1 << bits) - 1);
      buffered >>>= bits;
      count -= bits;
      if (code === clear + 1) return result;
      if (code === clear) {
        [bits, next, previous] = [minBits + 1, clear + 2, -1];
        continue;
      }
      if (code > next || (previous === -1 && code >= clear)) throw new Error('damaged');
      // A code that is defined by itself ends with its own first byte.
      let one = code === next ? previous : code;
      const size = (lengths[one] ?? 1) + (code === next ? 1 : 0);
      let at = filled + size - 1;
      if (code === next) at -= 1;
      for (; at >= filled; at -= 1) {
        if (at < length) result[at] = last[one] ?? 0;
        first = last[one] ?? 0;
        one = before[one] ?? 0;
      }
      if (code === next && filled + size - 1 < length) result[filled + size - 1] = first;
      if (previous !== -1 && next < 1 << MAX_CODE_BITS) {
        before[next] = previous;
        last[next] = first;
        lengths[next] = (lengths[previous] ?? 1) + 1;
        next += 1;
        if (next === 1 << bits && bits < MAX_CODE_BITS) bits += 1;
      }
      filled = Math.min(filled + size, length);
      previous = code;
    }
  }
  return result;
}
