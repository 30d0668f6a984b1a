import { readBesideText } from '#extraction/beside-text';
import type { Extracted, ExtractText, Scan } from '#extraction/extraction';
import type { PageLine } from '#extraction/pdf-layout';
import { isWithoutText, openPdf, readPages, type Pdf } from '#extraction/pdf-pages';
import { pagePictures, WARNINGS } from '#extraction/pdf-pictures';
import { pdfMarkdown } from '#extraction/pdf-text';
import { PictureReader } from '#extraction/picture-reader';

// Longer than of extract-pdf, which read the text before: on a busy machine this must read no fewer pages.
const TEXT_BUDGET_MS = 20_000;
// A page takes up to twenty seconds; the process is killed at two minutes.
const TIME_BUDGET_MS = 75_000;
/** Of it for pictures on pages with text: scanned documents of others, which may have no text at all, wait for them. */
const BESIDE_TEXT_BUDGET_MS = 30_000;
/** Of pages that are pictures, and pictures on other pages, together. */
const MAX_RECOGNIZED = 30;
/** As of a picture that is taught by itself. */
const MAX_PIXELS = 20_000_000;
/** In font sizes. */
const LINE_DISTANCE = 1.2;
const USUAL_SIZE = 10;

/** As extract-pdf, with the text that is recognized on pages that are pictures, such as scanned ones, and then in pictures on other pages. */
export const extract: ExtractText = async ({ bytes, maxChars }) => {
  const start = performance.now();
  const pdf = await openPdf(bytes, MAX_PIXELS, WARNINGS);
  const pages = await readPages(pdf, maxChars, start + TEXT_BUDGET_MS);
  const reader = new PictureReader(start + TIME_BUDGET_MS);
  const { scan, whole } = await readScans(pdf, pages, reader);
  const extracted = (added?: ReadonlyMap<number, string>): Extracted => ({
    text: pdfMarkdown(whole, pdf.numPages > 1, added),
    isTruncated: pages.length < pdf.numPages,
    parts: { unit: 'pages', read: pages.length, total: pdf.numPages },
    scan,
  });
  const before = extracted();
  const limits = { most: MAX_RECOGNIZED - scan.tried, maxChars: Math.max(maxChars - before.text.length, 0) };
  if (limits.most === 0 || limits.maxChars === 0 || reader.isLate) return before;
  const more = async (): Promise<Extracted> => {
    reader.endBy(performance.now() + BESIDE_TEXT_BUDGET_MS);
    const { added, ...counts } = await readBesideText({ bytes, pdf, pages }, reader, limits);
    return { ...extracted(added), ...counts };
  };
  return { ...before, more };
};

/** `whole`: the lines of all pages, with what was recognized on those without text. */
async function readScans(
  pdf: Pdf,
  pages: readonly PageLine[][],
  reader: PictureReader,
): Promise<{ readonly scan: Scan; readonly whole: readonly PageLine[][] }> {
  const size = usualSize(pages.flat());
  const due = [...pages.entries()].filter(([, lines]) => isWithoutText(lines));
  const counts = { tried: 0, pictures: 0, recognized: 0, unread: 0 };
  const whole = [...pages];
  for (const [index, lines] of due.slice(0, MAX_RECOGNIZED)) {
    if (reader.isLate) break;
    const page = await pdf.getPage(index + 1);
    const texts: string[] = [];
    let hasPicture = false;
    let isUnread = false;
    for await (const picture of pagePictures(page)) {
      if (picture === 'unread') isUnread = true;
      if (picture === 'unread') continue;
      hasPicture = true;
      if (reader.isLate) break;
      const text = await reader.read(picture, page);
      if (text !== '') texts.push(text);
    }
    page.cleanup();
    counts.tried += 1;
    if (hasPicture) counts.pictures += 1;
    if (isUnread) counts.unread += 1;
    if (texts.length > 0) counts.recognized += 1;
    whole[index] = [...lines, ...linesOf(texts.join('\n\n'), size)];
  }
  return { scan: { withoutText: due.length, ...counts }, whole };
}

/** The size of most of the text, so that recognized lines are no headings and make none of others. */
function usualSize(lines: readonly PageLine[]): number {
  const sizes = lines.flatMap(({ text, size }) => (text.trim() === '' ? [] : [size])).toSorted((one, other) => one - other);
  return sizes[Math.floor(sizes.length / 2)] ?? USUAL_SIZE;
}

/** Empty lines are the distance of paragraphs. */
const linesOf = (text: string, size: number): PageLine[] =>
  text
    .split('\n')
    .map((line, at) => ({ text: line.trim(), size, y: -at * LINE_DISTANCE * size }))
    .filter((line) => line.text !== '');
