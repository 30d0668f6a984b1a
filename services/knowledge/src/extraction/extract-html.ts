import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import type { ExtractText } from '#extraction/extraction';
import { lineText, tableRow } from '#extraction/markdown';

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
  'FORM',
  'BUTTON',
  'SELECT',
]);
const BLOCK_ELEMENTS = new Set(
  'P DIV SECTION ARTICLE MAIN HEADER FOOTER ASIDE UL OL DL DT DD TABLE BLOCKQUOTE FIGURE FIGCAPTION HR ADDRESS DETAILS SUMMARY'.split(
    ' ',
  ),
);

/** The part of the DOM that is used here; this project is compiled without browser types. */
interface DomNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<DomNode>;
}

/** The article of a page, or its whole text when there is none, as Markdown. No script is run and no resource is loaded. */
export const extract: ExtractText = ({ decoded }) => {
  const html = decoded();
  const page = documentOf(html);
  const title = lineOf(page.querySelector('title'));
  const article = articleOf(page) ?? markdownOfHtml(html);
  const heading = title === '' || article.startsWith('# ') || article === '' ? '' : `# ${title}\n\n`;
  return { text: heading + article, isTruncated: false };
};

/** The whole text of a page as Markdown. */
export const markdownOfHtml = (html: string): string => markdownOf(documentOf(html).documentElement);

interface Page {
  querySelector(selector: 'title'): DomNode | null;
  readonly documentElement: DomNode;
}

// Readability needs the elements html, head and body, which a fragment does not have.
const documentOf = (html: string): Page =>
  parseHTML(/<(html|body)[\s>]/i.test(html) ? html : `<html><head></head><body>${html}</body></html>`)
    .document as unknown as Page;

function articleOf(page: Page): string | undefined {
  try {
    const article = new Readability<DomNode>(page as never, {
      maxElemsToParse: MAX_ELEMENTS,
      serializer: (node) => node as unknown as DomNode,
    }).parse();
    if (!article?.content || (article.textContent ?? '').trim().length < MIN_ARTICLE_CHARS) return undefined;
    return markdownOf(article.content);
  } catch {
    // Readability throws for pages with too many elements and for some malformed ones: the whole text is used then.
    return undefined;
  }
}

function markdownOf(root: DomNode): string {
  const pieces: string[] = [];
  writeChildren(root, pieces);
  return pieces
    .join('')
    .replaceAll(/\n (?=\S)/g, '\n')
    .trim();
}

function writeChildren(node: DomNode, pieces: string[]): void {
  for (const child of node.childNodes) write(child, pieces);
}

function write(node: DomNode, pieces: string[]): void {
  if (node.nodeType === 3) pieces.push((node.textContent ?? '').replaceAll(/\s+/g, ' '));
  if (node.nodeType !== 1) return;
  const name = node.nodeName.toUpperCase();
  const heading = /^H([1-6])$/.exec(name);
  if (SKIPPED_ELEMENTS.has(name)) return;
  if (heading) pieces.push(`\n\n${'#'.repeat(Number(heading[1]))} ${lineOf(node)}\n\n`);
  else if (name === 'PRE') pieces.push(`\n\n\`\`\`\n${node.textContent ?? ''}\n\`\`\`\n\n`);
  else if (name === 'TR') pieces.push(`\n${tableRow(cellsOf(node))}`);
  else if (name === 'BR') pieces.push('\n');
  else writeContainer(node, name, pieces);
}

function writeContainer(node: DomNode, name: string, pieces: string[]): void {
  const edge = BLOCK_ELEMENTS.has(name) ? '\n\n' : '';
  pieces.push(name === 'LI' ? '\n- ' : edge);
  writeChildren(node, pieces);
  pieces.push(edge);
}

const lineOf = (node: DomNode | null): string => lineText(node?.textContent ?? '');

const cellsOf = (row: DomNode): string[] => [...row.childNodes].filter(({ nodeName }) => /^T[DH]$/i.test(nodeName)).map(lineOf);
