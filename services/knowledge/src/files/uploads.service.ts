import { basename } from 'node:path/win32';
import { FairScheduler, FILES, RateLimiter, REDIS, RpcClient, type FileStore } from '@kith/kit';
import { AppError, bots, type Actor, type knowledge, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { lockExistingBot } from '../search/chunk-index.js';
import { ItemStore } from '../items/item-store.js';
import { toItem } from '../items/item-view.js';
import { KnowledgeItemEntity } from '../items/knowledge-item.entity.js';
import { enforceItemLimit } from '../items/plan-limits.js';
import { requireKeywords } from '../items/required-keywords.js';
import { downloadType, knowledgeFileKind } from './file-kind.js';
import { readStoredFile, requireOwnKey } from './stored-file.js';

type Upload = ParsedInputOf<typeof knowledge.addFile>;

// docs/decisions.md A11.
const UPLOADS = { name: 'knowledge-uploads', points: 30, windowS: 600, wait: 'window' } as const;
const MAX_OWNED_BYTES = 200 * 1024 * 1024;
// Each keeps a whole file in memory.
const CHECK_POOL = { capacity: 4, maxWaiting: 50, maxRunningPerKey: 2 };
const MAX_TITLE_CHARS = 200;

/** Knowledge items of type file and image (docs/decisions.md W2). */
@Injectable()
export class UploadsService {
  private readonly uploads: RateLimiter;
  private readonly checks = new FairScheduler(CHECK_POOL);

  constructor(
    @InjectRepository(KnowledgeItemEntity) private readonly items: Repository<KnowledgeItemEntity>,
    private readonly rpc: RpcClient,
    private readonly store: ItemStore,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(REDIS) redis: ConstructorParameters<typeof RateLimiter>[0],
  ) {
    this.uploads = new RateLimiter(redis, UPLOADS);
  }

  async addFile(upload: Upload): Promise<OutputOf<typeof knowledge.addFile>> {
    requireOwnKey(upload.file.key, upload.actor.userId);
    try {
      const item = await this.createItem(upload);
      await this.store.queueIngest(item, upload.actor.plan);
      return toItem(item);
    } catch (error) {
      await this.removeUnused(upload.file.key);
      throw error;
    }
  }

  async file({ actor, botId, itemId }: ParsedInputOf<typeof knowledge.file>): Promise<OutputOf<typeof knowledge.file>> {
    await this.rpc.ask(bots.owned, { actor, botId });
    const item = await this.items.findOneBy({ id: itemId, botId });
    const { fileKey: key, fileName: name, mediaType, fileBytes: bytes } = item ?? {};
    if (!key || !name || !mediaType || typeof bytes !== 'number') throw new AppError('NOT_FOUND');
    return { key, name, mediaType: downloadType(mediaType), bytes };
  }

  private async createItem({ actor, botId, file, title, ...fields }: Upload): Promise<KnowledgeItemEntity> {
    await this.rpc.ask(bots.owned, { actor, botId });
    requireKeywords(fields);
    enforceItemLimit((await this.items.countBy({ botId })) + 1, actor);
    await this.uploads.consume(actor.userId);
    const fileName = sanitizeFileName(file.name);
    const { type, mediaType, bytes } = await this.checks.run({ key: actor.userId, plan: actor.plan }, async () => {
      const content = await readStoredFile(this.files, file.key);
      return { ...(await knowledgeFileKind(content, fileName)), bytes: content.length };
    });
    return this.items.manager.transaction(async (manager) => {
      await this.enforceQuota(manager, actor, { key: file.key, bytes });
      await lockExistingBot(manager, botId);
      enforceItemLimit((await manager.countBy(KnowledgeItemEntity, { botId })) + 1, actor);
      const item = manager.create(KnowledgeItemEntity, {
        ...fields,
        botId,
        type,
        title: title ?? titleOf(fileName),
        content: '',
        fileUrl: null,
        extracted: '',
        isRead: false,
        sourceNote: null,
        ownerId: actor.userId,
        fileKey: file.key,
        fileName,
        mediaType,
        fileBytes: bytes,
      });
      return this.store.saveAndIndex(manager, item);
    });
  }

  /** Locks the user's files until the end of the transaction. A file key can be used by one item only. */
  private async enforceQuota(manager: EntityManager, actor: Actor, file: { key: string; bytes: number }): Promise<void> {
    await manager.query('select knowledge.lock_owner($1)', [actor.userId]);
    if (await manager.existsBy(KnowledgeItemEntity, { fileKey: file.key })) throw new AppError('NOT_FOUND');
    const [owned] = await manager.query<{ bytes: number }[]>(
      'select coalesce(sum(file_bytes), 0)::float8 as bytes from knowledge.item where owner_id = $1 and file_key is not null',
      [actor.userId],
    );
    if ((owned?.bytes ?? 0) + file.bytes > MAX_OWNED_BYTES)
      throw new AppError('TOO_LARGE', 'Your files may take up 200 MB together. Please delete some first.');
  }

  /** Removes a refused file unless an item uses it. When that cannot be checked, the file stays. */
  private async removeUnused(key: string): Promise<void> {
    const isUsed = await this.items.existsBy({ fileKey: key }).catch(() => true);
    if (!isUsed) await this.files.remove(key).catch(() => undefined);
  }
}

/** The file name without folders, control characters and characters that are unsafe in headers or file systems. */
function sanitizeFileName(name: string): string {
  const plain = basename(name)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"<>|?*:]/gu, '')
    .trim();
  return /^\.*$/.test(plain) ? 'file' : plain;
}

const titleOf = (fileName: string): string => Buffer.from(fileName.slice(0, MAX_TITLE_CHARS)).toString().trim();
