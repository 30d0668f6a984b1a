// What `DETAILS` reads, beside what is filled for the lists.
import { randomUUID } from 'node:crypto';
import type { Runtime } from '@kith/kit';
import { idAt } from '@kith/proto';
import type { Client } from 'pg';
import type { Subject } from './growth-systems.js';

export const COMMAND_ID = '00000000-0000-4000-8000-000000000002';
export const GROUP_ID = '00000000-0000-4000-8000-000000000003';
export const CHECKOUT_ID = '00000000-0000-4000-8000-000000000004';
export const ITEM_ID = '00000000-0000-4000-8000-000000000005';
export const REQUEST_ID = 'request-7';
export const SHARE_CODE = 'ABCDEFGHJK';
const TRACED_AT_MS = Date.now() - 7_200_000;
/** A message, and its answer a few seconds later. */
export const TRACED = { atMs: TRACED_AT_MS, messageId: idAt(TRACED_AT_MS), answerId: idAt(TRACED_AT_MS + 4000) };

/** What is filled here, of `ROWS` and `LIMITED`. Rules, games and items are those of a server of the companion on Discord. */
type DetailRows =
  | 'accessKeys'
  | 'ownSessions'
  | 'checkouts'
  | 'ownPayments'
  | 'toolServers'
  | 'problems'
  | 'runPeriods'
  | 'commandRuns'
  | 'savedQuestions'
  | 'savedConversations'
  | 'groupMessages'
  | 'ownFacts'
  | 'rules'
  | 'games'
  | 'shopItems';

export async function growDetails(
  client: Client,
  { keyring }: Runtime,
  { botId, ownerId }: Subject,
  guildId: string,
  rows: (name: DetailRows) => number,
): Promise<void> {
  const run = (text: string, ...parameters: readonly unknown[]): Promise<unknown> => client.query(text, [...parameters]);
  await run(ACCESS_KEYS, ownerId, rows('accessKeys'));
  await run(OWN_SESSIONS, ownerId, rows('ownSessions'));
  await run(CHECKOUTS, ownerId, rows('checkouts'), CHECKOUT_ID, rows('ownPayments'));
  await run(TOOL_SERVERS, botId, rows('toolServers'));
  await run(PROBLEMS, botId, ownerId, rows('problems'));
  await run(RUN_PERIODS, botId, rows('runPeriods'));
  await run(COMMAND_RUNS, rows('commandRuns'));
  await run(SHARED, COMMAND_ID, SHARE_CODE);
  await run(TRACE, botId, ownerId, TRACED.messageId, new Date(TRACED.atMs), TRACED.answerId);
  await run(SAVED_QUESTIONS, botId, ownerId, rows('savedQuestions'));
  const conversations = Array.from({ length: rows('savedConversations') }, () => randomUUID());
  const answers = ['High water is at noon. '.repeat(20), 'On Sunday, too.'];
  const answered = { requestId: 'r', answers, engines: ['openai', 'openai'], answeredAt: new Date().toISOString() };
  const runs = conversations.map((id) => keyring.encrypt(JSON.stringify(answered), `chat.saved_conversation ${id}`));
  await run(SAVED_CONVERSATIONS, botId, ownerId, conversations, runs);
  const requests = Array.from({ length: rows('groupMessages') }, (_, n) => `group${n}`);
  const questions = requests.map((id, n) =>
    keyring.encrypt(`When does the ferry leave on day ${n}?`, `chat.message.question.${botId}.${id}`),
  );
  await run(GROUP, botId, ownerId, GROUP_ID, requests, questions);
  await run(REPLY, botId, ownerId, `web-${botId}-${REQUEST_ID}`);
  const memoryId = randomUUID();
  const identities = Array.from({ length: rows('ownFacts') }, (_, n) => `fact${n}`);
  const sealed = (column: string): string[] =>
    identities.map((identity) => keyring.encrypt('sailing', `chat.memory_fact.${column}.${memoryId}.${identity}`));
  await run(OWN_MEMORY, memoryId, botId, ownerId, identities, sealed('key'), sealed('value'));
  await run(RULES, botId, ownerId, guildId, rows('rules'));
  await run(GAMES, botId, ownerId, guildId, rows('games'));
  await run(SHOP, botId, ownerId, guildId, rows('shopItems'));
}

const ACCESS_KEYS = `
  with others as (
    insert into auth.access_key (user_id, name, key_hash, hint, scopes)
    select id, 'Key', 'k' || id, 'kith_x', '{bots:read}' from auth."user" where username like 'member%'
  )
  insert into auth.access_key (user_id, name, key_hash, hint, scopes)
  select $1, 'Key ' || n, 'own' || n, 'kith_x', '{bots:read}' from generate_series(1, $2::int) as n`;

const OWN_SESSIONS = `
  insert into auth.session (user_id, bearer_hash, cookie_hash, ip, user_agent)
  select $1, 'own' || n, 'own' || n, '198.18.0.1', 'Mozilla/5.0' from generate_series(1, $2::int) as n`;

// Of one day. Those of the owner are paid, but for one.
const CHECKOUTS = `
  with customer as (
    insert into billing.customer (id, user_id, mode) values ('cus_own', $1, 'sandbox')
    on conflict (user_id, mode) do update set id = excluded.id returning id
  ), paid as (
    insert into billing.sandbox_payment (id, customer_id, title, cents, state, created_at)
    select 'pay_' || n, id, 'Premium', 1999, 'paid', now() - n * interval '1 day' from customer cross join generate_series(1, $4::int) as n
  ), others as (
    insert into billing.checkout (id, user_id, mode, kind, item, credits, price_cents, state, reference, created_at, expires_at)
    select gen_random_uuid(), gen_random_uuid(), 'sandbox', 'subscription', 'premium', 0, 1999, 'paid', 'ref_' || n,
      now() - n * interval '1 day' / $2::int, now()
    from generate_series(1, $2::int) as n
  ), own as (
    insert into billing.checkout (id, user_id, mode, kind, item, credits, price_cents, state, reference, created_at, expires_at)
    select gen_random_uuid(), $1, 'sandbox', 'subscription', 'premium', 0, 1999, 'paid', 'own_' || n, now() - n * interval '1 day', now()
    from generate_series(1, $4::int) as n
  )
  insert into billing.checkout (id, user_id, mode, kind, item, credits, price_cents, state, reference, created_at, expires_at)
  values ($3::uuid, $1, 'sandbox', 'credits', 'small', 100, 499, 'open', 'own', now() - interval '1 minute', now() + interval '50 minutes')`;

const TOOL_SERVERS = `
  with tools as (
    select jsonb_agg(jsonb_build_object('name', 'tool' || n, 'description', repeat('Reads a table of tides. ', 20), 'parameters', '{}')) as listed
    from generate_series(1, 20) as n
  )
  insert into bots.tool_server (id, bot_id, name, address, listed, allowed, checked_at)
  select gen_random_uuid(), $1, 'Server ' || n, 'https://tools.example/' || n, listed, '[]', now() from tools cross join generate_series(1, $2::int) as n`;

const PROBLEMS = `
  with others as (
    insert into runner.problem (bot_id, owner_id, guild_id, channel_id, action, permission)
    select gen_random_uuid(), gen_random_uuid(), '1', n::text, 'send-messages', 'Send Messages' from generate_series(1, 20 * $3::int) as n
  )
  insert into runner.problem (bot_id, owner_id, guild_id, channel_id, action, permission)
  select $1, $2, '700000000000000001', (710000000000000000 + n)::text, 'send-messages', 'Send Messages' from generate_series(1, $3::int) as n`;

// Of the last seven days, before the one that began when the bot was made.
const RUN_PERIODS = `
  insert into bots.run_period (bot_id, is_ready, started_at, ended_at)
  select $1, n % 2 = 0, now() - n * interval '6 days' / $2::int, now() - (n - 1) * interval '6 days' / $2::int - interval '1 minute'
  from generate_series(2, $2::int) as n`;

const COMMAND_RUNS = `
  insert into bots.custom_command_run (id, custom_command_id, bot_name, trigger, started_at, duration_ms)
  select gen_random_uuid(), id, 'Busy', 'c', now() - n * interval '1 minute', 3 from bots.custom_command cross join generate_series(1, $1::int) as n`;

const SHARED = `
  with others as (
    insert into bots.shared_command (code, custom_command_id)
    select 'X' || lpad(row_number() over ()::text, 9, '0'), id from bots.custom_command where id <> $1::uuid
  )
  insert into bots.shared_command (code, custom_command_id) values ($2, $1)`;

const TRACE = `
  insert into runner.message_trace (bot_id, message_id, owner_id, channel_id, sent_at, outcome, answer_ids)
  values ($1, $3, $2, 'c', $4, 'answered', array[$5::text])`;

const SAVED_QUESTIONS = `
  insert into knowledge.saved_question (bot_id, owner_id, question, previous_outcome, is_seen)
  select $1, $2, 'When is high water on day ' || n || '?', 'found', false from generate_series(1, $3::int) as n`;

const SAVED_CONVERSATIONS = `
  insert into chat.saved_conversation (id, bot_id, owner_id, questions, latest, earlier)
  select id, $1, $2, '{"When is high water?","And on Sunday?"}', run, run from unnest($3::uuid[], $4::text[]) as c (id, run)`;

// One question that was asked so often, lately.
const GROUP = `
  with question as (insert into chat.inbox_question (id, bot_id, owner_id, terms, state) values ($3, $1, $2, '{ferry}', 'open'))
  insert into chat.message (bot_id, owner_id, channel, conversation, request_id, author, author_name, question, reply, engine, sources,
    truncated, tokens, latency_ms, state, created_at, is_shared, inbox_cause, inbox_id)
  select $1, $2, 'discord', 'c' || n % 50, id, 'u' || n, '', question, '', 'openai', '{}', false, 80, 100, 'delivered',
    now() - n * interval '1 second', true, 'unanswered', $3
  from unnest($4::text[], $5::text[]) with ordinality as m (id, question, n)`;

const REPLY = `
  insert into chat.message (bot_id, owner_id, channel, conversation, request_id, author, author_name, question, reply, engine, sources,
    truncated, tokens, latency_ms, state)
  values ($1, $2::uuid, 'web', 'web', $3, $2::uuid::text, '', '', '', 'openai', '{}', false, 80, 100, 'delivered')`;

const OWN_MEMORY = `
  with remembered as (
    insert into chat.memory (id, bot_id, owner_id, member, scope, processed_until) values ($1, $2, $3::uuid, $3::uuid::text, 'web', now())
  )
  insert into chat.memory_fact (id, memory_id, owner_id, identity, key, value, origin, said_at)
  select gen_random_uuid(), $1, $3::uuid, identity, key, value, 'said', now() from unnest($4::text[], $5::text[], $6::text[]) as f (identity, key, value)`;

const RULES = `
  insert into runner.auto_moderation_rule (bot_id, owner_id, guild_id, name, trigger, words, at_most, channel_ids, exempt_role_ids,
    younger_than_days, deletes, warns, timeout_minutes, synced_as, attempt_at)
  select $1, $2, $3, 'Rule ' || n, 'words', repeat('word ', 50), 0, '{}', '{}', 0, true, false, 0, 'synced', now() + interval '1 day'
  from generate_series(1, $4::int) as n`;

const GAMES = `
  insert into runner.game (bot_id, id, owner_id, guild_id, channel_id, kind, slot, state, member_ids, ends_at, attempt_at, ended_at)
  select $1, 'g' || n, $2, $3, 'c' || n, 'number', 'round', '{}', '{}', now() + interval '1 day', now() + interval '1 day',
    case when n > 10 then now() end
  from generate_series(1, $4::int) as n`;

const SHOP = `
  insert into runner.economy_item (bot_id, owner_id, guild_id, name, name_key, price, stock)
  select $1, $2, $3, 'Item ' || n, 'item ' || n, 10, 5 from generate_series(1, $4::int) as n`;
