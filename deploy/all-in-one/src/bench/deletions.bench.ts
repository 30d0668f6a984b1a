// What the deletion of a bot costs by how much it has: CPU time of Postgres for a thousand rows of one kind, of a bot with ten times as many beside
// another one. Everything is deleted in batches, and a batch must not read again what the ones before it deleted. `npm run bench deletions` exits
// with 1 above the limit; DELETIONS_KIND=words asks for some kinds only, DELETIONS_SHARE=0.1 fills a tenth; BENCH_JSON names a file for the figures.
import { setTimeout as wait } from 'node:timers/promises';
import { openRuntime } from '@kith/kit';
import { anActor, testEnvironment, waitFor } from '@kith/kit/testing';
import { bots } from '@kith/proto';
import { Client } from 'pg';
import { startAll } from '../start-all.js';
import { ApiClient } from '../testing/client.js';
import { familyCpuMicros, parentOf } from './process-stats.js';
import { report } from './report.js';
import { CASES, MEMORY, MESSAGES, TRACES } from './growth-statements.js';

const TIMES = 10;
/** Batches that read again what others deleted cost ten times as much. On a busy machine batches are smaller, and each has a cost of its own. */
const MAX_RATIO = 3;
const SHARE = Number(process.env['DELETIONS_SHARE'] ?? 1);
/** What a removal still does when the rows are gone. */
const SETTLE_MS = 500;
const DELETION_MS = 900_000;

interface Kind {
  readonly name: string;
  readonly rows: number;
  /** The tables in which nothing must be left, those that are emptied last at the end. */
  readonly tables: readonly string[];
  /** Take the bot, its owner, the number of rows, and what else is named here. */
  readonly statements: readonly (readonly [text: string, ...more: unknown[]])[];
}

// As alike as the numbers of articles, so that each shares its sequences of letters with many others.
const WORDS = `
  insert into knowledge.klex (bot_id, lex, df) select $1, 'w' || n, 1 from generate_series(1, $3::int) n where $2::uuid is not null`;
const ITEMS = `
  with item as (
    insert into knowledge.item (bot_id, owner_id, title, content, type, tags, position, status)
    select $1, $2, 'Item ' || n, 'High water at noon.', 'text', '{}', '{}', 'ready' from generate_series(1, ceil($3::int / $4::float8)::int) n
    returning id
  ), chunk as (
    insert into knowledge.chunk (bot_id, owner_id, item_id, ord, body, language)
    select $1, $2, id, n, 'High water at noon.', 'english' from item, generate_series(1, $4::int) n returning id
  )
  insert into knowledge.posting (bot_id, lex, chunk_id, tf, dl) select $1, 'w' || n, id, 1, 3 from chunk, generate_series(1, 3) n`;
const LEVELS = `
  insert into runner.level_member (bot_id, owner_id, guild_id, member_id, name, experience, messages)
  select $1, $2, 'g', 'm' || n, '', n, n from generate_series(1, $3::int) n`;
const COINS = `
  insert into runner.economy_entry (bot_id, owner_id, guild_id, member_id, kind, amount, balance, event_id)
  select $1, $2, 'g', 'm' || n % 100, 'daily', 1, 1, 'e' || n from generate_series(1, $3::int) n`;

const KINDS: readonly Kind[] = [
  { name: 'words of knowledge', rows: 5000, tables: ['knowledge.klex'], statements: [[WORDS]] },
  { name: 'items of knowledge', rows: 1000, tables: ['knowledge.chunk', 'knowledge.item'], statements: [[ITEMS, 1]] },
  { name: 'passages of long texts', rows: 2000, tables: ['knowledge.chunk', 'knowledge.item'], statements: [[ITEMS, 1000]] },
  { name: 'messages', rows: 5000, tables: ['chat.message'], statements: [[MESSAGES, 50, 10]] },
  { name: 'people remembered', rows: 1000, tables: ['chat.memory'], statements: [[MEMORY]] },
  { name: 'moderation cases', rows: 5000, tables: ['runner.moderation_case'], statements: [[CASES, 50]] },
  { name: 'traces of messages', rows: 5000, tables: ['runner.message_trace'], statements: [[TRACES]] },
  { name: 'levels of members', rows: 5000, tables: ['runner.level_member'], statements: [[LEVELS]] },
  { name: 'postings of coins', rows: 5000, tables: ['runner.economy_entry'], statements: [[COINS]] },
];
const wanted = KINDS.filter(({ name }) => name.includes(process.env['DELETIONS_KIND'] ?? ''));

const world = await testEnvironment({ PORT: '0' });
const runtime = await openRuntime(world.env);
const running = await startAll(runtime);
const database = new Client({ connectionString: world.env['DATABASE_URL'] ?? '' });
await database.connect();
const postmaster = parentOf((await database.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0);
const { user } = await new ApiClient(running.address ?? '').register('bench-owner');
const owner = anActor({ userId: user.id, plan: 'premium' });

const rows = [];
for (const kind of wanted) {
  // What Postgres knows of the tables is older than the rows, as it is after many were added.
  for (const table of kind.tables) await database.query(`alter table ${table} set (autovacuum_enabled = off)`);
  // The first one is a warm-up.
  const [first, few, many] = [await filled(kind, 1), await filled(kind, 1), await filled(kind, TIMES)];
  await costOf(kind, first);
  const cost = [await costOf(kind, few), await costOf(kind, many)] as const;
  const ratio = cost[1] / cost[0];
  process.stdout.write(`${kind.name}: ${ratio.toFixed(2)}x\n`);
  rows.push({
    what: `${few.count} and ${many.count} ${kind.name}`,
    'ms per 1,000': cost[0],
    'ms per 1,000 of many': cost[1],
    ratio,
    'at most': MAX_RATIO,
  });
}
report('deletions', ['what', 'ms per 1,000', 'ms per 1,000 of many', 'ratio', 'at most'], rows);

await database.end();
await Promise.all(running.running.map((service) => service.stopWork()));
await Promise.all(running.running.map((service) => service.close()));
await runtime.close();
await world.drop();
process.exit(rows.some(({ ratio }) => ratio > MAX_RATIO) ? 1 : 0);

async function filled({ name, rows: one, statements }: Kind, times: number): Promise<{ botId: string; count: number }> {
  const { bot } = await runtime.rpc.ask(bots.create, { actor: owner, name: `${name} ${times}x` });
  const count = Math.ceil(one * times * SHARE);
  for (const [text, ...more] of statements) await database.query(text, [bot.id, user.id, count, ...more]);
  return { botId: bot.id, count };
}

/** CPU milliseconds of Postgres for a thousand rows. */
async function costOf({ tables }: Kind, { botId, count }: { botId: string; count: number }): Promise<number> {
  const before = familyCpuMicros(postmaster);
  await runtime.rpc.ask(bots.remove, { actor: owner, botId });
  for (const table of tables) await waitFor(`the end of ${table}`, () => isEmpty(table, botId), DELETION_MS);
  await wait(SETTLE_MS);
  return (familyCpuMicros(postmaster) - before) / count;
}

async function isEmpty(table: string, botId: string): Promise<boolean> {
  await wait(100);
  const { rowCount } = await database.query(`select from ${table} where bot_id = $1 limit 1`, [botId]);
  return rowCount === 0;
}
