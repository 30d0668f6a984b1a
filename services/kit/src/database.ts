import { readdirSync, readFileSync } from 'node:fs';
import { Module, type DynamicModule, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from './config.js';
import { openDatabase } from './database-access.js';
import type { DatabaseSpec } from './database-spec.js';
import { Keyring } from './keyring.js';
import { LOGGER, type Logger } from './logger.js';
import { RunningCounts } from './running-counts.js';

/**
 * Connects a service to its own Postgres schema, as a role that sees this schema only and owns nothing. With the DATABASE_URL of that role the
 * schema must have been migrated; with that of the owner of the database one replica runs the migrations at start while the others wait.
 */
export function databaseModule(spec: DatabaseSpec): DynamicModule[] {
  const source: Provider = {
    provide: DataSource,
    inject: [CONFIG, LOGGER, { token: Keyring, optional: true }],
    useFactory: (config: Config, logger: Logger, keyring?: Keyring) => openDatabase(spec, config.DATABASE_URL, keyring, logger),
  };
  const counts: Provider = {
    provide: RunningCounts,
    inject: [DataSource, LOGGER],
    useFactory: (database: DataSource, logger: Logger) => new RunningCounts(database, logger, spec.counts ?? []),
  };
  return [
    { module: DatabaseModule, global: true, providers: [source, counts], exports: [DataSource, RunningCounts] },
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
