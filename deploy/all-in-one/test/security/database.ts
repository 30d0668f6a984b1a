import { Client } from 'pg';

/** Looks into, or breaks, the database of a stack: what no call of the product would do. */
export async function onDatabase(
  { env }: { readonly env: NodeJS.ProcessEnv },
  statement: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: String(env['DATABASE_URL']) });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}
