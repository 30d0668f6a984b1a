import { migrateDatabase, migrationSettings, roleStatements } from '@kith/kit';

// `node migrate.js` migrates the database as its owner and creates the roles of the services; `node migrate.js roles` prints the statements
// with which an administrator creates these roles (docs/operations.md, "Postgres").
try {
  const services = await Promise.all([
    import('@kith/auth'),
    import('@kith/billing'),
    import('@kith/bots'),
    import('@kith/chat'),
    import('@kith/knowledge'),
    import('@kith/bot-runner'),
  ]);
  const databases = services.map(({ database }) => database);
  const settings = migrationSettings(process.env, databases);
  if (process.argv[2] === 'roles') process.stdout.write(`${roleStatements(settings).join('\n')}\n`);
  else await migrateDatabase(settings, databases);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
