import { pageLines, type PageLine, type TextRun } from '#extraction/pdf-layout';
import { getDocumentProxy } from 'unpdf';

const MAX_PAGES = 500;
/** A page with fewer characters may be a picture with a number or a stamp. */
const MIN_CHARS_OF_TEXT = 10;

export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
export type PdfPage = Awaited<ReturnType<Pdf['getPage']>>;

/** `maxPixels`: larger pictures are not decoded. `verbosity` as of pdf.js: whether it writes warnings. */
export const openPdf = (bytes: Uint8Array, maxPixels: number, verbosity = 0): Promise<Pdf> =>
  getDocumentProxy(new Uint8Array(bytes), {
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    maxImageSize: maxPixels,
    verbosity,
  });

/** The lines of the pages, from the first one on, until there is enough text or the time is used up. */
export async function readPages(pdf: Pdf, maxChars: number, endsAt: number): Promise<PageLine[][]> {
  const last = Math.min(pdf.numPages, MAX_PAGES);
  const pages: PageLine[][] = [];
  let length = 0;
  while (pages.length < last && length <= maxChars && performance.now() < endsAt) {
    const page = await pdf.getPage(pages.length + 1);
    const { items } = await page.getTextContent();
    const lines = pageLines(items.flatMap((item) => ('str' in item ? runOf(item) : [])));
    page.cleanup();
    pages.push(lines);
    length += lines.reduce((sum, { text }) => sum + text.length + 1, 0);
  }
  return pages;
}

export const isWithoutText = (lines: readonly PageLine[]): boolean =>
  lines.reduce((sum, { text }) => sum + text.trim().length, 0) < MIN_CHARS_OF_TEXT;

interface TextItem {
  readonly str: string;
  readonly dir: string;
  readonly width: number;
  readonly height: number;
  readonly transform: readonly number[];
}

/** The transform of an item is the matrix that places its text on the page: scale and rotation, then the position of its baseline. */
function runOf({ str, dir, width, height, transform }: TextItem): TextRun {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = transform;
  return {
    text: str,
    x,
    y,
    width,
    size: Math.hypot(c, d) || height,
    isRightToLeft: dir === 'rtl',
    isUpright: Math.abs(b) < Math.abs(a) * 0.05 && a > 0,
  };
}
