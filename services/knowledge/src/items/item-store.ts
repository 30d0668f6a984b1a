import { LOGGER, Queues, type Logger } from '@kith/kit';
import type { Plan } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import { ingestQueueOf } from '../ingest/ingest-queue.js';
import { storeKeywords } from '../search/activated-passages.js';
import { indexedItem, indexItem } from '../search/chunk-index.js';
import { noteChange } from '../search/knowledge-changes.js';
import { textOf } from './item-view.js';
import { KnowledgeItemEntity } from './knowledge-item.entity.js';

// Longer texts are indexed in the background (CreateKnowledgeInput in proto).
const MAX_INLINE_CHARS = 20_000;
const MAX_INLINE_CHUNKS = 200;

/** Saves items and updates the search index: in the same transaction for short texts, by a job for long texts, files and URLs. */
@Injectable()
export class ItemStore {
  constructor(
    @InjectRepository(KnowledgeItemEntity) private readonly items: Repository<KnowledgeItemEntity>,
    private readonly queues: Queues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Saves an item with a new text, title or tags. The caller holds the lock of the bot, and calls `queueIngest` after the commit. */
  async saveAndIndex(manager: EntityManager, item: KnowledgeItemEntity): Promise<KnowledgeItemEntity> {
    const isShort = item.isRead && !item.isStale && textOf(item).length < MAX_INLINE_CHARS;
    const isInline = isShort && (await hasFewChunks(manager, item));
    item.version = (item.id === undefined ? 0 : item.version) + 1;
    Object.assign(item, {
      status: isInline ? 'ready' : 'queued',
      statusReason: isInline ? item.sourceNote : null,
      statusAt: new Date(),
    });
    const saved = await manager.save(item);
    await storeKeywords(manager, saved);
    if (isInline) await indexItem(manager, saved, await indexedItem(saved));
    return saved;
  }

  /** Saves an item whose text, title and tags stay. The caller holds the lock of the bot. */
  async saveUnindexed(manager: EntityManager, item: KnowledgeItemEntity): Promise<KnowledgeItemEntity> {
    const saved = await manager.save(item);
    await storeKeywords(manager, saved);
    await noteChange(manager, saved.botId);
    return saved;
  }

  /** Adds the job for an item that was not indexed inline, behind the jobs of other owners who have fewer. */
  async queueIngest(item: KnowledgeItemEntity, ownerPlan: Plan): Promise<void> {
    const { id, ownerId, botId, version, status } = item;
    if (status !== 'queued') return;
    try {
      const priority = await this.items.countBy({ ownerId, status: In(['queued', 'processing']) });
      const job = { ownerId, ownerPlan, botId, itemId: id, version };
      await this.queues.add(ingestQueueOf(item), `${id}-${version}`, job, { priority });
    } catch (error) {
      // The item is stored, so the sweep adds the job later.
      this.logger.warn({ itemId: id, err: error }, 'ingest job not added; the sweep will add it');
    }
  }
}

/** Whether the chunks that are to be replaced can be deleted in a request: those of a whole book take seconds. */
async function hasFewChunks(manager: EntityManager, { id }: Partial<Pick<KnowledgeItemEntity, 'id'>>): Promise<boolean> {
  if (id === undefined) return true;
  const [held] = await manager.query<{ count: number }[]>(
    'select count(*)::int as count from (select 1 from knowledge.chunk where item_id = $1 limit $2) few',
    [id, MAX_INLINE_CHUNKS + 1],
  );
  return (held?.count ?? 0) <= MAX_INLINE_CHUNKS;
}
