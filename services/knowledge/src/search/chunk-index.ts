import { AppError } from '@kith/proto';
import type { EntityManager } from 'typeorm';
import { textOf } from '../items/item-view.js';
import type { KnowledgeItemEntity } from '../items/knowledge-item.entity.js';
import { indexedText } from './indexed-text.js';
import { languageOf } from './language.js';
import { splitText } from './split-text.js';

const MAX_CHUNKS_PER_BOT = 10_000;
const MAX_CHUNKS_PER_ITEM = 2000;

/** Until the end of the transaction no other one adds to, counts or indexes the knowledge of this bot. */
export async function lockBot(manager: EntityManager, botId: string): Promise<void> {
  await manager.query('select knowledge.lock_bot($1)', [botId]);
}

/** Takes the lock to add an item. NOT_FOUND when the bot was deleted since its owner was checked. */
export async function lockExistingBot(manager: EntityManager, botId: string): Promise<void> {
  await lockBot(manager, botId);
  const purged = await manager.query<unknown[]>('select 1 from knowledge.purged_bot where bot_id = $1', [botId]);
  if (purged.length > 0) throw new AppError('NOT_FOUND');
}

/** Replaces the chunks of a stored item. The caller holds the lock of the bot. TOO_LARGE when the bot or the item would have too many chunks. */
export async function indexItem(manager: EntityManager, item: KnowledgeItemEntity): Promise<void> {
  const chunks = splitText(textOf(item));
  // An image has no text: it is found by its title and tags.
  const bodies = chunks.length === 0 ? [item.title] : chunks;
  if (bodies.length > MAX_CHUNKS_PER_ITEM)
    throw new AppError('TOO_LARGE', 'This text is too long. Please split it into several items.');
  await unindexItem(manager, item.id);
  const [stat] = await manager.query<{ n: number }[]>('select n from knowledge.kstat where bot_id = $1', [item.botId]);
  if ((stat?.n ?? 0) + bodies.length > MAX_CHUNKS_PER_BOT) {
    throw new AppError('TOO_LARGE', 'This bot knows as much as it can hold. Please delete something first.');
  }
  const context = [item.title, ...item.tags].join('\n');
  const texts = bodies.map(indexedText);
  const language = languageOf(`${item.title}\n${textOf(item)}`);
  await manager.query('select knowledge.index_item($1, $2, $3, $4, $5)', [
    item.id,
    bodies,
    texts,
    indexedText(context),
    language,
  ]);
}

/** Deletes the chunks of an item from the index. The caller holds the lock of the bot. */
export async function unindexItem(manager: EntityManager, itemId: string): Promise<void> {
  await manager.query('select knowledge.unindex_item($1)', [itemId]);
}
