import { indexedText, Pause } from '@kith/kit';
import { AppError } from '@kith/proto';
import type { EntityManager } from 'typeorm';
import { textOf } from '../items/item-view.js';
import type { KnowledgeItemEntity } from '../items/knowledge-item.entity.js';
import { noteChange } from './knowledge-changes.js';
import { languageOf } from './language.js';
import { splitLongText } from './split-text.js';

const MAX_CHUNKS_PER_BOT = 10_000;
const MAX_CHUNKS_PER_ITEM = 2000;
/** In scripts without spaces, where each pair of characters is a word, this is reached before the number of chunks. */
const MAX_INDEXED_CHARS_PER_ITEM = 5_000_000;

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

/** An item as it is indexed. */
export interface IndexedItem {
  readonly bodies: readonly string[];
  readonly texts: readonly string[];
  readonly context: string;
  readonly language: string;
  /** Whether its text has more chunks than an item may have: only the first ones are indexed. */
  readonly isCut: boolean;
}

/** What is to be indexed of an item. Long texts take seconds: a caller that can computes this before it takes the lock of the bot. */
export async function indexedItem(
  item: Pick<KnowledgeItemEntity, 'title' | 'tags' | 'content' | 'extracted'>,
): Promise<IndexedItem> {
  const split = await splitLongText(textOf(item), MAX_CHUNKS_PER_ITEM);
  const pause = new Pause();
  const texts: string[] = [];
  let chars = 0;
  for (const chunk of split.chunks) {
    const text = indexedText(chunk);
    chars += text.length;
    if (chars > MAX_INDEXED_CHARS_PER_ITEM) break;
    texts.push(text);
    // oxlint-disable-next-line no-await-in-loop
    await pause.ifDue();
  }
  return {
    // An image has no text: it is found by its title and tags.
    bodies: split.chunks.length === 0 ? [item.title] : split.chunks.slice(0, texts.length),
    texts: split.chunks.length === 0 ? [indexedText(item.title)] : texts,
    context: indexedText([item.title, ...item.tags].join('\n')),
    language: languageOf(`${item.title}\n${textOf(item)}`),
    isCut: split.isCut || texts.length < split.chunks.length,
  };
}

/** Replaces the chunks of a stored item. The caller holds the lock of the bot. TOO_LARGE when the bot would have too many chunks. */
export async function indexItem(manager: EntityManager, item: KnowledgeItemEntity, indexed: IndexedItem): Promise<void> {
  const { bodies, texts, context, language } = indexed;
  await unindex(manager, item.id, null);
  const [stat] = await manager.query<{ n: number }[]>('select n from knowledge.kstat where bot_id = $1', [item.botId]);
  if ((stat?.n ?? 0) + bodies.length > MAX_CHUNKS_PER_BOT) {
    throw new AppError('TOO_LARGE', 'This bot knows as much as it can hold. Please delete something first.');
  }
  await manager.query('select knowledge.index_item($1, $2, $3, $4, $5)', [item.id, bodies, texts, context, language]);
  await noteChange(manager, item.botId);
}

/** Deletes chunks of an item from the index, all or at most `limit`; returns how many. The caller holds the lock of the bot. */
export async function unindexItem(
  manager: EntityManager,
  { id, botId }: Pick<KnowledgeItemEntity, 'id' | 'botId'>,
  limit: number | null = null,
): Promise<number> {
  const count = await unindex(manager, id, limit);
  await noteChange(manager, botId);
  return count;
}

async function unindex(manager: EntityManager, itemId: string, limit: number | null): Promise<number> {
  const [deleted] = await manager.query<{ count: number }[]>('select knowledge.unindex_item($1, $2) as count', [itemId, limit]);
  return deleted?.count ?? 0;
}
