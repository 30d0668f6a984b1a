import { AppError, type KnowledgeItem } from '@kith/proto';
import { fileTypeFromBuffer } from 'file-type';
import type { Format } from '../extraction/extraction.js';
import { imageSize } from './image-size.js';

/** What a file is by its bytes, whatever it is called. */
export interface FileKind {
  readonly type: KnowledgeItem['type'] & ('file' | 'image');
  /** Never a type that a browser runs. */
  readonly mediaType: string;
}

const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const PDF = 'application/pdf';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const UNKNOWN = 'application/octet-stream';
/** The old container of Office, and of new files with a password. */
const COMPOUND = 'application/x-cfb';
/** Text formats have no bytes of their own: there the name decides which text it is. */
const TEXTS: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
};
const SVG = /^\s*(<\?xml[^>]{0,500}>\s*)?(<!--[^>]{0,2000}-->\s*)?(<!doctype svg[^>]{0,500}>\s*)?<svg[\s>]/i;

/** Pictures of a few kilobytes can unfold to gigabytes in whatever shows them. */
const MAX_SIDE_PX = 16_384;
const MAX_PIXELS = 100_000_000;

const OLD_WORD = 'Old Word files (.doc) cannot be read. Please save it as .docx.';
const LOCKED_WORD = 'This Word file is protected by a password or in the old format. Please save it as an unprotected .docx.';
const ALLOWED = 'Only PDF, Word (.docx), text (.txt, .md, .json, .csv) and image files (.png, .jpg, .gif, .webp) can be read.';

/** What a companion can be taught (decision W2). UNSUPPORTED_MEDIA with a sentence for anything else, TOO_LARGE for a giant image. */
export async function teachableKind(bytes: Buffer, name: string): Promise<FileKind> {
  const extension = extensionOf(name);
  if (bytes.length === 0) throw new AppError('UNSUPPORTED_MEDIA', 'This file is empty.');
  const magic = await magicOf(bytes);
  const kind = byMagic(magic);
  if (kind) {
    if (kind.type === 'image') refuseGiant(bytes, kind.mediaType);
    return kind;
  }
  if (extension === 'doc') throw new AppError('UNSUPPORTED_MEDIA', OLD_WORD);
  if (magic === COMPOUND && extension === 'docx') throw new AppError('UNSUPPORTED_MEDIA', LOCKED_WORD);
  // Words can look like magic bytes ('BMW' like a bitmap), so these do not count against a text.
  const text = TEXTS[extension];
  if (text === undefined) throw new AppError('UNSUPPORTED_MEDIA', ALLOWED);
  const content = textOf(bytes);
  if (content === undefined)
    throw new AppError('UNSUPPORTED_MEDIA', 'This is not a text in UTF-8 or UTF-16. Please save it as UTF-8.');
  if (SVG.test(content.slice(0, 4000))) throw new AppError('UNSUPPORTED_MEDIA', ALLOWED);
  return { type: 'file', mediaType: text };
}

/** What came with a message: any text is read, whatever it is called. Undefined for what is neither text, document nor image. */
export async function attachmentKind(bytes: Buffer, name: string): Promise<FileKind | undefined> {
  const kind = byMagic(await magicOf(bytes));
  if (kind) return kind;
  if (bytes.length === 0 || textOf(bytes) === undefined) return undefined;
  return { type: 'file', mediaType: TEXTS[extensionOf(name)] ?? 'text/plain' };
}

/** How the text of a kind is read; an image has none. */
export function formatOf(mediaType: string): Format | undefined {
  if (IMAGES.has(mediaType)) return undefined;
  if (mediaType === DOCX) return 'docx';
  return mediaType === PDF ? 'pdf' : 'text';
}

async function magicOf(bytes: Buffer): Promise<string> {
  try {
    return (await fileTypeFromBuffer(bytes))?.mime ?? UNKNOWN;
  } catch {
    // It begins like something that it is not.
    return UNKNOWN;
  }
}

function byMagic(mediaType: string): FileKind | undefined {
  if (IMAGES.has(mediaType)) return { type: 'image', mediaType };
  // An animated PNG is a PNG.
  if (mediaType === 'image/apng') return { type: 'image', mediaType: 'image/png' };
  return mediaType === PDF || mediaType === DOCX ? { type: 'file', mediaType } : undefined;
}

function refuseGiant(bytes: Buffer, mediaType: string): void {
  const size = imageSize(bytes, mediaType);
  if (!size) throw new AppError('UNSUPPORTED_MEDIA', 'This image is damaged.');
  const { width, height } = size;
  if (width > MAX_SIDE_PX || height > MAX_SIDE_PX || width * height > MAX_PIXELS)
    throw new AppError('TOO_LARGE', `This image is too large (${width} x ${height} pixels). Please make it smaller.`);
}

/** The text, when it is one: valid UTF-8, or UTF-16 with a byte order mark, without the signs that only binary files hold. */
function textOf(bytes: Buffer): string | undefined {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // oxlint-disable-next-line no-control-regex -- these are what is looked for
    return /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

const extensionOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
