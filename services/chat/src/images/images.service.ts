import { Readable } from 'node:stream';
import { FILES, LOGGER, RpcClient, type FileStore, type Logger } from '@kith/kit';
import {
  AppError,
  bots,
  GENERATED_IMAGE_ALT,
  generatedImagePath,
  type chat,
  type GeneratedImage,
  type OutputOf,
  type ParsedInputOf,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { ImageEntity } from './image.entity.js';

/** Whose image it is, and the epoch of the bot in which it was requested. */
export interface ImageOwner {
  readonly botId: string;
  readonly ownerId: string;
  readonly epoch: number;
}

/** A file in the file store, with the name under which it is attached. */
export interface PictureFile {
  readonly key: string;
  readonly name: string;
}

const GENERATED = new RegExp(
  `!\\[${GENERATED_IMAGE_ALT}\\]\\(${generatedImagePath('([0-9a-f-]{36})', '([0-9a-f-]{36})')}\\)`,
  'g',
);
const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
// Beyond it the oldest are deleted: an image has a few megabytes, and nothing else deletes them.
const IMAGES_PER_OWNER = 200;

/** Stores generated images until their bot is deleted or wiped. */
@Injectable()
export class ImagesService {
  constructor(
    @InjectRepository(ImageEntity) private readonly images: Repository<ImageEntity>,
    private readonly rpc: RpcClient,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** One image, for the owner of the bot that generated it. */
  async find({ actor, botId, imageId }: ParsedInputOf<typeof chat.image>): Promise<GeneratedImage> {
    await this.rpc.ask(bots.owned, { actor, botId });
    const [image] = await this.images.query<GeneratedImage[]>(
      `select i.key, i.media_type as "mediaType", i.bytes
       from chat.image i join chat.bot_counter c on c.bot_id = i.bot_id and c.epoch = i.epoch
       where i.id = $1 and i.bot_id = $2`,
      [imageId, botId],
    );
    if (!image) throw new AppError('NOT_FOUND');
    return image;
  }

  /** The images in a reply of the bot as files, and the text without them: Discord cannot load them from their address. */
  async filesIn(botId: string, reply: string): Promise<{ readonly text: string; readonly pictures: PictureFile[] }> {
    const ids = [...reply.matchAll(GENERATED)].flatMap(([, ofBot, imageId]) => (ofBot === botId && imageId ? [imageId] : []));
    if (ids.length === 0) return { text: reply, pictures: [] };
    const rows = await this.images.query<{ key: string; mediaType: string }[]>(
      'select key, media_type as "mediaType" from chat.image where bot_id = $1 and id = any($2)',
      [botId, ids],
    );
    const pictures = rows.map(({ key, mediaType }, index) => ({
      key,
      name: `picture-${index + 1}.${mediaType.split('/')[1] ?? 'png'}`,
    }));
    return { text: reply.replace(GENERATED, '').trim(), pictures };
  }

  async keptFiles({ keys }: ParsedInputOf<typeof chat.keptFiles>): Promise<OutputOf<typeof chat.keptFiles>> {
    const rows = await this.images.query<{ key: string }[]>('select key from chat.image where key = any($1)', [keys]);
    return { keys: rows.map(({ key }) => key) };
  }

  /** Stores an image and returns its id. CANCELLED when the bot was wiped since the image was requested. */
  async store(owner: ImageOwner, content: Buffer, mediaType: GeneratedImage['mediaType']): Promise<string> {
    const { key, bytes } = await this.files.put(owner.ownerId, Readable.from([content]), MAX_IMAGE_BYTES);
    try {
      const rows = await this.images.query<{ id: string }[]>(INSERT_IN_EPOCH, [
        owner.botId,
        owner.epoch,
        owner.ownerId,
        key,
        mediaType,
        bytes,
      ]);
      const [stored] = rows;
      if (!stored) throw new AppError('CANCELLED', 'The companion was reset while it was drawing. Nothing was charged.');
      await this.deleteOldest(owner.ownerId);
      return stored.id;
    } catch (error) {
      await this.removeFiles([key]);
      throw error;
    }
  }

  /** Call after the messages were wiped, which ends the epoch. Files are deleted before their rows, so that a repetition finds the rest. */
  async purge(botId: string): Promise<void> {
    const rows = await this.images.query<{ key: string }[]>(
      `select i.key from chat.image i join chat.bot_counter c on c.bot_id = i.bot_id where i.bot_id = $1 and i.epoch < c.epoch`,
      [botId],
    );
    const keys = rows.map(({ key }) => key);
    await Promise.all(keys.map((key) => this.files.remove(key)));
    await this.images.query('delete from chat.image where key = any($1)', [keys]);
  }

  private async deleteOldest(ownerId: string): Promise<void> {
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

  /** A failure is only logged: the sweep of orphaned files deletes the rest. */
  private async removeFiles(keys: readonly string[]): Promise<void> {
    const removals = await Promise.allSettled(keys.map((key) => this.files.remove(key)));
    for (const removal of removals)
      if (removal.status === 'rejected') this.logger.warn({ err: removal.reason as unknown }, 'image file could not be deleted');
  }
}

// As for replies: the update locks the bot's counter and changes no row once the epoch is over.
const INSERT_IN_EPOCH = `
  with current as (
    insert into chat.bot_counter as c (bot_id, delivered, epoch) values ($1, 0, $2)
    on conflict (bot_id) do update set delivered = c.delivered where c.epoch = excluded.epoch
    returning bot_id, epoch
  ), stored as (
    insert into chat.image (bot_id, epoch, owner_id, key, media_type, bytes)
    select bot_id, epoch, $3::uuid, $4, $5, $6::int from current
    returning id
  ) select id from stored`;
