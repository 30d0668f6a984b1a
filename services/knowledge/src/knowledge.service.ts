import { Limiter, REDIS, RpcClient } from '@kith/kit';
import { AppError, bots, KnowledgeText, type knowledge, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { DiscardedFiles } from './files/discarded-files.js';
import { lockBot, lockLivingBot, unindexItem } from './item-index.js';
import { ItemStore } from './item-store.js';
import { withText } from './item-text.js';
import { asSeen } from './item-view.js';
import { KnowledgeItem } from './knowledge-item.entity.js';
import { refuseAbove } from './knowledge-plan.js';

const PURGED_AT_ONCE = 10;
// As many as uploads (decision A11): each makes us call another server.
const ADDRESSES = { name: 'knowledge-addresses', points: 30, windowS: 600, wait: 'window' } as const;
const NO_ADDRESS = 'Please enter an address that begins with http:// or https://';

type Answer = OutputOf<typeof knowledge.create>;
type Changes = Omit<ParsedInputOf<typeof knowledge.update>, 'actor' | 'botId' | 'itemId'>;

@Injectable()
export class KnowledgeService {
  private readonly addresses: Limiter;

  constructor(
    @InjectRepository(KnowledgeItem) private readonly items: Repository<KnowledgeItem>,
    private readonly rpc: RpcClient,
    private readonly store: ItemStore,
    private readonly discarded: DiscardedFiles,
    @Inject(REDIS) redis: ConstructorParameters<typeof Limiter>[0],
  ) {
    this.addresses = new Limiter(redis, ADDRESSES);
  }

  async create({ actor, botId, fileUrl, ...fields }: ParsedInputOf<typeof knowledge.create>): Promise<Answer> {
    await this.rpc.ask(bots.owned, { actor, botId });
    const isAddress = fields.type === 'url';
    if (!isAddress) refuseBlank(fields.content);
    else if (!fileUrl) throw badField('fileUrl', NO_ADDRESS);
    const item = await this.items.manager.transaction(async (manager) => {
      await lockLivingBot(manager, botId);
      refuseAbove((await manager.countBy(KnowledgeItem, { botId })) + 1, actor);
      if (isAddress) await this.addresses.take(actor.userId);
      const source = { fileUrl: isAddress ? fileUrl : null, isRead: !isAddress, isCut: false, extracted: '', fileKey: null };
      return this.store.saveAndIndex(manager, manager.create(KnowledgeItem, { ...fields, ...source, botId }));
    });
    await this.store.ingestLater(item);
    return asSeen(item);
  }

  async update({ actor, botId, itemId, ...changes }: ParsedInputOf<typeof knowledge.update>): Promise<Answer> {
    await this.rpc.ask(bots.owned, { actor, botId });
    const item = await this.items.manager.transaction(async (manager) => {
      await lockBot(manager, botId);
      const [item, known] = await Promise.all([
        manager.findOneBy(KnowledgeItem, { id: itemId, botId }),
        manager.countBy(KnowledgeItem, { botId }),
      ]);
      if (!item) throw new AppError('NOT_FOUND');
      // After a downgrade knowledge is read-only (decision B14).
      refuseAbove(known, actor);
      const isSearched = change(item, changes);
      if (!isSearched) return manager.save(item);
      if (item.type === 'url' && !item.isRead) await this.addresses.take(actor.userId);
      return this.store.saveAndIndex(manager, item);
    });
    await this.store.ingestLater(item);
    return asSeen(item);
  }

  async remove({ actor, botId, itemId }: ParsedInputOf<typeof knowledge.remove>): Promise<{ message: string }> {
    await this.rpc.ask(bots.owned, { actor, botId });
    const files = await this.items.manager.transaction(async (manager) => {
      await lockBot(manager, botId);
      const item = await manager.findOne(KnowledgeItem, { select: { id: true, fileKey: true }, where: { id: itemId, botId } });
      if (!item) throw new AppError('NOT_FOUND');
      await unindexItem(manager, itemId);
      await manager.delete(KnowledgeItem, { id: itemId });
      return this.discarded.note(manager, [item.fileKey]);
    });
    await this.discarded.removeNow(files);
    return { message: 'Knowledge deleted' };
  }

  /** In steps that stay done: what a companion can hold is more than one statement may take the time to delete. */
  async purge(botId: string): Promise<Record<string, never>> {
    await this.items.manager.transaction(async (manager) => {
      await lockBot(manager, botId);
      // Longer than anything that was asked for before may take.
      await manager.query(`delete from knowledge.purged_bot where purged_at < now() - interval '1 day'`);
      await manager.query('insert into knowledge.purged_bot (bot_id) values ($1) on conflict do nothing', [botId]);
    });
    while ((await this.purgeSome(botId)) > 0);
    await this.items.manager.transaction(async (manager) => {
      await lockBot(manager, botId);
      await manager.query('delete from knowledge.klex where bot_id = $1', [botId]);
      await manager.query('delete from knowledge.kstat where bot_id = $1', [botId]);
    });
    return {};
  }

  private async purgeSome(botId: string): Promise<number> {
    const { count, files } = await this.items.manager.transaction(async (manager) => {
      await lockBot(manager, botId);
      const items = await manager.find(KnowledgeItem, {
        select: { id: true, fileKey: true },
        where: { botId },
        take: PURGED_AT_ONCE,
      });
      const ids = items.map(({ id }) => id);
      const chunks = 'select id from knowledge.chunk where item_id = any($1)';
      await manager.query(`delete from knowledge.posting where chunk_id in (${chunks})`, [ids]);
      await manager.query('delete from knowledge.chunk where item_id = any($1)', [ids]);
      await manager.query('delete from knowledge.item where id = any($1)', [ids]);
      return {
        count: ids.length,
        files: await this.discarded.note(
          manager,
          items.map(({ fileKey }) => fileKey),
        ),
      };
    });
    await this.discarded.removeNow(files);
    return count;
  }
}

/** Whether what is searched has changed. */
function change(item: KnowledgeItem, { content, fileUrl, ...rest }: Changes): boolean {
  Object.assign(item, rest);
  if (content !== undefined) {
    if (item.type === 'text') refuseBlank(content);
    Object.assign(item, withText(item, content));
  }
  const isOtherAddress = typeof fileUrl === 'string' && fileUrl !== item.fileUrl;
  if (isOtherAddress && item.type !== 'url') throw badField('fileUrl', 'Only an item of type url has an address.');
  if (isOtherAddress) Object.assign(item, { fileUrl, extracted: '', isRead: false, isCut: false });
  return isOtherAddress || rest.title !== undefined || content !== undefined || rest.tags !== undefined;
}

function refuseBlank(content: string): void {
  const { error } = KnowledgeText.safeParse(content);
  if (error) throw badField('content', error.issues[0]?.message ?? '');
}

const badField = (field: string, words: string): AppError => new AppError('BAD_INPUT', words, { fields: { [field]: words } });
