import { readdirSync, readFileSync } from 'node:fs';
import { Module, type DynamicModule, type OnApplicationShutdown, type Provider, type Type } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, MigrationExecutor, type DataSourceOptions, type MigrationInterface } from 'typeorm';
import { CONFIG, type Config } from './config.js';

export interface DatabaseSpec {
  /** Name of the service's own schema; no other service reads or writes it. */
  readonly schema: string;
  readonly entities: Type[];
  /** Run in this order at start. Class names end in a 13-digit timestamp, as TypeORM requires. */
  readonly migrations: Type<MigrationInterface>[];
}

/** Connects a service to its own Postgres schema. At start one replica runs the migrations while the others wait. */
export function databaseModule(spec: DatabaseSpec): DynamicModule[] {
  const source: Provider = {
    provide: DataSource,
    inject: [CONFIG],
    useFactory: (config: Config) => openDatabase(dataSourceOptions(config.DATABASE_URL, spec), spec),
  };
  return [
    { module: DatabaseModule, global: true, providers: [source], exports: [DataSource] },
    TypeOrmModule.forFeature(spec.entities),
  ];
}

// Replaces TypeOrmModule.forRoot, which fails when several services of one process each register a database.
@Module({})
class DatabaseModule implements OnApplicationShutdown {
  constructor(private readonly source: DataSource) {}

  async onApplicationShutdown(): Promise<void> {
    await this.source.destroy();
  }
}

function dataSourceOptions(url: string, spec: DatabaseSpec): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    schema: spec.schema,
    entities: spec.entities,
    migrations: spec.migrations,
    migrationsTableName: 'migrations',
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    poolSize: 5,
    applicationName: `kith-${spec.schema}`,
    extra: {
      statement_timeout: 5000,
      connectionTimeoutMillis: 5000,
      options: `-c timezone=UTC -c search_path=${spec.schema},public`,
    },
  };
}

/**
 * The text of a `.sql` file that lies beside the calling module: `readSqlFile(new URL('./sql/post_entry.sql', import.meta.url))`.
 * Works from the sources and from `dist`, because the build copies `.sql` files. Throws when the file is missing.
 */
export function readSqlFile(url: URL): string {
  return readFileSync(url, 'utf8');
}

/**
 * The texts of all `.sql` files of a folder, in the order of their names: `readSqlFolder(new URL('../sql/', import.meta.url))`.
 * The address of the folder ends with a slash. Throws when the folder is missing.
 */
export function readSqlFolder(url: URL): string[] {
  const names = readdirSync(url).filter((name) => name.endsWith('.sql'));
  return names.toSorted().map((name) => readSqlFile(new URL(name, url)));
}

/** Opens the pool after the migrations ran. Throws when the database is unreachable or a migration fails. */
async function openDatabase(options: DataSourceOptions, spec: DatabaseSpec): Promise<DataSource> {
  const source = await new DataSource(options).initialize();
  try {
    await migrate(source, spec.schema);
    return source;
  } catch (error) {
    await source.destroy();
    throw error;
  }
}

async function migrate(source: DataSource, schema: string): Promise<void> {
  const connection = source.createQueryRunner();
  const lock = `kith-migrate-${schema}`;
  // Migrations have no time limit, and neither have the replicas that wait for the lock.
  await connection.query('set statement_timeout = 0');
  await connection.query('select pg_advisory_lock(hashtext($1))', [lock]);
  await connection.query(`create schema if not exists "${schema}"`);
  const migrations = new MigrationExecutor(source, connection);
  migrations.transaction = 'each';
  await migrations.executePendingMigrations();
  await connection.query('select pg_advisory_unlock(hashtext($1))', [lock]);
  await connection.query('reset statement_timeout');
  await connection.release();
}
