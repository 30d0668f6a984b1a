import type { ExtractText } from '#extraction/extraction';
import { markdownOfHtml } from '#extraction/extract-html';
import { unreadPicturesOfBook } from '#extraction/unread-pictures';
import { readXml, xmlEncoding } from '#extraction/xml';
import { entryName, PasswordException, ZipFile } from '#extraction/zip-file';

const CONTAINER = 'META-INF/container.xml';
const ENCRYPTION = 'META-INF/encryption.xml';
const CHAPTER_TYPES = new Set(['application/xhtml+xml', 'text/html', 'application/x-dtbook+xml']);
const MAX_CHAPTERS = 1000;
/** A parser of HTML takes far more memory than its input. */
const MAX_CHAPTER_BYTES = 2_000_000;
// Well before the process is killed at 10 s, so that the chapters read until then are returned.
const TIME_BUDGET_MS = 6000;

/** The chapters of an e-book as Markdown, in reading order. */
export const extract: ExtractText = ({ bytes, maxChars }) => {
  const end = performance.now() + TIME_BUDGET_MS;
  const zip = new ZipFile(bytes);
  const chapters = chaptersOf(zip);
  const encrypted = encryptedEntries(zip);
  if (chapters.some((name) => encrypted.has(name))) throw new PasswordException('the chapters are encrypted');
  if (chapters.length === 0) throw new Error('the book has no chapters');
  const texts: string[] = [];
  let read = 0;
  let length = 0;
  let isCut = false;
  for (const name of chapters.slice(0, MAX_CHAPTERS)) {
    if (length > maxChars || performance.now() > end) break;
    const content = zip.required(name);
    isCut ||= content.length > MAX_CHAPTER_BYTES;
    const text = markdownOfHtml(decoded(content.subarray(0, MAX_CHAPTER_BYTES)));
    texts.push(text);
    length += text.length;
    read += 1;
  }
  return {
    text: texts.filter(Boolean).join('\n\n'),
    isTruncated: isCut || read < chapters.length,
    parts: { unit: 'chapters', read, total: chapters.length },
    unreadPictures: unreadPicturesOfBook(zip),
  };
};

/** The entries of the chapters in reading order. */
function chaptersOf(zip: ZipFile): string[] {
  let book = '';
  readXml(zip.required(CONTAINER), {
    opened: (name, attributes) => {
      if (name === 'rootfile' && book === '') book = entryName(attributes['full-path'] ?? '', '');
    },
  });
  const files = new Map<string, string>();
  const chapters: string[] = [];
  readXml(zip.required(book), {
    opened: (name, attributes) => {
      if (name === 'item' && CHAPTER_TYPES.has(attributes['media-type'] ?? ''))
        files.set(attributes['id'] ?? '', entryName(attributes['href'] ?? '', book));
      const chapter = name === 'itemref' && attributes['linear'] !== 'no' ? files.get(attributes['idref'] ?? '') : undefined;
      if (chapter !== undefined && zip.has(chapter)) chapters.push(chapter);
    },
  });
  return chapters;
}

/** Those that a copy protection has encrypted. Fonts often are, chapters only with such a protection. */
function encryptedEntries(zip: ZipFile): ReadonlySet<string> {
  const names = new Set<string>();
  const content = zip.read(ENCRYPTION);
  if (!content) return names;
  readXml(content, {
    opened: (name, attributes) => {
      if (name === 'CipherReference') names.add(entryName(attributes['URI'] ?? '', ''));
    },
  });
  return names;
}

/** The XML declaration is no part of HTML. */
const decoded = (content: Uint8Array): string =>
  new TextDecoder(xmlEncoding(content)).decode(content).replace(/^\s*<\?xml[^>]{0,500}\?>/, '');
