import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { strToU8 } from 'fflate';
import type { Format } from '../src/extraction/extraction.js';
import { Extractor } from '../src/extraction/extractor.js';
import { aDocx, aPdf, aPdfBomb, aPdfInACircle, aPdfOfPages, paragraph, wordStyles } from './sample-files.js';
import { grayPixels } from './sample-pictures.js';
import { aScan } from './sample-scans.js';

const USER = { key: 'user' };
const TEXT = 'The lighthouse opens at nine.';
const extractor = new Extractor();
const read = (format: Format, bytes: Buffer | string, maxChars = 200_000) =>
  extractor.extract(USER, { bytes: Buffer.from(bytes), format }, maxChars);
const textOf = async (format: Format, bytes: Buffer | string) => (await read(format, bytes)).text;

/** The ids of this process' children, from /proc. */
const childIds = (): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return (
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('extract-child') &&
        readFileSync(`/proc/${pid}/stat`, 'utf8').includes(` ${process.pid} `)
      );
    } catch {
      return false;
    }
  });
const children = () => childIds().length;

describe('extracting plain text', () => {
  it.each([
    ['UTF-8', Buffer.from('Grüße 👋')],
    ['UTF-8 with a mark', Buffer.from('\ufeffGrüße 👋')],
    ['UTF-16, little end first', Buffer.from('\ufeffGrüße 👋', 'utf16le')],
    ['UTF-16, big end first', Buffer.from('\ufeffGrüße 👋', 'utf16le').swap16()],
  ])('reads %s', async (_name, bytes) => {
    expect(await textOf('text', bytes)).toBe('Grüße 👋');
  });

  it('uses the declared character set', async () => {
    const document = { bytes: Buffer.from('Gr\xfc\xdfe', 'latin1'), format: 'text' as const };
    expect((await extractor.extract(USER, { ...document, charset: 'windows-1252' }, 100)).text).toBe('Grüße');
    // A wrong declaration is not followed.
    for (const charset of ['no-such-set', 'utf-8'])
      expect((await extractor.extract(USER, { ...document, charset }, 100)).text).toBe('Grüße');
  });

  it('reads a large text in code page 850 with the memory of its process', async () => {
    const bytes = Buffer.from('f\x81nf '.repeat(2_000_000), 'latin1');
    const document = { bytes, format: 'text' as const, charset: 'cp850' };
    expect((await extractor.extract(USER, document, 9)).text).toBe('fünf fünf');
  });

  it('prefers the byte order mark to the declared character set', async () => {
    for (const charset of ['windows-1252', 'utf-16', 'utf-8'])
      expect((await extractor.extract(USER, { bytes: Buffer.from('\ufeffGrüße'), format: 'text', charset }, 100)).text).toBe(
        'Grüße',
      );
  });

  it('removes control characters and repeated blank lines', async () => {
    expect(await textOf('text', 'a\0b\x1b  \r\n\r\n\n\nc\rd')).toBe('ab\n\nc\nd');
  });

  it('truncates the text to the limit', async () => {
    expect(await read('text', 'x'.repeat(1001), 1000)).toEqual({ text: 'x'.repeat(1000), isTruncated: true });
    expect(await read('text', 'x'.repeat(1000), 1000)).toMatchObject({ isTruncated: false });
    expect((await read('text', '👋'.repeat(10), 3)).text).toBe('👋�');
  });

  it('refuses a document without text', async () => {
    await expect(read('text', ' \n\0 ')).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA',
      message: expect.stringContaining('No text'),
    });
  });
});

describe('extracting Word files', () => {
  it('keeps headings, lists, tables, line breaks and notes', async () => {
    const row = (...cells: string[]) => `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`;
    const body = [
      paragraph('Menu', '<w:pStyle w:val="Heading1"/>'),
      paragraph('We bake &amp; brew.', '<w:tabs><w:tab w:val="left" w:pos="1"/></w:tabs>'),
      paragraph('Bread', '<w:numPr/>'),
      paragraph('Cake', '<w:numPr/>'),
      `<w:tbl>${row('Tea', '3.00')}${row('Milk', '2.50')}</w:tbl>`,
      '<w:p><w:r><w:t>one</w:t><w:tab/><w:t>two</w:t><w:br/><w:delText>gone</w:delText><w:t>three</w:t></w:r></w:p>',
      '<mc:AlternateContent><mc:Choice><w:p><w:r><w:t>once</w:t></w:r></w:p></mc:Choice><mc:Fallback><w:p><w:r><w:t>twice</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent>',
    ].join('');
    const footnotes = strToU8(`<w:footnotes xmlns:w="x">${paragraph('A note.')}</w:footnotes>`);
    const style = '<w:style w:styleId="Heading1"><w:name w:val="heading 1"/></w:style>';
    expect(await textOf('docx', aDocx(body, { 'word/footnotes.xml': footnotes, ...wordStyles(style) }))).toBe(
      '# Menu\n\nWe bake & brew.\n\n- Bread\n- Cake\n\n| Tea | 3.00 |\n| Milk | 2.50 |\n\none\ttwo\nthree\n\nonce\n\nA note.',
    );
  });

  it('finds headings by the outline level of their style, in any language and when a style is based on another one', async () => {
    const style = (id: string, properties: string) => `<w:style w:type="paragraph" w:styleId="${id}">${properties}</w:style>`;
    const styles = [
      style('berschrift1', '<w:name w:val="Überschrift 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr>'),
      style('af2', '<w:name w:val="見出し"/><w:basedOn w:val="berschrift1"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr>'),
      style('Kapitel', '<w:name w:val="Kapitel"/><w:basedOn w:val="berschrift1"/>'),
      style('Titre3', '<w:name w:val="heading 3"/>'),
      style('Text', '<w:name w:val="Text"/><w:basedOn w:val="berschrift1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>'),
      style('a', '<w:basedOn w:val="b"/>') + style('b', '<w:basedOn w:val="a"/>'),
    ].join('');
    const ids = ['berschrift1', 'af2', 'Kapitel', 'Titre3', 'Text', 'a', 'unknown'];
    const body = ids.map((id) => paragraph(id, `<w:pStyle w:val="${id}"/>`)).join('');
    expect(await textOf('docx', aDocx(body, wordStyles(styles)))).toBe(
      '# berschrift1\n\n## af2\n\n# Kapitel\n\n### Titre3\n\nText\n\na\n\nunknown',
    );
  });

  it('leaves out how characters are read, so that words are found', async () => {
    const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
    const ruby = `<w:r><w:ruby><w:rt>${run('かようび')}</w:rt><w:rubyBase>${run('火曜日')}</w:rubyBase></w:ruby></w:r>`;
    expect(await textOf('docx', aDocx(`<w:p>${ruby}${run('は休み')}</w:p>`))).toBe('火曜日は休み');
  });

  it('truncates the text to the limit', async () => {
    const { text, isTruncated } = await read('docx', aDocx(paragraph('word '.repeat(100)).repeat(50)), 1000);
    expect(isTruncated).toBe(true);
    expect(text.length).toBeLessThanOrEqual(1000);
    expect(text.length).toBeGreaterThan(500);
  });

  it.each([
    ['that is a bomb of one entry', () => aDocx(paragraph('a'.repeat(25_000_000)))],
    ['that is a bomb of blanks', () => aDocx(' '.repeat(25_000_000))],
    [
      'with 2,100 entries',
      () => aDocx('', Object.fromEntries(Array.from({ length: 2100 }, (_, n) => [`x${n}`, new Uint8Array()]))),
    ],
    ['nested 1,000 deep', () => aDocx('<w:p>'.repeat(1000) + '</w:p>'.repeat(1000))],
  ])('refuses %s as too complex, within a second [S45]', async (_what, bomb) => {
    const bytes = bomb();
    expect(bytes.length).toBeLessThan(1_000_000);
    const start = performance.now();
    await expect(read('docx', bytes)).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA',
      message: expect.stringContaining('too complex'),
    });
    expect(performance.now() - start).toBeLessThan(9000);
  });

  it.each([
    ['cut off', () => aDocx(paragraph('Hello '.repeat(1000))).subarray(0, 700)],
    ['without a document', () => Buffer.from('PK\x03\x04 nothing')],
    ['of broken XML', () => aDocx('<w:p><w:r>')],
    ['with a document type', () => aDocx(paragraph('&x;'), {}, '<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]>')],
    ['with an unknown entity', () => aDocx(paragraph('&x;'))],
  ])('refuses %s as damaged', async (_what, file) => {
    await expect(read('docx', file())).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA',
      message: expect.stringContaining('damaged'),
    });
  });
});

describe('extracting PDFs', () => {
  it('reads the text page by page, with the number of each page', async () => {
    expect(await read('pdf', aPdf('Whales are big.', 'Ants are small.'))).toEqual({
      text: '[page 1]\n\nWhales are big.\n\n[page 2]\n\nAnts are small.',
      isTruncated: false,
      unreadPictures: 0,
      parts: { unit: 'pages', read: 2, total: 2 },
    });
  });

  it('reads 500 pages at most', async () => {
    const { text, isTruncated, parts } = await read('pdf', aPdf(...Array.from({ length: 510 }, (_, n) => `Page ${n + 1}.`)));
    expect([isTruncated, parts]).toEqual([true, { unit: 'pages', read: 500, total: 510 }]);
    expect(text).toContain('Page 500.');
    expect(text).not.toContain('Page 501.');
  });

  it('reads no more of a small PDF with 20,000 pages, however slow the machine is, and then the next document', async () => {
    const many = aPdfOfPages(20_000, 'Tide.');
    expect(many.length).toBeLessThan(4_000_000);
    const outcome = await read('pdf', many).then(
      ({ isTruncated, parts }) => ({ isTruncated, total: parts?.total, isBounded: (parts?.read ?? Infinity) <= 500 }),
      ({ code }: { code: string }) => ({ code }),
    );
    expect([{ isTruncated: true, total: 20_000, isBounded: true }, { code: 'UNSUPPORTED_MEDIA' }]).toContainEqual(outcome);
    expect(await textOf('pdf', aPdf('Still here.'))).toBe('Still here.');
    expect(children()).toBe(0);
  });

  it.each([1, 3, 20_000, 2_000_000_000])(
    'refuses a PDF whose tree of pages refers to itself, of %d pages as it says, and reads the next document',
    async (count) => {
      const startedAt = performance.now();
      await expect(read('pdf', aPdfInACircle(count))).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA' });
      expect(performance.now() - startedAt).toBeLessThan(20_000);
      expect(await textOf('pdf', aPdf('Still here.'))).toBe('Still here.');
      expect(children()).toBe(0);
    },
  );

  it('refuses a PDF without text and a damaged one with a text for the owner', async () => {
    await expect(read('pdf', aPdf(''))).rejects.toMatchObject({ message: expect.stringContaining('No text') });
    await expect(read('pdf', '%PDF-1.7 and then nothing')).rejects.toMatchObject({ message: expect.stringContaining('damaged') });
  });

  it('kills the process of a decompression bomb when its memory grows, and reads the next document [S45]', async () => {
    const small = new Extractor({ timeoutMs: 20_000, memoryMb: 200, heapMb: 128 });
    const bomb = { bytes: aPdfBomb(150_000_000), format: 'pdf' as const };
    expect(bomb.bytes.length).toBeLessThan(1_000_000);
    await expect(small.extract(USER, bomb, 1000)).rejects.toMatchObject({ message: expect.stringContaining('too complex') });
    expect((await small.extract(USER, { bytes: aPdf('Still here.'), format: 'pdf' }, 1000)).text).toBe('Still here.');
    expect(children()).toBe(0);
  });

  it.each([
    ['too much memory', { timeoutMs: 60_000, memoryMb: 500, heapMb: 256 }],
    ['too long', { timeoutMs: 60_000, memoryMb: 3000, heapMb: 2500 }],
  ])('keeps the text of a PDF when counting the pictures beside it takes %s', async (_what, limits) => {
    const drawing = `${TEXT}) Tj ET ${'0 0 1 1 re f '.repeat(700_000)} BT (`;
    const bytes = aScan({ text: drawing, picture: grayPixels(400, 300, (x, y) => (x + y) % 256) });
    const document = { bytes, format: 'pdf' as const };
    const { text, unreadPictures } = await new Extractor(limits).extract(USER, document, 1000);
    expect({ text, unreadPictures }).toEqual({ text: TEXT, unreadPictures: undefined });
    expect(children()).toBe(0);
  });
});

describe('extracting HTML pages', () => {
  it('returns the article as Markdown, without navigation and other page elements', async () => {
    const story = '<p>The harbour was founded in 1874, and its lighthouse was built by three sisters from the north.</p>'.repeat(
      5,
    );
    const text = await textOf(
      'html',
      `<!doctype html><html><head><title>Port Amber</title><script>alert(1)</script></head><body><nav>Home Shop</nav>
       <article><h2>History</h2>${story}<ul><li>First</li><li>Second</li></ul><table><tr><th>Year</th><td>1874</td></tr></table><pre>a\n  b</pre></article></body></html>`,
    );
    expect(text).toContain('# Port Amber');
    expect(text).toContain('## History');
    expect(text).toContain('- First');
    expect(text).toContain('| Year | 1874 |');
    expect(text).toContain('```\na\n  b\n```');
    expect(text).not.toMatch(/alert|Home Shop|<p>/);
  });

  it('returns the whole text of a page without an article, in the character set that it declares', async () => {
    const html = Buffer.from(
      '<meta charset="iso-8859-1"><title>Caf\xe9</title><div>Open <b>daily</b>.</div><style>x{}</style>',
      'latin1',
    );
    expect(await textOf('html', html)).toBe('# Café\n\nOpen daily.');
  });

  it.each(['utf-16', 'UTF-16LE', 'no-such-set', 'utf-7'])(
    'reads a page that declares an impossible character set: %s',
    async (charset) => {
      expect(await textOf('html', `<meta charset="${charset}"><p>Zebras have stripes.</p>`)).toBe('Zebras have stripes.');
    },
  );

  it('gives up pages that take too long to parse [S45]', async () => {
    const impatient = new Extractor({ timeoutMs: 1500, memoryMb: 500, heapMb: 256 });
    const deep = { bytes: Buffer.from('<div>'.repeat(300_000)), format: 'html' as const };
    await expect(impatient.extract(USER, deep, 1000)).rejects.toMatchObject({
      message: expect.stringMatching(/too long|too complex/),
    });
    expect(children()).toBe(0);
  });
});

describe('the extraction process', () => {
  it('has no environment variables, is not root, and may read only its own code and packages [S53]', async () => {
    process.env['CANARY_OF_TESTS'] = 'secret';
    const reading = read('text', 'x');
    const pid = await waitFor('the child process', () =>
      childIds().find((id) => readFileSync(`/proc/${id}/cmdline`, 'utf8').startsWith(process.execPath)),
    );
    // The limit of CPU time, which ends it when its parent has died (docs/security.md S45).
    expect(readFileSync(`/proc/${pid}/limits`, 'utf8')).toMatch(/^Max cpu time +40 /m);
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    expect(/^Uid:\t(\d+)/m.exec(status)?.[1]).not.toBe('0');
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    const [environment, command] = ['environ', 'cmdline'].map((name) =>
      readFileSync(`/proc/${pid}/${name}`, 'latin1').split('\0'),
    );
    await reading;
    expect(environment?.filter(Boolean)).toEqual([]);
    expect(command).toContain('--permission');
    const readable = command?.filter((flag) => flag.startsWith('--allow-fs-read=')).map((flag) => flag.split('=')[1] ?? '') ?? [];
    expect(readable.length).toBeGreaterThan(1);
    for (const path of readable) expect(path).toMatch(/\/(extraction|package\.json|node_modules)$/);
    expect(command?.some((flag) => /^--allow-(?!fs-read)/.test(flag))).toBe(false);
  });

  it('runs at most three times at once, and all waiting documents are read', async () => {
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, children())), 5);
    const texts = await Promise.all(Array.from({ length: 8 }, (_, n) => textOf('text', `Number ${n}`)));
    clearInterval(watch);
    expect(texts).toEqual(Array.from({ length: 8 }, (_, n) => `Number ${n}`));
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(3);
  });
});
