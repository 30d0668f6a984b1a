import type { UnreadPictures } from '#extraction/extraction';
import type { PageLine } from '#extraction/pdf-layout';
import { isWithoutText, type Pdf, type PdfPage } from '#extraction/pdf-pages';
import { isLarge, operatorsOf } from '#extraction/pdf-pictures';
import { getResolvedPDFJS } from 'unpdf';

/** Of text that is not painted: scanners write so what they recognize in the picture of a page. */
const INVISIBLE = 3;
/** Before and after the word in an object by which it is a picture. */
const MAX_DICTIONARY_CHARS = 2000;

interface PicturesOnPage {
  /** Of the page, from 0 on. */
  readonly index: number;
  readonly count: number;
  /** The page has no text and is read as a picture, or its text was recognized by a scanner. */
  readonly isReadOtherwise: boolean;
}

export interface PicturesOfPdf {
  /** How many larger pictures the file stores: those on several pages once. */
  readonly stored: number;
  /** Pages without text first. */
  readonly onPages: readonly PicturesOnPage[];
  /** Whether all pages were looked at. */
  readonly isWhole: boolean;
}

/** The larger pictures of a PDF. `pdf` decodes no larger pictures (`MIN_PIXELS`). After `endsAt` no further page is looked at. */
export async function picturesOfPdf(
  { pdf, bytes }: { readonly pdf: Pdf; readonly bytes: Uint8Array },
  pages: readonly (readonly PageLine[])[],
  endsAt: number,
): Promise<PicturesOfPdf> {
  const stored = largePicturesIn(bytes);
  const onPages: PicturesOnPage[] = [];
  if (stored === 0) return { stored, onPages, isWhole: true };
  const withoutTextFirst = [...pages.entries()].toSorted(([, one], [, other]) => +isWithoutText(other) - +isWithoutText(one));
  for (const [index, lines] of withoutTextFirst) {
    if (performance.now() >= endsAt) return { stored, onPages, isWhole: false };
    const page = await pdf.getPage(index + 1);
    const { pictures, hasInvisibleText } = await paintedOn(page);
    page.cleanup();
    onPages.push({ index, count: pictures, isReadOtherwise: isWithoutText(lines) || hasInvisibleText });
  }
  return { stored, onPages, isWhole: true };
}

/**
 * How many of them were not read on pages that are not read otherwise. `read`: how often those that were read are painted there, and how many
 * different ones they are. Where not all pages were looked at, `some` when there are unread ones on those that were; else that is not known.
 */
export function unreadOf(
  { stored, onPages, isWhole }: PicturesOfPdf,
  read = { painted: 0, different: 0 },
): UnreadPictures | undefined {
  const painted = (isOtherwise: boolean): number =>
    onPages.reduce((sum, { count, isReadOtherwise }) => sum + (isReadOtherwise === isOtherwise ? count : 0), 0);
  const unread = Math.max(painted(false) - read.painted, 0);
  if (!isWhole) return unread > 0 ? 'some' : undefined;
  // A logo is one picture on however many pages.
  return Math.min(unread, Math.max(stored - painted(true) - read.different, read.different > 0 ? 0 : 1));
}

async function paintedOn(page: PdfPage): Promise<{ readonly pictures: number; readonly hasInvisibleText: boolean }> {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray, tooLarge } = await operatorsOf(page);
  const hasInvisibleText = fnArray.some(
    (operation, at) =>
      operation === OPS.setTextRenderingMode && (argsArray[at] as readonly unknown[] | undefined)?.[0] === INVISIBLE,
  );
  return { pictures: tooLarge, hasInvisibleText };
}

/** How many larger pictures a file stores, without those that say how transparent another one is. Objects with data are never compressed as a whole. */
function largePicturesIn(bytes: Uint8Array): number {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const masks = new Set([...file.matchAll(/\/S?Mask[ \r\n]{0,9}(\d{1,9})[ \r\n]{1,9}\d/g)].map(([, number]) => number));
  let count = 0;
  for (const { index } of file.matchAll(/\/Subtype[ \r\n]{0,9}\/Image\b/g)) {
    const before = file.slice(Math.max(index - MAX_DICTIONARY_CHARS, 0), index);
    const from = before.lastIndexOf(' obj');
    const number = /(\d{1,9})[ \r\n]{1,9}\d{1,5}$/.exec(before.slice(Math.max(from - 20, 0), Math.max(from, 0)))?.[1];
    const [after = ''] = file.slice(index, index + MAX_DICTIONARY_CHARS).split('stream', 1);
    const dictionary = before.slice(Math.max(from, 0)) + after;
    const [width, height] = [sideIn(dictionary, WIDTH), sideIn(dictionary, HEIGHT)];
    const isKnown = width !== undefined && height !== undefined;
    if (!(number !== undefined && masks.has(number)) && (!isKnown || isLarge({ width, height }))) count += 1;
  }
  return count;
}

const WIDTH = /\/Width[ \r\n]{0,9}(\d{1,9})(\s\d+\s+R)?/;
const HEIGHT = /\/Height[ \r\n]{0,9}(\d{1,9})(\s\d+\s+R)?/;

/** Undefined where the dictionary refers to another object for it. */
function sideIn(dictionary: string, pattern: RegExp): number | undefined {
  const [, side, reference] = pattern.exec(dictionary) ?? [];
  return side === undefined || reference !== undefined ? undefined : Number(side);
}
