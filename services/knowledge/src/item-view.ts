import type { KnowledgeItem as Item, KnowledgeSummary as Summary } from '@kith/proto';
import { excerptOf, textOf } from './item-text.js';
import type { KnowledgeItem } from './knowledge-item.entity.js';

const CUT = 'This is longer than 200,000 characters or 500 pages: only its beginning is known.';

/** What there is to say about an item that is ready. */
export const readyReason = ({ isCut }: Pick<KnowledgeItem, 'isCut'>): string | null => (isCut ? CUT : null);

/** An item without its texts, of which only the beginning was read. */
export type Headline = Pick<
  KnowledgeItem,
  'id' | 'botId' | 'title' | 'type' | 'tags' | 'position' | 'status' | 'statusReason' | 'fileUrl' | 'fileKey' | 'createdAt'
> & { readonly excerpt: string };

/** An item in the list of its owner. */
export const asSummary = ({ fileKey, createdAt, ...seen }: Headline): Summary => ({
  ...seen,
  fileUrl: fileKey === null ? seen.fileUrl : `/api/bots/${seen.botId}/knowledge/${seen.id}/file`,
  createdAt: createdAt.toISOString(),
});

/** An item as its owner sees it. */
export function asSeen(item: KnowledgeItem): Item {
  const { id, botId, title, type, tags, position, status, statusReason, fileUrl, fileKey, createdAt } = item;
  const content = textOf(item);
  const excerpt = excerptOf(content);
  const shown = { id, botId, title, type, tags, position, status, statusReason, fileUrl, fileKey, createdAt, excerpt };
  return { ...asSummary(shown), content };
}

/** The same for plans without knowledge (decision W3): the title alone. */
export const asTitle = (item: Summary): Summary => ({ ...item, excerpt: '', fileUrl: null });
