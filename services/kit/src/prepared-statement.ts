import { createHash } from 'node:crypto';
import type { ClientBase, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { QueryFailedError, type DataSource, type EntityManager } from 'typeorm';
import type { RowOwnerPool } from './row-owner-pool.js';

interface Connection {
  query<R extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<R>>;
}

/** Statements that one process prepares: each takes memory in every connection. Those beyond are run without. */
const MAX_PREPARED = 200;
const prepared = new Set<string>();

/**
 * A statement of a request that is frequent. Each connection prepares it once, so that Postgres parses it and adds the conditions of row-level
 * security once instead of each time, and TypeORM's work for each statement is left out. Errors are those of TypeORM.
 */
export class PreparedStatement<R extends object> {
  private readonly name: string | undefined;

  constructor(private readonly text: string) {
    this.name = nameOf(text);
  }

  /** The rows for these values, on any connection. */
  async rows(database: DataSource, values: readonly unknown[]): Promise<R[]> {
    return this.run(poolOf(database), values);
  }

  /** The same for a short statement that waits for no lock: sent together with others that are asked for at the same time. */
  async rowsTogether(database: DataSource, values: readonly unknown[]): Promise<R[]> {
    const pool = poolOf(database);
    return this.run({ query: (statement) => pool.queryTogether(statement) }, values);
  }

  /** The rows for these values, within the transaction of the manager. */
  async rowsWithin(manager: EntityManager, values: readonly unknown[]): Promise<R[]> {
    if (!manager.queryRunner) throw new TypeError('the manager has no transaction');
    const connection = (await manager.queryRunner.connect()) as ClientBase;
    return this.run(connection, values);
  }

  private async run(connection: Connection, given: readonly unknown[]): Promise<R[]> {
    const { name, text } = this;
    const values = [...given];
    try {
      const { rows } = await connection.query<R>({ text, values, ...(name !== undefined && { name }) });
      return rows;
    } catch (error) {
      throw new QueryFailedError(text, values, error as Error);
    }
  }
}

/** The same text has one name, which all connections know it by. */
function nameOf(text: string): string | undefined {
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  if (!prepared.has(name) && prepared.size >= MAX_PREPARED) return undefined;
  prepared.add(name);
  return name;
}

const poolOf = ({ driver }: DataSource): RowOwnerPool => (driver as unknown as { readonly master: RowOwnerPool }).master;
