import type { DataSource } from 'typeorm';
import { anyChange, difference, groupByOf, keysOf, type CountSpec } from './count-spec.js';
import { Interval } from './interval.js';
import type { Logger } from './logger.js';

const FOLD_BATCH = 20_000;
const FOLD_EVERY_MS = 60_000;
const CHECK_EVERY_MS = 3_600_000;

/**
 * Counts of whole tables. A trigger adds a row with the differences that a statement makes, in its transaction: no two transactions wait for each
 * other, as they would for one row that all change. A count is the sum of these rows.
 */
export class RunningCounts {
  constructor(
    private readonly database: DataSource,
    private readonly logger: Logger,
    private readonly specs: readonly CountSpec[],
  ) {}

  /** The sums of all rows with these keys. */
  async read<Column extends string, Key extends string>(
    { table, columns }: CountSpec<Column, Key>,
    where?: Readonly<Partial<Record<Key, string>>>,
  ): Promise<Record<Column, number>> {
    const conditions = Object.keys(where ?? {}).map((key, at) => `${key} = $${at + 1}`);
    const [row] = await this.database.query<Record<Column, string>[]>(
      `select ${columns.map((column) => `coalesce(sum(${column}), 0) as ${column}`).join(', ')} from ${table}
       ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}`,
      Object.values(where ?? {}),
    );
    // The driver returns numbers above 2^31 as text; counts stay far below 2^53.
    return Object.fromEntries(columns.map((column) => [column, Number(row?.[column] ?? 0)])) as Record<Column, number>;
  }

  /** Replaces rows with the same keys by their sum, so that they stay few. Replicas that do so at the same time take different rows. */
  @Interval(FOLD_EVERY_MS, 'the folding of counts')
  async fold(): Promise<void> {
    // Statements without parameters go to Postgres in one message.
    if (this.specs.length > 0) await this.database.query(this.specs.map(foldStatement).join(';\n'));
  }

  @Interval(CHECK_EVERY_MS, 'the check of counts')
  async checkAll(): Promise<void> {
    for (const spec of this.specs)
      await this.check(spec).catch((error: unknown) =>
        this.logger.error({ table: spec.table, err: error }, 'counts were not checked'),
      );
  }

  /** Counts the whole source, and adds what is missing; returns whether the counts were right. Replicas that check at the same time take turns. */
  async check(spec: CountSpec): Promise<boolean> {
    const { table, source } = spec;
    const names = [...keysOf(spec), ...spec.columns].join(', ');
    const added = await this.database.transaction(async (manager) => {
      await manager.query(`select pg_advisory_xact_lock(hashtextextended('the check of ${table}', 0))`);
      // One statement, so that both counts are of one moment.
      return manager.query<Record<string, string>[]>(
        `insert into ${table} (${names}) ${difference(spec, spec.counted(source), `select * from ${table}`)} returning ${names}`,
      );
    });
    if (added.length > 0)
      this.logger.error({ table, added: added.slice(0, 10) }, 'counts differed from the table and were corrected');
    return added.length === 0;
  }
}

/** What was added since is found by an index, and so are the sums that it is added to: nothing else is read. */
function foldStatement(spec: CountSpec): string {
  const { table, columns } = spec;
  const keys = keysOf(spec);
  const places = ['ctid as place', ...keys].join(', ');
  const isOfAdded =
    keys.length > 0 ? `(${keys.join(', ')}) in (select ${keys.join(', ')} from added)` : 'exists (select from added)';
  return `
    with added as (
      select ${places} from ${table} where not is_sum limit ${FOLD_BATCH} for update skip locked
    ), sums as (
      select ctid as place from ${table} where is_sum and ${isOfAdded} for update skip locked
    ), folded as (
      delete from ${table} where ctid = any (array(select place from added union all select place from sums)) returning *
    )
    insert into ${table} (${[...keys, ...columns, 'is_sum'].join(', ')})
      select ${[...keys, ...columns.map((column) => `sum(${column})`), 'true'].join(', ')}
      from folded ${groupByOf(spec)} having ${anyChange(spec)}`;
}
