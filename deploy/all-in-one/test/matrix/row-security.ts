import type { Stack } from '@kith/all-in-one/testing';
import { onDatabase } from '../security/database.js';

const LIMITED_TABLES = `select oid::regclass::text as "table" from pg_class where relrowsecurity`;

/** Until the database is gone, queries find the rows of all users unless they have a condition on the owner themselves. */
export async function switchOffRowSecurity(stack: Stack): Promise<void> {
  const tables = await onDatabase(stack, LIMITED_TABLES);
  if (tables.length === 0) throw new Error('no table has row-level security');
  for (const { table } of tables) await onDatabase(stack, `alter table ${String(table)} disable row level security`);
}
