import { setTimeout as sleep } from 'node:timers/promises';
import { errorText, isOutage, migrateDatabase, migrationSettings, roleStatements } from '@kith/kit';
import { databasesOfServices } from './databases.js';

/** On a busy machine Postgres may not accept connections yet when its container is called healthy. */
const GIVE_UP_AFTER_MS = 60_000;
const RETRY_EVERY_MS = 1000;

// `node migrate.js` migrates the database as its owner and creates the roles of the services; `node migrate.js roles` prints the statements
// with which an administrator creates these roles (docs/operations.md, "Postgres").
try {
  const databases = await databasesOfServices();
  const settings = migrationSettings(process.env, databases);
  if (process.argv[2] === 'roles') process.stdout.write(`${roleStatements(settings).join('\n')}\n`);
  else await whenReachable(() => migrateDatabase(settings, databases));
} catch (error) {
  process.stderr.write(`${errorText(error)}\n`);
  process.exitCode = 1;
}

/** A migration that was begun when the connection was lost is not applied, so that all can be run again. */
async function whenReachable(work: () => Promise<void>): Promise<void> {
  const sinceMs = Date.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error) || Date.now() - sinceMs > GIVE_UP_AFTER_MS) throw error;
      if (attempt === 1) process.stderr.write(`Postgres cannot be reached yet (${String(error)}). Trying for a minute.\n`);
      await sleep(RETRY_EVERY_MS);
    }
  }
}
