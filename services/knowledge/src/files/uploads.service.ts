import { basename } from 'node:path/win32';
import { FILES, Limiter, REDIS, RpcClient, type FileStore } from '@kith/kit';
import { AppError, bots, type Actor, type knowledge, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { Turns } from '../extraction/turns.js';
import { lockLivingBot } from '../item-index.js';
import { ItemStore } from '../item-store.js';
import { asSeen } from '../item-view.js';
import { KnowledgeItem } from '../knowledge-item.entity.js';
import { refuseAbove } from '../knowledge-plan.js';
import { formatOf, teachableKind } from './file-kind.js';
import { readStoredFile, refuseForeignKey } from './stored-file.js';

type Upload = ParsedInputOf<typeof knowledge.addFile>;

// Decision A11.
const UPLOADS = { name: 'knowledge-uploads', points: 30, windowS: 600, wait: 'window' } as const;
const MAX_OWNED_BYTES = 200 * 1024 * 1024;
// Each holds a whole file in memory.
const LOOKED_AT_ONCE = 4;
const MAX_WAITING = 50;
const MAX_TITLE = 200;

/** Files as knowledge (decision W2). */
@Injectable()
export class UploadsService {
  private readonly uploads: Limiter;
  private readonly turns = new Turns(LOOKED_AT_ONCE, MAX_WAITING);

  constructor(
    @InjectRepository(KnowledgeItem) private readonly items: Repository<KnowledgeItem>,
    private readonly rpc: RpcClient,
    private readonly store: ItemStore,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(REDIS) redis: ConstructorParameters<typeof Limiter>[0],
  ) {
    this.uploads = new Limiter(redis, UPLOADS);
  }

  async addFile(upload: Upload): Promise<OutputOf<typeof knowledge.addFile>> {
    refuseForeignKey(upload.file.key, upload.actor.userId);
    try {
      const item = await this.teach(upload);
      await this.store.ingestLater(item);
      return asSeen(item);
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
    return { key, name, mediaType, bytes };
  }

  private async teach({ actor, botId, file, title, ...fields }: Upload): Promise<KnowledgeItem> {
    await this.rpc.ask(bots.owned, { actor, botId });
    refuseAbove((await this.items.countBy({ botId })) + 1, actor);
    await this.uploads.take(actor.userId);
    const fileName = plainName(file.name);
    const { type, mediaType, bytes } = await this.turns.take(actor.userId, async () => {
      const content = await readStoredFile(this.files, file.key);
      return { ...(await teachableKind(content, fileName)), bytes: content.length };
    });
    return this.items.manager.transaction(async (manager) => {
      await this.refuseAboveQuota(manager, actor, { key: file.key, bytes });
      await lockLivingBot(manager, botId);
      refuseAbove((await manager.countBy(KnowledgeItem, { botId })) + 1, actor);
      const item = manager.create(KnowledgeItem, {
        ...fields,
        botId,
        type,
        title: title ?? titleOf(fileName),
        content: '',
        fileUrl: null,
        extracted: '',
        isRead: formatOf(mediaType) === undefined,
        isCut: false,
        ownerId: actor.userId,
        fileKey: file.key,
        fileName,
        mediaType,
        fileBytes: bytes,
      });
      return this.store.saveAndIndex(manager, item);
    });
  }

  /** Until the end of the transaction no other file of the user is counted. A key is taught once. */
  private async refuseAboveQuota(manager: EntityManager, actor: Actor, file: { key: string; bytes: number }): Promise<void> {
    await manager.query('select knowledge.lock_owner($1)', [actor.userId]);
    if (await manager.existsBy(KnowledgeItem, { fileKey: file.key })) throw new AppError('NOT_FOUND');
    const [owned] = await manager.query<{ bytes: number }[]>(
      'select coalesce(sum(file_bytes), 0)::float8 as bytes from knowledge.item where owner_id = $1 and file_key is not null',
      [actor.userId],
    );
    if ((owned?.bytes ?? 0) + file.bytes > MAX_OWNED_BYTES)
      throw new AppError('TOO_LARGE', 'Your files may take up 200 MB together. Please delete some first.');
  }

  /** A refused file goes, unless an item has it. When that cannot be told, it stays. */
  private async removeUnused(key: string): Promise<void> {
    const isUsed = await this.items.existsBy({ fileKey: key }).catch(() => true);
    if (!isUsed) await this.files.remove(key).catch(() => undefined);
  }
}

/** The name alone, without folders and without signs that would change what is shown or sent around it. */
function plainName(name: string): string {
  const plain = basename(name)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"<>|?*:]/gu, '')
    .trim();
  return /^\.*$/.test(plain) ? 'file' : plain;
}

const titleOf = (fileName: string): string => Buffer.from(fileName.slice(0, MAX_TITLE)).toString().trim();
