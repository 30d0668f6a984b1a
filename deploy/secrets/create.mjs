// `npm run secrets`: makes the secrets of a compose installation in .secrets (or SECRETS_DIR). Can be repeated: what exists is kept.
// Plain Node: it runs before dependencies are installed.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { CommandError } from '../infrastructure/command-error.mjs';
import { keyRings } from './key-rings.mjs';
import { postgresRoles } from './postgres-roles.mjs';
import { redisUsers } from './redis-acl.mjs';
import { rpcKeys } from './rpc-keys.mjs';
import { createSecrets } from './secrets.mjs';
import { superAdmin } from './super-admin.mjs';

if (existsSync('.env')) process.loadEnvFile('.env');
const folder = path.resolve(process.env.SECRETS_DIR || '.secrets');
try {
  const files = createSecrets({ folder, parts: [rpcKeys, redisUsers, postgresRoles, keyRings, superAdmin] });
  console.log(`${folder}: ${files.join(', ')}\nKeep a backup of this folder: without it nobody can decrypt what is stored.`);
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
