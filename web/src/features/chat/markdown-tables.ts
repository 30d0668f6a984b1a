/** What is used of a node of the markdown tree (mdast). */
export interface MarkdownNode {
  type: string;
  value?: string;
  url?: string;
  align?: (string | null)[];
  children?: MarkdownNode[];
}

type Cells = MarkdownNode[][];

const RULE = /^:?-+:?$/;

/** A plugin of react-markdown: paragraphs that are tables (GitHub's notation) become tables. Inline marks in their cells stay. */
export const markTables =
  () =>
  (tree: MarkdownNode): void =>
    visit(tree);

function visit(node: MarkdownNode): void {
  node.children = node.children?.map((child) => {
    if (child.type === 'paragraph') return tableOf(child) ?? child;
    visit(child);
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

/** Lines and cells; what stands between two marks of a cell belongs to it, whatever it is. */
function rowsOf(nodes: readonly MarkdownNode[]): Cells[] {
  const rows: Cells[] = [[[]]];
  for (const piece of nodes.flatMap(piecesOf)) {
    if (piece === 'row') rows.push([[]]);
    else if (piece === 'cell') rows.at(-1)?.push([]);
    else rows.at(-1)?.at(-1)?.push(piece);
  }
  return rows.map(withoutBorders);
}

/** A node, or what a text holds: words and the beginnings of rows and cells. */
function piecesOf(node: MarkdownNode): (MarkdownNode | 'row' | 'cell')[] {
  if (node.type === 'break') return ['row'];
  if (node.type !== 'text') return [node];
  const pieces = (node.value ?? '').split(/(\n|\|)/).filter((piece) => piece !== '');
  return pieces.map((value) => (value === '\n' ? 'row' : value === '|' ? 'cell' : { type: 'text', value }));
}

/** The marks at both ends of a line are its border, and open no cell. */
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
