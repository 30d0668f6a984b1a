/** Numbers about a whole table that triggers keep in a table of their own, so that they are read in the same time however long it is. */
export interface CountSpec<Column extends string = string, Key extends string = string> {
  /** The table that keeps the numbers, with its schema: `auth.user_count`. */
  readonly table: string;
  /** The table that is counted, with its schema. */
  readonly source: string;
  /** By what is counted, with the type of each: `{ bot_id: 'uuid' }`. Never null. */
  readonly keys?: Readonly<Record<Key, string>>;
  /** What is counted. */
  readonly columns: readonly Column[];
  /** A statement that selects the keys and the columns (bigint) by counting these rows of the source, one row for each combination of keys. */
  readonly counted: (rows: string) => string;
  /** Columns of the source. Rows in which they are equal can only be counted together; without them each row counts on its own. */
  readonly group?: readonly string[];
}

export const keysOf = ({ keys = {} }: CountSpec): string[] => Object.keys(keys);
export const groupByOf = (spec: CountSpec): string => (keysOf(spec).length > 0 ? `group by ${keysOf(spec).join(', ')}` : '');
export const anyChange = ({ columns }: CountSpec): string => columns.map((column) => `sum(${column}) <> 0`).join(' or ');

/** The difference between counting some rows and counting others, without what did not change. */
export function difference(spec: CountSpec, added: string | null, removed: string | null): string {
  const names = [...keysOf(spec), ...spec.columns].join(', ');
  const negated = [...keysOf(spec), ...spec.columns.map((column) => `-${column} as ${column}`)].join(', ');
  const parts = [
    ...(added === null ? [] : [`select ${names} from (${added}) added`]),
    ...(removed === null ? [] : [`select ${negated} from (${removed}) removed`]),
  ];
  const sums = [...keysOf(spec), ...spec.columns.map((column) => `sum(${column})`)].join(', ');
  return `select ${sums} from (${parts.join(' union all ')}) change ${groupByOf(spec)} having ${anyChange(spec)}`;
}

/** Statements that create the table of the counts, the function and the triggers that keep them. The source must exist. */
export function createCounts(spec: CountSpec): string {
  const { table, source } = spec;
  const keys = keysOf(spec);
  const types: Readonly<Record<string, string>> = spec.keys ?? {};
  const columns = [
    ...keys.map((key) => `${key} ${types[key]} not null`),
    ...spec.columns.map((column) => `${column} bigint not null`),
    'is_sum boolean not null default false',
  ];
  const name = nameOf(table);
  const indexes = [
    `create index ${name}_keys on ${table} (${keys.join(', ')});`,
    `create index ${name}_added on ${table} (${keys.join(', ')}) where not is_sum;`,
  ];
  const trigger = (event: string, tables: string): string =>
    `create trigger keep_${name}_${event} after ${event} on ${source} referencing ${tables} for each statement execute function ${functionOf(table)}();`;
  return [
    `create table ${table} (${columns.join(', ')});`,
    ...(keys.length > 0 ? indexes : []),
    countFunction(spec),
    trigger('insert', 'new table as new_rows'),
    trigger('update', 'old table as old_rows new table as new_rows'),
    trigger('delete', 'old table as old_rows'),
  ].join('\n');
}

export const dropCounts = ({ table }: CountSpec): string => `drop function ${functionOf(table)}() cascade; drop table ${table};`;

/** The name of the function that keeps the counts, without its schema. */
export const countFunctionName = ({ table }: CountSpec): string => `keep_${nameOf(table)}`;

/** The function of the triggers: adds a row with the differences that a statement makes, in its transaction. */
export function countFunction(spec: CountSpec): string {
  const { table } = spec;
  const insert = `insert into ${table} (${[...keysOf(spec), ...spec.columns].join(', ')})`;
  const add = (added: boolean, removed: boolean): string =>
    spec.group ? groupBranch(spec, spec.group, { insert, added, removed }) : rowBranch(spec, { insert, added, removed });
  return `create or replace function ${functionOf(table)}() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from new_rows) then return null; end if;
    ${add(true, false)}
  elsif tg_op = 'DELETE' then
    if not exists (select from old_rows) then return null; end if;
    ${add(false, true)}
  else
    if not exists (select from new_rows) then return null; end if;
    ${add(true, true)}
  end if;
  return null;
end $$;`;
}

interface Change {
  /** The beginning of the statement that stores the differences. */
  readonly insert: string;
  /** Which tables of changed rows there are: those as they are, those as they were. */
  readonly added: boolean;
  readonly removed: boolean;
}

function rowBranch(spec: CountSpec, { insert, added, removed }: Change): string {
  return `${insert} ${difference(spec, added ? spec.counted('new_rows') : null, removed ? spec.counted('old_rows') : null)};`;
}

/**
 * Counts the groups of the changed rows as they are and as they were. Statements that change rows of one group take turns, so that each sees
 * what the other one changed.
 */
function groupBranch(spec: CountSpec, group: readonly string[], { insert, added, removed }: Change): string {
  const columns = group.join(', ');
  const touched = [...(added ? ['new_rows'] : []), ...(removed ? ['old_rows'] : [])]
    .map((rows) => `select ${columns} from ${rows}`)
    .join(' union ');
  const before = [
    added ? '(select * from after_rows except all select * from new_rows)' : 'select * from after_rows',
    ...(removed ? ['select * from old_rows'] : []),
  ].join(' union all ');
  return `perform pg_advisory_xact_lock(hashtextextended(name, 0))
      from (select distinct concat_ws(' ', '${spec.table}', ${columns}) as name from (${touched}) touched order by 1) groups;
    ${insert} with touched as (${touched}),
      after_rows as (select * from ${spec.source} where (${columns}) in (select ${columns} from touched)),
      before_rows as (${before})
    ${difference(spec, spec.counted('after_rows'), spec.counted('before_rows'))};`;
}

const nameOf = (table: string): string => table.slice(table.indexOf('.') + 1);
const functionOf = (table: string): string => `${table.slice(0, table.indexOf('.'))}.keep_${nameOf(table)}`;
