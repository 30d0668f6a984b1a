import type { UnreadPictures } from '#extraction/extraction';
import type { PageLine } from '#extraction/pdf-layout';
import { isWithoutText, type Pdf, type PdfPage } from '#extraction/pdf-pages';
import { isLarge, operatorsOf } from '#extraction/pdf-pictures';
import { getResolvedPDFJS } from 'unpdf';

/** Of text that is not painted: scanners write so what they recognize in the picture of a page. */
const INVISIBLE = 3;
/** Before and after the word in an object by which it is a picture. */
const MAX_DICTIONARY_CHARS = 2000;

/**
 * How many of the larger pictures of a PDF are neither pages without text, which are read as pictures, nor pages whose text was recognized by a
 * scanner. `pdf` decodes no larger pictures (`MIN_PIXELS`). Where not all pages were looked at before `endsAt`, `some` when there are such pictures on
 * those that were; else that is not known.
 */
export async function unreadPicturesOfPdf(
  { pdf, bytes }: { readonly pdf: Pdf; readonly bytes: Uint8Array },
  pages: readonly (readonly PageLine[])[],
  endsAt: number,
): Promise<UnreadPictures | undefined> {
  const stored = largePicturesIn(bytes);
  if (stored === 0) return 0;
  let unread = 0;
  let readOtherwise = 0;
  const withoutTextFirst = [...pages.entries()].toSorted(([, one], [, other]) => +isWithoutText(other) - +isWithoutText(one));
  for (const [index, lines] of withoutTextFirst) {
    if (performance.now() >= endsAt) return unread > 0 ? 'some' : undefined;
    const page = await pdf.getPage(index + 1);
    const { pictures, hasInvisibleText } = await paintedOn(page);
    page.cleanup();
    if (isWithoutText(lines) || hasInvisibleText) readOtherwise += pictures;
    else unread += pictures;
  }
  // A logo is one picture on however many pages.
  return Math.min(unread, Math.max(stored - readOtherwise, 1));
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
