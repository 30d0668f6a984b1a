import type { MarkdownNode } from './markdown-tables.js';

const ADDRESS = /https?:\/\/[^\s<>|]*[^\s<>|.,;:!?'")\]*_~`]/gi;
const LINKS: ReadonlySet<string> = new Set(['link', 'linkReference']);

/** A plugin of react-markdown: addresses that stand in the text become links. */
export const markAddresses =
  () =>
  (tree: MarkdownNode): void =>
    visit(tree);

function visit(node: MarkdownNode): void {
  if (LINKS.has(node.type)) return;
  node.children = node.children?.flatMap((child) => {
    if (child.type === 'text') return linked(child);
    visit(child);
    return [child];
  });
}

function linked({ value = '' }: MarkdownNode): MarkdownNode[] {
  const nodes: MarkdownNode[] = [];
  let end = 0;
  for (const { 0: url, index } of value.matchAll(ADDRESS)) {
    if (index > end) nodes.push({ type: 'text', value: value.slice(end, index) });
    nodes.push({ type: 'link', url, children: [{ type: 'text', value: url }] });
    end = index + url.length;
  }
  return end < value.length || nodes.length === 0 ? [...nodes, { type: 'text', value: value.slice(end) }] : nodes;
}
