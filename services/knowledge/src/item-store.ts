import { LOGGER, Queues, type Logger } from '@kith/kit';
import { queues } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { indexItem } from './item-index.js';
import { textOf } from './item-text.js';
import { readyReason } from './item-view.js';
import { KnowledgeItem } from './knowledge-item.entity.js';

// Longer ones are indexed in the background (proto, CreateKnowledgeInput).
const MAX_INLINE = 20_000;

/** Saves items so that what is searched follows: at once when that is quick, by a job when it is long or must be read first. */
@Injectable()
export class ItemStore {
  constructor(
    private readonly queues: Queues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Saves an item whose text, title or tags are new. Needs the companion's lock; `ingestLater` follows after the commit. */
  async saveAndIndex(manager: EntityManager, item: KnowledgeItem): Promise<KnowledgeItem> {
    const isNow = item.isRead && textOf(item).length < MAX_INLINE;
    item.version = (item.id === undefined ? 0 : item.version) + 1;
    Object.assign(item, {
      status: isNow ? 'ready' : 'queued',
      statusReason: isNow ? readyReason(item) : null,
      statusAt: new Date(),
    });
    const saved = await manager.save(item);
    if (isNow) await indexItem(manager, saved);
    return saved;
  }

  async ingestLater({ id, version, status }: KnowledgeItem): Promise<void> {
    if (status !== 'queued') return;
    try {
      await this.queues.add(queues.ingest, `${id}-${version}`, { itemId: id, version });
    } catch (error) {
      // The item is stored: the sweep adds the job.
      this.logger.warn({ itemId: id, err: error }, 'ingest job not added');
    }
  }
}
