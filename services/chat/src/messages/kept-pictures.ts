import { Keyring, LOGGER, PreparedStatement, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { pictureIn, type PromptPicture } from '../models/picture-models.js';
import type { MessageEntity } from './message.entity.js';

/** Of a conversation so many pictures are kept, of so many bytes together, for so many exchanges. `store_reply.sql` names the last number, too. */
export const MAX_KEPT_PICTURES = 3;
export const MAX_KEPT_PICTURE_BYTES = 4_000_000;
const MAX_EXCHANGES = 5;
/** Of all conversations with the bots of an owner so many bytes and pictures are kept, so that nobody fills the database. */
const MAX_BYTES_OF_OWNER = 100_000_000;
const MAX_PICTURES_OF_OWNER = 1000;
/** More than an owner has when a message is stored with some. */
const READ_PICTURES_OF_OWNER = 2000;

/** A picture of a message, as later replies see it. */
export interface KeptPicture {
  readonly name: string;
  readonly content: Buffer;
}

interface Place {
  readonly botId: string;
  readonly requestId: string;
}

/** What a message leaves for later replies. */
export interface PicturesOfMessage {
  readonly keptPictures?: readonly KeptPicture[] | undefined;
  /** Whether the model did not accept what was kept of the conversation before: none of it is shown again. */
  readonly dropsKeptPictures?: boolean | undefined;
}

type Exchange = Partial<Pick<MessageEntity, 'id' | 'requestId' | 'pictureCount'>>;

interface PictureRow {
  readonly messageId: string;
  readonly position: number;
  readonly name: string;
  readonly bytes: number;
  readonly content: Buffer;
}

const INSERT = new PreparedStatement(`
  insert into chat.message_picture (message_id, position, bot_id, owner_id, conversation, name, bytes, content)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`);

/**
 * The oldest pictures of a conversation beyond the limits. The transaction holds the lock of the bot. Rows that the deletion of old messages
 * holds are left to it: each could wait for the other.
 */
const TRIM_CONVERSATION = new PreparedStatement(`
  delete from chat.message_picture where (message_id, position) in (
    select p.message_id, p.position from chat.message_picture p join (
      select message_id, position, row_number() over newest as place, sum(bytes) over newest as total
      from chat.message_picture where bot_id = $1 and conversation = $2
      window newest as (order by created_at desc, message_id, position)
    ) ranked using (message_id, position)
    where ranked.place > ${MAX_KEPT_PICTURES} or ranked.total > ${MAX_KEPT_PICTURE_BYTES}
    for update of p skip locked)`);

/**
 * The oldest pictures of an owner beyond the limits, the last statement of its transaction: it waits for nobody who holds a row of another bot.
 * There are never many more than the limit, because each message that adds some removes as many.
 */
const TRIM_OWNER = new PreparedStatement(`
  delete from chat.message_picture where (message_id, position) in (
    select p.message_id, p.position from chat.message_picture p join (
      select message_id, position, row_number() over newest as place, sum(bytes) over newest as total
      from (
        select message_id, position, bytes, created_at from chat.message_picture
        where owner_id = $1 order by created_at desc, message_id, position limit ${READ_PICTURES_OF_OWNER}
      ) latest
      window newest as (order by created_at desc, message_id, position)
    ) ranked using (message_id, position)
    where ranked.place > ${MAX_PICTURES_OF_OWNER} or ranked.total > ${MAX_BYTES_OF_OWNER}
    for update of p skip locked)`);

const FORGET = new PreparedStatement('delete from chat.message_picture where bot_id = $1 and conversation = $2');

const OF_MESSAGES = new PreparedStatement<PictureRow>(`
  select message_id as "messageId", position, name, bytes, content from chat.message_picture
  where bot_id = $1 and conversation = $2 and message_id = any ($3)
  order by created_at desc, message_id, position limit ${MAX_KEPT_PICTURES}`);

/**
 * The last pictures of a conversation, for models that see. They are stored encrypted for their place, like the texts of a message (docs/security.md
 * S74), and whatever deletes the message deletes them.
 */
@Injectable()
export class KeptPictures {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly keyring: Keyring,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** What is to run in the transaction that stores the message, once; undefined where there is nothing to do. */
  storing(
    message: PicturesOfMessage & Pick<MessageEntity, 'botId' | 'ownerId' | 'conversation' | 'requestId'>,
  ): ((transaction: EntityManager, messageId: string) => Promise<void>) | undefined {
    const { botId, ownerId, conversation, keptPictures = [], dropsKeptPictures = false } = message;
    if (keptPictures.length === 0 && !dropsKeptPictures) return undefined;
    // Before the transaction, which holds the lock of the bot.
    const rows = keptPictures.map(({ name, content }, position) => [
      position,
      botId,
      ownerId,
      conversation,
      this.keyring.encrypt(name, placeOf('name', message, position)),
      content.length,
      this.keyring.encryptBytes(content, placeOf('content', message, position)),
    ]);
    return async (transaction, messageId) => {
      if (dropsKeptPictures) await FORGET.rowsWithin(transaction, [botId, conversation]);
      if (rows.length === 0) return;
      // One connection runs one statement after the other.
      // oxlint-disable-next-line no-await-in-loop
      for (const row of rows) await INSERT.rowsWithin(transaction, [messageId, ...row]);
      await TRIM_CONVERSATION.rowsWithin(transaction, [botId, conversation]);
      await TRIM_OWNER.rowsWithin(transaction, [ownerId]);
    };
  }

  /** The exchanges, oldest first, those of the last five that had pictures with what is kept of them. */
  async shownIn<T extends Exchange>(
    botId: string,
    conversation: string,
    history: readonly T[],
  ): Promise<(T & { readonly pictures?: readonly PromptPicture[] | undefined })[]> {
    const places = new Map<string, Place>();
    for (const { id, requestId, pictureCount = 0 } of history.slice(-MAX_EXCHANGES))
      if (id !== undefined && requestId !== undefined && pictureCount > 0) places.set(id, { botId, requestId });
    if (places.size === 0) return [...history];
    const rows = await OF_MESSAGES.rows(this.database, [botId, conversation, [...places.keys()]]);
    const found = new Map<string, PromptPicture[]>();
    let left = MAX_KEPT_PICTURE_BYTES;
    for (const row of rows) {
      left -= row.bytes;
      const place = places.get(row.messageId);
      const picture = left >= 0 && place ? this.opened(place, row) : undefined;
      if (picture) found.set(row.messageId, [...(found.get(row.messageId) ?? []), picture]);
    }
    return history.map((exchange) => {
      const pictures = found.get(exchange.id ?? '');
      return pictures ? { ...exchange, pictures } : exchange;
    });
  }

  /** Undefined for one that cannot be decrypted: the message is answered without it. */
  private opened(place: Place, { position, name, content }: PictureRow): PromptPicture | undefined {
    try {
      const picture = pictureIn(this.keyring.decryptBytes(content, placeOf('content', place, position)));
      return picture && { ...picture, name: this.keyring.decrypt(name, placeOf('name', place, position)) };
    } catch (error) {
      this.logger.warn({ botId: place.botId, err: error }, 'kept picture could not be read');
      return undefined;
    }
  }
}

const placeOf = (column: 'name' | 'content', { botId, requestId }: Place, position: number): string =>
  `chat.message_picture.${column}.${botId}.${requestId}.${position}`;
