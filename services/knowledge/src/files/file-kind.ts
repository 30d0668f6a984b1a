import { AppError, type KnowledgeItem } from '@kith/proto';
import { fileTypeFromBuffer } from 'file-type';
import { plainText } from '../extraction/charset.js';
import type { Format } from '../extraction/extraction.js';

/** The kind of a file according to its bytes, whatever its name. */
export interface FileKind {
  readonly type: KnowledgeItem['type'] & ('file' | 'image');
  readonly mediaType: string;
}

const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const OFFICE = 'application/vnd.openxmlformats-officedocument';
/** What documents are by their magic bytes, and the format in which each is extracted. */
const DOCUMENTS: Readonly<Record<string, Format>> = {
  'application/pdf': 'pdf',
  'application/epub+zip': 'epub',
  [`${OFFICE}.wordprocessingml.document`]: 'docx',
  [`${OFFICE}.spreadsheetml.sheet`]: 'xlsx',
  [`${OFFICE}.presentationml.presentation`]: 'pptx',
};
const HTML = 'text/html';
const UNKNOWN = 'application/octet-stream';
/** The container format of old Office files, and of new ones with a password. */
const COMPOUND = 'application/x-cfb';
/** By file name extension: text formats have no magic bytes. */
const TEXT_TYPES: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
  html: HTML,
  htm: HTML,
  xhtml: HTML,
};
const TEXT_FORMATS: Readonly<Record<string, Format>> = { 'text/csv': 'csv', 'application/json': 'json', [HTML]: 'html' };
const SVG = /^\s*(<\?xml[^>]{0,500}>\s*)?(<!--[^>]{0,2000}-->\s*)?(<!doctype svg[^>]{0,500}>\s*)?<svg[\s>]/i;

/** Compressed images of a few kilobytes can take gigabytes when a browser decodes them. */
const MAX_SIDE_PX = 16_384;
const MAX_PIXELS = 100_000_000;

/** Old Office formats, by the stream that each has in its container (in UTF-16), and by their extension. */
const OLD_OFFICE = [
  { extension: 'doc', stream: 'WordDocument', text: 'Old Word files (.doc) cannot be read. Please save it as .docx.' },
  {
    extension: 'ppt',
    stream: 'PowerPoint Document',
    text: 'Old PowerPoint files (.ppt) cannot be read. Please save it as .pptx.',
  },
  { extension: 'xls', stream: 'Workbook', text: 'Old Excel files (.xls) cannot be read. Please save it as .xlsx.' },
] as const;
const PROTECTED =
  'This file is protected by a password or in an old format. Please save it as .docx, .xlsx or .pptx without a password.';
const WITH_MACROS = 'Office files with macros cannot be read. Please save it as .docx, .xlsx or .pptx.';
const NO_TEXT = 'This is not a text. Please save it as plain text in UTF-8.';
const ALLOWED_TYPES =
  'Only PDF, Word (.docx), Excel (.xlsx), PowerPoint (.pptx), EPUB, web pages (.html), text (.txt, .md, .json, .csv) and image files (.png, .jpg, .gif, .webp) can be read.';

/**
 * The kind of a file that may become a knowledge item (docs/decisions.md W2). UNSUPPORTED_MEDIA with a text for the user for anything else,
 * TOO_LARGE for an image with too many pixels.
 */
export async function knowledgeFileKind(bytes: Buffer, name: string): Promise<FileKind> {
  const extension = extensionOf(name);
  if (bytes.length === 0) throw new AppError('UNSUPPORTED_MEDIA', 'This file is empty.');
  const magic = await detectMediaType(bytes);
  const kind = supportedKind(magic);
  if (kind) {
    if (kind.type === 'image') checkImageSize(bytes, kind.mediaType);
    return kind;
  }
  refuseOffice(bytes, magic, extension);
  // A text may begin like another file type ('BMW' like a bitmap), so other magic bytes do not rule out a text.
  const text = TEXT_TYPES[extension];
  if (text === undefined) throw new AppError('UNSUPPORTED_MEDIA', ALLOWED_TYPES);
  const content = plainText(bytes);
  if (content === undefined) throw new AppError('UNSUPPORTED_MEDIA', NO_TEXT);
  if (SVG.test(content.slice(0, 4000))) throw new AppError('UNSUPPORTED_MEDIA', ALLOWED_TYPES);
  return { type: 'file', mediaType: text };
}

/** Throws for Office files that cannot be read, with what to do. */
function refuseOffice(bytes: Buffer, magic: string, extension: string): void {
  const isCompound = magic === COMPOUND;
  const old = OLD_OFFICE.find(
    (kind) => extension === kind.extension || (isCompound && bytes.includes(kind.stream, 0, 'utf16le')),
  );
  if (old) throw new AppError('UNSUPPORTED_MEDIA', old.text);
  if (isCompound) throw new AppError('UNSUPPORTED_MEDIA', PROTECTED);
  if (/macroenabled/i.test(magic)) throw new AppError('UNSUPPORTED_MEDIA', WITH_MACROS);
}

/** The kind of a message attachment: any text is accepted, whatever its name. Undefined for anything but text, document and image. */
export async function attachmentKind(bytes: Buffer, name: string): Promise<FileKind | undefined> {
  const kind = supportedKind(await detectMediaType(bytes));
  if (kind) return kind;
  if (bytes.length === 0 || plainText(bytes) === undefined) return undefined;
  return { type: 'file', mediaType: downloadType(TEXT_TYPES[extensionOf(name)] ?? 'text/plain') };
}

/** The format in which the text of a file is extracted. */
export const formatOf = (mediaType: string): Format =>
  IMAGES.has(mediaType) ? 'picture' : (DOCUMENTS[mediaType] ?? TEXT_FORMATS[mediaType] ?? 'text');

/** The same for an attachment; undefined for an image. Who sends a table or a page's source with a message asks about it as it is. */
export const attachmentFormatOf = (mediaType: string): Format | undefined =>
  IMAGES.has(mediaType) ? undefined : (DOCUMENTS[mediaType] ?? 'text');

/** As what a file is sent to browsers: never as a page, which one would run. */
export const downloadType = (mediaType: string): string => (mediaType === HTML ? 'text/plain' : mediaType);

async function detectMediaType(bytes: Buffer): Promise<string> {
  try {
    return (await fileTypeFromBuffer(bytes))?.mime ?? UNKNOWN;
  } catch {
    // The file begins like a known type but is not one.
    return UNKNOWN;
  }
}

function supportedKind(mediaType: string): FileKind | undefined {
  if (IMAGES.has(mediaType)) return { type: 'image', mediaType };
  // An animated PNG is stored and served as a PNG.
  if (mediaType === 'image/apng') return { type: 'image', mediaType: 'image/png' };
  return mediaType in DOCUMENTS ? { type: 'file', mediaType } : undefined;
}

function checkImageSize(bytes: Buffer, mediaType: string): void {
  const size = imageSize(bytes, mediaType);
  if (!size) throw new AppError('UNSUPPORTED_MEDIA', 'This image is damaged.');
  const { width, height } = size;
  if (width > MAX_SIDE_PX || height > MAX_SIDE_PX || width * height > MAX_PIXELS)
    throw new AppError('TOO_LARGE', `This image is too large (${width} x ${height} pixels). Please make it smaller.`);
}

/** The most pixels of a picture whose text is read: it is decoded in memory. Phones take pictures of 12 million. */
const MAX_READ_PIXELS = 20_000_000;
/** A smaller picture has no room for text. */
const MIN_READ_SIDE = 16;

/** Whether the text of a picture is read, by the size that it declares. */
export function pictureSizeFor(bytes: Buffer, mediaType: string): 'readable' | 'too_small' | 'too_large' {
  const size = imageSize(bytes, mediaType);
  if (!size || Math.min(size.width, size.height) < MIN_READ_SIDE) return 'too_small';
  return size.width * size.height > MAX_READ_PIXELS ? 'too_large' : 'readable';
}

const extensionOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Width and height in pixels as the file declares them, without decoding it; undefined when the header is incomplete. */
export function imageSize(bytes: Buffer, mediaType: string): ImageSize | undefined {
  try {
    if (mediaType === 'image/png') return pngSize(bytes);
    if (mediaType === 'image/gif') return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
    return mediaType === 'image/jpeg' ? jpegSize(bytes) : webpSize(bytes);
  } catch {
    return undefined;
  }
}

function pngSize(bytes: Buffer): ImageSize | undefined {
  const isHeader = bytes.toString('latin1', 12, 16) === 'IHDR';
  return isHeader ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : undefined;
}

/** Reads the first start-of-frame marker: 0xC0 to 0xCF except 0xC4 (tables), 0xC8 (extensions) and 0xCC (arithmetic coding). */
function jpegSize(bytes: Buffer): ImageSize | undefined {
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

/** Lossy, lossless and extended files have different headers. */
function webpSize(bytes: Buffer): ImageSize | undefined {
  const form = bytes.toString('latin1', 12, 16);
  if (form === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  if (form === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (form !== 'VP8L') return undefined;
  const packed = bytes.readUInt32LE(21);
  return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) };
}
