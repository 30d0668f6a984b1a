import type { ExtractText, Scan } from '#extraction/extraction';
import type { PageLine } from '#extraction/pdf-layout';
import { isWithoutText, openPdf, readPages } from '#extraction/pdf-pages';
import { pagePictures, WARNINGS } from '#extraction/pdf-pictures';
import { pdfMarkdown } from '#extraction/pdf-text';
import { asPixmap } from '#extraction/pixmap';
import { recognizedText, type Reading } from '#extraction/recognized-text';
import { startTextRecognition } from '#extraction/text-recognition';

const TEXT_BUDGET_MS = 6000;
// A page takes up to twenty seconds; the process is killed at two minutes.
const TIME_BUDGET_MS = 75_000;
const MAX_RECOGNIZED_PAGES = 30;
/** As of a picture that is taught by itself. */
const MAX_PIXELS = 20_000_000;
/** How a page is turned, in degrees, as Exif says it. */
const ORIENTATIONS: Readonly<Record<number, number>> = { 90: 6, 180: 3, 270: 8 };
/** In font sizes. */
const LINE_DISTANCE = 1.2;
const USUAL_SIZE = 10;

/** As extract-pdf, with the text that is recognized on pages that are pictures, such as scanned ones. */
export const extract: ExtractText = async ({ bytes, maxChars }) => {
  const start = performance.now();
  const end = start + TIME_BUDGET_MS;
  const pdf = await openPdf(bytes, MAX_PIXELS, WARNINGS);
  const pages = await readPages(pdf, maxChars, start + TEXT_BUDGET_MS);
  const size = usualSize(pages.flat());
  const due = [...pages.entries()].filter(([, lines]) => isWithoutText(lines));
  const counts = { tried: 0, pictures: 0, recognized: 0, unread: 0 };
  const recognition = await startTextRecognition();
  let language: Reading['language'] | undefined;
  for (const [index, lines] of due.slice(0, MAX_RECOGNIZED_PAGES)) {
    if (performance.now() > end) break;
    const page = await pdf.getPage(index + 1);
    const texts: string[] = [];
    let hasPicture = false;
    let isUnread = false;
    for await (const picture of pagePictures(page)) {
      if (picture === 'unread') isUnread = true;
      if (picture === 'unread') continue;
      hasPicture = true;
      if (performance.now() > end) break;
      recognition.show(asPixmap(picture), ORIENTATIONS[page.rotate] ?? 1);
      const reading = recognizedText(recognition, end, language);
      language = reading?.language ?? language;
      if (reading && reading.text.trim() !== '') texts.push(reading.text);
    }
    page.cleanup();
    counts.tried += 1;
    if (hasPicture) counts.pictures += 1;
    if (isUnread) counts.unread += 1;
    if (texts.length > 0) counts.recognized += 1;
    pages[index] = [...lines, ...linesOf(texts.join('\n\n'), size)];
  }
  const scan: Scan = { withoutText: due.length, ...counts };
  return {
    text: pdfMarkdown(pages, pdf.numPages > 1),
    isTruncated: pages.length < pdf.numPages,
    parts: { unit: 'pages', read: pages.length, total: pdf.numPages },
    scan,
  };
};

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
