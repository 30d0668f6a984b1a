// Compares ask() with a plain publish/subscribe echo of ioredis in alternating rounds: `npm run bench`, or
// node --conditions=@kith/source --import ./deploy/register-swc.mjs services/kit/test/rpc.bench.ts [rounds]
// With `taskset -c 1` before it all processes share one core, where the CPU of each request is repeatable.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { fixture } from './fixtures/rpc-calls.js';
import { RpcCluster } from './fixtures/rpc-cluster.js';

const ROUND_MS = 400;
/** Of each side before it is measured: a service runs for days, and its functions are compiled after some thousand calls. */
const WARM_ROUNDS = 15;
const GOALS = new Map([
  [1, 2],
  [64, 2],
]);
const PAYLOAD = { title: 'A bot', text: 'x'.repeat(150), tags: ['a', 'b'] };

interface Sample {
  readonly p50: number;
  readonly p99: number;
  readonly perSecond: number;
  /** Microseconds of CPU for each request. */
  readonly cpu: Cpu;
}

interface Cpu {
  readonly client: number;
  readonly server: number;
  readonly redis: number;
}

interface Side {
  /** One request and its answer. */
  ask(): Promise<unknown>;
  /** Microseconds of CPU used by the answering process so far. */
  cpu(): Promise<number>;
}

const rounds = Number(process.argv[2] ?? 9);
const cluster = await RpcCluster.start(1);
const redis = new Redis(cluster.redis.url);
const echo = await startEcho(cluster.redis.url);
const rpc: Side = {
  ask: () => cluster.client.ask(fixture.echo, { value: PAYLOAD }),
  cpu: () => cpuOf(cluster.replicas[0]?.process),
};
const sides = new Map([
  [1, await rawSide(echo, 'ask:plain')],
  [64, await rawSide(echo, 'ask:pipelined')],
]);

let isGood = true;
const rows: { what: string; ratio: number; 'at most': number }[] = [];
for (const [concurrency, goal] of GOALS) {
  const raw = sides.get(concurrency);
  if (!raw) throw new Error('no baseline');
  for (let round = 0; round < WARM_ROUNDS; round++) {
    await measure(raw, concurrency);
    await measure(rpc, concurrency);
  }
  const pairs: [Sample, Sample][] = [];
  for (let round = 0; round < rounds; round++) pairs.push([await measure(raw, concurrency), await measure(rpc, concurrency)]);
  const ratio = median(pairs.map(([limit, ours]) => ours.p50 / limit.p50));
  isGood &&= ratio <= goal;
  rows.push({ what: `p50, ${concurrency} at a time`, ratio, 'at most': goal });
  report(concurrency, goal, ratio, pairs);
}
if (process.env['BENCH_JSON']) writeFileSync(process.env['BENCH_JSON'], JSON.stringify({ name: 'rpc', rows }));
redis.disconnect();
echo.kill();
await cluster.stop();
process.exit(isGood ? 0 : 1);

async function measure(side: Side, concurrency: number): Promise<Sample> {
  const times: number[] = [];
  const before = await cpuNow(side);
  const start = performance.now();
  const lane = async () => {
    while (performance.now() - start < ROUND_MS) {
      const asked = performance.now();
      await side.ask();
      times.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  const seconds = (performance.now() - start) / 1000;
  const after = await cpuNow(side);
  const used = (process: keyof Cpu): number => (after[process] - before[process]) / times.length;
  const cpu = { client: used('client'), server: used('server'), redis: used('redis') };
  times.sort((a, b) => a - b);
  const at = (share: number): number => (times[Math.floor(times.length * share)] ?? 0) * 1000;
  return { p50: at(0.5), p99: at(0.99), perSecond: times.length / seconds, cpu };
}

/** Microseconds of CPU used so far. */
async function cpuNow(side: Side): Promise<Cpu> {
  const { user, system } = process.cpuUsage();
  const info = await redis.info('cpu');
  const seconds = [...info.matchAll(/used_cpu_(?:sys|user):([\d.]+)/g)].reduce((sum, [, value]) => sum + Number(value), 0);
  return { client: user + system, server: await side.cpu(), redis: seconds * 1e6 };
}

function sumOf(cpu: Cpu): number {
  return cpu.client + cpu.server + cpu.redis;
}

function report(concurrency: number, goal: number, ratio: number, pairs: readonly [Sample, Sample][]): void {
  const line = (name: string, samples: readonly Sample[]): string => {
    const of = (pick: (sample: Sample) => number): number => Math.round(median(samples.map(pick)));
    const best = Math.round(Math.min(...samples.map(({ p50 }) => p50)));
    return `  ${name.padEnd(10)} p50 ${best} best, ${of(({ p50 }) => p50)} median µs · p99 ${of(({ p99 }) => p99)} µs · ${of(({ perSecond }) => perSecond)}/s · CPU ${of(({ cpu }) => sumOf(cpu))} µs (client ${of(({ cpu }) => cpu.client)}, server ${of(({ cpu }) => cpu.server)}, Redis ${of(({ cpu }) => cpu.redis)})`;
  };
  const ratios = pairs.map(([limit, ours]) => ours.p50 / limit.p50);
  const cpuRatio = median(pairs.map(([limit, ours]) => sumOf(ours.cpu) / sumOf(limit.cpu)));
  console.log(`concurrency ${concurrency}, ${pairs.length} paired rounds`);
  console.log(
    line(
      'raw echo',
      pairs.map(([limit]) => limit),
    ),
  );
  console.log(
    line(
      'ask()',
      pairs.map(([, ours]) => ours),
    ),
  );
  console.log(
    `  rpc c=${concurrency}: p50 ${ratio.toFixed(2)}x the raw echo (best round ${Math.min(...ratios).toFixed(2)}x, goal ${goal}x: ${ratio <= goal ? 'met' : 'MISSED'}), CPU ${cpuRatio.toFixed(2)}x`,
  );
}

async function startEcho(url: string): Promise<ChildProcess> {
  const root = join(import.meta.dirname, '../../..');
  const args = ['--import', './deploy/register-swc.mjs', join(import.meta.dirname, 'fixtures/rpc-echo.ts'), url];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  await once(child, 'message');
  return child;
}

async function rawSide(child: ChildProcess, channel: string): Promise<Side> {
  const subscriber = new Redis(cluster.redis.url);
  const publisher = new Redis(cluster.redis.url, { enableAutoPipelining: channel === 'ask:pipelined' });
  const waiting = new Map<number, (value: unknown) => void>();
  let count = 0;
  subscriber.on('message', (_channel: string, message: string) => {
    const { i } = JSON.parse(message) as { i: number };
    waiting.get(i)?.(message);
    waiting.delete(i);
  });
  await subscriber.subscribe('answer');
  const ask = () => {
    const i = count++;
    void publisher.publish(channel, JSON.stringify({ i, d: PAYLOAD }));
    return new Promise((resolve) => waiting.set(i, resolve));
  };
  return { ask, cpu: () => cpuOf(child) };
}

async function cpuOf(child: ChildProcess | undefined): Promise<number> {
  if (!child) throw new Error('no process');
  child.send('cpu');
  const [message] = (await once(child, 'message')) as [{ cpu: number }];
  return message.cpu;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
