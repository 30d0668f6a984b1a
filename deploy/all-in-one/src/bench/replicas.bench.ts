// How replicas share their work: two processes of the gateway and of each service with twice the load beside one of each, on the same Postgres and
// Redis. `npm run bench replicas` exits with 1 when a replica gets too few of the calls, a process has too many connections to Postgres, or two
// processes of each do much less per second of CPU time than one of each.
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, testEnvironment, waitFor, type TestEnvironment } from '@kith/kit/testing';
import { PROCESSES, type ProcessName } from '@kith/proto';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { ApiClient } from '../testing/client.js';
import { startReplica, type Replica } from '../testing/replica.js';
import { connectionsTo, cpuMicros, familyCpuMicros, median, parentOf, redisCpuMicros } from './process-stats.js';
import { report } from './report.js';
import { sendAll, type Request } from './request-load.js';
import { startStandInModel } from './stand-in-model.js';
import { overTcp } from './statement-counter.js';
import { trustedQuery } from './trusted-query.js';

const MIN_SHARE = 0.4;
const MAX_CONNECTIONS = 10;
const MIN_EFFICIENCY = 0.9;
const ROUNDS = 5;
const WARM_UP_ROUNDS = 3;
/** Of each gateway. */
const REQUESTS = 960;
const AT_A_TIME = 32;
const IDLE_MS = 8000;
const LOOK_EVERY_MS = 100;
const BOTS = 20;
/** For each gateway. A user may send sixty messages a minute: each of them sends few in a round. */
const OWNERS = 20;
/** Fewer calls say nothing about how they are shared. */
const MIN_CALLS = 200;
/** Every one of these has that many. */
const CALLED: readonly ProcessName[] = ['auth', 'bots', 'billing', 'chat', 'knowledge'];

const DASHBOARD = trustedQuery('DashboardBots', {});
const USAGE = trustedQuery('OverviewUsage', {});
const CREATED = 'Companion ';
const COPIES = `insert into bots.bot (id, owner_id, name, description, avatar_color, model, response_style, personality, preferences, channel_settings)
  select gen_random_uuid(), owner_id, 'Copy ' || n, description, avatar_color, model, response_style, personality, preferences, channel_settings
  from bots.bot, generate_series(1, $2) n where owner_id = $1`;

const PARTS = ['processes', 'Postgres', 'Redis'] as const;
type Part = (typeof PARTS)[number];
type Cpu = Readonly<Record<Part, number>>;

interface Owner {
  readonly token: string;
  readonly botId: string;
}

interface Process {
  readonly name: ProcessName;
  readonly replica: Replica;
  readonly metricsUrl: string;
}

/** An installation with that many processes of each. */
interface Installation {
  readonly world: TestEnvironment;
  readonly processes: readonly Process[];
  readonly database: Client;
  readonly owners: readonly Owner[];
  readonly requestsPerCpuSecond: number[];
}

const model = await startStandInModel();
const redis = new Redis(process.env['REDIS_URL'] ?? '');
const one = await install(1);
const two = await install(2);
const { rows: backends } = await one.database.query<{ pid: number }>('select pg_backend_pid() as pid');
const postmaster = parentOf(backends[0]?.pid ?? 0);
const databasePort = Number(new URL(one.world.env['DATABASE_URL'] ?? '').port || 5432);
const agents = [0, 1].map(() => new Agent({ keepAlive: true }));
let sent = 0;

// Each process until its code is compiled.
for (const installation of [one, two]) for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await send(installation);
const callsBefore = await callsOf(two);
const idle = { one: await idleCpuShares(one), two: await idleCpuShares(two) };
let connections = 0;
for (let round = 0; round < ROUNDS; round += 1)
  for (const installation of round % 2 === 0 ? [one, two] : [two, one]) await measure(installation);
const callsAfter = await callsOf(two);

const efficiency = one.requestsPerCpuSecond.map((first, at) => (two.requestsPerCpuSecond[at] ?? 0) / first);
const rows = [
  ...sharesOfCalls(),
  { what: 'most connections to Postgres of a process', value: connections, 'at least': '', 'at most': MAX_CONNECTIONS },
  { what: 'requests per CPU second, one of each', value: median(one.requestsPerCpuSecond), 'at least': '', 'at most': '' },
  { what: 'requests per CPU second, two of each', value: median(two.requestsPerCpuSecond), 'at least': '', 'at most': '' },
  { what: 'two of each beside one of each', value: median(efficiency), 'at least': MIN_EFFICIENCY, 'at most': '' },
];
report('replicas', ['what', 'value', 'at least', 'at most'], rows);

for (const agent of agents) agent.destroy();
redis.disconnect();
for (const { world, processes, database } of [one, two]) {
  await database.end();
  await Promise.all(processes.map(({ replica }) => replica.end('SIGTERM')));
  await world.drop();
}
model.stop();
process.exit(rows.every((row) => isMet(row)) ? 0 : 1);

async function install(count: number): Promise<Installation> {
  const world = await testEnvironment({ OPENAI_API_KEY: 'stand-in', OPENAI_BASE_URL: model.url });
  // As between containers; and connections are counted by their port.
  const databaseUrl = overTcp(world.env['DATABASE_URL'] ?? '');
  const names = PROCESSES.flatMap((name) => Array.from({ length: count }, () => name));
  const processes: Process[] = [];
  // The first processes create the tables, and services are there before a gateway.
  for (const name of names.toSorted((first, second) => Number(first === 'gateway') - Number(second === 'gateway'))) {
    const port = await freePort();
    const env = { ...world.env, DATABASE_URL: databaseUrl, SERVICE: name, METRICS_PORT: String(port) };
    const replica = await startReplica(env, 'build');
    processes.push({ name, replica, metricsUrl: `http://127.0.0.1:${port}/metrics` });
  }
  const database = new Client({ connectionString: world.env['DATABASE_URL'] ?? '' });
  await database.connect();
  const baseUrl = processes.find(({ name }) => name === 'gateway')?.replica.baseUrl ?? '';
  const admin = (await new ApiClient(baseUrl).login('superadmin', world.env['SUPER_ADMIN_PASSWORD'] ?? '')).client;
  const owners: Owner[] = [];
  for (let at = 0; at < OWNERS * count; at += 1) owners.push(await anOwner(baseUrl, admin, database, at));
  return { world, processes, database, owners, requestsPerCpuSecond: [] };
}

async function anOwner(baseUrl: string, admin: ApiClient, database: Client, at: number): Promise<Owner> {
  // Each from a network of its own, as one may register few accounts.
  const from = { 'x-forwarded-for': `198.18.0.${at + 1}` };
  const { client, token, user } = await new ApiClient(baseUrl, undefined, from).register(`owner-${at}`);
  await admin.patch(`/api/admin/users/${user.id}/subscription`, { plan: 'premium' });
  await waitFor('the plan', async () => (await client.get('/api/auth/user')).body['subscriptionPlan'] === 'premium');
  const bot = await client.post('/api/bots', { name: 'Juniper', description: 'Knows the harbour and its ships' });
  const botId = String(bot.body['id']);
  const content = 'The ferry leaves at nine on Sundays, from the old pier. '.repeat(10);
  const item = await client.post(`/api/bots/${botId}/knowledge`, { title: 'Ferry', type: 'text', content });
  if (bot.status !== 201 || item.status !== 201) throw new Error(`answered ${bot.status} and ${item.status}: ${item.text}`);
  await database.query(COPIES, [user.id, BOTS - 1]);
  return { token, botId };
}

/** Half of them are queries, a quarter lists, an eighth new bots, an eighth messages. */
function nextRequest({ owners }: Installation): Request {
  const at = sent;
  sent += 1;
  const { token, botId } = owners[Math.floor(at / 8) % owners.length] ?? { token: '', botId: '' };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = (path: string, body: string): Request => ({ method: 'POST', path, headers, body });
  switch (at % 8) {
    case 0:
      return post('/api/bots', JSON.stringify({ name: `${CREATED}${randomUUID()}` }));
    case 1:
      return post(`/api/bots/${botId}/chat`, JSON.stringify({ message: 'When does the ferry leave on Sundays?' }));
    case 2:
    case 3:
      return { method: 'GET', path: '/api/bots', headers: { authorization: `Bearer ${token}` } };
    default:
      return post('/graphql', at % 2 === 0 ? DASHBOARD : USAGE);
  }
}

/** To all gateways alike. */
async function send(installation: Installation): Promise<void> {
  const gateways = installation.processes.filter(({ name }) => name === 'gateway');
  await Promise.all(
    gateways.map(({ replica }, at) => {
      const agent = agents[at] ?? new Agent();
      agent.maxSockets = AT_A_TIME;
      return sendAll({
        url: replica.baseUrl,
        agent,
        next: () => nextRequest(installation),
        requests: REQUESTS,
      });
    }),
  );
}

async function measure(installation: Installation): Promise<void> {
  const { processes, database, requestsPerCpuSecond } = installation;
  const startedAt = performance.now();
  const before = await cpuOf(installation);
  const looking = setInterval(() => {
    for (const { replica } of processes) connections = Math.max(connections, connectionsTo(databasePort, replica.pid));
  }, LOOK_EVERY_MS);
  await send(installation);
  clearInterval(looking);
  const tookMs = performance.now() - startedAt;
  const after = await cpuOf(installation);
  const idleOf = installation === one ? idle.one : idle.two;
  const spent = PARTS.map((part) => after[part] - before[part] - idleOf[part] * tookMs * 1000);
  const seconds = spent.reduce((sum, micros) => sum + micros, 0) / 1_000_000;
  const requests = REQUESTS * processes.filter(({ name }) => name === 'gateway').length;
  requestsPerCpuSecond.push(requests / seconds);
  const each = PARTS.map((part, at) => `${part} ${((spent[at] ?? 0) / 1000 / requests).toFixed(2)} ms`).join(', ');
  process.stdout.write(
    `${processes.length} processes: ${(requests / seconds).toFixed(0)} requests per CPU second (${each} a request)\n`,
  );
  // In the order in which Kith locks rows of bots.
  const created = 'select id from bots.bot where starts_with(name, $1) order by id for update';
  await database.query(`delete from bots.bot where id in (${created})`, [CREATED]);
}

/** CPU time of an installation and of the stores in microseconds. */
async function cpuOf({ processes }: Installation): Promise<Cpu> {
  return {
    processes: processes.reduce((sum, { replica }) => sum + cpuMicros(replica.pid), 0),
    Postgres: familyCpuMicros(postmaster),
    Redis: await redisCpuMicros(redis),
  };
}

/** The shares of a processor that an idle installation and the stores use. */
async function idleCpuShares(installation: Installation): Promise<Cpu> {
  await wait(IDLE_MS / 4);
  const startedAt = performance.now();
  const before = await cpuOf(installation);
  await wait(IDLE_MS);
  const after = await cpuOf(installation);
  const tookMicros = (performance.now() - startedAt) * 1000;
  const share = (part: Part): number => (after[part] - before[part]) / tookMicros;
  return { processes: share('processes'), Postgres: share('Postgres'), Redis: share('Redis') };
}

/** How many calls each process has answered. */
async function callsOf({ processes }: Installation): Promise<readonly number[]> {
  return Promise.all(
    processes.map(async ({ metricsUrl }) => {
      const text = await (await fetch(metricsUrl)).text();
      return [...text.matchAll(/^kith_calls_seconds_count\{.*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0);
    }),
  );
}

/** Of each service with calls, the share of the process that got fewer. */
function sharesOfCalls() {
  return PROCESSES.flatMap((service) => {
    const each = two.processes.flatMap(({ name }, at) =>
      name === service ? [(callsAfter[at] ?? 0) - (callsBefore[at] ?? 0)] : [],
    );
    const all = each.reduce((sum, calls) => sum + calls, 0);
    if (all < MIN_CALLS && CALLED.includes(service)) throw new Error(`${service} had ${all} calls, too few to be compared`);
    if (all < MIN_CALLS) return [];
    const what = `share of the calls of ${service}, the replica with fewer of ${all}`;
    return [{ what, value: Math.min(...each) / all, 'at least': MIN_SHARE, 'at most': '' }];
  });
}

function isMet({ value, 'at least': least, 'at most': most }: (typeof rows)[number]): boolean {
  return (typeof least !== 'number' || value >= least) && (typeof most !== 'number' || value <= most);
}
