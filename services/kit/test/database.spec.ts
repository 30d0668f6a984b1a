import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger, Keyring, migrateDatabase, roleStatements, type DatabaseSpec, type Logger } from '@kith/kit';
import { testEnvironment, type TestEnvironment } from '@kith/kit/testing';
import { Client } from 'pg';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { openDatabase } from '../src/database-access.js';

class CreateNotes1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner) {
    await runner.query(`
      create table notes.note (owner_id uuid not null, text text not null);
      create table notes.fixed (text text not null);
      insert into notes.fixed values ('as it was');
      alter table notes.note enable row level security;
      create policy owner on notes.note using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
      create function notes.count_notes() returns int language sql as 'select count(*)::int from notes.note';
    `);
  }
  async down() {}
}
class AddColumn1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner) {
    await runner.query('alter table notes.note add column title text');
  }
  async down() {}
}

class Managed1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner) {
    await runner.query('create table managed.thing (id int)');
  }
  async down() {}
}

const NOTES: DatabaseSpec = {
  schema: 'notes',
  entities: [],
  migrations: [CreateNotes1700000000000],
  privileges: { fixed: 'select' },
};
const NEWER: DatabaseSpec = { ...NOTES, migrations: [CreateNotes1700000000000, AddColumn1700000000001] };
const keyring = new Keyring(`k1:${Buffer.alloc(32, 7).toString('base64')}`);

let environment: TestEnvironment;
let ownerUrl: string;
const lines: string[] = [];
let logger: Logger;
const opened: DataSource[] = [];

beforeAll(async () => {
  environment = await testEnvironment();
  ownerUrl = environment.env['DATABASE_URL'] ?? '';
  logger = createLogger('silent');
  logger.warn = (...values: unknown[]) => void lines.push(values.map(String).join(' '));
});
afterAll(async () => {
  await Promise.all(opened.map((database) => database.destroy()));
  await environment.drop();
});

async function open(spec = NOTES, url = ownerUrl): Promise<DataSource> {
  const database = await openDatabase(spec, url, keyring, logger);
  opened.push(database);
  return database;
}

const addressFor = (user: string, password: string): string => {
  const url = new URL(ownerUrl);
  [url.username, url.password] = [user, password];
  return url.href;
};

async function asOwner<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  return work(client).finally(() => client.end());
}

const databaseName = () => new URL(ownerUrl).pathname.slice(1);

describe('the database of a service that has the address of the owner', () => {
  it('is used as a role of its own that owns nothing', async () => {
    const database = await open();
    const role = `${databaseName()}_notes`;
    expect(await database.query('select current_user as "user"')).toEqual([{ user: role }]);
    expect(
      await database.query(
        `select rolsuper or rolcreatedb or rolcreaterole or rolbypassrls or rolreplication as "isPowerful",
           exists (select from pg_class where relowner = r.oid) or exists (select from pg_auth_members where member = r.oid) as "hasMore"
         from pg_roles r where rolname = current_user`,
      ),
    ).toEqual([{ isPowerful: false, hasMore: false }]);
    expect(lines).toEqual([]);
  });

  it.each([
    `update notes.fixed set text = 'changed'`,
    'delete from notes.fixed',
    'truncate notes.note',
    'alter table notes.note disable row level security',
    'drop policy owner on notes.note',
    `insert into notes.migrations (timestamp, name) values (1, 'Forged1700000000002')`,
    'create table notes.more (id int)',
    'create temporary table more (id int)',
    'create schema more',
    'create table public.more (id int)',
    'create or replace function notes.count_notes() returns int language sql as $$ select 1 $$',
    'create role more',
  ])('refuses its role the statement: %s', async (statement) => {
    const database = await open();
    await expect(database.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('stays usable for a replica that starts at the same time', async () => {
    const replicas = await Promise.all([open(), open(), open()]);
    for (const replica of replicas) expect(await replica.query('select notes.count_notes() as n')).toHaveLength(1);
  });
});

describe('the database of a service that has the address of its role', () => {
  const password = 'a password of npm run secrets';
  const settings = () => ({ url: ownerUrl, passwords: new Map([['later', password]]) });
  const later = (spec: DatabaseSpec): DatabaseSpec => ({ ...spec, schema: 'later', migrations: [Later1700000000000] });
  class Later1700000000000 implements MigrationInterface {
    async up(runner: QueryRunner) {
      await runner.query('create table later.thing (id int)');
    }
    async down() {}
  }
  const roleUrl = () => addressFor(`${databaseName()}_later`, password);

  it('is used without migrating it, once another process has migrated it', async () => {
    await migrateDatabase(settings(), [later({ ...NOTES, privileges: {} })]);
    const database = await open(later({ ...NOTES, privileges: {} }), roleUrl());
    expect(await database.query('select * from later.thing')).toEqual([]);
    await expect(database.query('create table later.more (id int)')).rejects.toMatchObject({ code: '42501' });
  });

  it('stops the start with one sentence when a migration is missing', async () => {
    const newer = { ...later(NOTES), migrations: [Later1700000000000, AddColumn1700000000001] };
    await expect(open(newer, roleUrl())).rejects.toThrow(
      'later does not start: its database schema lacks AddColumn1700000000001. Run the migrations first (docs/operations.md).',
    );
  });

  it('stops the start with one sentence when the schema is newer than the service', async () => {
    await expect(open({ ...later(NOTES), migrations: [] }, roleUrl())).rejects.toThrow(
      'later does not start: its database schema is newer than this version of Kith, it has Later1700000000000.',
    );
  });

  it('stops the start with one sentence for the role of another service', async () => {
    await expect(open(NEWER, roleUrl())).rejects.toThrow(
      `notes does not start: the Postgres user ${databaseName()}_later may not migrate the schema notes.`,
    );
  });

  it('stops the start without an address', async () => {
    await expect(openDatabase(NOTES, undefined, keyring, logger)).rejects.toThrow(
      'notes does not start: DATABASE_URL is missing.',
    );
  });
});

describe('the database of an owner who may not create roles', () => {
  const spec: DatabaseSpec = { ...NOTES, schema: 'managed', migrations: [Managed1700000000000], privileges: {} };
  const owner = () => `${databaseName()}_managed_owner`;
  const url = () => addressFor(owner(), 'secret');

  beforeAll(() =>
    asOwner(async (client) => {
      await client.query(`create role ${owner()} login password 'secret'`);
      await client.query(`alter database ${databaseName()} owner to ${owner()}`);
    }),
  );
  afterAll(async () => {
    await Promise.all(opened.splice(0).map((database) => database.destroy()));
    await asOwner((client) => client.query(`alter database ${databaseName()} owner to current_user`));
  });

  it('is used as this owner, with one warning', async () => {
    lines.length = 0;
    for (let replica = 0; replica < 2; replica += 1)
      expect(await (await open(spec, url())).query('select current_user as "user"')).toEqual([{ user: owner() }]);
    expect(lines).toEqual([
      expect.stringMatching(/may not create roles, so all services use it themselves.*docs\/operations\.md/),
    ]);
  });

  it('cannot be migrated for services that have addresses of their own', async () => {
    const settings = { url: url(), passwords: new Map([['managed', 'any']]) };
    await expect(migrateDatabase(settings, [spec])).rejects.toThrow(
      `The Postgres user ${owner()} may not create the role ${databaseName()}_managed: see "Postgres" in docs/operations.md.`,
    );
  });

  it('is used as the role of the service after an administrator has created it with the printed statement', async () => {
    const password = keyring.derive('postgres-role-managed').toString('base64url');
    const statements = roleStatements({ url: url(), passwords: new Map([['managed', password]]) });
    expect(statements.join('\n')).not.toContain(password);
    await asOwner(async (client) => {
      for (const statement of statements) await client.query(statement);
    });
    const database = await open(spec, url());
    expect(await database.query('select current_user as "user"')).toEqual([{ user: `${databaseName()}_managed` }]);
    expect(await database.query('select * from managed.thing')).toEqual([]);
  });
});
