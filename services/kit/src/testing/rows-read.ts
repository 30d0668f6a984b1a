import { DataSource, type EntityManager } from 'typeorm';
import type { ServicesUnderTest } from './services-under-test.js';

/** Rows of a table that were read one after the other, and entries that were read in its indexes; with those of earlier transactions. */
const READ = `
  select sum(pg_stat_get_xact_tuples_returned(read.id))::int as "read"
  from (select $1::regclass::oid as id union all select indexrelid from pg_index where indrelid = $1::regclass) read`;

/** How many rows of a table (with its schema), and entries of its indexes, Postgres reads for the statements that `work` sends as this service. */
export async function rowsRead(
  { services }: Pick<ServicesUnderTest, 'services'>,
  { service, table }: { readonly service: string; readonly table: string },
  work: (transaction: EntityManager) => Promise<unknown>,
): Promise<number> {
  const database = services.get(service)?.app.get(DataSource);
  if (!database) throw new Error(`${service} has no database`);
  return database.transaction(async (transaction) => {
    const readUntilNow = async (): Promise<number> => {
      const [row] = await transaction.query<{ read: number }[]>(READ, [table]);
      return row?.read ?? 0;
    };
    const before = await readUntilNow();
    await work(transaction);
    return (await readUntilNow()) - before;
  });
}
