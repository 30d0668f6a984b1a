import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import type { DatabaseSpec } from './database-spec.js';

/** The role of Postgres as which one service works: it owns nothing and sees the schema of its service only. */
export interface DatabaseRole {
  readonly name: string;
  readonly password: string;
}

// One service can then not take all connections of the server.
const CONNECTION_LIMIT = 100;
const SCRAM_ITERATIONS = 4096;
const INSUFFICIENT_PRIVILEGE = '42501';

const quoted = (name: string): string => pg.escapeIdentifier(name);

/** The role of a service. Roles belong to the whole server, so the name contains that of the database. */
export const roleNameOf = (database: string, schema: string): string => `${database}_${schema}`;

/** The statement that creates or changes a role, with a hash instead of the password, so that no log of the server has it. */
export function roleStatement(action: 'create' | 'alter', { name, password }: DatabaseRole): string {
  const options = `login noinherit connection limit ${CONNECTION_LIMIT} password ${pg.escapeLiteral(scramHash(password))}`;
  return `${action} role ${quoted(name)} ${options}`;
}

/** Creates the role, or sets its password, as far as the connected user may do that. False when there is no such role afterwards. */
export async function writeRole(owner: QueryRunner, role: DatabaseRole): Promise<boolean> {
  const known = (await owner.query('select 1 from pg_roles where rolname = $1', [role.name])) as unknown[];
  const isKnown = known.length > 0;
  const isWritten = await isAllowed(() => owner.query(roleStatement(isKnown ? 'alter' : 'create', role)));
  return isKnown || isWritten;
}

/** Gives the role what its service needs, and takes away what it does not. `owner` holds the lock of the schema. */
export async function grantAccess(
  owner: QueryRunner,
  { schema, privileges = {} }: DatabaseSpec,
  roleName: string,
): Promise<void> {
  const [schemaName, role] = [quoted(schema), quoted(roleName)];
  const exceptions = Object.entries({ ...privileges, migrations: 'select' }).flatMap(([table, allowed]) => [
    `revoke all on ${schemaName}.${quoted(table)} from ${role}`,
    ...(allowed === '' ? [] : [`grant ${allowed} on ${schemaName}.${quoted(table)} to ${role}`]),
  ]);
  const statements = [
    `revoke all on schema ${schemaName} from public, ${role}`,
    `grant usage on schema ${schemaName} to ${role}`,
    `revoke all on all tables in schema ${schemaName} from ${role}`,
    `grant select, insert, update, delete on all tables in schema ${schemaName} to ${role}`,
    ...exceptions,
    `revoke all on all functions in schema ${schemaName} from public`,
    `grant execute on all functions in schema ${schemaName} to ${role}`,
  ];
  await owner.startTransaction();
  try {
    for (const statement of statements) await owner.query(statement);
    await owner.commitTransaction();
  } catch (error) {
    await owner.rollbackTransaction();
    throw error;
  }
}

/** Closes the database and its schema `public` to other roles of the server, as far as the connected user may. Needs the lock of the database. */
export async function closeDatabase(owner: QueryRunner, database: string, roleName: string): Promise<void> {
  const name = quoted(database);
  await isAllowed(() => owner.query(`grant connect on database ${name} to ${quoted(roleName)}`));
  await isAllowed(() => owner.query(`revoke all on database ${name} from public`));
  await isAllowed(() => owner.query('revoke all on schema public from public'));
}

async function isAllowed(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (isInsufficientPrivilege(error)) return false;
    throw error;
  }
}

/** Whether Postgres refused a statement for want of a privilege. */
export const isInsufficientPrivilege = (error: unknown): boolean => sqlStateOf(error) === INSUFFICIENT_PRIVILEGE;

/** The SQLSTATE of an error of Postgres; undefined for any other. */
export const sqlStateOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** What Postgres stores for a password (RFC 5803), so that the password itself is not sent. */
function scramHash(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, SCRAM_ITERATIONS, 32, 'sha256');
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64');
  const serverKey = hmac(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
