import { AppError } from '@kith/proto';
import type { EntityManager } from 'typeorm';
import { textOf } from './item-text.js';
import type { KnowledgeItem } from './knowledge-item.entity.js';
import { splitText } from './split-text.js';

// Decided in ai.md, section 2: what one companion and one item may hold.
const MAX_CHUNKS_PER_BOT = 10_000;
const MAX_CHUNKS_PER_ITEM = 2000;

/** Until the end of the transaction nobody else adds to, counts or indexes the knowledge of this companion. */
export async function lockBot(manager: EntityManager, botId: string): Promise<void> {
  await manager.query('select knowledge.lock_bot($1)', [botId]);
}

/** The same for whoever adds an item. NOT_FOUND when the companion was deleted since its owner was asked for. */
export async function lockLivingBot(manager: EntityManager, botId: string): Promise<void> {
  await lockBot(manager, botId);
  const purged = await manager.query<unknown[]>('select 1 from knowledge.purged_bot where bot_id = $1', [botId]);
  if (purged.length > 0) throw new AppError('NOT_FOUND');
}

/** Indexes a stored item anew. Needs the companion's lock. TOO_LARGE when the companion or the item would hold too much. */
export async function indexItem(manager: EntityManager, item: KnowledgeItem): Promise<void> {
  const parts = splitText(textOf(item));
  // An image is found by its title and tags.
  const bodies = parts.length === 0 ? [item.title] : parts;
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
