// What fills the tables for the benchmark of growth.

export const USERS = `
  insert into auth."user" (username, username_key, email, password_hash, role, marketing_updates, created_at)
  select 'member' || n, 'member' || n, 'member' || n || '@example.test', 'x', case when n % 100 = 0 then 'admin' else 'user' end, n % 3 = 0,
    now() - n * interval '1 minute'
  from generate_series(1, $1::int) as n`;

// Copies of the busy bot; without an owner each belongs to somebody else.
export const BOTS = `
  insert into bots.bot (id, owner_id, name, avatar_color, model, response_style, personality, preferences, channel_settings, runtime_state)
  select gen_random_uuid(), coalesce($2::uuid, gen_random_uuid()), 'Companion ' || n, b.avatar_color, b.model, b.response_style,
    b.personality, b.preferences, b.channel_settings, case when n % 3 = 0 then 'online' else 'stopped' end
  from generate_series(1, $3::int) as n cross join bots.bot b where b.id = $1`;

export const COUNTERS = `
  insert into chat.bot_counter (bot_id, delivered) select id, 10 from bots.bot on conflict (bot_id) do nothing`;

// In 30 days, as long as messages are kept.
export const MESSAGES = `
  insert into chat.message (bot_id, owner_id, channel, conversation, request_id, author, author_name, question, reply, engine, sources,
    truncated, tokens, latency_ms, state, created_at)
  select $1, $2, 'discord', 'c' || n % $5::int, 'r' || n, 'u' || n % $4::int, '', '', '', 'openai', '{}', false, 80, n % 3000, 'delivered',
    now() - n * interval '29 days' / $3::int
  from generate_series(1, $3::int) as n`;

// Of the latest replies, in 29 days.
export const RATINGS = `
  insert into chat.rating (message_id, person, bot_id, owner_id, is_good, reason, rated_at)
  select id, 'p', bot_id, owner_id, n % 3 > 0, case when n % 3 = 0 then 'wrong' end, now() - n * interval '29 days' / $2::int
  from (select *, row_number() over () as n from chat.message where bot_id = $1 limit $2::int) m`;

export const INBOX = `
  with question as (
    insert into chat.inbox_question (bot_id, owner_id, terms, state) select $1, $2, '{}', $4 from generate_series(1, $3::int) returning id
  ), numbered as (
    select id, row_number() over () as n from question
  )
  insert into chat.message (bot_id, owner_id, channel, conversation, request_id, author, author_name, question, reply, engine, sources,
    truncated, tokens, latency_ms, state, created_at, is_shared, inbox_cause, inbox_id)
  select $1, $2, 'discord', 'c0', $4::text || n || '-' || k, 'u0', '', '', '', 'openai', '{}', false, 80, 100, 'delivered',
    now() - n * interval '1 minute' - k * interval '1 second', true, 'unanswered', id
  from numbered cross join generate_series(1, 3) as k`;

export const MEMORY = `
  with remembered as (
    insert into chat.memory (bot_id, owner_id, member, scope, processed_until)
    select $1, $2, 'u' || n, 'direct', now() from generate_series(1, $3::int) as n returning id
  )
  insert into chat.memory_fact (id, memory_id, owner_id, identity, key, value, origin, said_at)
  select gen_random_uuid(), id, $2, k::text, '', '', 'said', now() from remembered cross join generate_series(1, 3) as k`;

// A grant of all credits, then replies of 60 days that each cost one; the last one is of $3 days ago.
export const LEDGER = `
  with posted as (
    insert into billing.ledger_txn (kind, reference, user_id, amount, created_at)
    select case when n = 0 then 'grant' else 'message' end, $1::uuid || '-' || n, $1::uuid, case when n = 0 then 2 * $2::int else -1 end,
      now() - ($2::int - n) * interval '60 days' / $2::int - $3::int * interval '1 day'
    from generate_series(0, $2::int) as n order by n
  )
  insert into billing.wallet (user_id, balance) values ($1::uuid, $2::int)`;

// The postings are older than the installation: the sums of their days begin anew.
export const CREDITS_BEFORE = `
  with emptied as (delete from billing.credit_day) update billing.credit_rollup set next_txn = 0`;

export const USAGE = `
  with own as (
    insert into billing.usage_day (user_id, day, used)
    select $1::uuid, (now() at time zone 'utc')::date - n, 10 from generate_series(0, $2::int - 1) as n
  )
  insert into billing.usage_day (user_id, day, used)
  select gen_random_uuid(), (now() at time zone 'utc')::date - n % 30, 10 from generate_series(1, $3::int) as n`;

// Every tenth user pays, half of them by a plan that an administrator gave.
export const PLANS = `
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

export const WEBHOOKS = `
  insert into billing.webhook_event (id, type, mode, parsed, state, failure, happened_at, received_at)
  select 'evt_' || n, 'invoice.paid', 'sandbox', '{}', case when n % 50 = 0 then 'failed' else 'applied' end,
    case when n % 50 = 0 then 'INTERNAL' end, now() - n * interval '1 minute', now() - n * interval '1 minute'
  from generate_series(1, $1::int) as n`;

// Invoices of the last year; those of the owner are $3 packages and renewals.
export const INVOICES = `
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
export const NEWS = `
  insert into auth.broadcast (id, kind, title, text, created_at, finished_at)
  select gen_random_uuid(), 'product-news', 'News ' || n, 'What is new.', now() - n * interval '1 hour', now() from generate_series(1, $1::int) as n`;

export const NOTIFICATIONS = `
  with own as (
    insert into auth.notification (user_id, key, content)
    select $1, 'n' || n, '{"kind":"bench"}' from generate_series(1, $2::int) as n
  )
  insert into auth.notification (user_id, key, content)
  select id, 'n', '{"kind":"bench"}' from auth."user" where username like 'member%' order by id limit $3::int`;

export const CASES = `
  insert into runner.moderation_case (bot_id, owner_id, guild_id, channel_id, message_id, member_id, member_name, rule, actions, is_dry_run,
    created_at)
  select $1, $2, (700000000000000001 + n % 3)::text, 'c', 'm' || n, (700000000000000000 + n % $4::int)::text, 'Member ' || 700000 + n % $4::int, 'spam', '{delete}', false, now() - n * interval '1 minute'
  from generate_series(1, $3::int) as n`;

export const PAUSES = `
  insert into runner.moderation_server (bot_id, owner_id, guild_id, paused_at)
  select $1, $2, (800000000000000000 + n)::text, now() from generate_series(1, $3::int) as n`;

export const TRACES = `
  insert into runner.message_trace (bot_id, message_id, owner_id, channel_id, sent_at, outcome, answer_ids)
  select $1, 'm' || n, $2, 'c', now() - n * interval '10 seconds', case when n % 50 = 0 then 'unanswered' else 'answered' end, array['a' || n]
  from generate_series(1, $3::int) as n`;

export const REPORTS = `
  insert into runner.report (id, bot_id, owner_id, subject, channel_id, reason, reporters, state, created_at, handled_at)
  select gen_random_uuid(), $1, $2, 's' || n, 'c', 'other', '{}', case when n % 4 = 0 then 'open' else 'dismissed' end,
    now() - n * interval '1 minute', case when n % 4 <> 0 then now() - n * interval '1 second' end
  from generate_series(1, $3::int) as n`;

export const TAKEN_DOWN = `
  insert into runner.report (id, bot_id, owner_id, subject, channel_id, reason, reporters, state, created_at, handled_at)
  select gen_random_uuid(), $1, $2, 't' || n, 'c', 'other', '{}', 'taken_down', now() - n * interval '1 minute', now() - n * interval '1 second'
  from generate_series(1, $3::int) as n`;

export const ITEMS = `
  insert into knowledge.item (id, bot_id, owner_id, title, content, type, tags, position, status, created_at)
  select case when n = 1 then $4::uuid else gen_random_uuid() end, $1, $2, 'Item ' || n, repeat('High water at noon, ebb at six. ', 10), 'text', '{one}', '{"x":0,"y":0}', 'ready', now() - n * interval '1 minute'
  from generate_series(1, $3::int) as n`;

// Those of others: a user has at most 30.
export const SESSIONS = `
  insert into auth.session (user_id, bearer_hash, cookie_hash, ip, user_agent)
  select id, 'b' || id, 'c' || id, '198.18.0.1', 'Mozilla/5.0' from auth."user" where username like 'member%'`;

export const PINNED = `
  insert into chat.pinned_answer (bot_id, owner_id, questions, answer, created_at)
  select $1, $2, array['What is number ' || n || '?'], 'This is number ' || n || '.', now() - n * interval '1 minute' from generate_series(1, $3::int) as n`;

export const VERSIONS = `
  insert into bots.bot_version (bot_id, version, character, fields, is_by_administrator, saved_at)
  select v.bot_id, v.version + n, v.character, v.fields, false, now() from bots.bot_version v cross join generate_series(1, $2::int) as n
  where v.bot_id = $1`;

export const CUSTOM_COMMANDS = `
  with stored as (
    insert into bots.command_value (bot_id, key, value, bytes) select $1, 'k' || n, '1', 10 from generate_series(1, $4::int) as n
  )
  insert into bots.custom_command (id, owner_id, name, trigger, description, code, icon)
  select case when n = 1 then $5::uuid else gen_random_uuid() end, $2, 'Command ' || n, 'c' || n, '', '', '' from generate_series(1, $3::int) as n`;

// Ten of the busy companion, one of each other.
export const LEARNED_COMMANDS = `
  with others as (
    insert into bots.learned_command (id, bot_id, catalogue_id, is_enabled) select gen_random_uuid(), id, 'ping', true from bots.bot where id <> $1
  )
  insert into bots.learned_command (id, bot_id, custom_command_id, is_enabled)
  select gen_random_uuid(), $1, id, true from bots.custom_command where owner_id = $2 order by id limit 10`;
