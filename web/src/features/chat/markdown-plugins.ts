/** The used fields of a node of the Markdown tree (mdast). */
interface MarkdownNode {
  type: string;
  value?: string;
  url?: string;
  align?: (string | null)[];
  children?: MarkdownNode[];
  /** Which element a node becomes that Markdown does not know. */
  data?: { hName: string; hProperties: Record<string, string> };
}

type Cells = MarkdownNode[][];

const RULE = /^:?-+:?$/;

/** Plugin of react-markdown: turns paragraphs in GitHub's table notation into tables. */
export const parseTables = () => visitParagraphs;

function visitParagraphs(node: MarkdownNode): void {
  node.children = node.children?.map((child) => {
    if (child.type === 'paragraph') return tableOf(child) ?? child;
    visitParagraphs(child);
    return child;
  });
}

function tableOf({ children = [] }: MarkdownNode): MarkdownNode | undefined {
  if (!children.some(({ type, value }) => type === 'text' && value?.includes('|'))) return undefined;
  const [head, rule, ...body] = rowsOf(children);
  if (!head || !rule) return undefined;
  const marks = rule.map((cell) => (cell.length === 1 ? (cell[0]?.value ?? '').trim() : ''));
  if (marks.length !== head.length || !marks.every((mark) => RULE.test(mark))) return undefined;
  const rows = [head, ...body].map((cells) => ({ type: 'tableRow', children: head.map((_, at) => cellOf(cells[at])) }));
  return { type: 'table', align: marks.map(alignment), children: rows };
}

/** Rows of cells. A cell contains all nodes between two delimiters. */
function rowsOf(nodes: readonly MarkdownNode[]): Cells[] {
  const rows: Cells[] = [[[]]];
  for (const piece of nodes.flatMap(piecesOf)) {
    if (piece === 'row') rows.push([[]]);
    else if (piece === 'cell') rows.at(-1)?.push([]);
    else rows.at(-1)?.at(-1)?.push(piece);
  }
  return rows.map(withoutBorders);
}

/** A text is split at line breaks and `|`; other nodes stay whole. */
function piecesOf(node: MarkdownNode): (MarkdownNode | 'row' | 'cell')[] {
  if (node.type === 'break') return ['row'];
  if (node.type !== 'text') return [node];
  const pieces = (node.value ?? '').split(/(\n|\|)/).filter((piece) => piece !== '');
  return pieces.map((value) => (value === '\n' ? 'row' : value === '|' ? 'cell' : { type: 'text', value }));
}

/** A `|` at the start or end of a line opens no cell. */
function withoutBorders(cells: Cells): Cells {
  const isBlank = (cell: MarkdownNode[] | undefined): boolean =>
    !cell?.some(({ type, value }) => type !== 'text' || value?.trim());
  const start = cells.length > 1 && isBlank(cells[0]) ? 1 : 0;
  const end = cells.length - start > 1 && isBlank(cells.at(-1)) ? -1 : undefined;
  return cells.slice(start, end);
}

function cellOf(cell: MarkdownNode[] = []): MarkdownNode {
  const children = cell.map((node, at): MarkdownNode => {
    if (node.type !== 'text') return node;
    const value = at === 0 ? (node.value ?? '').trimStart() : (node.value ?? '');
    return { type: 'text', value: at === cell.length - 1 ? value.trimEnd() : value };
  });
  return { type: 'tableCell', children };
}

function alignment(mark: string): string | null {
  if (mark.startsWith(':')) return mark.endsWith(':') ? 'center' : 'left';
  return mark.endsWith(':') ? 'right' : null;
}

const CITATION = /\[(\d{1,2})\]/g;

/** Plugin of react-markdown: raises the numbers of sources, `[1]` for the first of these titles. Code is left as it is. */
export const markCitations =
  (titles: readonly string[]) =>
  (tree: MarkdownNode): void =>
    visitTexts(tree, ({ value = '' }) =>
      split(value, CITATION, ([whole, number = '']) => {
        const title = titles[Number(number) - 1];
        if (title === undefined) return { type: 'text', value: whole };
        const data = { hName: 'sup', hProperties: { title } };
        return { type: 'citation', data, children: [{ type: 'text', value: whole }] };
      }),
    );

const ADDRESS = /https?:\/\/[^\s<>|]*[^\s<>|.,;:!?'")\]*_~`]/gi;
const LINKS: ReadonlySet<string> = new Set(['link', 'linkReference']);

/** Plugin of react-markdown: turns web addresses in the text into links. */
export const linkAddresses = () => (tree: MarkdownNode) =>
  visitTexts(tree, ({ value = '' }) =>
    split(value, ADDRESS, ([url]) => ({ type: 'link', url, children: [{ type: 'text', value: url }] })),
  );

/** Replaces all texts outside of links. */
function visitTexts(node: MarkdownNode, piecesOfText: (text: MarkdownNode) => MarkdownNode[]): void {
  if (LINKS.has(node.type)) return;
  node.children = node.children?.flatMap((child) => {
    if (child.type === 'text') return piecesOfText(child);
    visitTexts(child, piecesOfText);
    return [child];
  });
}

/** A text in pieces: what matches is replaced, what stands between is kept. */
function split(value: string, pattern: RegExp, replace: (match: RegExpExecArray) => MarkdownNode): MarkdownNode[] {
  const nodes: MarkdownNode[] = [];
  let end = 0;
  for (const match of value.matchAll(pattern)) {
    if (match.index > end) nodes.push({ type: 'text', value: value.slice(end, match.index) });
    nodes.push(replace(match));
    end = match.index + match[0].length;
  }
  return end < value.length || nodes.length === 0 ? [...nodes, { type: 'text', value: value.slice(end) }] : nodes;
}
