import { Keyring, LOGGER, PreparedStatement, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { pictureIn, type PicturePlace, type PromptPicture } from '../models/picture-models.js';
import { askedPictures, asksByWords } from './asked-pictures.js';
import type { MessageEntity } from './message.entity.js';
import { readable } from './sealed-texts.js';

/** Of a message so many bytes of pictures are kept, and of a conversation so many bytes and pictures. */
export const MAX_MESSAGE_PICTURE_BYTES = 8_000_000;
const MAX_KEPT_PICTURES = 20;
const MAX_KEPT_PICTURE_BYTES = 20_000_000;
/** A prompt shows so many of those of the last exchanges, and of all others so many that its message asks for, of so many bytes together each. */
const MAX_EXCHANGES = 5;
const MAX_SHOWN = 3;
const MAX_ASKED_FOR = 2;
const MAX_SHOWN_BYTES = 4_000_000;
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
  /** Those of earlier messages that its prompt showed and the model did not accept: they are not shown again. */
  readonly picturesToForget?: readonly PicturePlace[] | undefined;
}

type Exchange = Partial<Pick<MessageEntity, 'id' | 'requestId' | 'author' | 'pictureCount'>>;

/** A message, and what of the conversation is shown with it. */
interface AskedIn {
  readonly botId: string;
  readonly conversation: string;
  readonly replaces?: string | undefined;
  readonly question: string;
  readonly hasOwnPictures: boolean;
  readonly onlyOf: ShownAuthors;
}
/** Whose pictures the prompt may show: the id of one person, or undefined for everybody's. The limits count no others. */
type ShownAuthors = string | undefined;
type ShownExchange = Exchange &
  Partial<Pick<MessageEntity, 'question' | 'reply'>> & { readonly pictures?: readonly PromptPicture[] | undefined };

/** A picture that a message asks for. */
export interface AskedPicture {
  readonly name: string;
  readonly author: string;
  readonly picture: PromptPicture;
}

interface PictureRow {
  readonly messageId: string;
  readonly position: number;
  readonly name: string;
  readonly bytes: number;
  readonly content: Buffer;
}
interface ListedRow extends Omit<PictureRow, 'content'> {
  readonly requestId: string;
  readonly author: string;
}

type SaidRow = Pick<MessageEntity, 'id' | 'requestId' | 'question' | 'reply'>;

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

/** Like TRIM_CONVERSATION, it waits for no row that the deletion of old messages holds. */
const FORGET = new PreparedStatement(`
  delete from chat.message_picture where (message_id, position) in (
    select message_id, position from chat.message_picture
    where bot_id = $1 and conversation = $2 and (message_id, position) in (select * from unnest($3::uuid[], $4::int[]))
    for update skip locked)`);

const OF_MESSAGES = new PreparedStatement<PictureRow>(`
  select message_id as "messageId", position, name, bytes, content from chat.message_picture
  where bot_id = $1 and conversation = $2 and message_id = any ($3)
  order by created_at desc, message_id, position limit ${MAX_SHOWN}`);

/** $3: the request of a message that was changed, whose earlier answer is replaced. */
const LISTED = new PreparedStatement<ListedRow>(`
  select p.message_id as "messageId", m.request_id as "requestId", m.author, p.position, p.name, p.bytes
  from chat.message_picture p join chat.message m on m.id = p.message_id
  where p.bot_id = $1 and p.conversation = $2 and m.state in ('delivered', 'written') and m.is_kept
    and ($3::text is null or (m.request_id <> $3 and not starts_with(m.request_id, $3 || '-')))
  order by p.created_at desc, p.message_id, p.position limit ${MAX_KEPT_PICTURES}`);
/** The texts of messages, encrypted. */
const TEXTS = new PreparedStatement<SaidRow>(
  'select id, request_id as "requestId", question, reply from chat.message where id = any ($1)',
);
const CONTENTS = new PreparedStatement<PictureRow>(`
  select message_id as "messageId", position, name, bytes, content from chat.message_picture
  where (message_id, position) in (select * from unnest($1::uuid[], $2::int[]))`);

/**
 * The pictures of a conversation, for models that see. They are stored encrypted for their place, like the texts of a message (docs/security.md
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
    const { botId, ownerId, conversation, keptPictures = [], picturesToForget = [] } = message;
    if (keptPictures.length === 0 && picturesToForget.length === 0) return undefined;
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
      if (picturesToForget.length > 0) await FORGET.rowsWithin(transaction, [botId, conversation, ...valuesOf(picturesToForget)]);
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
    onlyOf: ShownAuthors,
  ): Promise<(T & { readonly pictures?: readonly PromptPicture[] | undefined })[]> {
    const places = new Map<string, Place>();
    const shown = history.filter(({ author }) => onlyOf === undefined || author === onlyOf);
    for (const { id, requestId, pictureCount = 0 } of shown.slice(-MAX_EXCHANGES))
      if (id !== undefined && requestId !== undefined && pictureCount > 0) places.set(id, { botId, requestId });
    if (places.size === 0) return [...history];
    const rows = await OF_MESSAGES.rows(this.database, [botId, conversation, [...places.keys()]]);
    const found = new Map<string, PromptPicture[]>();
    for (const row of fitting(rows, MAX_SHOWN)) {
      const place = places.get(row.messageId);
      const picture = place && this.opened(place, row);
      if (picture) found.set(row.messageId, [...(found.get(row.messageId) ?? []), picture]);
    }
    return history.map((exchange) => {
      const pictures = found.get(exchange.id ?? '');
      return pictures ? { ...exchange, pictures } : exchange;
    });
  }

  /** Those of the conversation that the message asks for, the best first, without those that `history` shows. */
  async askedFor(
    { botId, conversation, replaces, question, hasOwnPictures, onlyOf }: AskedIn,
    history: readonly ShownExchange[],
  ): Promise<AskedPicture[]> {
    const exchanges = new Map(history.map((exchange) => [exchange.id, exchange]));
    const rowsOfAll = await LISTED.rows(this.database, [botId, conversation, replaces ?? null]);
    const kept = rowsOfAll.filter(({ author }) => onlyOf === undefined || author === onlyOf);
    const older = kept.flatMap(({ messageId }) => (exchanges.has(messageId) ? [] : [messageId]));
    const texts = older.length > 0 && asksByWords(question) ? await this.textsOf(botId, older) : undefined;
    const listed = kept.flatMap((row) => {
      const name = this.nameOf({ botId, requestId: row.requestId }, row);
      const exchange: ShownExchange | undefined = exchanges.get(row.messageId) ?? texts?.get(row.messageId);
      const { pictures = [], question: said = '', reply = '' } = exchange ?? {};
      const isShown = pictures.some(({ keptAt }) => keptAt?.position === row.position);
      return name === undefined || isShown ? [] : [{ ...row, name, text: `${said}\n${reply}` }];
    });
    const isAnyShown = hasOwnPictures || history.some(({ pictures = [] }) => pictures.length > 0);
    const asked = fitting(askedPictures(question, listed, isAnyShown), MAX_ASKED_FOR);
    if (asked.length === 0) return [];
    const rows = await CONTENTS.rows(this.database, valuesOf(asked));
    return asked.flatMap(({ messageId, position, requestId, name, author }) => {
      const row = rows.find((one) => one.messageId === messageId && one.position === position);
      const picture = row && this.opened({ botId, requestId }, row);
      return picture ? [{ name, author, picture }] : [];
    });
  }

  /** What was said in messages that are older than the history, by id. */
  private async textsOf(botId: string, ids: readonly string[]): Promise<Map<string, Pick<SaidRow, 'question' | 'reply'>>> {
    const rows = await TEXTS.rows(this.database, [[...new Set(ids)]]);
    const others = { botId, authorName: '', sources: [], citedPassages: '', files: '' };
    const opened = rows.map(
      (row) =>
        [row.id, this.read({ botId, requestId: row.requestId }, () => readable(this.keyring, { ...row, ...others }))] as const,
    );
    return new Map(opened.flatMap(([id, texts]) => (texts ? [[id, texts] as const] : [])));
  }

  private nameOf(place: Place, { position, name }: Pick<PictureRow, 'position' | 'name'>): string | undefined {
    return this.read(place, () => this.keyring.decrypt(name, placeOf('name', place, position)));
  }

  private opened(place: Place, { messageId, position, name, content }: PictureRow): PromptPicture | undefined {
    return this.read(place, () => {
      const picture = pictureIn(this.keyring.decryptBytes(content, placeOf('content', place, position)));
      const keptAt = { messageId, position };
      return picture && { ...picture, keptAt, name: this.keyring.decrypt(name, placeOf('name', place, position)) };
    });
  }

  /** Undefined for one that cannot be decrypted: the message is answered without it. */
  private read<T>({ botId }: Place, open: () => T): T | undefined {
    try {
      return open();
    } catch (error) {
      this.logger.warn({ botId, err: error }, 'what is kept of pictures could not be read');
      return undefined;
    }
  }
}

const valuesOf = (places: readonly PicturePlace[]): [string[], number[]] => [
  places.map(({ messageId }) => messageId),
  places.map(({ position }) => position),
];

const placeOf = (column: 'name' | 'content', { botId, requestId }: Place, position: number): string =>
  `chat.message_picture.${column}.${botId}.${requestId}.${position}`;

/** The first `most` of them that a prompt has room for; one that is too large leaves room for a smaller one. */
function fitting<Row extends { readonly bytes: number }>(rows: readonly Row[], most: number): Row[] {
  let left = MAX_SHOWN_BYTES;
  const taken: Row[] = [];
  for (const row of rows) {
    if (taken.length === most || row.bytes > left) continue;
    taken.push(row);
    left -= row.bytes;
  }
  return taken;
}
