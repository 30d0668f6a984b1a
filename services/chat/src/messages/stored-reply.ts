import { PreparedStatement } from '@kith/kit';
import type { EntityManager } from 'typeorm';
import type { KeptFile } from './file-texts.js';
import type { PicturesOfMessage } from './kept-pictures.js';
import type { MessageEntity } from './message.entity.js';

/** A reply to be stored. */
export type NewMessage = Omit<MessageEntity, 'id' | 'createdAt' | 'state' | 'inboxId' | 'fileTexts'> &
  PicturesOfMessage & {
    /** For later replies, at most MAX_KEPT_CHARS of them. */
    readonly keptFiles?: readonly KeptFile[] | undefined;
  };

/** How a reply is stored. */
export interface Storing {
  /** Of the bot, before its persona was read. */
  readonly epoch: number;
  /** How many messages of its author are to wait until a model reads them. */
  readonly dueAt: number;
  /** Runs in the same transaction, once per message, with the memory of its author. */
  readonly alsoStore?: ((transaction: EntityManager, memoryId: string) => Promise<void>) | undefined;
}

/** A reply that is stored. */
export interface StoredReply {
  readonly message: MessageEntity;
  /** The memory of its author when enough waits to be read by a model. */
  readonly dueMemoryId: string | null;
}

/** `id`: null when the message had a reply already. No row when the bot was wiped or the author forgotten. */
export const STORE_REPLY = new PreparedStatement<{
  readonly id: string | null;
  readonly createdAt: Date;
  readonly memoryId: string | null;
  readonly isDue: boolean;
}>('select id, created_at as "createdAt", memory_id as "memoryId", is_due as "isDue" from chat.store_reply($1, $2, $3, $4, $5)');

/** A written reply by the columns of its table, as JSON. */
export const rowOf = (message: NewMessage & Required<Pick<MessageEntity, 'fileTexts'>>): string =>
  JSON.stringify({
    bot_id: message.botId,
    owner_id: message.ownerId,
    channel: message.channel,
    conversation: message.conversation,
    request_id: message.requestId,
    author: message.author,
    author_name: message.authorName,
    question: message.question,
    reply: message.reply,
    engine: message.engine,
    charged: message.charged,
    sources: message.sources,
    citations: message.citedPassages,
    files: message.files,
    file_texts: message.fileTexts,
    picture_count: message.pictureCount,
    truncated: message.truncated,
    notes: message.notes,
    tokens: message.tokens,
    prompt_tokens: message.promptTokens,
    completion_tokens: message.completionTokens,
    cached_tokens: message.cachedTokens,
    latency_ms: message.latencyMs,
    state: 'written',
    is_kept: message.isKept,
    memory_scope: message.memoryScope,
    is_direct: message.isDirect,
    is_shared: message.isShared,
    inbox_cause: message.inboxCause,
  } satisfies Record<string, unknown>);

/** What is left of a message that is not kept: who, when and how long it took. */
export const EMPTIED = `question = case when m.is_kept then m.question else '' end, reply = case when m.is_kept then m.reply else '' end,
  author_name = case when m.is_kept then m.author_name else '' end, sources = case when m.is_kept then m.sources else '{}' end,
  citations = case when m.is_kept then m.citations else '' end, files = case when m.is_kept then m.files else '' end,
  file_texts = case when m.is_kept then m.file_texts else '' end`;

/**
 * Marks a reply as delivered and counts it, with the lock of the counter of its bot. The answer to a changed message replaces those to its earlier
 * forms: '.' is the next character behind '-', with which their revisions begin. `(select 'delivered')` keeps Postgres from the index of all delivered
 * replies of the bot, which without statistics seems as good.
 */
export const DELIVER = new PreparedStatement<{ readonly userId: string }>(`
  with locked as (
    select bot_id from chat.bot_counter where bot_id = $1 for update
  ), marked as (
    update chat.message m set state = 'delivered', ${EMPTIED} from locked
    where m.bot_id = locked.bot_id and m.request_id = $2 and m.state = 'written'
    returning m.bot_id, m.owner_id
  ), replaced as (
    update chat.message m set state = 'replaced' from marked
    where m.bot_id = marked.bot_id and m.channel = 'discord' and m.state = (select 'delivered')
      and m.request_id <> $2 and m.request_id >= $3 and m.request_id < $3 || '.'
  ), counted as (
    insert into chat.bot_counter as c (bot_id, delivered) select bot_id, 1 from marked
    on conflict (bot_id) do update set delivered = c.delivered + 1
  )
  select owner_id as "userId" from marked`);
