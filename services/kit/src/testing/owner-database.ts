import type { DataSource } from 'typeorm';
import { openDatabase, ownerSource } from '../database-access.js';
import type { DatabaseSpec } from '../database-spec.js';
import { listSchemaObjects } from './schema.js';
import type { ServicesUnderTest } from './services-under-test.js';

/** Connects as the owner of the database, who may do what the role of a service may not. The caller destroys the data source. */
export const ownerDatabase = ({ runtime }: Pick<ServicesUnderTest, 'runtime'>, spec: DatabaseSpec): Promise<DataSource> =>
  ownerSource(runtime.config.DATABASE_URL ?? '', spec).initialize();

/** Reverts all migrations and runs them again, as at the start of a service; returns what the schema has in between. */
export async function revertAndMigrate(
  owner: DataSource,
  { runtime }: Pick<ServicesUnderTest, 'runtime'>,
  spec: DatabaseSpec,
): Promise<string[]> {
  for (const _ of owner.migrations) await owner.undoLastMigration();
  const left = await listSchemaObjects(owner);
  const database = await openDatabase(spec, runtime.config.DATABASE_URL, runtime.keyring, runtime.logger);
  await database.destroy();
  return left;
}

/** Runs one statement as the owner of the database. */
export async function queryAsOwner(
  kith: Pick<ServicesUnderTest, 'runtime'>,
  spec: DatabaseSpec,
  statement: string,
  parameters: unknown[] = [],
): Promise<void> {
  const owner = await ownerDatabase(kith, spec);
  try {
    await owner.query(statement, parameters);
  } finally {
    await owner.destroy();
  }
}
