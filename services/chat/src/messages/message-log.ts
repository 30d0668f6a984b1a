import { Events, Keyring, PreparedStatement } from '@kith/kit';
import { events } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Not, Repository, type EntityManager } from 'typeorm';
import { lockBotCounter } from './bot-counter.js';
import { ForgottenMembers } from '../forget-me/forgotten-members.js';
import { MessageEntity } from './message.entity.js';
import {
  BEGINNING,
  EXCHANGE_TOKENS,
  fromSteadyStart,
  MAX_EXCHANGES,
  readFor,
  RECENT_EXCHANGES,
  SPARE_SHARE,
  type ReadExchange,
} from './recent-exchanges.js';
import { readable, sealed, storableTexts } from './sealed-texts.js';

/** An earlier message of a conversation and its reply. */
export type PastExchange = Pick<MessageEntity, 'author' | 'authorName' | 'question' | 'reply' | 'tokens'> &
  Partial<Pick<MessageEntity, 'files'>> & {
    /** Whether the reply may hold numbers of sources. */
    readonly hasSources?: boolean | undefined;
  };

/** A Discord member's messages to a bot that are older than the message or interaction `before`. */
interface MemberMessages {
  readonly botId: string;
  readonly memberId: string;
  readonly before: string;
}

/** The last exchanges of a conversation that `maxTokens` hold. */
export interface ConversationEnd {
  readonly botId: string;
  readonly conversation: string;
  readonly maxTokens: number;
  readonly replaces?: string | undefined;
}

/** What is left of a message that is not kept: who, when and how long it took. */
const EMPTIED = `question = case when m.is_kept then m.question else '' end, reply = case when m.is_kept then m.reply else '' end,
  author_name = case when m.is_kept then m.author_name else '' end, sources = case when m.is_kept then m.sources else '{}' end,
  citations = case when m.is_kept then m.citations else '' end, files = case when m.is_kept then m.files else '' end`;

const COUNTS = new PreparedStatement<{ botId: string; delivered: string }>(
  'select bot_id as "botId", delivered from chat.bot_counter where bot_id = any($1)',
);

const IS_STORED = new PreparedStatement('select from chat.message where bot_id = $1 and request_id = $2');
const BEGINNINGS = new PreparedStatement<ReadExchange & { readonly epoch: number | null; readonly hasPinnedAnswers: boolean }>(
  BEGINNING,
);
const EXCHANGES = new PreparedStatement<ReadExchange>(RECENT_EXCHANGES);

/** What a reply begins with, read at once. */
export interface Beginning {
  /** How often the bot had been wiped before. */
  readonly epoch: number;
  readonly hasPinnedAnswers: boolean;
  /** For `recentExchanges`. */
  readonly rows: readonly ReadExchange[];
}

/** A reply to be stored. */
export type NewMessage = Omit<MessageEntity, 'id' | 'createdAt' | 'state' | 'inboxId'>;

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
  ) {}

  async find(botId: string, requestId: string): Promise<MessageEntity | null> {
    // Most messages are new: what TypeORM needs for an entity takes longer than the statement.
    if ((await IS_STORED.rows(this.messages.manager.dataSource, [botId, requestId])).length === 0) return null;
    const found = await this.messages.findOneBy({ botId, requestId });
    return found && { ...found, ...readable(this.keyring, found) };
  }

  /** Those of these messages that are still kept, in any order. */
  async findByIds(ids: readonly string[]): Promise<MessageEntity[]> {
    const found = await this.messages.find({ where: { id: In([...ids]) } });
    return found.map((message) => ({ ...message, ...readable(this.keyring, message) }));
  }

  /** Questions that belong into the inbox and are not grouped yet, oldest first; locked until the transaction ends. */
  async lockUngrouped(transaction: EntityManager, botId: string, limit: number): Promise<MessageEntity[]> {
    const found = await transaction.find(MessageEntity, {
      where: { botId, inboxCause: Not(IsNull()), inboxId: IsNull(), state: 'delivered' },
      order: { createdAt: 'ASC' },
      take: limit,
      lock: { mode: 'pessimistic_write' },
    });
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
   * Stores a reply and returns the stored one: of two replies to the same message the first one is kept. Null when the bot was wiped
   * since `epoch`, or when the member asked to be forgotten after the message. `alsoStore` runs in the same transaction, once per message.
   */
  async store(
    message: NewMessage,
    epoch: number,
    alsoStore: (transaction: EntityManager) => Promise<void> = () => Promise.resolve(),
  ): Promise<MessageEntity | null> {
    const stored = await this.messages.manager.transaction(async (transaction) => {
      if ((await lockBotCounter(transaction, message.botId)) !== epoch) return undefined;
      if (message.channel === 'discord' && (await this.forgotten.includes(memberMessageOf(message), transaction)))
        return undefined;
      const { raw } = await transaction
        .createQueryBuilder()
        .insert()
        .into(MessageEntity)
        .values({ ...message, ...sealed(this.keyring, message), state: 'written' })
        .orIgnore()
        .execute();
      const [row] = raw as { readonly id: string; readonly created_at: Date }[];
      if (row) await alsoStore(transaction);
      return row;
    });
    if (!stored) return this.find(message.botId, message.requestId);
    const { id, created_at: createdAt } = stored;
    return { ...message, ...storableTexts(message), id, createdAt, state: 'written', inboxId: null };
  }

  /**
   * The last exchanges of a conversation, oldest first: as many as `maxTokens` hold and some more, so that they begin with the same one for
   * several messages in a row; the newest one in any case. Without those of the message whose earlier answer is replaced.
   */
  async recentExchanges(
    end: ConversationEnd,
    read: Promise<readonly ReadExchange[]> = this.readEnd(end),
  ): Promise<PastExchange[]> {
    const { maxTokens } = end;
    return fromSteadyStart(readFor(await read, maxTokens), maxTokens).map(({ sources, ...row }) => ({
      // Titles and passages of sources are no part of a prompt: decrypting what nobody reads would take as long as the rest.
      ...readable(this.keyring, { ...row, sources: [], citedPassages: '' }),
      author: row.author,
      tokens: row.tokens,
      hasSources: sources.length > 0,
    }));
  }

  private readEnd(end: ConversationEnd): Promise<ReadExchange[]> {
    return EXCHANGES.rows(this.messages.manager.dataSource, valuesOf(end));
  }

  /** The rows of at least as many tokens as the reply will want, with what else is to be known before. Read it before the persona. */
  async begin(end: ConversationEnd): Promise<Beginning> {
    const rows = await BEGINNINGS.rows(this.messages.manager.dataSource, valuesOf(end));
    const [{ epoch, hasPinnedAnswers } = { epoch: null, hasPinnedAnswers: true }] = rows;
    // The join yields a row without an id where there is no exchange.
    return { epoch: epoch ?? 0, hasPinnedAnswers, rows: rows.filter(({ id }) => (id as string | null) !== null) };
  }

  /**
   * Marks a reply as delivered and counts it once, however often this is called. Its owner's open pages are told, whether or not it was
   * charged: they show how often each bot replied. Answers to the same message before it was changed are no part of the conversation any more.
   */
  async markDelivered(botId: string, requestId: string): Promise<void> {
    const [counted] = await this.messages.query<{ userId: string }[]>(
      `with locked as (
         select bot_id from chat.bot_counter where bot_id = $1 for update
       ), marked as (
         update chat.message m set state = 'delivered', ${EMPTIED} from locked
         where m.bot_id = locked.bot_id and m.request_id = $2 and m.state = 'written'
         returning m.bot_id, m.owner_id
       ), replaced as (
         update chat.message m set state = 'replaced' from marked
         where m.bot_id = marked.bot_id and m.channel = 'discord' and m.state = 'delivered'
           and m.request_id <> $2 and (m.request_id = $3 or starts_with(m.request_id, $3 || '-'))
       ), counted as (
         insert into chat.bot_counter as c (bot_id, delivered) select bot_id, 1 from marked
         on conflict (bot_id) do update set delivered = c.delivered + 1
       )
       select owner_id as "userId" from marked`,
      [botId, requestId, replacedBy(botId, requestId)],
    );
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
    const rows = await COUNTS.rows(this.messages.manager.dataSource, [botIds]);
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
  }

  /**
   * Deletes all messages of a bot and what it remembers of people. Its counter is reset to zero with the next epoch, so that replies in progress are
   * not stored.
   */
  async purge(botId: string): Promise<void> {
    await this.messages.manager.transaction(async (transaction) => {
      await transaction.query(
        `insert into chat.bot_counter as c (bot_id, delivered, epoch) values ($1, 0, 1)
         on conflict (bot_id) do update set delivered = 0, epoch = c.epoch + 1`,
        [botId],
      );
      // A separate statement, so that it sees what was stored while the first one waited for the lock.
      await transaction.query('delete from chat.message where bot_id = $1', [botId]);
      await transaction.query('delete from chat.memory where bot_id = $1', [botId]);
      await transaction.query('delete from chat.inbox_question where bot_id = $1', [botId]);
    });
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

/** The request id of a Discord message is `<bot id>-<message id>`, with a hyphen and the revision when the message was changed. */
const memberMessageOf = ({ botId, author, requestId }: NewMessage) => ({
  botId,
  memberId: author,
  messageId: requestId.slice(botId.length + 1).split('-', 1)[0] ?? '',
});
