import { Client } from 'pg';

/** The user whose data is large, and the bots that have most of it; all with the plan premium and made by requests. */
export interface GreedyUser {
  readonly userId: string;
  /** Has half of the messages. */
  readonly busyBotId: string;
  /** Knows as much as a bot may. */
  readonly learnedBotId: string;
}

/** Less than 1 for a quick look. */
const SHARE = Number(process.env['GREEDY_SHARE'] ?? 1);
const BOTS = 1000;
const ITEMS = 10_000 * SHARE;
const MESSAGES = 1_000_000 * SHARE;
const MESSAGES_OF_BUSY_BOT = MESSAGES / 2;
const ITEMS_OF_A_BOT = 1000 * SHARE;
/** A bot knows at most 10,000 passages. */
const PASSAGES_OF_AN_ITEM = 10;
const WORDS_OF_A_PASSAGE = 70;
const VOCABULARY = 5000;
const CONVERSATIONS = 1000;
const AUTHORS = 5000;
const POSTINGS = 100_000 * SHARE;
const CASES = 20_000;
const PEOPLE = 5000;
const BATCH = 50_000 * SHARE;

/** Adds what the user has, as the owner of the database; what the services count by triggers is counted. */
export async function fillForGreedyUser(databaseUrl: string, { userId, busyBotId, learnedBotId }: GreedyUser): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const run = (text: string, parameters: readonly unknown[]): Promise<unknown> => client.query(text, [...parameters]);
  await run(COPIED_BOTS, [busyBotId, BOTS - 2]);
  await run(COUNTERS, []);
  for (let from = 0; from < MESSAGES_OF_BUSY_BOT; from += BATCH)
    await run(MESSAGES_OF_ONE, [busyBotId, userId, from + 1, from + BATCH, MESSAGES_OF_BUSY_BOT, CONVERSATIONS, AUTHORS]);
  const each = Math.ceil((MESSAGES - MESSAGES_OF_BUSY_BOT) / (BOTS - 1));
  for (let from = 1; from <= each; from += 50)
    await run(MESSAGES_OF_OTHERS, [busyBotId, userId, from, Math.min(from + 49, each), each]);
  await run(WORDS, [VOCABULARY]);
  const teach = async (botId: string, passages: number): Promise<void> => {
    await run(ITEM_ROWS, [botId, ITEMS_OF_A_BOT]);
    await run(CONTENTS, [botId, passages, WORDS_OF_A_PASSAGE, VOCABULARY]);
    await run(INDEX, [botId]);
  };
  await teach(learnedBotId, PASSAGES_OF_AN_ITEM);
  for (let filled = ITEMS_OF_A_BOT; filled < ITEMS; filled += ITEMS_OF_A_BOT) {
    const { rows } = await client.query<{ id: string }>(BOT_WITHOUT_ITEMS, [userId, busyBotId]);
    await teach(rows[0]?.id ?? '', 1);
  }
  await run(LEDGER, [userId, POSTINGS]);
  await run(MODERATION_CASES, [busyBotId, userId, CASES]);
  await run(MEMORY, [busyBotId, userId, PEOPLE]);
  await client.query('vacuum analyze');
  await client.end();
}

const COPIED_BOTS = `
  insert into bots.bot (id, owner_id, name, description, avatar_color, model, response_style, personality, preferences, channel_settings)
  select gen_random_uuid(), b.owner_id, 'Companion ' || n, repeat('Knows the coast. ', 40), b.avatar_color, b.model, b.response_style,
    b.personality, b.preferences, b.channel_settings
  from generate_series(1, $2::int) as n cross join bots.bot b where b.id = $1`;

const COUNTERS = `
  insert into chat.bot_counter (bot_id, delivered) select id, 0 from bots.bot on conflict (bot_id) do nothing`;

// As long as real ones where nobody reads them: only the service can encrypt texts that it can read again.
const COLUMNS = `bot_id, owner_id, channel, conversation, request_id, author, author_name, question, reply, engine, sources, truncated, tokens,
  latency_ms, state, created_at`;
const MESSAGES_OF_ONE = `
  insert into chat.message (${COLUMNS})
  select $1, $2, 'discord', 'c' || n % $6::int, 'r' || n, 'u' || n % $7::int, '',
    case when n * 10 > $5::int then repeat(md5(n::text), 8) else '' end,
    case when n * 10 > $5::int then repeat(md5(n::text), 8) else '' end,
    'openai', '{}', false, 80, n % 3000, 'delivered', now() - n * interval '29 days' / $5::int
  from generate_series($3::int, $4::int) as n`;
const MESSAGES_OF_OTHERS = `
  insert into chat.message (${COLUMNS})
  select b.id, $2, 'discord', 'c' || n % 3, 'r' || n, 'u' || n % 20, '',
    case when n * 10 > $5::float8 then repeat(md5(n::text), 8) else '' end,
    case when n * 10 > $5::float8 then repeat(md5(n::text), 8) else '' end,
    'openai', '{}', false, 80, n % 3000, 'delivered', now() - n * interval '2 days' / $5::float8
  from bots.bot b cross join generate_series($3::int, $4::int) as n where b.owner_id = $2 and b.id <> $1`;

// The first words are the most frequent ones.
const WORDS = `
  create temp table word as select n, translate(md5(n::text), '0123456789', 'ghijklmnop') as word from generate_series(1, $1::int) as n`;
const BOT_WITHOUT_ITEMS = `
  select id from bots.bot b where owner_id = $1 and id <> $2 and not exists (select from knowledge.item i where i.bot_id = b.id) limit 1`;
const ITEM_ROWS = `
  insert into knowledge.item (bot_id, owner_id, title, content, type, tags, position, status)
  select id, owner_id, 'Item ' || n, '', 'text', '{one}', '{"x":0,"y":0}', 'ready' from bots.bot, generate_series(1, $2::int) as n
  where id = $1`;
const CONTENTS = `
  with picked as (
    select i.id, p, ceil($4::int * power(random(), 3))::int as n
    from knowledge.item i, generate_series(1, $2::int) as p, generate_series(1, $3::int) as w
    where i.bot_id = $1 and i.content = ''
  ), passage as (
    select id, p, string_agg(word, ' ') as text from picked join word using (n) group by id, p
  )
  update knowledge.item i set content = stored.text
    from (select id, string_agg(text, E'\\n\\n' order by p) as text from passage group by id) stored where stored.id = i.id`;
const INDEX = `
  select knowledge.index_item(id, string_to_array(content, E'\\n\\n'), string_to_array(content, E'\\n\\n'), 'Item one', 'simple')
  from knowledge.item where bot_id = $1`;

const LEDGER = `
  with paid_in as (
    insert into billing.wallet (user_id, balance) values ($1::uuid, $2::int)
    on conflict (user_id) do update set balance = wallet.balance + excluded.balance
  )
  insert into billing.ledger_txn (kind, reference, user_id, amount, created_at)
  select case when n = 0 then 'grant' else 'message' end, $1::uuid || '-bulk-' || n, $1::uuid, case when n = 0 then 2 * $2::int else -1 end,
    now() - ($2::int - n + 1440) * interval '1 minute'
  from generate_series(0, $2::int) as n order by n`;
const MODERATION_CASES = `
  insert into runner.moderation_case (bot_id, owner_id, guild_id, channel_id, message_id, member_id, member_name, rule, actions, is_dry_run,
    created_at)
  select $1, $2, 'g' || n % 3, 'c', 'm' || n, (700000000000000000 + n % 5000)::text, 'Member ' || 700000 + n % 5000, 'spam', '{delete}', false,
    now() - n * interval '1 minute'
  from generate_series(1, $3::int) as n`;
const MEMORY = `
  with remembered as (
    insert into chat.memory (bot_id, owner_id, member, scope, processed_until)
    select $1, $2, 'u' || n, 'direct', now() from generate_series(1, $3::int) as n returning id
  )
  insert into chat.memory_fact (id, memory_id, owner_id, identity, key, value, origin, said_at)
  select gen_random_uuid(), id, $2, k::text, '', '', 'said', now() from remembered cross join generate_series(1, 3) as k`;
