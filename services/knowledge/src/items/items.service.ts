import { RateLimiter, REDIS, RpcClient } from '@kith/kit';
import {
  AppError,
  badField,
  bots,
  KnowledgeText,
  refuseImpersonation,
  type Actor,
  type knowledge,
  type OutputOf,
  type ParsedInputOf,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { DiscardedFiles } from '../files/file-cleanup.js';
import { NO_VERSION } from '../pages/page-fetcher.js';
import { lockBot, lockExistingBot, unindexItem } from '../search/chunk-index.js';
import { BotDeletion } from './bot-deletion.js';
import { ItemStore } from './item-store.js';
import { applyEditedText, toItem } from './item-view.js';
import { KnowledgeItemEntity } from './knowledge-item.entity.js';
import { enforceItemLimit } from './plan-limits.js';
import { requireKeywords } from './required-keywords.js';

/** In chunks. */
const UNINDEX_BATCH_SIZE = 200;
// Each URL makes this service call another server, so the limit is the same as for uploads (docs/decisions.md A11).
const URL_LIMIT = { name: 'knowledge-addresses', points: 30, windowS: 600, wait: 'window' } as const;
/** A website is up to fifty pages. */
const SITE_LIMIT = { ...URL_LIMIT, name: 'knowledge-sites', points: 5 } as const;
const URL_REQUIRED = 'Please enter an address that begins with http:// or https://';

const QUEUE_AGAIN = `
  update knowledge.item set status = 'queued', status_reason = null, version = version + 1, status_at = now() where id = $1`;

type Item = OutputOf<typeof knowledge.create>;
type Changes = Omit<ParsedInputOf<typeof knowledge.update>, 'actor' | 'botId' | 'itemId'>;

@Injectable()
export class ItemsService {
  private readonly urlLimiter: RateLimiter;
  private readonly siteLimiter: RateLimiter;

  constructor(
    @InjectRepository(KnowledgeItemEntity) private readonly items: Repository<KnowledgeItemEntity>,
    private readonly rpc: RpcClient,
    private readonly store: ItemStore,
    private readonly discarded: DiscardedFiles,
    private readonly deletion: BotDeletion,
    @Inject(REDIS) redis: ConstructorParameters<typeof RateLimiter>[0],
  ) {
    this.urlLimiter = new RateLimiter(redis, URL_LIMIT);
    this.siteLimiter = new RateLimiter(redis, SITE_LIMIT);
  }

  async create({ actor, botId, fileUrl, ...fields }: ParsedInputOf<typeof knowledge.create>): Promise<Item> {
    await this.rpc.ask(bots.owned, { actor, botId });
    const isUrl = fields.type === 'url';
    if (!isUrl) requireText(fields.content);
    else if (!fileUrl) throw badField('fileUrl', URL_REQUIRED);
    requireKeywords(fields);
    const item = await this.items.manager.transaction(async (manager) => {
      await lockExistingBot(manager, botId);
      enforceItemLimit((await manager.countBy(KnowledgeItemEntity, { botId })) + 1, actor);
      if (isUrl) await this.limitReading(actor, fields.wholeSite);
      const source = {
        ownerId: actor.userId,
        fileUrl: isUrl ? fileUrl : null,
        wholeSite: isUrl && fields.wholeSite,
        isRead: !isUrl,
        sourceNote: null,
        extracted: '',
        fileKey: null,
      };
      return this.store.saveAndIndex(manager, manager.create(KnowledgeItemEntity, { ...fields, ...source, botId }));
    });
    await this.store.queueIngest(item, actor.plan);
    return toItem(item);
  }

  async update({ actor, botId, itemId, ...changes }: ParsedInputOf<typeof knowledge.update>): Promise<Item> {
    await this.rpc.ask(bots.owned, { actor, botId });
    const item = await this.items.manager.transaction(async (manager) => {
      await lockBot(manager, botId);
      const [item, count] = await Promise.all([
        manager.findOneBy(KnowledgeItemEntity, { id: itemId, botId }),
        manager.countBy(KnowledgeItemEntity, { botId }),
      ]);
      if (!item) throw new AppError('NOT_FOUND');
      // After a downgrade knowledge is read-only (docs/decisions.md B14).
      enforceItemLimit(count, actor);
      const needsIndexing = applyChanges(item, changes);
      requireKeywords(item);
      if (!needsIndexing) return this.store.saveUnindexed(manager, item);
      if (item.type === 'url' && (!item.isRead || item.isStale)) {
        await this.limitReading(actor, item.wholeSite);
        item.readFailures = 0;
      }
      return this.store.saveAndIndex(manager, item);
    });
    await this.store.queueIngest(item, actor.plan);
    return toItem(item);
  }

  async remove({ actor, botId, itemId }: ParsedInputOf<typeof knowledge.remove>): Promise<{ message: string }> {
    refuseImpersonation(actor);
    await this.rpc.ask(bots.owned, { actor, botId });
    if (!(await this.items.existsBy({ id: itemId, botId }))) throw new AppError('NOT_FOUND');
    while ((await this.unindexBatch(botId, itemId)) === UNINDEX_BATCH_SIZE);
    const files = await this.items.manager.transaction(async (manager) => {
      await lockBot(manager, botId);
      const item = await manager.findOne(KnowledgeItemEntity, {
        select: { id: true, fileKey: true },
        where: { id: itemId, botId },
      });
      if (!item) throw new AppError('NOT_FOUND');
      await unindexItem(manager, { id: itemId, botId });
      await manager.delete(KnowledgeItemEntity, { id: itemId });
      return this.discarded.add(manager, [item.fileKey]);
    });
    await this.discarded.removeNow(files);
    return { message: 'Knowledge deleted' };
  }

  purge(botId: string): Promise<OutputOf<typeof knowledge.purge>> {
    return this.deletion.deleteSome(botId);
  }

  private async limitReading({ userId }: Actor, wholeSite: boolean): Promise<void> {
    await this.urlLimiter.consume(userId);
    if (wholeSite) await this.siteLimiter.consume(userId);
  }

  /**
   * In batches, because deleting the postings of a long text at once would exceed the statement timeout. The item is queued meanwhile, so that the
   * ingest sweep indexes it again if the deletion does not end; its new version makes jobs that already run leave it alone.
   */
  private unindexBatch(botId: string, itemId: string): Promise<number> {
    return this.items.manager.transaction(async (manager) => {
      await lockBot(manager, botId);
      await manager.query(QUEUE_AGAIN, [itemId]);
      return unindexItem(manager, { id: itemId, botId }, UNINDEX_BATCH_SIZE);
    });
  }
}

/** Applies the changes to the entity. Returns whether the item has to be indexed again. */
function applyChanges(item: KnowledgeItemEntity, { content, fileUrl, readAgain = false, ...rest }: Changes): boolean {
  Object.assign(item, rest);
  if (content !== undefined) {
    if (item.type === 'text') requireText(content);
    Object.assign(item, applyEditedText(item, content));
    // The owner's correction is not replaced by what is on the pages.
    if (item.extracted === '') item.scanAt = null;
  }
  const isNewUrl = typeof fileUrl === 'string' && fileUrl !== item.fileUrl;
  if (isNewUrl && item.type !== 'url') throw badField('fileUrl', 'Only an item of type url has an address.');
  if (isNewUrl) Object.assign(item, { fileUrl, extracted: '', isRead: false, sourceNote: null, scanAt: null });
  if (readAgain && item.type !== 'url') throw badField('readAgain', 'Only the page of an item of type url is read again.');
  // A page that was never read is read anyway. An unchanged one is processed too: its owner may have replaced its text.
  if (readAgain) Object.assign(item, NO_VERSION, { isStale: item.isRead });
  return isNewUrl || readAgain || rest.title !== undefined || content !== undefined || rest.tags !== undefined;
}

function requireText(content: string): void {
  const { error } = KnowledgeText.safeParse(content);
  if (error) throw badField('content', error.issues[0]?.message ?? '');
}
