import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import type { ExtractText } from '#extraction/extraction';
import { isHidden, unfold, type PageDocument } from '#extraction/folded-parts';
import { lineText, tableRow } from '#extraction/markdown';
import type { MeasuredNode } from '#extraction/page-measures';

const MAX_ELEMENTS = 20_000;
// A shorter article is more often a wrong guess of Readability than an article.
const MIN_ARTICLE_CHARS = 200;
const SKIPPED_ELEMENTS = new Set([
  'TITLE',
  'SCRIPT',
  'STYLE',
  'NOSCRIPT',
  'TEMPLATE',
  'SVG',
  'IFRAME',
  'HEAD',
  'NAV',
  'RT',
  'RP',
  'BUTTON',
  'SELECT',
]);
const BLOCK_ELEMENTS = new Set(
  'P DIV SECTION ARTICLE MAIN HEADER FOOTER ASIDE UL OL DL DT DD TABLE BLOCKQUOTE FIGURE FIGCAPTION HR ADDRESS DETAILS SUMMARY'.split(
    ' ',
  ),
);

/** What stands in a form that is the whole page rather than something to be filled in. */
const TEXT_ELEMENTS = new Set('P H1 H2 H3 H4 H5 H6 ARTICLE MAIN'.split(' '));
/** What no cell of a table of data holds. */
const LAYOUT_ELEMENTS = new Set('H1 H2 H3 H4 H5 H6 TABLE PRE ARTICLE'.split(' '));
/** A smaller one is an icon, a line, or counts visitors. */
const MIN_PICTURE_SIDE = 60;
/** With those that scripts show while a reader scrolls. */
const ADDRESSES_OF_PICTURES = ['src', 'srcset', 'data-src', 'data-srcset'];
const MIN_EMBEDDED_CHARS = 500;
const MAX_SPAN = 100;
const MAX_COLUMNS = 200;
/** A longer cell is no name or number that says what a row is about: it is not repeated, so that a page does not become much longer than it is. */
const MAX_REPEATED_CHARS = 200;

/** The part of the DOM that is used here; this project is compiled without browser types. */
interface DomNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<DomNode>;
  getAttribute?(name: string): string | null;
}

/** The article of a page, or its whole text when there is none, as Markdown, with what a reader can unfold. No script is run and no resource is loaded. */
export const extract: ExtractText = ({ decoded }) => {
  const html = decoded();
  const page = documentOf(html);
  const title = lineOf(page.querySelector('title'));
  const read = articleOf(page) ?? documentOf(html).documentElement;
  const [article, pictures] = [markdownOf(read), picturesIn(read)];
  const heading = title === '' || article.startsWith('# ') || article === '' ? '' : `# ${title}\n\n`;
  return { text: heading + article, isTruncated: false, unreadPictures: pictures > 0 ? pictures : undefined };
};

/** The whole text of a page as Markdown. */
export const markdownOfHtml = (html: string): string => markdownOf(documentOf(html).documentElement);

interface Page extends PageDocument {
  readonly documentElement: MeasuredNode & DomNode;
  querySelector(selector: 'title'): DomNode | null;
}

// Readability needs the elements html, head and body, which a fragment does not have.
function documentOf(html: string): Page {
  const whole = /<(html|body)[\s>]/i.test(html) ? html : `<html><head></head><body>${html}</body></html>`;
  const page = parseHTML(whole).document as unknown as Page;
  unfold(page);
  return page;
}

function articleOf(page: Page): DomNode | undefined {
  try {
    const article = new Readability<DomNode>(page as never, {
      maxElemsToParse: MAX_ELEMENTS,
      serializer: (node) => node as unknown as DomNode,
    }).parse();
    if (!article?.content || (article.textContent ?? '').trim().length < MIN_ARTICLE_CHARS) return undefined;
    return article.content;
  } catch {
    // Readability throws for pages with too many elements and for some malformed ones: the whole text is used then.
    return undefined;
  }
}

function markdownOf(root: DomNode): string {
  const writer = new MarkdownWriter();
  writer.writeChildren(root);
  return writer.pieces
    .join('')
    .replaceAll(/\n (?=\S)/g, '\n')
    .trim();
}

/** A cell that goes on in later rows. */
interface Span {
  readonly text: string;
  rows: number;
}

class MarkdownWriter {
  readonly pieces: string[] = [];
  /** Of the table that is written, by column. */
  private spans = new Map<number, Span>();

  writeChildren(node: DomNode): void {
    for (const child of node.childNodes) this.write(child);
  }

  private write(node: DomNode): void {
    if (node.nodeType === 3) this.pieces.push((node.textContent ?? '').replaceAll(/\s+/g, ' '));
    if (node.nodeType !== 1 || isLeftOut(node)) return;
    const name = nameOf(node);
    const heading = /^H([1-6])$/.exec(name);
    if (heading) this.pieces.push(`\n\n${'#'.repeat(Number(heading[1]))} ${lineOf(node)}\n\n`);
    else if (name === 'PRE') this.pieces.push(`\n\n\`\`\`\n${node.textContent ?? ''}\n\`\`\`\n\n`);
    else if (name === 'TR') this.writeRow(node);
    else if (name === 'TABLE') this.writeTable(node);
    else if (name === 'BR') this.pieces.push('\n');
    else this.writeContainer(node, name);
  }

  private writeContainer(node: DomNode, name: string): void {
    const edge = BLOCK_ELEMENTS.has(name) ? '\n\n' : '';
    this.pieces.push(name === 'LI' ? '\n- ' : edge);
    this.writeChildren(node);
    this.pieces.push(edge);
  }

  private writeTable(node: DomNode): void {
    const outer = this.spans;
    this.spans = new Map();
    this.writeContainer(node, 'TABLE');
    this.spans = outer;
  }

  private writeRow(row: DomNode): void {
    const cells = [...row.childNodes].filter((node) => /^T[DH]$/i.test(node.nodeName) && !isLeftOut(node));
    if (!cells.some((cell) => holds(cell, LAYOUT_ELEMENTS))) this.pieces.push(`\n${tableRow(this.columnsOf(cells))}`);
    else for (const cell of cells) this.writeContainer(cell, 'DIV');
  }

  /** The texts of a row, with those that go on from rows before. */
  private columnsOf(cells: readonly DomNode[]): string[] {
    const texts: string[] = [];
    const takeSpans = (): void => {
      for (let span = this.spans.get(texts.length); span && span.rows > 0; span = this.spans.get(texts.length)) {
        span.rows -= 1;
        texts.push(span.text);
      }
    };
    for (const cell of cells) {
      takeSpans();
      if (texts.length >= MAX_COLUMNS) break;
      const [text, rows] = [lineOf(cell), spanOf(cell, 'rowspan')];
      const columns = Math.min(spanOf(cell, 'colspan'), MAX_COLUMNS - texts.length);
      for (let column = 0; column < columns; column += 1) {
        const shown = column === 0 ? text : '';
        this.spans.set(texts.length, { text: shown.length > MAX_REPEATED_CHARS ? '' : shown, rows: rows - 1 });
        texts.push(shown);
      }
    }
    takeSpans();
    return texts;
  }
}

const nameOf = ({ nodeName }: DomNode): string => nodeName.toUpperCase();

/** Whether an element holds no text of the page, or none that it shows. */
function isLeftOut(node: DomNode): boolean {
  const name = nameOf(node);
  if (SKIPPED_ELEMENTS.has(name) || (name === 'FORM' && !holds(node, TEXT_ELEMENTS))) return true;
  // Scripts show a body that is hidden until they run; without it nothing would be left.
  if (name === 'BODY') return false;
  return isHidden(node);
}

const holds = (node: DomNode, names: ReadonlySet<string>): boolean =>
  [...node.childNodes].some((child) => names.has(nameOf(child)) || holds(child, names));

/** How many pictures a reader sees there. One without an address is a place for a later one, as is one whose address holds its few bytes itself. */
function picturesIn(node: DomNode): number {
  if (node.nodeType === 1 && isLeftOut(node)) return 0;
  if (nameOf(node) === 'IMG') return isPicture(node) ? 1 : 0;
  return [...node.childNodes].reduce((sum, child) => sum + picturesIn(child), 0);
}

function isPicture(image: DomNode): boolean {
  const address = ADDRESSES_OF_PICTURES.map((name) => image.getAttribute?.(name) ?? '').find(
    (given) => given !== '' && !(given.startsWith('data:') && given.length < MIN_EMBEDDED_CHARS),
  );
  const sides = ['width', 'height'].map((name) => parseInt(image.getAttribute?.(name) ?? '', 10));
  return address !== undefined && !sides.some((side) => side < MIN_PICTURE_SIDE);
}

function spanOf(cell: DomNode, attribute: 'rowspan' | 'colspan'): number {
  const span = Number(cell.getAttribute?.(attribute) ?? 1);
  return Number.isInteger(span) && span > 0 ? Math.min(span, MAX_SPAN) : 1;
}

/** The text of an element in one line. */
function lineOf(node: DomNode | null): string {
  const pieces: string[] = [];
  if (node) writeLine(node, pieces);
  return lineText(pieces.join(''));
}

function writeLine(node: DomNode, pieces: string[]): void {
  for (const child of node.childNodes) {
    if (child.nodeType === 3) pieces.push(child.textContent ?? '');
    if (child.nodeType !== 1 || isLeftOut(child)) continue;
    const name = nameOf(child);
    const edge = name === 'BR' || name === 'LI' || name === 'TR' || /^T[DH]$/.test(name) || BLOCK_ELEMENTS.has(name) ? ' ' : '';
    pieces.push(edge);
    writeLine(child, pieces);
    pieces.push(edge);
  }
}
