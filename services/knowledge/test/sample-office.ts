import { strToU8, zipSync, type Zippable } from 'fflate';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const archive = (entries: Readonly<Record<string, string>>, more: Zippable = {}): Buffer =>
  Buffer.from(zipSync({ ...Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, strToU8(text)])), ...more }));

const contentTypes = (part: string, type: string): string =>
  `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`;

const relations = (targets: Readonly<Record<string, readonly [type: string, target: string]>>): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${Object.entries(targets)
    .map(([id, [type, target]]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

export interface SampleSheet {
  readonly name: string;
  /** The XML of its rows. */
  readonly rows: string;
  readonly isHidden?: boolean;
}

interface WorkbookParts {
  readonly strings?: string;
  readonly styles?: string;
  readonly properties?: string;
  readonly more?: Zippable;
}

/** An Excel workbook. Its sheets are stored in reverse order, as the order of the entries means nothing. */
export function anXlsx(
  sheets: readonly SampleSheet[],
  { strings = '', styles = '', properties = '', more }: WorkbookParts = {},
): Buffer {
  const names = sheets
    .map(({ name, isHidden }, n) => `<sheet name="${name}" sheetId="${n + 1}"${isHidden ? ' state="hidden"' : ''} r:id="s${n}"/>`)
    .join('');
  const links = sheets.map((_, n) => [`s${n}`, ['worksheet', `worksheets/sheet${n}.xml`]] as const);
  const parts = sheets.map(({ rows }, n) => [
    `xl/worksheets/sheet${n}.xml`,
    `${XML}<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  ]);
  return archive(
    {
      '[Content_Types].xml': contentTypes('xl/workbook.xml', 'spreadsheetml.sheet'),
      '_rels/.rels': relations({ r1: ['officeDocument', 'xl/workbook.xml'] }),
      ...(Object.fromEntries(parts.toReversed()) as Record<string, string>),
      'xl/workbook.xml': `${XML}<workbook xmlns:r="${OFFICE}">${properties}<sheets>${names}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relations({
        ...Object.fromEntries(links),
        strings: ['sharedStrings', 'sharedStrings.xml'],
        styles: ['styles', '/xl/styles.xml'],
      }),
      'xl/sharedStrings.xml': `${XML}<sst>${strings}</sst>`,
      'xl/styles.xml': `${XML}<styleSheet>${styles}</styleSheet>`,
    },
    more,
  );
}

/** A row of cells with texts and numbers; undefined leaves a cell out. */
export function row(number: number, ...values: readonly (string | number | undefined)[]): string {
  const cells = values.map((value, n) => {
    const place = `r="${String.fromCharCode(65 + n)}${number}"`;
    if (value === undefined) return '';
    return typeof value === 'number'
      ? `<c ${place}><v>${value}</v></c>`
      : `<c ${place} t="inlineStr"><is><t>${value}</t></is></c>`;
  });
  return `<row r="${number}">${cells.join('')}</row>`;
}

/** A PowerPoint presentation of slides (the XML of their shapes), linked in reverse order of their names. */
export function aPptx(slides: readonly { readonly shapes: string; readonly isHidden?: boolean }[], more: Zippable = {}): Buffer {
  const name = (n: number): string => `slides/slide${slides.length - n}.xml`;
  return archive(
    {
      '[Content_Types].xml': contentTypes('ppt/presentation.xml', 'presentationml.presentation'),
      '_rels/.rels': relations({ r1: ['officeDocument', 'ppt/presentation.xml'] }),
      'ppt/presentation.xml': `${XML}<p:presentation xmlns:p="p" xmlns:r="${OFFICE}"><p:sldIdLst>${slides.map((_, n) => `<p:sldId id="${256 + n}" r:id="r${n}"/>`).join('')}</p:sldIdLst></p:presentation>`,
      'ppt/_rels/presentation.xml.rels': relations(
        Object.fromEntries(slides.map((_, n) => [`r${n}`, ['slide', name(n)]] as const)),
      ),
      ...Object.fromEntries(
        slides.map(({ shapes, isHidden }, n) => [
          `ppt/${name(n)}`,
          `${XML}<p:sld xmlns:p="p" xmlns:a="a"${isHidden ? ' show="0"' : ''}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
        ]),
      ),
    },
    more,
  );
}

/** A shape of a slide with one paragraph per text. */
export const shape = (texts: readonly string[], placeholder = ''): string =>
  `<p:sp><p:nvSpPr><p:nvPr>${placeholder && `<p:ph type="${placeholder}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${texts
    .map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`)
    .join('')}</p:txBody></p:sp>`;

/** An e-book of chapters (the XHTML of their bodies) in a folder, with a further file that is no chapter. */
export function anEpub(chapters: readonly string[], more: Zippable = {}): Buffer {
  const items = chapters.map(
    (_, n) => `<item id="c${n}" href="text/chapter%20${n}.xhtml#start" media-type="application/xhtml+xml"/>`,
  );
  const order = chapters.map((_, n) => `<itemref idref="c${n}"/>`);
  return Buffer.from(
    zipSync({
      mimetype: [strToU8('application/epub+zip'), { level: 0 }],
      'META-INF/container.xml': strToU8(
        `${XML}<container><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
      ),
      'OEBPS/book.opf': strToU8(
        `${XML}<package><manifest>${items.join('')}<item id="cover" href="cover.png" media-type="image/png"/></manifest><spine><itemref idref="cover"/>${order.join('')}</spine></package>`,
      ),
      ...Object.fromEntries(
        chapters.map((body, n) => [
          `OEBPS/text/chapter ${n}.xhtml`,
          strToU8(
            `${XML}<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>${body}</body></html>`,
          ),
        ]),
      ),
      ...more,
    }),
  );
}

/** The same archive with the flag of encryption at its first entry. */
export function encrypted(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  copy.writeUInt8(copy.readUInt8(6) | 1, 6);
  return copy;
}
