import { existsSync } from 'node:fs';
import path from 'node:path';
import { Refusal } from '../infrastructure/refusal.mjs';

/** The few settings the commands need themselves, after reading `.env`. What the environment already says wins over the file. */
export function readSettings() {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { PORT, HOST, DATA_DIR, PUBLIC_URL } = process.env;
  // A name without a value is unset, here as in the services: HOST= would open the app to the network.
  const port = Number(PORT || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Refusal(`PORT must be a number from 1 to 65535, not "${PORT}".`);
  return {
    port,
    host: HOST || '127.0.0.1',
    dataDir: path.resolve(DATA_DIR || '.data'),
    publicUrl: PUBLIC_URL || `http://localhost:${port}`,
  };
}
