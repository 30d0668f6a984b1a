import { deflateSync } from 'node:zlib';
import { strToU8, zipSync, type Zippable } from 'fflate';
import { chunk } from './sample-pictures.js';

const CONTENT_TYPES = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const RELATIONS = `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`;

const PART_RELATIONS = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${[
  'styles',
  'footnotes',
]
  .map((type) => `<Relationship Id="${type}" Type="${OFFICE}/${type}" Target="${type}.xml"/>`)
  .join('')}</Relationships>`;

/** A Word file with the XML of a body and optional further entries. */
export function aDocx(body: string, more: Zippable = {}, prologue = ''): Buffer {
  const document = `<?xml version="1.0" encoding="UTF-8"?>${prologue}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`;
  return Buffer.from(
    zipSync({
      '[Content_Types].xml': strToU8(CONTENT_TYPES),
      '_rels/.rels': strToU8(RELATIONS),
      'word/document.xml': strToU8(document),
      'word/_rels/document.xml.rels': strToU8(PART_RELATIONS),
      ...more,
    }),
  );
}

/** The entry with the styles of a Word file. */
export const wordStyles = (styles: string): Zippable => ({
  'word/styles.xml': strToU8(`<w:styles xmlns:w="x">${styles}</w:styles>`),
});

export const paragraph = (text: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

/** A PDF with one page per text. */
export function aPdf(...pages: string[]): Buffer {
  const streams = pages.map((text) => `BT /F1 12 Tf 50 700 Td (${text}) Tj ET`);
  return pdfOf(streams.map((stream) => `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`));
}

/** A PDF page whose content decompresses to `bytes` bytes. */
export function aPdfBomb(bytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(bytes, '(a) Tj '));
  return pdfOf([`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed.toString('latin1')}\nendstream`]);
}

const A_PAGE = '/Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >>';
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

/** A PDF of so many pages, all with the same content. */
export function aPdfOfPages(count: number, text: string): Buffer {
  const stream = `BT /F1 12 Tf 50 700 Td (${text}) Tj ET`;
  const kids = Array.from({ length: count }, (_, index) => `${5 + index} 0 R`).join(' ');
  return pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    FONT,
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    ...Array.from({ length: count }, () => `<< ${A_PAGE} /Contents 4 0 R >>`),
  ]);
}

/** A PDF whose tree of pages has only itself as a branch, and says that it has so many pages. */
export const aPdfInACircle = (count: number): Buffer =>
  pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Parent 2 0 R /Kids [2 0 R 2 0 R] /Count ${count} >>`,
    FONT,
  ]);

function pdfOf(contents: readonly string[]): Buffer {
  const kids = contents.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  return pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    FONT,
    ...contents.flatMap((content, index) => [`<< ${A_PAGE} /Contents ${5 + 2 * index} 0 R >>`, content]),
  ]);
}

function pdfOfObjects(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF`;
  return Buffer.from(file, 'latin1');
}

/** A PNG that declares this size but contains at most one line of pixels. */
export function aPng(width = 2, height = 2): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(3 * Math.min(width, 100) + 1));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

export function aGif(width = 1, height = 1): Buffer {
  const file = Buffer.from('474946383961000000008000000000003b', 'hex');
  file.writeUInt16LE(width, 6);
  file.writeUInt16LE(height, 8);
  return file;
}

/** A JFIF header and a frame with one component. */
export function aJpeg(width = 1, height = 1): Buffer {
  const file = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080000000001011100ffd9', 'hex');
  file.writeUInt16BE(height, 25);
  file.writeUInt16BE(width, 27);
  return file;
}

export function aWebp(width = 1, height = 1): Buffer {
  const file = Buffer.alloc(30);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(22, 4);
  file.write('WEBPVP8X', 8, 'latin1');
  file.writeUInt32LE(10, 16);
  file.writeUIntLE(width - 1, 24, 3);
  file.writeUIntLE(height - 1, 27, 3);
  return file;
}

/** The container format of .doc, .xls and password-protected Office files, with the name of a stream that it contains. */
export const aCompoundFile = (stream = ''): Buffer =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1000), Buffer.from(stream, 'utf16le'), Buffer.alloc(100)]);
