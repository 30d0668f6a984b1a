import { AppError } from '@kith/proto';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { pageOfList, type PageRequest } from './page-of-list.js';
import { PreparedStatement } from './prepared-statement.js';

/** How a key is compared, and written into a cursor; times in microseconds, as Postgres keeps them. */
const KEY_TYPES = {
  time: {
    written: (key: string) => `(extract(epoch from ${key}) * 1000000)::bigint::text`,
    read: (text: string) => `'epoch'::timestamptz + ${text}::float8 * interval '1 microsecond'`,
    schema: z.string().regex(/^\d{1,17}$/),
  },
  number: {
    written: (key: string) => `(${key})::text`,
    read: (text: string) => `${text}::bigint`,
    schema: z.string().regex(/^-?\d{1,18}$/),
  },
  uuid: { written: (key: string) => `${key}::text`, read: (text: string) => `${text}::uuid`, schema: z.uuid() },
  text: {
    written: (key: string) => key,
    read: (text: string) => `${text}::text`,
    // Postgres stores no such character, and refuses to compare with it.
    schema: z.string().refine((text) => !text.includes('\0')),
  },
} as const;
type KeyType = keyof typeof KEY_TYPES;

/** Rows of a table in an order that an index has. */
export interface ListOrder {
  readonly source: string;
  /** Which rows are listed, by the parameters `$1`, `$2` and so on. */
  readonly where?: string;
  /** How many parameters these are, or for `readBy` their types; 0 without. */
  readonly parameters?: number | readonly string[];
  /** By what the rows are ordered, all in the same direction; together they are unique. The last one identifies a row. */
  readonly keys: Readonly<Record<string, KeyType>>;
  readonly isDescending?: boolean;
  /**
   * The name of a function that reads the pages. Needed for tables with row-level security: it lets Postgres expect few rows, so that it would read and
   * sort all of them instead of following the index.
   */
  readonly readBy?: string;
  /** The name of a function that counts them, at most one more than a thousand. */
  readonly countBy?: string;
  /** A search, which has another plan for a frequent text than for a rare one. */
  readonly isPlannedEachTime?: boolean;
}

/** Entries that are counted of a list that no count is kept of. */
const MAX_COUNTED = 1000;

/** A page of a list: `cursor` is the `next` or `previous` of another page and counts more than `offset`. */
export interface ListPageRequest extends PageRequest {
  readonly cursor?: string | undefined;
  /** The page begins behind the row with these keys, and further behind by `offset`. */
  readonly after?: readonly string[] | undefined;
}

export interface ListPage {
  /** The last key of each row. */
  readonly ids: readonly string[];
  readonly next: string | null;
  readonly previous: string | null;
}

export interface BoundedCount {
  readonly total: number;
  readonly isMoreThanTotal: boolean;
}

interface Place {
  /** Which side of the row with these keys the page lies on. Without keys: the beginning of the list ('after'), or its end. */
  readonly side: 'after' | 'before';
  readonly keys: readonly string[];
}

type Row = { readonly keys: string[] };

/**
 * The pages of a list. A page that is named by a cursor is found by the keys of its neighbour, wherever it lies; it neither skips nor repeats rows when
 * others are added meanwhile. One that is named by its offset is read from the nearer end.
 */
export class OrderedList {
  private readonly statements = new Map<string, PreparedStatement<Row>>();

  constructor(private readonly order: ListOrder) {}

  /** `total`: how many rows there are; without it pages are read from the beginning. Throws BAD_INPUT for a cursor of another list. */
  async page(
    database: DataSource,
    parameters: readonly unknown[],
    { limit, offset, cursor, after }: ListPageRequest,
    total?: number,
  ): Promise<ListPage> {
    if (cursor !== undefined) return this.beside(this.placeOf(cursor), database, parameters, { limit, offset: 0 });
    if (after !== undefined) return this.beside({ side: 'after', keys: after }, database, parameters, { limit, offset });
    const isWithinFirstHalf = total === undefined || offset <= total / 2;
    const read = (page: PageRequest, isFromEnd: boolean): Promise<Row[]> =>
      this.read(database, parameters, { ...page, isFromEnd });
    const found = isWithinFirstHalf
      ? await read({ limit: limit + 1, offset }, false)
      : await pageOfList(total, { limit, offset }, read);
    const rows = found.slice(0, limit);
    const isLast = isWithinFirstHalf ? found.length <= limit : offset + rows.length >= total;
    return pageOf(rows, { hasNext: !isLast, hasPrevious: offset > 0 });
  }

  /** How many rows there are; of more than a thousand it is known that there are more. */
  async count(database: DataSource, parameters: readonly unknown[]): Promise<BoundedCount> {
    const { countBy } = this.order;
    const text =
      countBy === undefined
        ? countQuery(this.order)
        : `select ${countBy}(${parameters.map((_, at) => `$${at + 1}`).join(', ')}) as total`;
    const [row] = await database.query<{ total: number }[]>(text, [...parameters]);
    const total = row?.total ?? 0;
    return { total: Math.min(total, MAX_COUNTED), isMoreThanTotal: total > MAX_COUNTED };
  }

  private async beside(
    { side, keys }: Place,
    database: DataSource,
    parameters: readonly unknown[],
    { limit, offset }: PageRequest,
  ): Promise<ListPage> {
    const isFromEnd = side === 'before';
    const isBeside = keys.length > 0;
    const found = await this.read(database, parameters, {
      limit: limit + 1,
      offset,
      isFromEnd,
      ...(isBeside ? { keys } : {}),
    });
    const hasMore = found.length > limit;
    const rows = found.slice(0, limit);
    if (rows.length === 0 && isBeside) return this.emptyPage(side, database, parameters);
    return pageOf(isFromEnd ? rows.toReversed() : rows, {
      hasNext: isFromEnd ? isBeside : hasMore,
      hasPrevious: isFromEnd ? hasMore : isBeside,
    });
  }

  /** A page whose rows were all deleted leads to the end of the list, or to its beginning. */
  private async emptyPage(side: Place['side'], database: DataSource, parameters: readonly unknown[]): Promise<ListPage> {
    const [row] = await this.read(database, parameters, { limit: 1, offset: 0, isFromEnd: false });
    const [next, previous] = side === 'after' ? [null, LAST_PAGE] : [FIRST_PAGE, null];
    return row ? { ids: [], next, previous } : { ids: [], next: null, previous: null };
  }

  private placeOf(cursor: string): Place {
    const types = Object.values(this.order.keys).map((type) => KEY_TYPES[type].schema);
    const schema = z.tuple([z.enum(['after', 'before'])], z.string()).refine((all) => [1, types.length + 1].includes(all.length));
    const [side, ...keys] = refusing(() => schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString())));
    for (const [at, key] of keys.entries()) refusing(() => types[at]?.parse(key));
    return { side, keys };
  }

  private read(
    database: DataSource,
    parameters: readonly unknown[],
    { limit, offset, isFromEnd, keys }: PageRequest & { readonly isFromEnd: boolean; readonly keys?: readonly string[] },
  ): Promise<Row[]> {
    const { order } = this;
    const values = [...parameters, limit, offset, ...(keys ?? [])];
    if (order.readBy === undefined) {
      const text = pageQuery(order, { isFromEnd, isAfterKeys: keys !== undefined });
      return order.isPlannedEachTime ? database.query<Row[]>(text, values) : this.statement(text).rows(database, values);
    }
    const all = [...values, ...(keys ? [] : Object.keys(order.keys).map(() => null)), isFromEnd];
    return this.statement(`select keys from ${order.readBy}(${all.map((_, at) => `$${at + 1}`).join(', ')}) as keys`).rows(
      database,
      all,
    );
  }

  private statement(text: string): PreparedStatement<Row> {
    const known = this.statements.get(text) ?? new PreparedStatement<Row>(text);
    this.statements.set(text, known);
    return known;
  }
}

/** The rows with these ids in their order; those that are gone are left out. */
export function inOrderOf<Row>(ids: readonly string[], rows: readonly Row[], idOf: (row: Row) => string): Row[] {
  const known = new Map(rows.map((row) => [idOf(row), row]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** Makes Postgres follow the index of the order, however few rows it expects, and compile nothing for what it then thinks is expensive. */
const BY_INDEX = 'set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off';

/** The function that reads the pages of a list, `readBy`. `settings`: another way than by the index of the order. */
export function createPageFunction(order: ListOrder, settings = BY_INDEX): string {
  const types = [...typesOf(order), 'int', 'int', ...Object.keys(order.keys).map(() => 'text'), 'boolean'];
  const firstKey = typesOf(order).length + 3;
  const query = (isFromEnd: boolean, isAfterKeys: boolean): string =>
    `return query ${pageQuery(order, { isFromEnd, isAfterKeys })};`;
  const branches = (isFromEnd: boolean): string =>
    `if $${firstKey} is null then ${query(isFromEnd, false)} else ${query(isFromEnd, true)} end if;`;
  return `create or replace function ${order.readBy}(${types.join(', ')}) returns setof text[] language plpgsql stable ${settings} as $$
    begin if $${types.length} then ${branches(true)} else ${branches(false)} end if; end $$`;
}

/** The function that counts the rows of a list, `countBy`. */
export const createCountFunction = (order: ListOrder, settings: string): string =>
  `create or replace function ${order.countBy}(${typesOf(order).join(', ')}) returns int language plpgsql stable ${settings} as $$
    begin return (${countQuery(order)}); end $$`;

function countQuery({ source, where }: ListOrder): string {
  const condition = where === undefined ? '' : `where ${where}`;
  return `select count(*)::int as total from (select from ${source} ${condition} limit ${MAX_COUNTED + 1}) counted`;
}

const typesOf = ({ parameters = [] }: ListOrder): readonly string[] => (typeof parameters === 'number' ? [] : parameters);

/** Parameters: those of the list, then limit, offset and keys. */
function pageQuery({ source, where, parameters = 0, keys, isDescending = false }: ListOrder, reading: Reading): string {
  const isDown = isDescending !== reading.isFromEnd;
  const names = Object.keys(keys);
  const types = Object.values(keys);
  const count = typeof parameters === 'number' ? parameters : parameters.length;
  const [limit, offset] = [count + 1, count + 2];
  const places = types.map((type, at) => KEY_TYPES[type].read(`$${offset + 1 + at}`));
  const after = `(${names.join(', ')}) ${isDown ? '<' : '>'} (${places.join(', ')})`;
  const conditions = [...(where === undefined ? [] : [`(${where})`]), ...(reading.isAfterKeys ? [after] : [])];
  const written = names.map((name, at) => KEY_TYPES[types[at] ?? 'text'].written(name));
  return `select array[${written.join(', ')}] as keys from ${source}
    ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
    order by ${names.map((name) => `${name} ${isDown ? 'desc' : 'asc'}`).join(', ')} limit $${limit} offset $${offset}`;
}

interface Reading {
  readonly isFromEnd: boolean;
  readonly isAfterKeys: boolean;
}

function pageOf(
  rows: readonly Row[],
  { hasNext, hasPrevious }: { readonly hasNext: boolean; readonly hasPrevious: boolean },
): ListPage {
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    ids: rows.map(({ keys }) => keys.at(-1) ?? ''),
    next: last && hasNext ? cursorOf({ side: 'after', keys: last.keys }) : null,
    previous: first && hasPrevious ? cursorOf({ side: 'before', keys: first.keys }) : null,
  };
}

const cursorOf = ({ side, keys }: Place): string => Buffer.from(JSON.stringify([side, ...keys])).toString('base64url');

const FIRST_PAGE = cursorOf({ side: 'after', keys: [] });
const LAST_PAGE = cursorOf({ side: 'before', keys: [] });

function refusing<Result>(read: () => Result): Result {
  try {
    return read();
  } catch {
    throw new AppError('BAD_INPUT', 'This is no cursor of this list.');
  }
}
