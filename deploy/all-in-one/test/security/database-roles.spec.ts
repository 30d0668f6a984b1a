import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { database as auth } from '@kith/auth';
import { database as billing } from '@kith/billing';
import { database as runner } from '@kith/bot-runner';
import { database as bots } from '@kith/bots';
import { database as chat } from '@kith/chat';
import { database as knowledge } from '@kith/knowledge';
import { migrationSettings, type DatabaseSpec } from '@kith/kit';
import { startStack, type Stack } from '@kith/all-in-one/testing';
import { Client } from 'pg';
import { onDatabase } from './database.js';
import { createRoleUser } from '../matrix/roles.js';

const DATABASES: readonly DatabaseSpec[] = [auth, billing, bots, chat, knowledge, runner];
const SCHEMAS = DATABASES.map(({ schema }) => schema);
const INSUFFICIENT_PRIVILEGE = '42501';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await createRoleUser(stack);
}, 60_000);
afterAll(() => stack.stop());

/** Runs `work` with what a compromised process of the service has: the name and password of its role. */
async function asRole<T>(schema: string, work: (client: Client) => Promise<T>): Promise<T> {
  const { url, passwords } = migrationSettings(stack.env, DATABASES);
  const address = new URL(url);
  address.username = `${address.pathname.slice(1)}_${schema}`;
  address.password = passwords.get(schema) ?? '';
  const client = new Client({ connectionString: address.href });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** The SQLSTATE with which Postgres refuses each statement; `done` when it does not. */
const outcomesOf = (schema: string, statements: readonly string[]): Promise<Record<string, string>> =>
  asRole(schema, async (client) => {
    const outcomes: Record<string, string> = {};
    for (const statement of statements)
      outcomes[statement] = await client.query(statement).then(
        () => 'done',
        (error: Error & { code?: string }) => error.code ?? error.message,
      );
    return outcomes;
  });

const allRefused = (statements: readonly string[]): Record<string, string> =>
  Object.fromEntries(statements.map((statement) => [statement, INSUFFICIENT_PRIVILEGE]));

const ofServer = (schema: string): readonly string[] => [
  // Files and programs of the server.
  `select pg_read_file('postgresql.conf')`,
  `select pg_read_binary_file('PG_VERSION')`,
  `select pg_ls_dir('.')`,
  `select pg_stat_file('PG_VERSION')`,
  `select lo_import('/etc/passwd')`,
  `copy (select 1) to '/tmp/kith-copied'`,
  `copy (select 1) to program 'cat'`,
  `do $$ begin execute 'copy ${schema}.migrations from ''/etc/passwd'''; end $$`,
  // Other roles and their passwords.
  'select * from pg_authid',
  'select * from pg_shadow',
  'create role another login',
  `alter role ${SCHEMAS[0]} superuser`,
  // Code and objects of its own.
  `create function ${schema}.mine() returns int language sql as 'select 1'`,
  `create function public.mine() returns int language sql as 'select 1'`,
  `create table ${schema}.mine (id int)`,
  'create table public.mine (id int)',
  'create temporary table mine (id int)',
  'create schema mine',
  `create extension citext schema ${schema}`,
  `alter system set log_statement = 'all'`,
  'create publication everything for all tables',
];

describe.each(SCHEMAS)('with the Postgres role of %s a compromised process', (schema) => {
  it('can read and change no table, and call no function, of another service [S52]', async () => {
    const others = SCHEMAS.filter((other) => other !== schema);
    const rows = await onDatabase(
      stack,
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = any($1)
       union all select format('%I.%I', schemaname, sequencename) from pg_sequences where schemaname = any($1)`,
      [others],
    );
    const functions = await onDatabase(
      stack,
      `select format('%I.%I(%s)', n.nspname, p.proname, array_to_string(array_fill('null'::text, array[pronargs]), ', ')) as call
       from pg_proc p join pg_namespace n on n.oid = pronamespace where nspname = any($1) and prorettype <> 'trigger'::regtype`,
      [others],
    );
    expect(rows.length).toBeGreaterThan(20);
    const statements = [
      ...rows.flatMap(({ name }) => [
        `select * from ${name}`,
        `update ${name} set id = id`,
        `delete from ${name}`,
        `truncate ${name}`,
      ]),
      ...functions.map(({ call }) => `select ${call}`),
    ];
    expect(await outcomesOf(schema, statements)).toEqual(allRefused(statements));
  });

  it('can read no file, start no program, create nothing and see no password [S52]', async () => {
    const outcomes = await outcomesOf(schema, ofServer(schema));
    // A role that does not exist is another refusal than one that it may not change.
    expect(Object.entries(outcomes).filter(([, code]) => code !== INSUFFICIENT_PRIVILEGE && code !== '42704')).toEqual([]);
  });

  it('can become no other role [S52]', async () => {
    const [{ owner = '' } = {}] = (await onDatabase(stack, 'select current_user as owner')) as { owner: string }[];
    const database = new URL(String(stack.env['DATABASE_URL'])).pathname.slice(1);
    const names = [owner, ...SCHEMAS.filter((other) => other !== schema).map((other) => `${database}_${other}`)];
    const statements = names.flatMap((name) => [
      `set role "${name}"`,
      `set session authorization "${name}"`,
      `grant "${name}" to current_user`,
      `alter role "${name}" password 'mine'`,
    ]);
    expect(await outcomesOf(schema, statements)).toEqual(allRefused(statements));
  });

  it('sees no statement of another role and can end no session of one [S52]', async () => {
    const seen = await asRole(schema, async (client) => {
      const { rows } = await client.query<{ query: string; pid: number }>(
        `select query, pid from pg_stat_activity where usename <> current_user and datname = current_database()`,
      );
      const ended = await Promise.allSettled(rows.map(({ pid }) => client.query('select pg_terminate_backend($1)', [pid])));
      return { queries: new Set(rows.map(({ query }) => query)), ended: ended.filter(({ status }) => status === 'fulfilled') };
    });
    expect([...seen.queries]).toEqual(['<insufficient privilege>']);
    expect(seen.ended).toEqual([]);
  });

  it('cannot switch off row-level security, triggers or checks of its own tables [S52]', async () => {
    const tables = (
      await onDatabase(stack, `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = $1`, [
        schema,
      ])
    ).map(({ name }) => String(name));
    const statements = [
      ...tables.flatMap((name) => [
        `alter table ${name} disable row level security`,
        `alter table ${name} disable trigger all`,
        `alter table ${name} owner to current_user`,
        `drop table ${name}`,
        `truncate ${name}`,
      ]),
      `set session_replication_role = replica`,
      `insert into ${schema}.migrations (timestamp, name) values (1, 'Forged1700000000000')`,
    ];
    expect(await outcomesOf(schema, statements)).toEqual(allRefused(statements));
  });
});

it('with the Postgres role of billing nobody changes the ledger [S52, S67]', async () => {
  const statements = [
    'update billing.ledger_txn set kind = kind',
    'update billing.ledger_txn set amount = amount',
    'delete from billing.ledger_txn',
    'truncate billing.ledger_txn',
    'drop view billing.ledger_line',
  ];
  expect(await outcomesOf('billing', statements)).toEqual(allRefused(statements));
});
