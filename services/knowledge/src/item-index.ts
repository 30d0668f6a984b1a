import { AppError } from '@kith/proto';
import type { EntityManager } from 'typeorm';
import type { KnowledgeItem } from './knowledge-item.entity.js';
import { splitText } from './split-text.js';

// Decided in ai.md, section 2: what one companion and one item may hold.
const MAX_CHUNKS_PER_BOT = 10_000;
const MAX_CHUNKS_PER_ITEM = 2000;

/** Until the end of the transaction nobody else adds to, counts or indexes the knowledge of this companion. */
export async function lockBot(manager: EntityManager, botId: string): Promise<void> {
  await manager.query('select knowledge.lock_bot($1)', [botId]);
}

/** Indexes a stored item anew. Needs the companion's lock. TOO_LARGE when the companion or the item would hold too much. */
export async function indexItem(manager: EntityManager, item: KnowledgeItem): Promise<void> {
  const bodies = splitText(item.content);
  if (bodies.length > MAX_CHUNKS_PER_ITEM)
    throw new AppError('TOO_LARGE', 'This text is too long. Please split it into several items.');
  await unindexItem(manager, item.id);
  const [stat] = await manager.query<{ n: number }[]>('select n from knowledge.kstat where bot_id = $1', [item.botId]);
  if ((stat?.n ?? 0) + bodies.length > MAX_CHUNKS_PER_BOT) {
    throw new AppError('TOO_LARGE', 'This bot knows as much as it can hold. Please delete something first.');
  }
  const context = [item.title, ...item.tags].join('\n');
  await manager.query('select knowledge.index_item($1, $2, $3)', [item.id, bodies, context]);
}

/** Takes everything that was indexed of an item away. Needs the companion's lock. */
export async function unindexItem(manager: EntityManager, itemId: string): Promise<void> {
  await manager.query('select knowledge.unindex_item($1)', [itemId]);
}
