import { LOGGER, Queues, RpcClient, type Logger } from '@kith/kit';
import { AppError, bots, CATALOGUE, queues, type Actor, type knowledge, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { indexItem, lockBot, unindexItem } from './item-index.js';
import { KnowledgeItem } from './knowledge-item.entity.js';

// Longer ones are indexed in the background (proto, KnowledgeCreation).
const MAX_INLINE = 20_000;
// A message between services holds 1 MB.
const MAX_PAGE_BYTES = 700_000;
const PURGED_AT_ONCE = 10;

type Answer = OutputOf<typeof knowledge.create>;

@Injectable()
export class KnowledgeService {
  constructor(
    @InjectRepository(KnowledgeItem) private readonly items: Repository<KnowledgeItem>,
    private readonly rpc: RpcClient,
    private readonly queues: Queues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async create({ actor, botId, ...fields }: ParsedInputOf<typeof knowledge.create>): Promise<Answer> {
    await this.ownBot(actor, botId);
    const item = await this.items.manager.transaction(async (manager) => {
      await lockBot(manager, botId);
      const known = await manager.countBy(KnowledgeItem, { botId });
      if (known >= CATALOGUE[actor.plan].maxKnowledgeItems) throw upgradeRequired(actor);
      return this.store(manager, manager.create(KnowledgeItem, { ...fields, botId, version: 1 }), true);
    });
    await this.ingestLater(item);
    return asSeen(item);
  }

  /** A page ends early when it would not fit into one message: `total` tells whether there is more. */
  async list({ actor, botId, limit, offset }: ParsedInputOf<typeof knowledge.list>): Promise<OutputOf<typeof knowledge.list>> {
    await this.ownBot(actor, botId);
    const [total, ids] = await Promise.all([this.items.countBy({ botId }), this.idsThatFit(botId, limit, offset)]);
    const items = ids.length === 0 ? [] : await this.items.find({ where: ids, order: { createdAt: 'ASC', id: 'ASC' } });
    return { items: items.map(asSeen), total };
  }

  async update({ actor, botId, itemId, ...changes }: ParsedInputOf<typeof knowledge.update>): Promise<Answer> {
    await this.ownBot(actor, botId);
    const item = await this.items.manager.transaction(async (manager) => {
      await lockBot(manager, botId);
      const [item, known] = await Promise.all([
        manager.findOneBy(KnowledgeItem, { id: itemId, botId }),
        manager.countBy(KnowledgeItem, { botId }),
      ]);
      if (!item) throw new AppError('NOT_FOUND');
      // After a downgrade knowledge is read-only (decision B14).
      if (known > CATALOGUE[actor.plan].maxKnowledgeItems) throw upgradeRequired(actor);
      const isIndexed = changes.title !== undefined || changes.content !== undefined || changes.tags !== undefined;
      return this.store(manager, Object.assign(item, changes), isIndexed);
    });
    await this.ingestLater(item);
    return asSeen(item);
  }

  async remove({ actor, botId, itemId }: ParsedInputOf<typeof knowledge.remove>): Promise<{ message: string }> {
    await this.ownBot(actor, botId);
    await this.items.manager.transaction(async (manager) => {
      await lockBot(manager, botId);
      if (!(await manager.existsBy(KnowledgeItem, { id: itemId, botId }))) throw new AppError('NOT_FOUND');
      await unindexItem(manager, itemId);
      await manager.delete(KnowledgeItem, { id: itemId });
    });
    return { message: 'Knowledge deleted' };
  }

  /** In steps that stay done: what a companion can hold is more than one statement may take the time to delete. */
  async purge(botId: string): Promise<Record<string, never>> {
    while ((await this.purgeSome(botId)) > 0);
    await this.items.manager.transaction(async (manager) => {
      await lockBot(manager, botId);
      await manager.query('delete from knowledge.klex where bot_id = $1', [botId]);
      await manager.query('delete from knowledge.kstat where bot_id = $1', [botId]);
    });
    return {};
  }

  private async purgeSome(botId: string): Promise<number> {
    return this.items.manager.transaction(async (manager) => {
      await lockBot(manager, botId);
      const items = await manager.find(KnowledgeItem, { select: { id: true }, where: { botId }, take: PURGED_AT_ONCE });
      const ids = items.map(({ id }) => id);
      const chunks = 'select id from knowledge.chunk where item_id = any($1)';
      await manager.query(`delete from knowledge.posting where chunk_id in (${chunks})`, [ids]);
      await manager.query('delete from knowledge.chunk where item_id = any($1)', [ids]);
      await manager.query('delete from knowledge.item where id = any($1)', [ids]);
      return ids.length;
    });
  }

  /** NOT_FOUND alike for missing and foreign companions. */
  private async ownBot(actor: Actor, botId: string): Promise<void> {
    await this.rpc.ask(bots.get, { actor, botId });
  }

  /** Saves the item; when what is searched changed, it is indexed here and now or marked for the worker. */
  private async store(manager: EntityManager, item: KnowledgeItem, isIndexed: boolean): Promise<KnowledgeItem> {
    if (!isIndexed) return manager.save(item);
    const isShort = item.content.length < MAX_INLINE;
    item.version = (item.id === undefined ? 0 : item.version) + 1;
    Object.assign(item, { status: isShort ? 'ready' : 'queued', statusReason: null, statusAt: new Date() });
    const saved = await manager.save(item);
    if (isShort) await indexItem(manager, saved);
    return saved;
  }

  private async ingestLater({ id, version, status }: KnowledgeItem): Promise<void> {
    if (status !== 'queued') return;
    try {
      await this.queues.add(queues.ingest, `${id}-${version}`, { itemId: id, version });
    } catch (error) {
      // The item is stored: the sweep adds the job.
      this.logger.warn({ itemId: id, err: error }, 'ingest job not added');
    }
  }

  private idsThatFit(botId: string, limit: number, offset: number): Promise<{ id: string }[]> {
    return this.items.query(
      `select id from (
         select id, row_number() over page as place, sum(octet_length(to_json(content)::text) + 2000) over page as bytes
         from (select id, content, created_at from knowledge.item where bot_id = $1 order by created_at, id limit $2 offset $3) i
         window page as (order by created_at, id)
       ) p where place = 1 or bytes <= $4`,
      [botId, limit, offset, MAX_PAGE_BYTES],
    );
  }
}

function upgradeRequired(actor: Actor): AppError {
  const { label, maxKnowledgeItems } = CATALOGUE[actor.plan];
  const text =
    maxKnowledgeItems === 0
      ? 'Upgrade to Add Knowledge'
      : `The ${label} plan allows ${maxKnowledgeItems} knowledge items per bot. Please upgrade your plan.`;
  return new AppError('UPGRADE_REQUIRED', text);
}

const asSeen = ({ createdAt, ...item }: KnowledgeItem): Answer => ({ ...item, createdAt: createdAt.toISOString() });
