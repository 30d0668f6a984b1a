import { Module, type DynamicModule, type OnApplicationShutdown, type Provider, type Type } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions, type MigrationInterface } from 'typeorm';
import { CONFIG, type Config } from './config.js';

export interface DatabaseSpec {
  /** One schema per service; only its owner reads or writes it. */
  readonly schema: string;
  readonly entities: Type[];
  /** In order; run at start. Class names end in a 13-digit timestamp, as TypeORM wants. */
  readonly migrations: Type<MigrationInterface>[];
}

/** The service's own schema in Postgres: migrated at start by one replica while the others wait. */
export function databaseModule(spec: DatabaseSpec): DynamicModule[] {
  const source: Provider = {
    provide: DataSource,
    inject: [CONFIG],
    useFactory: (config: Config) => openDatabase(dataSourceOptions(config.DATABASE_URL, spec), spec),
  };
  return [{ module: DatabaseModule, global: true, providers: [source], exports: [DataSource] }, TypeOrmModule.forFeature(spec.entities)];
}

// In place of Nest's own root module, which takes several services in one process for one that registers its database twice.
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

/** Opens the pool after the migrations ran under an advisory lock. Throws when the database is unreachable or a migration fails. */
async function openDatabase(options: DataSourceOptions, spec: DatabaseSpec): Promise<DataSource> {
  const source = await new DataSource(options).initialize();
  const lock = source.createQueryRunner();
  try {
    await lock.query('select pg_advisory_lock(hashtext($1))', [`kith-migrate-${spec.schema}`]);
    await lock.query(`create schema if not exists "${spec.schema}"`);
    await source.runMigrations({ transaction: 'each' });
    await lock.query('select pg_advisory_unlock(hashtext($1))', [`kith-migrate-${spec.schema}`]);
    await lock.release();
    return source;
  } catch (error) {
    await source.destroy();
    throw error;
  }
}
