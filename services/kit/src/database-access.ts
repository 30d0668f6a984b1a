import pg from 'pg';
import { DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { loadConfig } from './config.js';
import {
  closeDatabase,
  grantAccess,
  isInsufficientPrivilege,
  roleNameOf,
  roleStatement,
  sqlStateOf,
  writeRole,
  type DatabaseRole,
} from './database-roles.js';
import type { DatabaseSpec } from './database-spec.js';
import { Keyring } from './keyring.js';
import type { Logger } from './logger.js';
import { RowOwnerPool } from './row-owner-pool.js';

/** Who a connection belongs to. */
interface Identity {
  readonly user: string;
  readonly database: string;
}

const POOL_SIZE = 5;
// Undefined table, undefined schema, insufficient privilege: the schema is not there, or not this role's.
const NOT_MIGRATED = new Set(['42P01', '3F000', '42501']);
// A wrong password, an unknown role, and no right to connect to this database.
const LOGIN_REFUSED = new Set(['28P01', '28000', '42501']);
/** Databases whose roles could not be created; each is warned of once, not once a service. */
const warned = new Set<string>();

/**
 * Opens the pool of a service as its role. `url` is that of the role, or that of the owner of the database, who then migrates the schema and
 * creates the role with a password derived from the key ring. Throws an Error that says what is wrong when the database is unreachable, a
 * migration fails or the schema is not the one that this version of the service works with.
 */
export async function openDatabase(
  spec: DatabaseSpec,
  url: string | undefined,
  keyring: Keyring | undefined,
  logger: Logger,
): Promise<DataSource> {
  if (url === undefined) throw new Error(`${spec.schema} does not start: DATABASE_URL is missing.`);
  const roleUrl = await asOwner(url, spec, async (owner, identity) => {
    if (identity.user === roleNameOf(identity.database, spec.schema)) return url;
    await migrate(owner, spec, identity);
    const role = await admitRole(owner, spec, identity, derivedPassword(spec, keyring));
    return role && urlOf(url, role);
  });
  const asRole = roleUrl === undefined ? undefined : await login(roleUrl, spec);
  if (!asRole) warnOfOwner(url, logger);
  const source = asRole ?? (await poolOf(url, spec).initialize());
  try {
    await checkMigrations(source, spec);
    return source;
  } catch (error) {
    await source.destroy();
    throw error;
  }
}

function derivedPassword({ schema }: DatabaseSpec, keyring: Keyring | undefined): string {
  if (keyring) return keyring.derive(`postgres-role-${schema}`).toString('base64url');
  throw new Error(`${schema} does not start: without APP_KEYRING its DATABASE_URL must be that of its own role.`);
}

/** What a migration by a process of its own needs: the address for the owner of the database, and the password of each role by schema. */
export interface MigrationSettings {
  readonly url: string;
  readonly passwords: ReadonlyMap<string, string>;
}

/**
 * Reads DATABASE_URL and DATABASE_PASSWORDS (`auth:<password>,bots:<password>`). Without the latter the passwords are those that the services
 * derive from the key ring when they run in one process. Throws an Error that names what is missing.
 */
export function migrationSettings(env: NodeJS.ProcessEnv, specs: readonly DatabaseSpec[]): MigrationSettings {
  const { DATABASE_URL: url, DATABASE_PASSWORDS: listed } = env;
  if (!url) throw new Error('DATABASE_URL: is missing');
  const passwords = listed ? parsePasswords(listed) : derivedPasswords(env, specs);
  const missing = specs.filter(({ schema }) => !passwords.get(schema)).map(({ schema }) => schema);
  if (missing.length > 0) throw new Error(`DATABASE_PASSWORDS: has no password for ${missing.join(', ')}`);
  return { url, passwords };
}

const parsePasswords = (listed: string): Map<string, string> =>
  new Map(listed.split(',').map((entry) => [entry.slice(0, entry.indexOf(':')), entry.slice(entry.indexOf(':') + 1)]));

function derivedPasswords(env: NodeJS.ProcessEnv, specs: readonly DatabaseSpec[]): Map<string, string> {
  const { APP_KEYRING } = loadConfig(env);
  const keyring = APP_KEYRING === undefined ? undefined : new Keyring(APP_KEYRING);
  return new Map(specs.map((spec) => [spec.schema, derivedPassword(spec, keyring)]));
}

/**
 * Migrates the schemas and creates the roles of the services, which then need not know the owner's password. Throws an Error when a
 * migration fails or the connected user may not create roles.
 */
export async function migrateDatabase({ url, passwords }: MigrationSettings, specs: readonly DatabaseSpec[]): Promise<void> {
  for (const spec of specs) {
    await asOwner(url, spec, async (owner, identity) => {
      await migrate(owner, spec, identity);
      const role = await admitRole(owner, spec, identity, passwords.get(spec.schema) ?? '');
      const asRole = role && (await login(urlOf(url, role), spec));
      if (asRole) return asRole.destroy();
      const name = roleNameOf(identity.database, spec.schema);
      throw new Error(
        `The Postgres user ${identity.user} may not create the role ${name}: see "Postgres" in docs/operations.md.`,
      );
    });
  }
}

/** The statements with which an administrator creates the roles when the owner of the database may not. */
export const roleStatements = ({ url, passwords }: MigrationSettings): string[] =>
  [...passwords].map(
    ([schema, password]) => `${roleStatement('create', { name: roleNameOf(databaseOf(url), schema), password })};`,
  );

const databaseOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));

/** Work with one connection of the owner, from which queries run without the time limit of the services. */
async function asOwner<T>(
  url: string,
  spec: DatabaseSpec,
  work: (owner: DataSource, identity: Identity) => Promise<T>,
): Promise<T> {
  const owner = await ownerSource(url, spec).initialize();
  try {
    const [identity] = await owner.query<[Identity]>('select current_user as "user", current_database() as database');
    return await work(owner, identity);
  } finally {
    await owner.destroy();
  }
}

/** A connection for migrations; tests use it to do what only the owner of the database may. */
export const ownerSource = (url: string, { schema, migrations, entities }: DatabaseSpec): DataSource =>
  new DataSource({
    ...connectionOptions(url, schema),
    entities,
    // Otherwise TypeORM would load its own, beside that of the bundle.
    driver: pg,
    migrations,
    migrationsTableName: 'migrations',
    applicationName: `kith-migrate-${schema}`,
    poolSize: 2,
    extra: { ...sessionOptions(schema), statement_timeout: 0 },
  });

const poolOf = (url: string, { schema, entities }: DatabaseSpec): DataSource =>
  new DataSource({
    ...connectionOptions(url, schema),
    entities,
    driver: { ...pg, Pool: RowOwnerPool },
    applicationName: `kith-${schema}`,
    poolSize: POOL_SIZE,
    extra: { ...sessionOptions(schema), statement_timeout: 5000 },
  });

const connectionOptions = (url: string, schema: string) =>
  ({ type: 'postgres', url, schema, uuidExtension: 'pgcrypto', installExtensions: false }) as const;

const sessionOptions = (schema: string) => ({
  connectionTimeoutMillis: 5000,
  options: `-c timezone=UTC -c search_path=${schema}`,
});

/** The same database for another user. As parameters they also work in addresses of Unix sockets, which have no place for a user. */
function urlOf(url: string, { name, password }: DatabaseRole): string {
  const address = new URL(url);
  address.username = '';
  address.password = '';
  address.searchParams.set('user', name);
  address.searchParams.set('password', password);
  return address.href;
}

async function migrate(owner: DataSource, spec: DatabaseSpec, { user, database }: Identity): Promise<void> {
  try {
    await withLock(owner, `kith-migrate-${spec.schema}`, async (connection) => {
      await connection.query(`create schema if not exists ${pg.escapeIdentifier(spec.schema)}`);
      const migrations = new MigrationExecutor(owner, connection);
      migrations.transaction = 'each';
      await migrations.executePendingMigrations();
    });
  } catch (error) {
    if (!isInsufficientPrivilege(error)) throw error;
    throw new Error(
      `${spec.schema} does not start: the Postgres user ${user} may not migrate the schema ${spec.schema}. ` +
        `DATABASE_URL must be that of the owner of the database, or of the role ${roleNameOf(database, spec.schema)}.`,
      { cause: error },
    );
  }
}

/** The role of the service with all it needs; undefined when the connected user may not create it. Its password may then be another one. */
async function admitRole(
  owner: DataSource,
  spec: DatabaseSpec,
  { database }: Identity,
  password: string,
): Promise<DatabaseRole | undefined> {
  const role = { name: roleNameOf(database, spec.schema), password };
  return withLock(owner, `kith-migrate-${spec.schema}`, async (connection) => {
    if (!(await writeRole(connection, role))) return undefined;
    await grantAccess(connection, spec, role.name);
    await withLock(owner, 'kith-migrate', (other) => closeDatabase(other, database, role.name));
    return role;
  });
}

/** Runs `work` on a connection while no other process holds the advisory lock; waits for it without a limit. */
async function withLock<T>(owner: DataSource, lock: string, work: (connection: QueryRunner) => Promise<T>): Promise<T> {
  const connection = owner.createQueryRunner();
  try {
    await connection.query('select pg_advisory_lock(hashtext($1))', [lock]);
    return await work(connection);
  } finally {
    await connection.query('select pg_advisory_unlock(hashtext($1))', [lock]).catch(() => undefined);
    await connection.release();
  }
}

/**
 * The pool of a service; undefined when Postgres refuses the login: an administrator created the role with another password, and the owner may
 * not change it.
 */
async function login(url: string, spec: DatabaseSpec): Promise<DataSource | undefined> {
  try {
    return await poolOf(url, spec).initialize();
  } catch (error) {
    if (LOGIN_REFUSED.has(sqlStateOf(error) ?? '')) return undefined;
    throw error;
  }
}

function warnOfOwner(url: string, logger: Logger): void {
  if (warned.has(url)) return;
  warned.add(url);
  logger.warn(
    'The Postgres user of DATABASE_URL may not create roles, so all services use it themselves: each can read and change the data of all ' +
      'others and the audit log, and row-level security has no effect. See "Postgres" in docs/operations.md.',
  );
}

async function checkMigrations(source: DataSource, { schema, migrations }: DatabaseSpec): Promise<void> {
  const applied = await appliedMigrations(source, schema);
  const known = migrations.map(({ name }) => name);
  const missing = known.filter((name) => !applied.includes(name));
  const unknown = applied.filter((name) => !known.includes(name));
  if (missing.length > 0)
    throw new Error(
      `${schema} does not start: its database schema lacks ${missing.join(', ')}. Run the migrations first (docs/operations.md).`,
    );
  if (unknown.length > 0)
    throw new Error(
      `${schema} does not start: its database schema is newer than this version of Kith, it has ${unknown.join(', ')}.`,
    );
}

async function appliedMigrations(source: DataSource, schema: string): Promise<string[]> {
  try {
    const rows = await source.query<{ name: string }[]>(`select name from ${pg.escapeIdentifier(schema)}.migrations`);
    return rows.map(({ name }) => name);
  } catch (error) {
    if (NOT_MIGRATED.has(sqlStateOf(error) ?? '')) return [];
    throw error;
  }
}
