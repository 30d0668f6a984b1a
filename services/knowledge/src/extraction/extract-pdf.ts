import type { ExtractText } from '#extraction/extraction';
import { pageLines, type PageLine, type TextRun } from '#extraction/pdf-layout';
import { pdfMarkdown } from '#extraction/pdf-text';
import { getDocumentProxy } from 'unpdf';

const MAX_PAGES = 500;
// Well before the process is killed at 10 s, so that the pages read until then are returned.
const TIME_BUDGET_MS = 6000;

/** The text of a PDF as Markdown with its headings and page numbers, page by page, until there is enough text or the time is used up. */
export const extract: ExtractText = async ({ bytes, maxChars }) => {
  const end = performance.now() + TIME_BUDGET_MS;
  const pdf = await getDocumentProxy(new Uint8Array(bytes), {
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    maxImageSize: 1,
    verbosity: 0,
  });
  const last = Math.min(pdf.numPages, MAX_PAGES);
  const pages: PageLine[][] = [];
  let length = 0;
  while (pages.length < last && length <= maxChars && performance.now() < end) {
    const page = await pdf.getPage(pages.length + 1);
    const { items } = await page.getTextContent();
    const lines = pageLines(items.flatMap((item) => ('str' in item ? runOf(item) : [])));
    page.cleanup();
    pages.push(lines);
    length += lines.reduce((sum, { text }) => sum + text.length + 1, 0);
  }
  const read = pages.length;
  return {
    text: pdfMarkdown(pages, pdf.numPages > 1),
    isTruncated: read < pdf.numPages,
    parts: { unit: 'pages', read, total: pdf.numPages },
  };
};

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
