import type { DataSource } from 'typeorm';
import type { Logger } from './logger.js';

const FOLD_BATCH = 20_000;

interface RunningCountsOptions<Column extends string> {
  readonly database: DataSource;
  readonly logger: Logger;
  /** The table with its schema. */
  readonly table: string;
  readonly columns: readonly Column[];
  /** A statement that selects the columns, in one row, by counting. */
  readonly counted: string;
}

/**
 * Counts of a whole table, which are read in the same time however long it is. A trigger adds a row with the differences that a statement makes, in
 * its transaction: no two transactions wait for each other, as they would for one row that all change. A count is the sum of these rows.
 */
export class RunningCounts<Column extends string> {
  constructor(private readonly options: RunningCountsOptions<Column>) {}

  async read(): Promise<Record<Column, number>> {
    const { database, table } = this.options;
    const [row] = await database.query<Record<Column, string>[]>(`select ${this.sums} from ${table}`);
    return this.numbersOf(row);
  }

  /** Replaces rows by their sum, so that they stay few. Replicas that do so at the same time take different rows. */
  async fold(): Promise<void> {
    const { database, table } = this.options;
    await database.query(
      `with folded as (
         delete from ${table} where ctid = any (array(select ctid from ${table} limit ${FOLD_BATCH} for update skip locked))
           and (select count(*) from (select from ${table} limit 2) few) > 1
         returning *
       )
       insert into ${table} (${this.options.columns.join(', ')}) select ${this.sums} from folded having count(*) > 0`,
    );
  }

  /** Counts the whole table, and adds what is missing; returns whether the counts were right. Replicas that check at the same time take turns. */
  async check(): Promise<boolean> {
    const { database, table, columns, counted, logger } = this.options;
    const differences = columns.map((column) => `counted.${column} - kept.${column} as ${column}`).join(', ');
    const added = await database.transaction(async (manager) => {
      await manager.query(`select pg_advisory_xact_lock(hashtextextended('the check of ${table}', 0))`);
      // One statement, so that both counts are of one moment.
      return manager.query<Record<Column, string>[]>(
        `insert into ${table} (${columns.join(', ')})
       select * from (
         select ${differences} from (${counted}) counted cross join (select ${this.sums} from ${table}) kept
       ) difference
       where ${columns.map((column) => `${column} <> 0`).join(' or ')} returning *`,
      );
    });
    if (added.length > 0) logger.error({ table, added }, 'counts differed from the table and were corrected');
    return added.length === 0;
  }

  private get sums(): string {
    return this.options.columns.map((column) => `coalesce(sum(${column}), 0) as ${column}`).join(', ');
  }

  private numbersOf(row: Record<Column, string> | undefined): Record<Column, number> {
    const entries = this.options.columns.map((column) => [column, Number(row?.[column] ?? 0)]);
    return Object.fromEntries(entries) as Record<Column, number>;
  }
}
