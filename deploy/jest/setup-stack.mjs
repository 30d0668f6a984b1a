// One private Postgres and one Redis for the whole run; workers read the addresses from the environment.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { provideInfrastructure } from '../infrastructure.mjs';
import { nodeProgram } from '../prepare/node.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const STACK = Symbol.for('kith.test-stack');
const TEMPLATE = 'kith_template';

/**
 * Starts both servers unless their addresses are given or TEST_STACK=off. A run without names of files, which is a large one, first migrates a
 * database of which those of the tests are copies: migrating each took a tenth of the time of all tests.
 */
export async function setupStack({ nonFlagArgs }) {
  if (process.env.TEST_STACK === 'off' || globalThis[STACK]) return;
  const stack = await provideInfrastructure({ mode: 'test', log: console.log });
  globalThis[STACK] = stack;
  process.env.DATABASE_URL = stack.databaseUrl;
  process.env.REDIS_URL = stack.redisUrl;
  if (nonFlagArgs.length > 0) return;
  await migrateTemplate(stack.databaseUrl);
  process.env.TEST_TEMPLATE_DATABASE = TEMPLATE;
}

async function migrateTemplate(databaseUrl) {
  const server = new pg.Client({ connectionString: databaseUrl });
  await server.connect();
  await server.query(`create database ${TEMPLATE}`);
  await server.end();
  const url = new URL(databaseUrl);
  url.pathname = `/${TEMPLATE}`;
  const loader = pathToFileURL(path.join(ROOT, 'deploy/register-swc.mjs')).href;
  const program = path.join(ROOT, 'deploy/all-in-one/src/testing/migrate-template.ts');
  execFileSync(nodeProgram(), ['--conditions=@kith/source', '--no-warnings', '--import', loader, program], {
    env: { PATH: process.env.PATH, DATABASE_URL: url.href },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

export async function teardownStack() {
  await globalThis[STACK]?.stop();
  delete globalThis[STACK];
}

export default setupStack;
