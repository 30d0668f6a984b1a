// How long `npm start` takes on a machine where nothing is installed or built, beside `npm ci` alone: both in fresh clones of the commit, with the npm
// cache that an installation before has filled. Postgres and Redis are those of the machine. `npm run bench installation` needs the package registry
// for what is not in the cache; exits with 1 above the limit. FIRST_START_ROUNDS=1 measures once. BENCH_JSON names a file that gets the figures, too.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@kith/kit/testing';
import { median } from './process-stats.js';
import { report } from './report.js';

const ROUNDS = Number(process.env['FIRST_START_ROUNDS'] ?? 3);
const LIMIT = 1.6;
const TIMEOUT_MS = 600_000;
const ROOT = new URL('../../../..', import.meta.url).pathname;
// Those of this benchmark, and what npm tells its children, would be found instead of what a person's shell has.
const OWN = /^(?:npm_(?!config_cache$|config_registry$)|DATABASE_URL$|REDIS_URL$|NODE_OPTIONS$|BENCH_JSON$|LOG_LEVEL$|NX_)/i;
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OWN.test(name)));

const folder = mkdtempSync(join(tmpdir(), 'kith-first-start-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
let clones = 0;

const alone: number[] = [];
const starts: number[] = [];
// Fills the cache of npm.
await install();
for (let round = 0; round < ROUNDS; round += 1) {
  alone.push(await install());
  starts.push(await start());
}
const ratio = median(starts) / median(alone);
report(
  'installation',
  ['what', 'ratio', 'npm ci, s', 'npm start, s', 'at most'],
  [
    {
      what: 'first start beside npm ci',
      ratio: Math.round(ratio * 100) / 100,
      'npm ci, s': Math.round(median(alone) / 100) / 10,
      'npm start, s': Math.round(median(starts) / 100) / 10,
      'at most': LIMIT,
    },
  ],
);
process.exit(ratio <= LIMIT ? 0 : 1);

function clone(): string {
  const place = join(folder, String((clones += 1)));
  const { status, stderr } = spawnSync('git', ['clone', '--quiet', '--depth', '1', `file://${ROOT}`, place], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the clone failed: ${stderr}`);
  return place;
}

/** Milliseconds of `npm ci`. */
async function install(): Promise<number> {
  const cwd = clone();
  const startedAt = performance.now();
  const child = spawn('npm', ['ci'], { cwd, env, stdio: 'ignore' });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`npm ci ended with ${String(code)}`);
  const tookMs = performance.now() - startedAt;
  rmSync(cwd, { recursive: true });
  return tookMs;
}

/** Milliseconds from `npm start` until it says that Kith runs. */
async function start(): Promise<number> {
  const cwd = clone();
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn('npm', ['start'], {
    cwd,
    env: {
      ...env,
      PORT: String(port),
      HOST: '127.0.0.1',
      METRICS_PORT: String(await freePort()),
      PUBLIC_URL: `http://localhost:${port}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const tookMs = await new Promise<number>((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`not ready in ${TIMEOUT_MS / 1000} s:\n${said.slice(-4000)}`)), TIMEOUT_MS);
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (!said.includes('Kith runs at')) return;
      clearTimeout(timer);
      resolve(performance.now() - startedAt);
    });
    void ended.then(() => reject(new Error(`npm start ended:\n${said.slice(-4000)}`)));
  }).finally(() => endGroup(child));
  await ended;
  rmSync(cwd, { recursive: true, force: true });
  return tookMs;
}

/** As Ctrl-C does it: a signal to npm alone would leave what npm started. */
function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGTERM');
}
