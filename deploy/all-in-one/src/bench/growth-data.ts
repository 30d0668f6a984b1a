import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { Runtime } from '@kith/kit';
import { Client } from 'pg';
import { growSystems, type Subject } from './growth-systems.js';

/** Rows at 1 time; at 100 times each number is a hundred of them, except where people have a limit (`LIMITED`). */
const ROWS = {
  users: 300,
  foreignBots: 300,
  ownBots: 10,
  messages: 1500,
  members: 50,
  conversations: 10,
  people: 50,
  postings: 1000,
  usageDays: 300,
  webhookEvents: 200,
  invoices: 200,
  auditEvents: 500,
  notifications: 300,
  cases: 200,
  traces: 200,
  reports: 100,
  dismissedReports: 75,
  ranked: 50,
  coinEntries: 500,
  closedTickets: 200,
  ratings: 200,
  news: 40,
  ownPayments: 24,
} as const;

/** Lists whose rows are counted. */
export type CountedRows = keyof typeof ROWS;

/**
 * At most 500 notifications of a user and 50 versions of a companion are kept, 1,000 questions grouped, 1,000 answers pinned, 100 custom commands
 * written and 1,000 values stored by them, 300 tickets open in a server, 100 files of music and 20 stations kept, and a year has 366 days, however
 * much there is.
 */
const LIMITED = {
  ownNotifications: [5, 500],
  ownUsageDays: [7, 366],
  questions: [10, 1000],
  versions: [5, 49],
  customCommands: [10, 100],
  commandValues: [10, 1000],
  pinnedAnswers: [10, 1000],
  openTickets: [10, 300],
  tracks: [10, 100],
  stations: [10, 20],
  pauses: [5, 200],
} as const;

export const rowsOf = (name: CountedRows, times: number): number => ROWS[name] * times;

/** Fills the tables of an installation as the owner of its database. */
export async function grow(databaseUrl: string, runtime: Runtime, subject: Subject, times: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const rows = (name: CountedRows): number => rowsOf(name, times);
  const limited = (name: keyof typeof LIMITED): number => Math.min(LIMITED[name][0] * times, LIMITED[name][1]);
  const run = (text: string, parameters: readonly unknown[]): Promise<unknown> => client.query(text, [...parameters]);
  const { ownerId, botId } = subject;
  await run(USERS, [rows('users')]);
  await run(BOTS, [botId, ownerId, rows('ownBots')]);
  await run(BOTS, [botId, null, rows('foreignBots')]);
  await run(COUNTERS, []);
  await run(MESSAGES, [botId, ownerId, rows('messages'), rows('members'), rows('conversations')]);
  await run(RATINGS, [botId, rows('ratings')]);
  await run(INBOX, [botId, ownerId, limited('questions')]);
  await run(MEMORY, [botId, ownerId, rows('people')]);
  await run(LEDGER, [randomUUID(), rows('postings'), 1]);
  await run(LEDGER, [ownerId, rows('postings'), 0]);
  await run(CREDITS_BEFORE, []);
  await run('select billing.roll_up_credits(now())', []);
  await run(USAGE, [ownerId, limited('ownUsageDays'), rows('usageDays')]);
  await run(PLANS, []);
  await run(WEBHOOKS, [rows('webhookEvents')]);
  await run(INVOICES, [ownerId, rows('invoices'), rows('ownPayments')]);
  await run(NEWS, [rows('news')]);
  await appendAudit(client, runtime, ownerId, rows('auditEvents'));
  await run(NOTIFICATIONS, [ownerId, limited('ownNotifications'), rows('notifications')]);
  await run(CASES, [botId, ownerId, rows('cases'), rows('members')]);
  await run(PAUSES, [botId, ownerId, limited('pauses')]);
  await run(TRACES, [botId, ownerId, rows('traces')]);
  await run(REPORTS, [botId, ownerId, rows('reports')]);
  await run(PINNED, [botId, ownerId, limited('pinnedAnswers')]);
  await run(VERSIONS, [botId, limited('versions')]);
  await run(CUSTOM_COMMANDS, [botId, ownerId, limited('customCommands'), limited('commandValues')]);
  await growSystems(client, runtime, subject, {
    members: rows('ranked'),
    coinEntries: rows('coinEntries'),
    closedTickets: rows('closedTickets'),
    openTickets: limited('openTickets'),
    tracks: limited('tracks'),
    stations: limited('stations'),
  });
  await client.query('vacuum analyze');
  await client.end();
}

/** Events with the seal that the auth service would have given them: a log without one counts as changed. */
async function appendAudit(client: Client, runtime: Runtime, userId: string, count: number): Promise<void> {
  const { rows } = await client.query<{ position: string; hash: Buffer }>('select position, hash from auth.audit_head');
  let [position, hash] = [Number(rows[0]?.position ?? 0), rows[0]?.hash ?? Buffer.alloc(0)];
  const [events, hashes]: [string[], Buffer[]] = [[], []];
  for (let n = 0; n < count; n += 1) {
    const at = new Date(Date.now() - (count - n) * 1000).toISOString();
    const event = {
      action: n % 10 === 0 ? 'plan_set' : 'login',
      actorId: n % 100 === 0 ? userId : null,
      actorName: 'bench',
      at,
      details: {},
      effectiveUserId: null,
      id: randomUUID(),
      ip: null,
      requestId: null,
      target: null,
    };
    const text = JSON.stringify(event);
    hash = createHash('sha256').update(hash).update(text, 'utf8').digest();
    events.push(text);
    hashes.push(hash);
  }
  await client.query(
    'insert into auth.audit_event (position, event, hash) select $1 + n, event, hash from unnest($2::text[], $3::bytea[]) with ordinality as e (event, hash, n)',
    [position, events, hashes],
  );
  position += count;
  const seal = createHmac('sha256', runtime.keyring.derive('audit-log')).update(`${position}:`).update(hash).digest();
  await client.query('update auth.audit_head set position = $1, hash = $2, seal = $3', [position, hash, seal]);
}

const USERS = `
  insert into auth."user" (username, username_key, email, password_hash, role, marketing_updates, created_at)
  select 'member' || n, 'member' || n, 'member' || n || '@example.test', 'x', case when n % 100 = 0 then 'admin' else 'user' end, n % 3 = 0,
    now() - n * interval '1 minute'
  from generate_series(1, $1::int) as n`;

// Copies of the busy bot; without an owner each belongs to somebody else.
const BOTS = `
  insert into bots.bot (id, owner_id, name, avatar_color, model, response_style, personality, preferences, channel_settings, runtime_state)
  select gen_random_uuid(), coalesce($2::uuid, gen_random_uuid()), 'Companion ' || n, b.avatar_color, b.model, b.response_style,
    b.personality, b.preferences, b.channel_settings, case when n % 3 = 0 then 'online' else 'stopped' end
  from generate_series(1, $3::int) as n cross join bots.bot b where b.id = $1`;

const COUNTERS = `
  insert into chat.bot_counter (bot_id, delivered) select id, 10 from bots.bot on conflict (bot_id) do nothing`;

// In 30 days, as long as messages are kept.
const MESSAGES = `
  insert into chat.message (bot_id, owner_id, channel, conversation, request_id, author, author_name, question, reply, engine, sources,
    truncated, tokens, latency_ms, state, created_at)
  select $1, $2, 'discord', 'c' || n % $5::int, 'r' || n, 'u' || n % $4::int, '', '', '', 'openai', '{}', false, 80, n % 3000, 'delivered',
    now() - n * interval '29 days' / $3::int
  from generate_series(1, $3::int) as n`;

// Of the latest replies, in 29 days.
const RATINGS = `
  insert into chat.rating (message_id, person, bot_id, owner_id, is_good, reason, rated_at)
  select id, 'p', bot_id, owner_id, n % 3 > 0, case when n % 3 = 0 then 'wrong' end, now() - n * interval '29 days' / $2::int
  from (select *, row_number() over () as n from chat.message where bot_id = $1 limit $2::int) m`;

const INBOX = `
  with question as (
    insert into chat.inbox_question (bot_id, owner_id, terms) select $1, $2, '{}' from generate_series(1, $3::int) returning id
  ), numbered as (
    select id, row_number() over () as n from question
  )
  insert into chat.message (bot_id, owner_id, channel, conversation, request_id, author, author_name, question, reply, engine, sources,
    truncated, tokens, latency_ms, state, created_at, is_shared, inbox_cause, inbox_id)
  select $1, $2, 'discord', 'c0', 'i' || n || '-' || k, 'u0', '', '', '', 'openai', '{}', false, 80, 100, 'delivered',
    now() - n * interval '1 minute' - k * interval '1 second', true, 'unanswered', id
  from numbered cross join generate_series(1, 3) as k`;

const MEMORY = `
  with remembered as (
    insert into chat.memory (bot_id, owner_id, member, scope, processed_until)
    select $1, $2, 'u' || n, 'direct', now() from generate_series(1, $3::int) as n returning id
  )
  insert into chat.memory_fact (id, memory_id, owner_id, identity, key, value, origin, said_at)
  select gen_random_uuid(), id, $2, k::text, '', '', 'said', now() from remembered cross join generate_series(1, 3) as k`;

// A grant of all credits, then replies of 60 days that each cost one; the last one is of $3 days ago.
const LEDGER = `
  with posted as (
    insert into billing.ledger_txn (kind, reference, user_id, amount, created_at)
    select case when n = 0 then 'grant' else 'message' end, $1::uuid || '-' || n, $1::uuid, case when n = 0 then 2 * $2::int else -1 end,
      now() - ($2::int - n) * interval '60 days' / $2::int - $3::int * interval '1 day'
    from generate_series(0, $2::int) as n order by n
  )
  insert into billing.wallet (user_id, balance) values ($1::uuid, $2::int)`;

// The postings are older than the installation: the sums of their days begin anew.
const CREDITS_BEFORE = `
  with emptied as (delete from billing.credit_day) update billing.credit_rollup set until = '2000-01-01Z', next_txn = 0`;

const USAGE = `
  with own as (
    insert into billing.usage_day (user_id, day, used)
    select $1::uuid, (now() at time zone 'utc')::date - n, 10 from generate_series(0, $2::int - 1) as n
  )
  insert into billing.usage_day (user_id, day, used)
  select gen_random_uuid(), (now() at time zone 'utc')::date - n % 30, 10 from generate_series(1, $3::int) as n`;

// Every tenth user pays, half of them by a plan that an administrator gave.
const PLANS = `
  with paying as (
    select id, row_number() over () as n from (select id from auth."user" where username like 'member%5') u
  ), granted as (
    insert into billing.plan_grant (user_id, plan) select id, 'basic' from paying where n % 2 = 0
  ), announced as (
    insert into billing.announced_plan (user_id, plan) select id, case when n % 2 = 0 then 'basic' else 'premium' end from paying
  ), period as (
    insert into billing.subscription_period (subscription_id, from_at, user_id, mode, plan)
    select 'sub_' || n, now() - n % 300 * interval '1 day', id, 'sandbox', 'premium' from paying where n % 2 = 1
  )
  insert into billing.subscription (user_id, mode, id, plan, status, period_end, cancels_at_period_end, synced_at)
  select id, 'sandbox', 'sub_' || n, 'premium', 'active', now() + interval '20 days', false, now() from paying where n % 2 = 1`;

const WEBHOOKS = `
  insert into billing.webhook_event (id, type, mode, parsed, state, failure, happened_at, received_at)
  select 'evt_' || n, 'invoice.paid', 'sandbox', '{}', case when n % 50 = 0 then 'failed' else 'applied' end,
    case when n % 50 = 0 then 'INTERNAL' end, now() - n * interval '1 minute', now() - n * interval '1 minute'
  from generate_series(1, $1::int) as n`;

// Invoices of the last year; those of the owner are $3 packages and renewals.
const INVOICES = `
  with others as (
    insert into billing.invoice (id, payment_id, subscription_id, user_id, mode, plan, cents, currency, paid_at)
    select 'in_' || n, 'pi_' || n, 'sub_' || n, gen_random_uuid(), 'sandbox', 'premium', 1999, 'usd', now() - n % 360 * interval '1 day'
    from generate_series(1, $2::int) as n
  ), returned as (
    insert into billing.payment_return (payment_id, kind, cents, at, mode, currency)
    select 'pi_' || n, 'refund', 500, now() - n % 360 * interval '1 day', 'sandbox', 'usd' from generate_series(1, $2::int, 20) as n
  )
  insert into billing.invoice (id, payment_id, subscription_id, user_id, mode, plan, cents, currency, paid_at)
  select 'in_own_' || n, 'pi_own_' || n, 'sub_own', $1, 'sandbox', 'premium', 1999, 'usd', now() - n * interval '300 days' / $3::int
  from generate_series(1, $3::int) as n`;

// Sent long ago, so that nothing is left to do.
const NEWS = `
  insert into auth.broadcast (id, kind, title, text, created_at, finished_at)
  select gen_random_uuid(), 'product-news', 'News ' || n, 'What is new.', now() - n * interval '1 hour', now() from generate_series(1, $1::int) as n`;

const NOTIFICATIONS = `
  with own as (
    insert into auth.notification (user_id, key, content)
    select $1, 'n' || n, '{"kind":"bench"}' from generate_series(1, $2::int) as n
  )
  insert into auth.notification (user_id, key, content)
  select id, 'n', '{"kind":"bench"}' from auth."user" where username like 'member%' order by id limit $3::int`;

const CASES = `
  insert into runner.moderation_case (bot_id, owner_id, guild_id, channel_id, message_id, member_id, member_name, rule, actions, is_dry_run,
    created_at)
  select $1, $2, (700000000000000001 + n % 3)::text, 'c', 'm' || n, (700000000000000000 + n % $4::int)::text, 'Member ' || 700000 + n % $4::int, 'spam', '{delete}', false, now() - n * interval '1 minute'
  from generate_series(1, $3::int) as n`;

const PAUSES = `
  insert into runner.moderation_server (bot_id, owner_id, guild_id, paused_at)
  select $1, $2, (800000000000000000 + n)::text, now() from generate_series(1, $3::int) as n`;

const TRACES = `
  insert into runner.message_trace (bot_id, message_id, owner_id, channel_id, sent_at, outcome)
  select $1, 'm' || n, $2, 'c', now() - n * interval '10 seconds', case when n % 50 = 0 then 'unanswered' else 'answered' end
  from generate_series(1, $3::int) as n`;

const REPORTS = `
  insert into runner.report (id, bot_id, owner_id, subject, channel_id, reason, reporters, state, created_at, handled_at)
  select gen_random_uuid(), $1, $2, 's' || n, 'c', 'other', '{}', case when n % 4 = 0 then 'open' else 'dismissed' end,
    now() - n * interval '1 minute', case when n % 4 <> 0 then now() - n * interval '1 second' end
  from generate_series(1, $3::int) as n`;

const PINNED = `
  insert into chat.pinned_answer (bot_id, owner_id, questions, answer, created_at)
  select $1, $2, array['What is number ' || n || '?'], 'This is number ' || n || '.', now() - n * interval '1 minute' from generate_series(1, $3::int) as n`;

const VERSIONS = `
  insert into bots.bot_version (bot_id, version, character, fields, is_by_administrator, saved_at)
  select v.bot_id, v.version + n, v.character, v.fields, false, now() from bots.bot_version v cross join generate_series(1, $2::int) as n
  where v.bot_id = $1`;

const CUSTOM_COMMANDS = `
  with stored as (
    insert into bots.command_value (bot_id, key, value, bytes) select $1, 'k' || n, '1', 10 from generate_series(1, $4::int) as n
  )
  insert into bots.custom_command (id, owner_id, name, trigger, description, code, icon)
  select gen_random_uuid(), $2, 'Command ' || n, 'c' || n, '', '', '' from generate_series(1, $3::int) as n`;
