import { readdirSync } from 'node:fs';
import type { DataSource, EntityMetadata, QueryRunner } from 'typeorm';
import { countFunction, countFunctionName, type CountSpec } from '../count-spec.js';
import { readSqlFile } from '../database.js';
import { createPageFunction, type ListOrder } from '../ordered-list.js';

interface TableColumn {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly isPrimary: boolean;
}

const SELECT_COLUMNS = `
  select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as "isNullable",
    exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey)) as "isPrimary"
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`;
const SELECT_FUNCTIONS = `
  select proname as name, string_agg(pg_get_functiondef(oid), ' ' order by oid::regprocedure::text) as definition
  from pg_proc where pronamespace = $1::regnamespace group by proname order by proname`;
const SELECT_OBJECTS = `
  select relname as name from pg_class where relnamespace = $1::regnamespace and relname !~ '^(migrations|PK_)'
  union all select proname from pg_proc where pronamespace = $1::regnamespace order by 1`;

const SELECT_POLICIES = `
  select c.relname as "table", c.relrowsecurity as "isOn", count(p.polname)::int as policies,
    coalesce(bool_and(p.polcmd = '*' and p.polroles = '{0}'), false) as "isForAll",
    coalesce(string_agg(pg_get_expr(p.polqual, p.polrelid), ' '), '') as rows,
    coalesce(string_agg(pg_get_expr(p.polwithcheck, p.polrelid), ' '), '') as "newRows"
  from pg_class c left join pg_policy p on p.polrelid = c.oid
  where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migrations'
  group by c.oid order by c.relname`;
/** How Postgres writes down whose rows a statement may see. */
const SETTING =
  /\( SELECT current_setting\('kith\.owner'::text, true\) AS current_setting\)|current_setting\('kith\.owner'::text, true\)/g;
/** For the system alone, for the owner of the row, or for whom the policy of another table shows the row that it belongs to. */
const POLICY = /^kith\.owner = 'system'( OR kith\.owner = (owner|user)_id| OR EXISTS FROM (\w+) WHERE \3\.id = \w+\.\w+_id)?$/;

interface TablePolicies {
  readonly table: string;
  readonly isOn: boolean;
  readonly policies: number;
  readonly isForAll: boolean;
  readonly rows: string;
  readonly newRows: string;
}

/** The names of the tables, indexes, sequences and functions of the service's schema, without those of the migrations table. */
export async function listSchemaObjects(database: DataSource): Promise<string[]> {
  const rows = await database.query<{ name: string }[]>(SELECT_OBJECTS, [schemaOf(database)]);
  return rows.map(({ name }) => name);
}

/**
 * Where the migrated schema and the entities differ, each difference as one sentence: tables, columns, types, null and primary keys.
 * `withoutEntity` names tables (`ledger`) and columns (`user.created_at`) that no entity maps, each with the reason; one that an entity
 * maps or that does not exist is a difference too.
 */
export async function findSchemaDifferences(
  database: DataSource,
  withoutEntity: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const rows = await database.query<TableColumn[]>(SELECT_COLUMNS, [schemaOf(database)]);
  const columns = new Map(rows.filter(({ table }) => table !== 'migrations').map((row) => [`${row.table}.${row.column}`, row]));
  const mapped = new Map(database.entityMetadatas.flatMap((entity) => declaredColumns(database, entity)));
  const unmapped = [...columns].filter(([name]) => !mapped.has(name));
  const isExcused = (name: string, { table }: TableColumn): boolean => name in withoutEntity || table in withoutEntity;
  const used = new Set(unmapped.flatMap(([name, { table }]) => [name, table]));
  return [
    ...[...mapped].flatMap(([name, declared]) => compareColumn(name, declared, columns.get(name))),
    ...unmapped.filter(([name, row]) => !isExcused(name, row)).map(([name]) => `${name} has no entity property`),
    ...Object.keys(withoutEntity)
      .filter((name) => !used.has(name))
      .map((name) => `${name} is listed as an exception but has an entity property or does not exist`),
  ];
}

/**
 * Where the functions of the migrated schema differ from the files of `folder` (`new URL('../src/sql/', import.meta.url)`), each difference
 * as one sentence. A file is named after the one function it creates with `create or replace`. Counts and lists have a function each without a file.
 */
export async function findFunctionDifferences(
  database: DataSource,
  folder: URL,
  counts: readonly CountSpec[] = [],
  lists: readonly ListOrder[] = [],
): Promise<string[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const connection = database.createQueryRunner();
  const migrated = await functionsOf(connection, schemaOf(database));
  await connection.startTransaction();
  try {
    for (const file of files) await connection.query(readSqlFile(new URL(file, folder)));
    for (const count of counts) await connection.query(countFunction(count));
    for (const list of lists) await connection.query(createPageFunction(list));
    const declared = [...counts.map(countFunctionName), ...lists.map(({ readBy = '' }) => readBy.slice(readBy.indexOf('.') + 1))];
    const defined = await functionsOf(connection, schemaOf(database));
    const names = new Set([...migrated.keys(), ...defined.keys(), ...files.map((file) => file.replace('.sql', ''))]);
    return [...names].toSorted().flatMap((name) => {
      if (!files.includes(`${name}.sql`) && !declared.includes(name)) return [`${name} has no file`];
      if (!defined.has(name)) return [`${name}.sql creates another function`];
      return migrated.get(name) === defined.get(name) ? [] : [`${name}.sql is not what the migrations created`];
    });
  } finally {
    await connection.rollbackTransaction();
    await connection.release();
  }
}

/**
 * The tables whose rows a query of one owner could find of another one, each as one sentence: without row-level security, or with a policy that
 * is not about the owner, for all statements and roles. `withoutOwner` names those whose rows belong to nobody, each with the reason.
 */
export async function findTablesOfAllOwners(
  database: DataSource,
  withoutOwner: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const tables = await database.query<TablePolicies[]>(SELECT_POLICIES, [schemaOf(database)]);
  const isExcused = ({ table }: TablePolicies): boolean => table in withoutOwner;
  return [
    ...tables.filter((table) => !isExcused(table)).flatMap(problemOfPolicies),
    ...Object.keys(withoutOwner)
      .filter((name) => !tables.some(({ table, isOn }) => table === name && !isOn))
      .map((name) => `${name} is listed as an exception but has row-level security or does not exist`),
  ];
}

function problemOfPolicies({ table, isOn, policies, isForAll, rows, newRows }: TablePolicies): string[] {
  if (!isOn) return [`${table} has no row-level security`];
  if (policies !== 1 || !isForAll) return [`${table} has other policies than one for all statements and roles`];
  const policy = rows
    .replaceAll(SETTING, 'kith.owner')
    .replaceAll(/::text|\bSELECT\b|[()]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (newRows === '' && POLICY.test(policy)) return [];
  return [`the policy of ${table} does not limit its rows to those of their owner: ${policy} ${newRows}`];
}

function declaredColumns(database: DataSource, { tableName, columns }: EntityMetadata): [string, TableColumn][] {
  return columns.map((column) => {
    const type = `${database.driver.normalizeType(column)}${column.length ? `(${column.length})` : ''}${column.isArray ? '[]' : ''}`;
    const name = column.databaseName;
    return [
      `${tableName}.${name}`,
      { table: tableName, column: name, type, isNullable: column.isNullable, isPrimary: column.isPrimary },
    ];
  });
}

function compareColumn(name: string, declared: TableColumn, column: TableColumn | undefined): string[] {
  if (!column) return [`${name} is declared by an entity and does not exist`];
  return [
    column.type === declared.type ? '' : `${name} has the type ${column.type}, its entity declares ${declared.type}`,
    column.isNullable === declared.isNullable ? '' : `${name} and its entity disagree about null`,
    column.isPrimary === declared.isPrimary ? '' : `${name} and its entity disagree about the primary key`,
  ].filter(Boolean);
}

async function functionsOf(connection: QueryRunner, schema: string): Promise<Map<string, string>> {
  const rows = (await connection.query(SELECT_FUNCTIONS, [schema])) as { name: string; definition: string }[];
  return new Map(rows.map(({ name, definition }) => [name, definition]));
}

function schemaOf({ options }: DataSource): string {
  return 'schema' in options && typeof options.schema === 'string' ? options.schema : 'public';
}
