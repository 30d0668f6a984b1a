// What an idle installation asks of its stores: commands of Redis and statements of Postgres per minute, by kind. `npm run bench idle-commands`.
import { setTimeout as wait } from 'node:timers/promises';
import { testEnvironment } from '@kith/kit/testing';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { startReplica } from '../testing/replica.js';
import { report } from './report.js';

const SETTLE_MS = 15_000;
const MEASURE_MS = 60_000;

const world = await testEnvironment();
const replica = await startReplica(world.env, 'build');
const redis = new Redis(world.env['REDIS_URL'] ?? '');
const database = new Client({ connectionString: world.env['DATABASE_URL'] ?? '' });
await database.connect();
await wait(SETTLE_MS);
const before = await countAll();
await wait(MEASURE_MS);
const after = await countAll();

const minutes = MEASURE_MS / 60_000;
const rows = [...after]
  .map(([what, count]) => ({ what, 'per minute': Math.round((count - (before.get(what) ?? 0)) / minutes) }))
  .filter((row) => row['per minute'] > 0)
  .toSorted((a, b) => b['per minute'] - a['per minute']);
report('idle-commands', ['what', 'per minute'], rows);
const commands = rows.filter(({ what }) => what.startsWith('redis ')).reduce((sum, row) => sum + row['per minute'], 0);
process.stdout.write(`Redis in all: ${commands} a minute; connections to Postgres: ${await connections()}\n`);

redis.disconnect();
await database.end();
await replica.end('SIGTERM');
await world.drop();
process.exit(0);

/** Commands inside scripts are counted, too. */
async function countAll(): Promise<Map<string, number>> {
  const stats = await redis.info('commandstats');
  const counts = new Map<string, number>();
  for (const [, name, calls] of stats.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)) counts.set(`redis ${name}`, Number(calls));
  const { rows: found } = await database.query<{ commits: string }>(
    'select xact_commit::text as commits from pg_stat_database where datname = current_database()',
  );
  counts.set('postgres transactions', Number(found[0]?.commits));
  return counts;
}

async function connections(): Promise<number> {
  const { rows: found } = await database.query<{ count: number }>(
    'select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  return found[0]?.count ?? 0;
}
