import type { ExtractText } from '#extraction/extraction';
import { isWithoutText, openPdf, readPages } from '#extraction/pdf-pages';
import { picturesOfPdf, unreadOf } from '#extraction/pdf-picture-count';
import { MIN_PIXELS, WARNINGS } from '#extraction/pdf-pictures';
import { pdfMarkdown } from '#extraction/pdf-text';

// Well before the process is killed at 10 s, so that the pages read until then are returned.
const TIME_BUDGET_MS = 6000;
/** For counting pictures, after the text was sent. */
const PICTURES_BUDGET_MS = 1500;

/** The text of a PDF as Markdown with its headings and page numbers, page by page, until there is enough text or the time is used up. */
export const extract: ExtractText = async ({ bytes, maxChars }) => {
  const end = performance.now() + TIME_BUDGET_MS;
  const pdf = await openPdf(bytes, MIN_PIXELS, WARNINGS);
  const pages = await readPages(pdf, maxChars, end);
  const withoutText = pages.filter(isWithoutText).length;
  return {
    text: pdfMarkdown(pages, pdf.numPages > 1),
    isTruncated: pages.length < pdf.numPages,
    parts: { unit: 'pages', read: pages.length, total: pdf.numPages },
    scan: withoutText > 0 ? { withoutText, tried: 0, pictures: 0, recognized: 0, unread: 0 } : undefined,
    unreadPictures: async () => unreadOf(await picturesOfPdf({ pdf, bytes }, pages, performance.now() + PICTURES_BUDGET_MS)),
  };
};
