import type { KnowledgeItem as Item } from '@kith/proto';
import { textOf } from './item-text.js';
import type { KnowledgeItem } from './knowledge-item.entity.js';

const CUT = 'This is longer than 200,000 characters or 500 pages: only its beginning is known.';

/** What there is to say about an item that is ready. */
export const readyReason = ({ isCut }: Pick<KnowledgeItem, 'isCut'>): string | null => (isCut ? CUT : null);

/** An item as its owner sees it. */
export function asSeen(item: KnowledgeItem): Item {
  const { id, botId, title, type, tags, position, status, statusReason, createdAt } = item;
  return {
    id,
    botId,
    title,
    type,
    tags,
    position,
    status,
    statusReason,
    content: textOf(item),
    fileUrl: item.fileKey === null ? item.fileUrl : `/api/bots/${botId}/knowledge/${id}/file`,
    createdAt: createdAt.toISOString(),
  };
}

/** The same for plans without knowledge (decision W3): the title alone. */
export const asTitle = (item: KnowledgeItem): Item => ({ ...asSeen(item), content: '', fileUrl: null });
