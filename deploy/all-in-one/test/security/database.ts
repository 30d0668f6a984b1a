import { Client } from 'pg';

/** Runs SQL on the database of a stack, past the product. */
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
