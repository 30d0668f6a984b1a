import { setTimeout as after } from 'node:timers/promises';
import { PaintedShare } from '#extraction/painted-share';
import type { PdfPage } from '#extraction/pdf-pages';
import { brightness, type GrayPicture } from '#extraction/pixmap';
import { getResolvedPDFJS } from 'unpdf';

/** A smaller one is a logo or a line, not a part of a scanned page. */
const MIN_SIDE = 60;
export const MIN_PIXELS = 40_000;
/** Scanners divide pages into strips. */
const MAX_PER_PAGE = 20;
const MAX_PIXELS = 20_000_000;
const DECODE_TIMEOUT_MS = 10_000;

interface Decoded {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** The verbosity of pdf.js with which `pagePictures` notices pictures that are too large. */
export const WARNINGS = 1;
/** Pictures above `maxImageSize` are not among what a page paints: this is all that pdf.js says of them. */
const TOO_LARGE = 'Warning: Image exceeded maximum allowed size and was removed.';

/**
 * The larger pictures that a page shows, in the order in which it paints them; `unread` in place of those that are not decoded. `minShare`: which part
 * of the page they cover at least.
 */
export async function* pagePictures(page: PdfPage, minShare = 0): AsyncGenerator<GrayPicture | 'unread', void> {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray, tooLarge } = await operatorsOf(page);
  if (tooLarge > 0) yield 'unread';
  const painted = new Set<unknown>();
  const place = new PaintedShare(OPS, page);
  for (const [at, operation] of fnArray.entries()) {
    place.follow(operation, argsArray[at]);
    const isPicture = operation === OPS.paintImageXObject || operation === OPS.paintImageMaskXObject;
    const [argument, width, height] = isPicture ? ((argsArray[at] ?? []) as readonly unknown[]) : [];
    const source = nameOf(argument) ?? argument;
    if (!isPicture || source === undefined || painted.has(source) || place.share < minShare) continue;
    painted.add(source);
    const decoded = typeof source === 'string' ? await objectOf(page, source) : source;
    const size = isObject(argument) && isDecoded(decoded) ? { ...argument, ...decoded } : decoded;
    const gray = isDecoded(size) ? grayOf(size) : undefined;
    if (gray) yield gray;
    else if (isLarge(isObject(size) ? size : isObject(argument) ? argument : { width, height })) yield 'unread';
    if (painted.size >= MAX_PER_PAGE) return;
  }
}

/** What the page paints, without the pictures above `maxImageSize`, which are counted. */
export async function operatorsOf(page: PdfPage) {
  // pdf.js writes its warnings there.
  const output = globalThis.console;
  const { warn } = output;
  let tooLarge = 0;
  output.warn = (message: unknown) => {
    if (message === TOO_LARGE) tooLarge += 1;
  };
  try {
    const { fnArray, argsArray } = await page.getOperatorList();
    return { fnArray, argsArray, tooLarge };
  } finally {
    output.warn = warn;
  }
}

/** Large enough for a text. */
export const isLarge = ({ width, height }: { readonly width?: unknown; readonly height?: unknown }): boolean =>
  typeof width === 'number' && typeof height === 'number' && Math.min(width, height) >= MIN_SIDE && width * height >= MIN_PIXELS;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The name by which the page knows a picture. */
function nameOf(argument: unknown): string | undefined {
  if (typeof argument === 'string') return argument;
  const data = isObject(argument) && 'data' in argument ? argument.data : undefined;
  return typeof data === 'string' ? data : undefined;
}

/** Undefined while it is not decoded in time. */
function objectOf(page: PdfPage, name: string): Promise<unknown> {
  const objects = name.startsWith('g_') ? page.commonObjs : page.objs;
  const found = new Promise<unknown>((resolve) => void objects.get(name, resolve));
  return Promise.race([found, after(DECODE_TIMEOUT_MS, undefined, { ref: false })]);
}

const isDecoded = (value: unknown): value is Decoded =>
  isObject(value) &&
  'data' in value &&
  (value.data instanceof Uint8Array || value.data instanceof Uint8ClampedArray) &&
  'width' in value &&
  Number.isSafeInteger(value.width) &&
  'height' in value &&
  Number.isSafeInteger(value.height);

/** Undefined for a picture that is too small or too large for text, or of an unknown kind: pixels have a bit, or one, three or four bytes. */
function grayOf({ width, height, data }: Decoded): GrayPicture | undefined {
  const count = width * height;
  if (!isLarge({ width, height }) || count > MAX_PIXELS) return undefined;
  const rowBytes = Math.ceil(width / 8);
  if (data.length === rowBytes * height) return { width, height, pixels: fromBits(data, width, height) };
  const channels = data.length / count;
  if (channels !== 1 && channels !== 3 && channels !== 4) return undefined;
  const pixels = new Uint8Array(count);
  for (let at = 0; at < count; at += 1) {
    const from = at * channels;
    const shade = channels === 1 ? (data[from] ?? 0) : brightness(data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0);
    // What is transparent shows the paper.
    pixels[at] = channels === 4 ? 255 - ((255 - shade) * (data[from + 3] ?? 255)) / 255 : shade;
  }
  return { width, height, pixels };
}

/** Set bits are white, also in masks, where they are not painted. */
function fromBits(data: Uint8Array | Uint8ClampedArray, width: number, height: number): Uint8Array {
  const rowBytes = Math.ceil(width / 8);
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const byte = data[y * rowBytes + (x >> 3)] ?? 0;
      pixels[y * width + x] = ((byte >> (7 - (x & 7))) & 1) === 1 ? 255 : 0;
    }
  return pixels;
}
