import type { Type } from '@nestjs/common';
import type { MigrationInterface } from 'typeorm';
import type { CountSpec } from './count-spec.js';

/** What a service keeps in Postgres. */
export interface DatabaseSpec {
  /** Name of the service's own schema; no other service reads or writes it. */
  readonly schema: string;
  readonly entities: Type[];
  /** Run in this order at start. Class names end in a 13-digit timestamp, as TypeORM requires. */
  readonly migrations: Type<MigrationInterface>[];
  /** Counts of whole tables, which a migration creates with `createCounts`. */
  readonly counts?: readonly CountSpec[];
  /** Privileges of the service's role on tables that it may not freely read and write: `{ ledger_txn: 'select, insert' }`. */
  readonly privileges?: Readonly<Record<string, string>>;
}
