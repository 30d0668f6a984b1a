import { Events, Keyring, PreparedStatement } from '@kith/kit';
import { events } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { lockBotCounter } from './bot-counter.js';
import { ForgottenMembers } from '../forget-me/forgotten-members.js';
import { BEGINNINGS, type Asking, type Beginning, type ConversationEnd } from './beginning.js';
import { sealedFileTexts } from './file-texts.js';
import { KeptPictures, type AskedPicture } from './kept-pictures.js';
import { MessageEntity } from './message.entity.js';
import {
  EXCHANGE_TOKENS,
  exchangesOf,
  fromSteadyStart,
  MAX_EXCHANGES,
  readFor,
  RECENT_EXCHANGES,
  SPARE_SHARE,
  type ReadExchange,
} from './recent-exchanges.js';
import { OpenedTexts } from './opened-texts.js';
import { readable, sealed, storableTexts } from './sealed-texts.js';
import { storable } from './storable-text.js';
import type { PromptPicture } from '../models/picture-models.js';
import { DELIVER, EMPTIED, rowOf, STORE_REPLY, type NewMessage, type StoredReply, type Storing } from './stored-reply.js';

/** An earlier message of a conversation and its reply. */
export type PastExchange = Pick<MessageEntity, 'author' | 'authorName' | 'question' | 'reply' | 'tokens'> &
  Partial<Pick<MessageEntity, 'id' | 'requestId' | 'files' | 'pictureCount'>> & {
    /** Those of its pictures that are kept, for a model that sees. */
    readonly pictures?: readonly PromptPicture[] | undefined;
    /** Whether the reply may hold numbers of sources. */
    readonly hasSources?: boolean | undefined;
    /** Whether no older one is kept of its conversation. */
    readonly isFirst?: boolean | undefined;
  };

interface ConversationOf {
  readonly persona: { readonly id: string };
  readonly conversation: string;
}

/** A Discord member's messages to a bot that are older than the message or interaction `before`. */
interface MemberMessages {
  readonly botId: string;
  readonly memberId: string;
  readonly before: string;
}

const COUNTS = new PreparedStatement<{ botId: string; delivered: string }>(
  'select bot_id as "botId", delivered from chat.bot_counter where bot_id = any($1)',
);

const IS_STORED = new PreparedStatement('select from chat.message where bot_id = $1 and request_id = $2');
const SHARE_OF_ALL = 4;
const EXCHANGES = new PreparedStatement<ReadExchange>(RECENT_EXCHANGES);

/**
 * The stored messages and replies. Whatever stores, counts, forgets or wipes locks the bot's counter first and its messages after, which
 * serialises them and prevents deadlocks.
 */
@Injectable()
export class MessageLog {
  constructor(
    @InjectRepository(MessageEntity) private readonly messages: Repository<MessageEntity>,
    private readonly forgotten: ForgottenMembers,
    private readonly events: Events,
    private readonly keyring: Keyring,
    private readonly opened: OpenedTexts,
    private readonly pictures: KeptPictures,
  ) {}

  async find(botId: string, requestId: string): Promise<MessageEntity | null> {
    // Most messages are new: what TypeORM needs for an entity takes longer than the statement.
    if ((await IS_STORED.rowsTogether(this.messages.manager.dataSource, [botId, requestId])).length === 0) return null;
    const found = await this.messages.findOneBy({ botId, requestId });
    return found && { ...found, ...readable(this.keyring, found) };
  }

  /** Those of these messages that are still kept, in any order. */
  async findByIds(ids: readonly string[]): Promise<MessageEntity[]> {
    const found = await this.messages.find({ where: { id: In([...ids]) } });
    return found.map((message) => ({ ...message, ...readable(this.keyring, message) }));
  }

  /** Whether the Discord member asked to be forgotten after that message. */
  isForgotten(botId: string, memberId: string, messageId: string): Promise<boolean> {
    return this.forgotten.includes({ botId, memberId, messageId });
  }

  /** How often the bot was wiped. Read it before the persona and pass it to `store`. */
  async epoch(botId: string): Promise<number> {
    const rows = await this.messages.query<{ epoch: number }[]>('select epoch from chat.bot_counter where bot_id = $1', [botId]);
    return rows[0]?.epoch ?? 0;
  }

  /**
   * Stores a reply and returns the stored one: of two replies to the same message the first one is kept. Null when the bot was wiped since
   * `epoch`, or when the member asked to be forgotten after the message.
   */
  async store(message: NewMessage, { epoch, dueAt, alsoStore }: Storing): Promise<StoredReply | null> {
    const { manager } = this.messages;
    const texts = storableTexts(message);
    const { keptFiles = [], keptPictures: _pictures, picturesToForget: _refused, ...entity } = message;
    const sealedTexts = sealed(this.keyring, message);
    const row = rowOf({
      ...entity,
      ...sealedTexts,
      fileTexts: sealedFileTexts(this.keyring, message, keptFiles),
      notes: message.notes.map(storable),
    });
    const { fingerprint, messageId } = this.memberMessageOf(message);
    const values = [row, epoch, fingerprint, messageId, dueAt];
    const keepPictures = this.pictures.storing(message);
    const [stored] =
      alsoStore || keepPictures
        ? await manager.transaction(async (transaction) => {
            const rows = await STORE_REPLY.rowsWithin(transaction, values);
            for (const { memoryId } of rows) if (memoryId !== null) await alsoStore?.(transaction, memoryId);
            for (const { id } of rows) if (id !== null) await keepPictures?.(transaction, id);
            return rows;
          })
        : await STORE_REPLY.rows(manager.dataSource, values);
    if (!stored || stored.id === null) {
      const earlier = await this.find(message.botId, message.requestId);
      return earlier && { message: earlier, dueMemoryId: null };
    }
    if (message.isKept) {
      const nameless = message.channel === 'discord' ? {} : { authorName: '' };
      this.opened.keep(message.botId, { ...message, ...sealedTexts, ...nameless }, { ...texts, ...nameless });
    }
    const { id, createdAt, memoryId, isDue } = stored;
    return {
      message: { ...entity, ...texts, id, createdAt, state: 'written', inboxId: null },
      dueMemoryId: isDue ? memoryId : null,
    };
  }

  /**
   * The last exchanges of a conversation, oldest first: as many as `maxTokens` hold and some more, so that they begin with the same one for
   * several messages in a row; the newest one in any case. Without those of the message whose earlier answer is replaced.
   */
  async recentExchanges(
    end: ConversationEnd,
    read: Promise<readonly ReadExchange[]> = this.readEnd(end),
  ): Promise<PastExchange[]> {
    const { botId, maxTokens } = end;
    return fromSteadyStart(readFor(await read, maxTokens), maxTokens).map((row) => {
      // Field by field: copies of whole rows take longer than all else here.
      const { authorName, question, reply, files } = this.opened.read(botId, row);
      return {
        authorName,
        question,
        reply,
        files,
        id: row.id,
        requestId: row.requestId,
        author: row.author,
        pictureCount: row.pictureCount,
        tokens: row.tokens,
        hasSources: row.hasSources,
        isFirst: row.isFirst,
      };
    });
  }

  /** The same of one author alone: those of others take no room, among so many times as many tokens of all of them. */
  async recentExchangesOf(author: string, end: ConversationEnd): Promise<PastExchange[]> {
    const rows = await this.readEnd({ ...end, maxTokens: end.maxTokens * SHARE_OF_ALL });
    return this.recentExchanges(end, Promise.resolve(exchangesOf(rows, author)));
  }

  /** With the pictures of the last exchanges, for a model that sees; with those of one author alone where `onlyOf` says so. */
  withPictures(
    { persona, conversation }: ConversationOf,
    history: readonly PastExchange[],
    onlyOf: string | undefined,
  ): Promise<PastExchange[]> {
    return this.pictures.shownIn(persona.id, conversation, history, onlyOf);
  }

  /** Of the other pictures of the conversation those that the message asks for. */
  picturesAskedFor(
    { persona, ...asked }: ConversationOf & Omit<Parameters<KeptPictures['askedFor']>[0], 'botId'>,
    history: readonly PastExchange[],
  ): Promise<AskedPicture[]> {
    return this.pictures.askedFor({ ...asked, botId: persona.id }, history);
  }

  /** Of a message on Discord its author and its id, which stands behind that of the bot and before its revision. */
  private memberMessageOf({ botId, channel, author, requestId }: NewMessage) {
    if (channel !== 'discord') return { fingerprint: null, messageId: null };
    const [messageId = ''] = requestId.slice(botId.length + 1).split('-', 1);
    return { fingerprint: this.forgotten.fingerprint(author), messageId };
  }

  private readEnd(end: ConversationEnd): Promise<ReadExchange[]> {
    return EXCHANGES.rowsTogether(this.messages.manager.dataSource, valuesOf(end));
  }

  /** The rows of at least as many tokens as the reply will want, with what else is to be known before. Read it before the persona. */
  async begin(end: ConversationEnd, { requestId, member, scopes }: Asking): Promise<Beginning> {
    const rows = await BEGINNINGS.rowsTogether(this.messages.manager.dataSource, [...valuesOf(end), requestId, member, scopes]);
    const [head] = rows;
    if (!head?.isHead) throw new TypeError('the beginning of a conversation was read without its first row');
    const { epoch, isJustWiped, hasPinnedAnswers, isStored, known } = head;
    return {
      epoch: epoch ?? 0,
      isJustWiped,
      hasPinnedAnswers,
      isStored,
      known: known ?? [],
      rows: rows.filter(({ id }) => (id as string | null) !== null),
    };
  }

  /**
   * Marks a reply as delivered and counts it once, however often this is called. Its owner's open pages are told, whether or not it was
   * charged: they show how often each bot replied. Answers to the same message before it was changed are no part of the conversation any more.
   */
  async markDelivered(botId: string, requestId: string): Promise<void> {
    const values = [botId, requestId, replacedBy(botId, requestId)];
    const [counted] = await DELIVER.rows(this.messages.manager.dataSource, values);
    if (counted) await this.events.publish(events.usageChanged, counted);
  }

  async markFailed(botId: string, requestId: string): Promise<void> {
    await this.messages.query(
      `update chat.message m set state = 'failed', ${EMPTIED} where bot_id = $1 and request_id = $2 and state = 'written'`,
      [botId, requestId],
    );
  }

  /** Delivered replies of each bot; zero for a bot that never replied. */
  async counts(botIds: readonly string[]): Promise<Record<string, number>> {
    const rows = await COUNTS.rowsTogether(this.messages.manager.dataSource, [botIds]);
    const counts: Record<string, number> = {};
    for (const botId of botIds) counts[botId] = 0;
    for (const { botId, delivered } of rows) counts[botId] = Number(delivered);
    return counts;
  }

  /** The request ids of these messages, oldest first, at most `limit`. */
  async requestsBefore({ botId, memberId, before }: MemberMessages, limit: number): Promise<string[]> {
    const rows = await this.messages.query<{ request: string }[]>(
      `select request_id as request from chat.message
       where bot_id = $1 and author = $2 and channel = 'discord'
         and case when right(request_id, -37) ~ '^[0-9]+(-[0-9]+)?$'
           then split_part(right(request_id, -37), '-', 1)::numeric < $3::numeric else true end
       order by created_at limit $4`,
      [botId, memberId, before, limit],
    );
    return rows.map(({ request }) => request);
  }

  /** Deletes the messages of these requests. The count of delivered replies is not personal and is kept. */
  async deleteRequests(botId: string, requests: readonly string[]): Promise<void> {
    await this.messages.manager.transaction(async (transaction) => {
      await lockBotCounter(transaction, botId);
      await transaction.query('delete from chat.message where bot_id = $1 and request_id = any($2)', [botId, requests]);
    });
    await this.opened.dropEverywhere(botId);
  }

  /**
   * Deletes all messages of a bot and what it remembers of people. Its counter is reset to zero with the next epoch, so that replies in progress are
   * not stored.
   */
  async purge(botId: string): Promise<void> {
    await this.messages.manager.transaction(async (transaction) => {
      await transaction.query(
        `insert into chat.bot_counter as c (bot_id, delivered, epoch, wiped_at) values ($1, 0, 1, clock_timestamp())
         on conflict (bot_id) do update set delivered = 0, epoch = c.epoch + 1, wiped_at = clock_timestamp()`,
        [botId],
      );
      // A separate statement, so that it sees what was stored while the first one waited for the lock.
      await transaction.query('delete from chat.message where bot_id = $1', [botId]);
      await transaction.query('delete from chat.memory where bot_id = $1', [botId]);
      await transaction.query('delete from chat.memory_clearing where bot_id = $1', [botId]);
      await transaction.query('delete from chat.inbox_question where bot_id = $1', [botId]);
    });
    await this.opened.dropEverywhere(botId);
  }
}

const valuesOf = ({ botId, conversation, maxTokens, replaces }: ConversationEnd): unknown[] => [
  botId,
  conversation,
  replaces ?? null,
  MAX_EXCHANGES,
  EXCHANGE_TOKENS,
  maxTokens * (1 + SPARE_SHARE),
];

/** The request of the message before it was changed; null for a message that was not. */
function replacedBy(botId: string, requestId: string): string | null {
  const [messageId, revision] = requestId.slice(botId.length + 1).split('-');
  return requestId.startsWith(`${botId}-`) && revision !== undefined ? `${botId}-${messageId}` : null;
}
