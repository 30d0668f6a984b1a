// What a request costs: CPU time of the product (gateway and services in one process), Postgres and Redis, beside the same answers by hand
// (door-reference.ts) in the same run. `npm run bench door` exits with 1 when a request costs more than its limit; BENCH_JSON names a file that gets
// the figures, too.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { createInterface } from 'node:readline';
import { testEnvironment } from '@kith/kit/testing';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { ApiClient } from '../testing/client.js';
import { startReplica } from '../testing/replica.js';
import { cpuMicros, familyCpuMicros, median, parentOf, redisCpuMicros, residentMegabytes } from './process-stats.js';
import { report } from './report.js';
import { sendAll, type Request } from './request-load.js';
import { trustedQuery } from './trusted-query.js';

const BOTS = 20;
const MANY_BOTS = 200;
const ROUNDS = 7;
const IDLE_MS = 5000;

const COPIES = `insert into bots.bot (id, owner_id, name, description, avatar_color, model, response_style, personality, preferences, channel_settings)
  select gen_random_uuid(), owner_id, 'Companion ' || n, description, avatar_color, model, response_style, personality, preferences, channel_settings
  from bots.bot, generate_series(1, $2) n where owner_id = $1`;

interface Target {
  readonly url: string;
  readonly pid: number;
  /** The product uses Redis, the reference does not. */
  readonly usesRedis: boolean;
  /** CPU time of its process while nobody asks for anything, in microseconds a millisecond. */
  readonly idle: number;
}

interface Case {
  readonly name: string;
  readonly requests: number;
  /** At most this many times the CPU of the reference. */
  readonly limit: number;
  readonly request: () => Request;
  /** What the request made is deleted after each round. */
  readonly isCreation?: boolean;
}

const world = await testEnvironment();
const replica = await startReplica(world.env, 'build');
const database = new Client({ connectionString: world.env['DATABASE_URL'] ?? '' });
await database.connect();
const redis = new Redis(world.env['REDIS_URL'] ?? '');
const postmaster = parentOf((await database.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0);
await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
process.stdout.write(`all services in one process, idle: ${residentMegabytes(replica.pid).toFixed(0)} MB resident\n`);

const admin = (await new ApiClient(replica.baseUrl).login('superadmin', world.env['SUPER_ADMIN_PASSWORD'] ?? '')).client;
const [few, many] = [await ownerOf(BOTS), await ownerOf(MANY_BOTS)];
// On a busy machine requests take long, and what is done anyway meanwhile is no cost of theirs.
const idle = await idleUse();
const product: Target = { url: replica.baseUrl, pid: replica.pid, usesRedis: true, idle: idle.process };
const reference = await startReference();
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

const CASES: readonly Case[] = [
  { name: `GET /api/bots, ${BOTS} bots`, requests: 1000, limit: 2, request: () => get('/api/bots', few.token) },
  { name: `query DashboardBots, ${BOTS} bots`, requests: 1000, limit: 3, request: () => query('DashboardBots', few.token) },
  { name: `query DashboardBots, ${MANY_BOTS} bots`, requests: 200, limit: 3, request: () => query('DashboardBots', many.token) },
  { name: `query PaletteBots, ${MANY_BOTS} bots`, requests: 200, limit: 3, request: () => query('PaletteBots', many.token) },
  { name: 'GET /api/auth/user', requests: 2000, limit: 1.8, request: () => get('/api/auth/user', few.token) },
  { name: 'POST /api/bots', requests: 400, limit: 2.5, request: () => creation(few.token), isCreation: true },
];

const rows = [];
for (const one of CASES) {
  const row = await compare(one);
  process.stdout.write(`${one.name}: ${row.ratio.toFixed(2)}x\n`);
  rows.push(row);
}
report('door', ['request', 'Kith', 'of it the process', 'by hand', 'ratio', 'at most'], rows);

agent.destroy();
redis.disconnect();
await database.end();
process.kill(reference.pid, 'SIGTERM');
await replica.end('SIGTERM');
await world.drop();
const missed = rows.filter((row) => row.ratio > row['at most']);
for (const row of missed)
  process.stdout.write(`missed: ${row.request} costs ${row.ratio.toFixed(2)}x, at most ${row['at most']}x\n`);
process.exit(missed.length > 0 ? 1 : 0);

/** A new user with the plan premium and that many bots. */
async function ownerOf(bots: number): Promise<{ token: string }> {
  const { client, token, user } = await new ApiClient(replica.baseUrl).register(`owner-of-${bots}`);
  await admin.patch(`/api/admin/users/${user.id}/subscription`, { plan: 'premium' });
  const personality = { humor: 40, empathy: 75, curious: true };
  const answer = await client.post('/api/bots', { ...described(0), personality });
  if (answer.status !== 201) throw new Error(`create answered ${answer.status}: ${answer.text}`);
  await database.query(COPIES, [user.id, bots - 1]);
  return { token };
}

function described(n: number | string): object {
  return { name: `Companion ${n}`, description: 'Answers questions about the harbour and its ships' };
}

async function startReference(): Promise<Target> {
  const loader = new URL('../../../register-swc.mjs', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', loader, new URL('./door-reference.ts', import.meta.url).pathname], {
    env: { PATH: process.env['PATH'], DATABASE_URL: world.env['DATABASE_URL'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { address } = JSON.parse(line) as { address: string };
  return { url: address, pid: child.pid ?? 0, usesRedis: false, idle: 0 };
}

function get(path: string, token: string): Request {
  return { method: 'GET', path, headers: { authorization: `Bearer ${token}` } };
}

function creation(token: string): Request {
  return post('/api/bots', token, JSON.stringify(described(randomUUID())));
}

function query(name: string, token: string): Request {
  return post('/graphql', token, trustedQuery(name, {}));
}

function post(path: string, token: string, body: string): Request {
  return { method: 'POST', path, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body };
}

async function compare({ name, requests, limit, request, isCreation }: Case) {
  const ours: Cost[] = [];
  const theirs: Cost[] = [];
  const one = request();
  const next = isCreation ? request : () => one;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const mine = await costOf(product, next, requests);
    if (isCreation) await deleteCreated();
    const byHand = await costOf(reference, next, requests);
    if (isCreation) await deleteCreated();
    // The first round is a warm-up.
    if (round === 0) continue;
    ours.push(mine);
    theirs.push(byHand);
  }
  const ratio = median(ours.map(({ all }, at) => all / (theirs[at]?.all ?? Number.NaN)));
  const us = (costs: readonly Cost[], part: keyof Cost) => Math.round(median(costs.map((cost) => cost[part])));
  return {
    request: name,
    Kith: us(ours, 'all'),
    'of it the process': us(ours, 'process'),
    'by hand': us(theirs, 'all'),
    ratio,
    'at most': limit,
  };
}

/** CPU time per request in microseconds, of the process alone and with Postgres and Redis. */
interface Cost {
  readonly all: number;
  readonly process: number;
}

async function costOf(target: Target, next: () => Request, requests: number): Promise<Cost> {
  const { usesRedis } = target;
  const [own, others, startedAt] = [cpuMicros(target.pid), await storesMicros(usesRedis), performance.now()];
  await sendAll({ url: target.url, agent, next, requests });
  const ms = performance.now() - startedAt;
  const spent = cpuMicros(target.pid) - own - target.idle * ms;
  // Postgres is asked by the product while the reference is measured, too.
  const stored = (await storesMicros(usesRedis)) - others - (idle.postgres + (usesRedis ? idle.redis : 0)) * ms;
  return { all: (spent + stored) / requests, process: spent / requests };
}

async function storesMicros(withRedis: boolean): Promise<number> {
  return familyCpuMicros(postmaster) + (withRedis ? await redisCpuMicros(redis) : 0);
}

/** In microseconds a millisecond. */
async function idleUse(): Promise<{ process: number; postgres: number; redis: number }> {
  const spent = async () => [cpuMicros(replica.pid), familyCpuMicros(postmaster), await redisCpuMicros(redis)] as const;
  const [before, startedAt] = [await spent(), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const [after, ms] = [await spent(), performance.now() - startedAt];
  return { process: (after[0] - before[0]) / ms, postgres: (after[1] - before[1]) / ms, redis: (after[2] - before[2]) / ms };
}

async function deleteCreated(): Promise<void> {
  await database.query(`delete from bots.bot where name ~ '^Companion [0-9a-f]+-'`);
}
