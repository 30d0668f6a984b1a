import type { DatabaseSpec } from '@kith/kit';

/** What each service keeps in Postgres. */
export async function databasesOfServices(): Promise<DatabaseSpec[]> {
  const services = await Promise.all([
    import('@kith/auth'),
    import('@kith/billing'),
    import('@kith/bots'),
    import('@kith/chat'),
    import('@kith/knowledge'),
    import('@kith/bot-runner'),
  ]);
  return services.map(({ database }) => database);
}
