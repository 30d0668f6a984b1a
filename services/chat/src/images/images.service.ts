import { Readable } from 'node:stream';
import { FILES, LOGGER, RpcClient, type FileStore, type Logger } from '@kith/kit';
import { AppError, bots, type chat, type GeneratedImage, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Image } from './image.entity.js';

/** Whose picture it is, and in which epoch of the companion it was asked for. */
export interface ImageOwner {
  readonly botId: string;
  readonly ownerId: string;
  readonly epoch: number;
}

const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
// The oldest go first: a picture is a few megabytes, and nobody else clears them away.
const IMAGES_PER_OWNER = 200;

/** Pictures that companions drew, until the companion is deleted or reset. */
@Injectable()
export class ImagesService {
  constructor(
    @InjectRepository(Image) private readonly images: Repository<Image>,
    private readonly rpc: RpcClient,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** One picture, for the owner of the companion that drew it. */
  async ofBot({ actor, botId, imageId }: ParsedInputOf<typeof chat.image>): Promise<GeneratedImage> {
    await this.rpc.ask(bots.owned, { actor, botId });
    const [image] = await this.images.query<GeneratedImage[]>(
      `select i.key, i.media_type as "mediaType", i.bytes
       from chat.image i join chat.counter c on c.bot_id = i.bot_id and c.epoch = i.epoch
       where i.id = $1 and i.bot_id = $2`,
      [imageId, botId],
    );
    if (!image) throw new AppError('NOT_FOUND');
    return image;
  }

  async kept({ keys }: ParsedInputOf<typeof chat.keptFiles>): Promise<OutputOf<typeof chat.keptFiles>> {
    const rows = await this.images.query<{ key: string }[]>('select key from chat.image where key = any($1)', [keys]);
    return { keys: rows.map(({ key }) => key) };
  }

  /** Stores a picture and answers its id. CANCELLED when the companion was wiped since it was asked for. */
  async keep(owner: ImageOwner, content: Buffer, mediaType: GeneratedImage['mediaType']): Promise<string> {
    const { key, bytes } = await this.files.put(owner.ownerId, Readable.from([content]), MAX_IMAGE_BYTES);
    try {
      const rows = await this.images.query<{ id: string }[]>(KEEP, [
        owner.botId,
        owner.epoch,
        owner.ownerId,
        key,
        mediaType,
        bytes,
      ]);
      const [kept] = rows;
      if (!kept) throw new AppError('CANCELLED', 'The companion was reset while it was drawing. Nothing was charged.');
      await this.dropOldest(owner.ownerId);
      return kept.id;
    } catch (error) {
      await this.removeFiles([key]);
      throw error;
    }
  }

  /** After the wipe of what was said, which ends the epoch. The files go before the rows that name them, so that a repeat finds what is left. */
  async purge(botId: string): Promise<void> {
    const rows = await this.images.query<{ key: string }[]>(
      `select i.key from chat.image i join chat.counter c on c.bot_id = i.bot_id where i.bot_id = $1 and i.epoch < c.epoch`,
      [botId],
    );
    const keys = rows.map(({ key }) => key);
    await Promise.all(keys.map((key) => this.files.remove(key)));
    await this.images.query('delete from chat.image where key = any($1)', [keys]);
  }

  private async dropOldest(ownerId: string): Promise<void> {
    const old = await this.images.query<{ key: string }[]>(
      `with old as (
         delete from chat.image where id in (
           select id from chat.image where owner_id = $1 order by created_at desc, id desc offset $2
         ) returning key
       ) select key from old`,
      [ownerId, IMAGES_PER_OWNER],
    );
    await this.removeFiles(old.map(({ key }) => key));
  }

  /** What cannot be removed now is swept with all other files that nobody keeps. */
  private async removeFiles(keys: readonly string[]): Promise<void> {
    const removals = await Promise.allSettled(keys.map((key) => this.files.remove(key)));
    for (const removal of removals)
      if (removal.status === 'rejected') this.logger.warn({ err: removal.reason as unknown }, 'a picture was left behind');
  }
}

// As for replies: the update locks the counter, and finds no row once the epoch is over.
const KEEP = `
  with current as (
    insert into chat.counter as c (bot_id, delivered, epoch) values ($1, 0, $2)
    on conflict (bot_id) do update set delivered = c.delivered where c.epoch = excluded.epoch
    returning bot_id, epoch
  ), kept as (
    insert into chat.image (bot_id, epoch, owner_id, key, media_type, bytes)
    select bot_id, epoch, $3::uuid, $4, $5, $6::int from current
    returning id
  ) select id from kept`;
