import { existsSync } from 'node:fs';
import path from 'node:path';
import { CommandError } from '../infrastructure/command-error.mjs';

/** The settings that the commands need themselves. Reads `.env`; variables of the environment win over the file. */
export function readSettings() {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { PORT, HOST, DATA_DIR, PUBLIC_URL } = process.env;
  // An empty value counts as unset, as in the services: an empty HOST would listen on all interfaces.
  const port = Number(PORT || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new CommandError(`PORT must be a number from 1 to 65535, not "${PORT}".`);
  return {
    port,
    host: HOST || '127.0.0.1',
    dataDir: path.resolve(DATA_DIR || '.data'),
    publicUrl: PUBLIC_URL || `http://localhost:${port}`,
  };
}
