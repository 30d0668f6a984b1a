import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { Client } from 'pg';

/** Environment variables for a separate Postgres database, Redis database and data folder; `drop` removes all three. */
export interface TestEnvironment {
  readonly env: NodeJS.ProcessEnv;
  drop(): Promise<void>;
}

/**
 * Creates an isolated environment for a test file on the Postgres and Redis of the test run (DATABASE_URL and REDIS_URL). In a large run the
 * database is a copy of the migrated TEST_TEMPLATE_DATABASE, unless `isEmpty` asks for one without schemas.
 */
export async function testEnvironment(extra: NodeJS.ProcessEnv = {}, { isEmpty = false } = {}): Promise<TestEnvironment> {
  const { DATABASE_URL, REDIS_URL, TEST_TEMPLATE_DATABASE: template } = process.env;
  if (!DATABASE_URL || !REDIS_URL)
    throw new Error('DATABASE_URL and REDIS_URL are not set: run the tests with `npm test` or `npm run jest`');
  const name = `t_${randomBytes(6).toString('hex')}`;
  await onServer(
    DATABASE_URL,
    `create database ${name}${isEmpty || !template ? '' : ` template ${template} strategy file_copy`}`,
  );
  const databaseUrl = new URL(DATABASE_URL);
  databaseUrl.pathname = `/${name}`;
  const redisUrl = await freeRedisDatabase(REDIS_URL);
  const dataDir = await mkdtemp(join(tmpdir(), 'kith-test-'));
  return {
    env: {
      NODE_ENV: 'test',
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'error',
      DATABASE_URL: databaseUrl.href,
      REDIS_URL: redisUrl,
      DATA_DIR: dataDir,
      SUPER_ADMIN_PASSWORD: 'super-secret-password',
      DISCORD_API_URL: 'http://127.0.0.1:9/api',
      OPENAI_API_URL: 'http://127.0.0.1:9/v1',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
      // Otherwise each answer on Discord would take two seconds.
      REPLY_MERGE_WINDOW_MS: '0',
      ...extra,
    },
    drop: async () => {
      await onServer(DATABASE_URL, `drop database if exists ${name} with (force)`);
      await onServer(DATABASE_URL, dropRoles(name));
      await emptyRedisDatabase(redisUrl);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Roles belong to the whole server: those that the services created for this database stay when it is dropped. */
const dropRoles = (database: string): string => `
  do $$ declare role text; begin
    for role in select rolname from pg_roles where starts_with(rolname, '${database}_') loop execute format('drop role %I', role); end loop;
  end $$`;

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Test files run at the same time: each gets the next empty database of the shared Redis. */
async function freeRedisDatabase(url: string): Promise<string> {
  const redis = new Redis(url);
  try {
    const [, configured] = (await redis.config('GET', 'databases')) as [string, string];
    const databases = Number(configured);
    for (let tried = 1; tried < databases; tried += 1) {
      await redis.select(0);
      const index = ((await redis.incr('test:databases')) % (databases - 1)) + 1;
      await redis.select(index);
      if ((await redis.dbsize()) === 0) return new URL(`/${index}`, url).href;
    }
    throw new Error('this Redis has no empty database left for a test');
  } finally {
    redis.disconnect();
  }
}

async function emptyRedisDatabase(url: string): Promise<void> {
  const redis = new Redis(url);
  await redis.flushdb();
  redis.disconnect();
}
