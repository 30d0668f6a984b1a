interface Size {
  readonly width: number;
  readonly height: number;
}

/** Width and height in pixels as the file declares them, without decoding it; undefined when it ends before it says so. */
export function imageSize(bytes: Buffer, mediaType: string): Size | undefined {
  try {
    if (mediaType === 'image/png') return pngSize(bytes);
    if (mediaType === 'image/gif') return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
    return mediaType === 'image/jpeg' ? jpegSize(bytes) : webpSize(bytes);
  } catch {
    return undefined;
  }
}

function pngSize(bytes: Buffer): Size | undefined {
  const isHeader = bytes.toString('latin1', 12, 16) === 'IHDR';
  return isHeader ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : undefined;
}

/** The first start of frame: C0 to CF but for tables (C4), extensions (C8) and arithmetic conditions (CC). */
function jpegSize(bytes: Buffer): Size | undefined {
  let at = 2;
  while (at < bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** Lossy, lossless and extended files each have a header of their own. */
function webpSize(bytes: Buffer): Size | undefined {
  const form = bytes.toString('latin1', 12, 16);
  if (form === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  if (form === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (form !== 'VP8L') return undefined;
  const packed = bytes.readUInt32LE(21);
  return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) };
}
