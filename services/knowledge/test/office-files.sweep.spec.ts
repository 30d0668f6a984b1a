import { describe, expect, it } from '@jest/globals';
import { strToU8 } from 'fflate';
import type { Format } from '../src/extraction/extraction.js';
import { Extractor } from '../src/extraction/extractor.js';
import { aPptx, anEpub, anXlsx, encrypted, row, shape } from './sample-office.js';

const extractor = new Extractor();
const read = (format: Format, bytes: Buffer, maxChars = 200_000) =>
  extractor.extract({ key: 'user' }, { bytes, format }, maxChars);
const refusal = (words: string) => ({ code: 'UNSUPPORTED_MEDIA', message: expect.stringContaining(words) });

describe('extracting Excel workbooks', () => {
  it('makes a table of each visible sheet in the order of the workbook, with its name', async () => {
    const file = anXlsx([
      { name: 'Prices', rows: row(1, 'Drink', 'Euros') + row(2, 'Tea', 3) + row(3, undefined, 'Milk | cold', 2.5) },
      { name: 'Notes', rows: row(1, 'hidden words'), isHidden: true },
      { name: 'Hours &amp; days', rows: row(1, 'Mon', '8-16') },
    ]);
    expect(await read('xlsx', file)).toEqual({
      text: '## Prices\n\n| Drink | Euros |\n| Tea | 3 |\n|  | Milk \\| cold | 2.5 |\n\n## Hours & days\n\n| Mon | 8-16 |',
      isTruncated: false,
      parts: { unit: 'sheets', read: 2, total: 2 },
      unreadPictures: 0,
    });
  });

  it('takes a single cell above a table for its title, and an empty row for its end', async () => {
    const rows = row(1, 'Summer') + row(2, 'a', 'b') + row(3, 'c', 'd') + row(5, 'Winter') + row(6, 'e', 'f');
    const { text } = await read('xlsx', anXlsx([{ name: 'S', rows }]));
    expect(text).toBe('## S\n\nSummer\n\n| a | b |\n| c | d |\n\nWinter\n\n| e | f |');
  });

  it('writes shared texts without their reading aids, and dates, times, percentages, truth values and long numbers as people read them', async () => {
    const strings = '<si><r><t>東</t></r><r><t xml:space="preserve">京 </t></r><rPh sb="0" eb="1"><t>トウ</t></rPh></si>';
    const styles =
      '<numFmts><numFmt numFmtId="170" formatCode="dd\\.mm\\.yyyy;@"/><numFmt numFmtId="171" formatCode="[Red]0.00&quot; days&quot;"/></numFmts>' +
      '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="10"/><xf numFmtId="20"/></cellXfs>';
    const cells = [
      ['s', 0, '0'],
      ['n', 1, '45292'],
      ['n', 2, '45292.75'],
      ['n', 3, '0.30000000000000004'],
      ['n', 4, '0.19'],
      ['n', 5, '0.5'],
      ['b', 0, '1'],
      ['e', 0, '#REF!'],
      ['n', 0, '123456789012345678'],
      ['str', 0, 'by formula'],
    ].map(([type, style, value]) => `<c t="${type}" s="${style}"><f>A1</f><v>${value}</v></c>`);
    const { text } = await read('xlsx', anXlsx([{ name: 'S', rows: `<row>${cells.join('')}</row>` }], { strings, styles }));
    expect(text).toBe(
      '## S\n\n| 東京 | 2024-01-01 | 2024-01-01 18:00 | 0.3 | 19 % | 12:00 | TRUE |  | 123456789012345678 | by formula |',
    );
  });

  it('counts the days of workbooks from a Macintosh from 1904', async () => {
    const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>';
    const rows = '<row><c><v>43830</v></c><c t="inlineStr"><is><t>x</t></is></c></row>';
    const { text } = await read('xlsx', anXlsx([{ name: 'S', rows }], { styles, properties: '<workbookPr date1904="1"/>' }));
    expect(text).toContain('2024-01-01');
  });

  it('reads as many sheets as fit, and says how many there are', async () => {
    const sheet = (name: string) => ({ name, rows: row(1, 'word '.repeat(150), 'b') });
    const { text, isTruncated, parts } = await read('xlsx', anXlsx([sheet('A'), sheet('B'), sheet('C')]), 1000);
    expect([isTruncated, parts]).toEqual([true, { unit: 'sheets', read: 2, total: 3 }]);
    expect(text).toContain('## A');
    expect(text).not.toContain('## C');
  });

  it('answers at once for a cell in the last row and column, and leaves out what stands too far to the right', async () => {
    const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows = `<row r="1">${cell('A1', 'first')}${cell('B1', 'second')}${cell('XFD1', 'lost')}</row><row r="1048576">${cell('XFD1048576', 'far')}</row>`;
    expect(await read('xlsx', anXlsx([{ name: 'S', rows }]))).toMatchObject({
      text: '## S\n\n| first | second |\n\nfar',
      isTruncated: true,
    });
  });

  it('stays within its memory when 200,000 cells refer to one long text', async () => {
    const strings = `<si><t>${'long '.repeat(6000)}</t></si>`;
    const rows = `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`.repeat(2000);
    const { text, isTruncated } = await read('xlsx', anXlsx([{ name: 'S', rows }], { strings }));
    expect([text.length <= 200_000, isTruncated]).toEqual([true, true]);
  });
});

describe('extracting PowerPoint presentations', () => {
  it('gives each visible slide a heading, in the order of the show, with texts and tables and without what repeats', async () => {
    const cell = (text: string) => `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
    const table = `<p:graphicFrame><a:tbl><a:tr>${cell('Year')}${cell('Members')}</a:tr><a:tr>${cell('2024')}${cell('12')}</a:tr></a:tbl></p:graphicFrame>`;
    const file = aPptx([
      { shapes: shape(['First point', 'Second point']) + shape(['Our', 'club'], 'ctrTitle') + shape(['7'], 'sldNum') },
      { shapes: shape(['Not shown']), isHidden: true },
      { shapes: shape(['Page footer'], 'ftr') + table },
    ]);
    expect(await read('pptx', file)).toEqual({
      text: '## Slide 1: Our club\n\nFirst point\nSecond point\n\n## Slide 2\n\n| Year | Members |\n| 2024 | 12 |',
      isTruncated: false,
      parts: { unit: 'slides', read: 2, total: 2 },
      unreadPictures: 0,
    });
  });

  it('reads as many slides as fit, and says how many there are', async () => {
    const slides = Array.from({ length: 5 }, (_, n) => ({ shapes: shape([`Slide text ${n} ${'word '.repeat(100)}`]) }));
    expect(await read('pptx', aPptx(slides), 1000)).toMatchObject({ isTruncated: true, parts: { read: 2, total: 5 } });
  });
});

describe('extracting e-books', () => {
  it('reads the chapters in their order as Markdown', async () => {
    const file = anEpub([
      '<h1>One</h1><p>Caf&eacute;&nbsp;&amp; <i>bar</i>.</p>',
      '<h1>Two</h1><ul><li>First</li><li>Second</li></ul>',
    ]);
    expect(await read('epub', file)).toEqual({
      text: '# One\n\nCafé & bar.\n\n# Two\n\n- First\n- Second',
      isTruncated: false,
      parts: { unit: 'chapters', read: 2, total: 2 },
      unreadPictures: 0,
    });
  });

  it('reads as many chapters as fit, and says how many there are', async () => {
    const chapters = Array.from({ length: 4 }, (_, n) => `<p>Chapter ${n}. ${'word '.repeat(120)}</p>`);
    expect(await read('epub', anEpub(chapters), 1000)).toMatchObject({ isTruncated: true, parts: { read: 2, total: 4 } });
  });

  it('refuses a book whose chapters are encrypted, and reads one with encrypted fonts', async () => {
    const list = (uri: string) => ({
      'META-INF/encryption.xml': strToU8(`<encryption><CipherData><CipherReference URI="${uri}"/></CipherData></encryption>`),
    });
    await expect(read('epub', anEpub(['<p>x</p>'], list('OEBPS/text/chapter%200.xhtml')))).rejects.toMatchObject(
      refusal('copy protection'),
    );
    expect((await read('epub', anEpub(['<p>Words.</p>'], list('OEBPS/font.otf')))).text).toBe('Words.');
  });
});

describe('hostile Office files and e-books', () => {
  const many = Object.fromEntries(Array.from({ length: 2100 }, (_, n) => [`x${n}`, new Uint8Array()]));
  const manyStrings = '<si><t/></si>'.repeat(1_600_000);

  it.each<[string, Format, () => Buffer]>([
    ['a workbook that is a bomb', 'xlsx', () => anXlsx([{ name: 'S', rows: ' '.repeat(25_000_000) }])],
    ['a workbook with a bomb of shared texts', 'xlsx', () => anXlsx([{ name: 'S', rows: '' }], { strings: manyStrings })],
    ['a workbook of 2,100 entries', 'xlsx', () => anXlsx([], { more: many })],
    ['a workbook nested 1,000 deep', 'xlsx', () => anXlsx([{ name: 'S', rows: '<row>'.repeat(1000) + '</row>'.repeat(1000) }])],
    ['a presentation that is a bomb', 'pptx', () => aPptx([{ shapes: shape(['a'.repeat(25_000_000)]) }])],
    ['a presentation of three slides of 15 MB', 'pptx', () => aPptx([1, 2, 3].map(() => ({ shapes: ' '.repeat(15_000_000) })))],
    ['a book that is a bomb', 'epub', () => anEpub(['a'.repeat(25_000_000)])],
    ['a book of 2,100 entries', 'epub', () => anEpub(['<p>x</p>'], many)],
  ])('are refused as too complex: %s [S45]', async (_what, format, bomb) => {
    const bytes = bomb();
    expect(bytes.length).toBeLessThan(1_000_000);
    await expect(read(format, bytes)).rejects.toMatchObject(refusal('too complex'));
  });

  it.each<[string, Format, () => Buffer]>([
    ['a workbook cut off', 'xlsx', () => anXlsx([{ name: 'S', rows: row(1, 'a') }]).subarray(0, 900)],
    [
      'a workbook without its sheet',
      'xlsx',
      () => anXlsx([{ name: 'S', rows: row(1, 'a') }], { more: { 'xl/worksheets/sheet0.xml': new Uint8Array() } }),
    ],
    ['a presentation of broken XML', 'pptx', () => aPptx([{ shapes: '<p:sp>' }])],
    [
      'an entity that is declared in the file',
      'xlsx',
      () =>
        anXlsx([{ name: 'S', rows: '' }], {
          more: { 'xl/sharedStrings.xml': strToU8('<!DOCTYPE s [<!ENTITY x "y">]><sst><si><t>&x;</t></si></sst>') },
        }),
    ],
    ['a book without chapters', 'epub', () => anEpub([])],
    [
      'a book whose list leads out of the archive',
      'epub',
      () =>
        anEpub([], { 'META-INF/container.xml': strToU8('<container><rootfile full-path="../../../etc/passwd"/></container>') }),
    ],
  ])('are refused as damaged: %s [S45]', async (_what, format, file) => {
    await expect(read(format, file())).rejects.toMatchObject(refusal('damaged'));
  });

  it('are refused as protected when they are encrypted', async () => {
    await expect(read('xlsx', encrypted(anXlsx([{ name: 'S', rows: '' }])))).rejects.toMatchObject(refusal('password'));
  });
});
