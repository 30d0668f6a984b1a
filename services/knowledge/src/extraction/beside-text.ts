import { createHash } from 'node:crypto';
import type { Extraction } from '#extraction/extraction';
import { newLines } from '#extraction/new-lines';
import type { PageLine } from '#extraction/pdf-layout';
import { openPdf, type Pdf, type PdfPage } from '#extraction/pdf-pages';
import { picturesOfPdf, unreadOf } from '#extraction/pdf-picture-count';
import { MIN_PIXELS, pagePictures, WARNINGS } from '#extraction/pdf-pictures';
import type { PictureReader } from '#extraction/picture-reader';
import type { GrayPicture } from '#extraction/pixmap';

/** Of the page; a smaller picture is a logo or an ornament. */
const MIN_SHARE = 0.1;
/** Those of a page are decoded all at once. */
const MAX_ON_PAGE = 10;
const COUNT_BUDGET_MS = 10_000;

interface Source {
  readonly bytes: Uint8Array;
  /** The same document, opened with the pictures that are read. */
  readonly pdf: Pdf;
  /** The lines of its pages, before anything was recognized. */
  readonly pages: readonly (readonly PageLine[])[];
}

type Reader = Pick<PictureReader, 'isLate' | 'read'>;

interface BesideText extends Required<Pick<Extraction, 'pictures'>>, Pick<Extraction, 'unreadPictures'> {
  /** By the index of its page: what the pictures there say and its text does not. */
  readonly added: ReadonlyMap<number, string>;
}

/** Reads at most `most` pictures on pages with text, each once, and gives at most `maxChars` characters of them: when it has so many it ends. */
export async function readBesideText(
  { bytes, pdf, pages }: Source,
  reader: Reader,
  { most, maxChars }: { readonly most: number; readonly maxChars: number },
): Promise<BesideText> {
  const outline = await openPdf(bytes, MIN_PIXELS, WARNINGS);
  const found = await picturesOfPdf({ pdf: outline, bytes }, pages, performance.now() + COUNT_BUDGET_MS);
  await outline.destroy();
  const added = new Map<number, string>();
  const tried = new Set<string>();
  const failed = new Set<string>();
  let [read, recognized, length] = [0, 0, 0];
  const isOver = (): boolean => tried.size + failed.size >= most || length >= maxChars || reader.isLate;
  const take = async (picture: GrayPicture, page: PdfPage, index: number): Promise<void> => {
    const key = keyOf(picture);
    if (failed.has(key)) return;
    if (!tried.has(key)) {
      if (isOver()) return;
      const text = await recognizedBy(reader, picture, page);
      if (text === undefined) {
        failed.add(key);
        return;
      }
      tried.add(key);
      if (text !== '') recognized += 1;
      const known = (pages[index] ?? []).map((line) => line.text).join('\n');
      const more = newLines(text, `${known}\n${added.get(index) ?? ''}`).slice(0, maxChars - length);
      length += more.length;
      if (more !== '') added.set(index, [added.get(index), more].filter(Boolean).join('\n\n'));
    }
    read += 1;
  };
  const besideText = found.onPages.filter(({ isReadOtherwise, count }) => !isReadOtherwise && count > 0 && count <= MAX_ON_PAGE);
  for (const { index } of besideText.toSorted((one, other) => one.index - other.index)) {
    if (isOver()) break;
    const page = await pdf.getPage(index + 1);
    for await (const picture of pagePictures(page, MIN_SHARE)) {
      if (picture !== 'unread') await take(picture, page, index);
    }
    page.cleanup();
  }
  return {
    added,
    pictures: { tried: tried.size, recognized },
    unreadPictures: unreadOf(found, { painted: read, different: tried.size }),
  };
}

/** Undefined for a picture that cannot be read, which keeps no other from being read. */
async function recognizedBy(reader: Reader, picture: GrayPicture, page: PdfPage): Promise<string | undefined> {
  try {
    return await reader.read(picture, page);
  } catch {
    return undefined;
  }
}

const keyOf = ({ width, height, pixels }: GrayPicture): string =>
  `${width} ${height} ${createHash('sha256').update(pixels).digest('hex')}`;
