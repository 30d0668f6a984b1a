import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { testEnvironment } from '@kith/kit/testing';
import { ApiClient } from '../testing/client.js';
import { startReplica } from '../testing/replica.js';
import { cpuMicros, median, residentMegabytes } from './process-stats.js';

const BOTS = 20;
const ROUNDS = 7;
const REQUESTS_PER_ROUND = 1500;
const CONCURRENCY = 16;
const IDLE_MS = 5000;

interface Target {
  readonly url: string;
  readonly pid: number;
  readonly headers: Record<string, string>;
}

const world = await testEnvironment();
const replica = await startReplica(world.env, 'build');
await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
process.stdout.write(`all services in one process, idle: ${residentMegabytes(replica.pid).toFixed(0)} MB resident (aim 250)\n`);

const admin = (await new ApiClient(replica.baseUrl).login('superadmin', world.env['SUPER_ADMIN_PASSWORD'] ?? '')).client;
const owner = await new ApiClient(replica.baseUrl).register('bench-owner');
await admin.patch(`/api/admin/users/${owner.user.id}/subscription`, { plan: 'premium' });
for (let n = 0; n < BOTS; n += 1) await create(n);

const product: Target = {
  url: `${replica.baseUrl}/api/bots`,
  pid: replica.pid,
  headers: { authorization: `Bearer ${owner.token}` },
};
const reference = await startReference();
const ratios: number[] = [];
for (let round = 0; round <= ROUNDS; round += 1) {
  const [ours, theirs] = [await cpuPerRequest(product), await cpuPerRequest(reference)];
  // The first round is a warm-up.
  if (round > 0) ratios.push(ours / theirs);
  process.stdout.write(
    `${round === 0 ? 'warm-up' : `round ${round}`}: GET /api/bots with ${BOTS} bots: ${ours.toFixed(0)} us CPU, by hand ${theirs.toFixed(0)} us\n`,
  );
}
process.stdout.write(
  `GET /api/bots, CPU per request, gateway plus services to Fastify and pg by hand: ${median(ratios).toFixed(2)}x\n`,
);
process.kill(reference.pid, 'SIGTERM');
await replica.end('SIGTERM');
await world.drop();
process.exit(0);

async function create(n: number): Promise<void> {
  const answer = await owner.client.post('/api/bots', {
    name: `Companion ${n}`,
    description: 'Answers questions about the harbour and its ships',
  });
  if (answer.status !== 201) throw new Error(`create answered ${answer.status}: ${answer.text}`);
}

async function startReference(): Promise<Target> {
  const loader = new URL('../../../register-swc.mjs', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', loader, new URL('./reference-server.ts', import.meta.url).pathname], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: world.env['DATABASE_URL'],
      LIST_SQL: 'select * from bots.bot where owner_id = $1 and deleted_at is null order by created_at limit 100',
      LIST_PARAMETERS: JSON.stringify([owner.user.id]),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { address } = JSON.parse(line) as { address: string };
  return { url: `${address}/api/bots`, pid: child.pid ?? 0, headers: {} };
}

async function cpuPerRequest(target: Target): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const before = cpuMicros(target.pid);
  let left = REQUESTS_PER_ROUND;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await get(target, agent);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  agent.destroy();
  return (cpuMicros(target.pid) - before) / REQUESTS_PER_ROUND;
}

function get(target: Target, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request(target.url, { agent, headers: target.headers }, (response) => {
      response.resume();
      response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`answered ${response.statusCode}`))));
    })
      .on('error', reject)
      .end();
  });
}
