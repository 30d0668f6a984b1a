import { KNOWN_ROWS } from '../memory/known-rows.js';
import type { MessageEntity } from './message.entity.js';

/** What an exchange takes of a prompt beyond its texts, in tokens: the names, and the format of two messages. */
export const EXCHANGE_TOKENS = 40;
/** However short they are, no more exchanges are read. */
export const MAX_EXCHANGES = 500;
/** How much more than asked for is read, as a share. */
export const SPARE_SHARE = 0.25;

/** An exchange, still encrypted. `total`: the tokens of this one and all that are newer. `isFirst`: no older one is kept of its conversation. */
export type ReadExchange = Pick<
  MessageEntity,
  'id' | 'requestId' | 'author' | 'authorName' | 'question' | 'reply' | 'files' | 'pictureCount' | 'tokens'
> & { readonly hasSources: boolean; readonly total: number; readonly isFirst: boolean };

/** The newest exchanges of a conversation, oldest first. Reads at most `$4` rows, however long the conversation is. */
export const RECENT_EXCHANGES = `
  select id, request_id as "requestId", author, author_name as "authorName", question, reply, has_sources as "hasSources", files, picture_count as "pictureCount",
    tokens, total, place < $4 and is_last_read as "isFirst"
  from (
    select latest.*, (row_number() over newest)::int as place, lead(id) over newest is null as is_last_read, (sum(tokens + $5::int) over newest)::int as total
    from (
      select id, request_id, author, case when channel = 'discord' then author_name else '' end as author_name,
        question, reply, cardinality(sources) > 0 as has_sources, files, picture_count, tokens, created_at
      from chat.message
      where bot_id = $1 and conversation = $2 and state in ('delivered', 'written') and is_kept
        and ($3::text is null or (request_id <> $3 and not starts_with(request_id, $3 || '-')))
      order by created_at desc, id desc limit $4
    ) as latest
    window newest as (order by created_at desc, id desc)
  ) as summed
  where place = 1 or total <= $6::int
  order by place desc`;

/**
 * What a reply in a conversation begins with: first a row with the epoch of its bot, whether that began within a minute, whether the bot has pinned
 * answers, whether the message $7 has a reply, and as JSON what is known of its author $8 in the scopes $9; then the newest exchanges, one a row,
 * oldest first, or one without an id. In one statement, which sees one state of all of them.
 */
export const BEGINNING = `
  with person as (select $1::uuid as bot_id, $8::text as member, $9::text[] as scopes)
  select is_head as "isHead",
    counter.epoch, coalesce(counter.wiped_at > now() - interval '1 minute', false) as "isJustWiped",
    is_head and exists (select from chat.pinned_question where bot_id = $1) as "hasPinnedAnswers",
    is_head and exists (select from chat.message where bot_id = $1 and request_id = $7) as "isStored",
    case when is_head then (select json_agg(known) from (${KNOWN_ROWS}) known) end as known, exchange.*
  from (values (true), (false)) part (is_head)
    left join lateral (select epoch, wiped_at from chat.bot_counter where bot_id = $1 and is_head) counter on true
    left join (${RECENT_EXCHANGES}) exchange on not is_head
  order by is_head desc, exchange.total desc`;

/** Of exchanges that were read for more tokens, oldest first, those that are read for this many; the newest one in any case. */
export const readFor = <T extends Pick<ReadExchange, 'total'>>(exchanges: readonly T[], maxTokens: number): readonly T[] =>
  exchanges.filter(({ total }, at) => at === exchanges.length - 1 || total <= maxTokens * (1 + SPARE_SHARE));

/** Those of one author, oldest first, with the totals that they have without the others. */
export function exchangesOf<T extends Pick<ReadExchange, 'author' | 'tokens' | 'total'>>(
  rows: readonly T[],
  author: string,
): T[] {
  let total = 0;
  const own = rows.filter((row) => row.author === author).toReversed();
  return own.map((row) => ({ ...row, total: (total += row.tokens + EXCHANGE_TOKENS) })).toReversed();
}

/**
 * The exchanges from one on that stays the same while the conversation goes on: of those at which at least `maxTokens` are left, the one with the
 * smallest id, which is random. Were the oldest one left out with each new message, no provider could reuse what it has read of the prompt.
 */
export function fromSteadyStart<T extends Pick<ReadExchange, 'id' | 'total'>>(
  exchanges: readonly T[],
  maxTokens: number,
): readonly T[] {
  const [first, ...others] = exchanges.filter(({ total }) => total >= maxTokens);
  if (first === undefined) return exchanges;
  const start = others.reduce((least, each) => (each.id < least.id ? each : least), first);
  return exchanges.slice(exchanges.indexOf(start));
}

/** Whether a history begins with the first exchange of its conversation. */
export const isWholeConversation = (history: readonly { readonly isFirst?: boolean | undefined }[]): boolean =>
  history[0]?.isFirst ?? history.length === 0;
