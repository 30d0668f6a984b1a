import { getDocumentProxy } from 'unpdf';
import type { ExtractText } from './extraction.js';

const MAX_PAGES = 500;
// Well before the process is killed at 10 s, so that the pages read until then are returned.
const TIME_BUDGET_MS = 6000;

/** The text of a PDF, page by page, until there is enough text or the time budget is used up. */
export const extract: ExtractText = async ({ bytes, maxChars }) => {
  const end = performance.now() + TIME_BUDGET_MS;
  const pdf = await getDocumentProxy(new Uint8Array(bytes), {
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    maxImageSize: 1,
    verbosity: 0,
  });
  const pages = Math.min(pdf.numPages, MAX_PAGES);
  let text = '';
  let read = 0;
  while (read < pages && text.length <= maxChars && performance.now() < end) {
    read += 1;
    const page = await pdf.getPage(read);
    const { items } = await page.getTextContent();
    text += items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('') + '\n\n';
    page.cleanup();
  }
  return { text, isTruncated: read < pdf.numPages };
};
