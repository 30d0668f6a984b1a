import type { ExtractText } from '#extraction/extraction';
import { lineText } from '#extraction/markdown';
import { mainPartOf, relationsOf, type Relation } from '#extraction/office-package';
import { numberFormats, type NumberFormat } from '#extraction/number-formats';
import { SheetReader } from '#extraction/sheet-reader';
import { unreadPicturesOf } from '#extraction/unread-pictures';
import { readXml } from '#extraction/xml';
import { ZipFile } from '#extraction/zip-file';

/** The sheets of a workbook as headings with Markdown tables, in its order. Hidden sheets are left out: their author does not show them. */
export const extract: ExtractText = ({ bytes, maxChars }) => {
  const zip = new ZipFile(bytes);
  const main = mainPartOf(zip);
  const relations = relationsOf(zip, main);
  const { sheets, isDate1904 } = workbookOf(zip.required(main));
  const strings = sharedStrings(zip.read(targetOf(relations, 'sharedStrings')));
  const formats = formatsOf(zip.read(targetOf(relations, 'styles')));
  const texts: string[] = [];
  let left = maxChars;
  let isTruncated = false;
  let isFull = false;
  for (const { name, relationId } of sheets) {
    if (isFull) break;
    const target = relations.find(({ id, type }) => id === relationId && type === 'worksheet')?.target;
    const reader = new SheetReader({ strings, formats, isDate1904 }, left);
    // A sheet may be a chart, which has no cells.
    if (target !== undefined) readXml(zip.required(target), reader);
    const text = reader.end();
    texts.push(text === '' ? '' : `## ${lineText(name)}\n\n${text}`);
    left -= text.length;
    isTruncated ||= reader.isTruncated;
    isFull = reader.isFull || left <= 0;
  }
  return {
    text: texts.filter(Boolean).join('\n\n'),
    isTruncated: isTruncated || texts.length < sheets.length,
    parts: { unit: 'sheets', read: texts.length, total: sheets.length },
    unreadPictures: unreadPicturesOf(zip),
  };
};

const targetOf = (relations: readonly Relation[], wanted: string): string =>
  relations.find(({ type }) => type === wanted)?.target ?? '';

interface Sheet {
  readonly name: string;
  readonly relationId: string;
}

function workbookOf(content: Uint8Array): { sheets: Sheet[]; isDate1904: boolean } {
  const sheets: Sheet[] = [];
  let isDate1904 = false;
  readXml(content, {
    opened: (name, attributes) => {
      if (name === 'workbookPr') isDate1904 = /^(1|true)$/.test(attributes['date1904'] ?? '');
      const isHidden = (attributes['state'] ?? 'visible') !== 'visible';
      if (name === 'sheet' && !isHidden) sheets.push({ name: attributes['name'] ?? '', relationId: attributes['r:id'] ?? '' });
    },
  });
  return { sheets, isDate1904 };
}

/** The texts that cells refer to by number. */
function sharedStrings(content: Uint8Array | undefined): string[] {
  const strings: string[] = [];
  if (!content) return strings;
  let text = '';
  let isText = false;
  let isReading = false;
  readXml(content, {
    opened: (name) => {
      if (name === 'si') text = '';
      // How a Japanese word is read is written beside it.
      if (name === 'rPh') isReading = true;
      if (name === 't') isText = !isReading;
    },
    text: (piece) => {
      if (isText) text += piece;
    },
    closed: (name) => {
      if (name === 't') isText = false;
      if (name === 'rPh') isReading = false;
      if (name === 'si') strings.push(text);
    },
  });
  return strings;
}

/** What the numbers of a cell mean, by the number of its style. */
const formatsOf = (content: Uint8Array | undefined): NumberFormat[] => (content ? numberFormats(content) : []);
