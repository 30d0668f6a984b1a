import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort, waitUntilGone } from '../infrastructure/child-process.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const BUILD_AND_START_MS = 240_000;
const ADA = { username: 'ada', email: 'ada@example.test', password: 'correct horse' };

let dataDir;
let port;
let running = [];

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'kith-start-'));
  port = await freePort();
});

afterEach(async () => {
  for (const command of running) await stop(command);
  running = [];
  rmSync(dataDir, { recursive: true, force: true });
});

it(
  'npm start serves the app, refuses a second instance on the same data, and keeps accounts over a restart',
  async () => {
    const first = start();
    await untilReady(first);
    const page = await fetch(`http://127.0.0.1:${port}/`);
    expect(page.headers.get('content-type')).toMatch('text/html');
    expect((await send('/api/auth/register', ADA)).status).toBeLessThan(300);

    const second = start({ PORT: String(await freePort()) });
    expect(await endOf(second)).toBe(1);
    expect(second.errors()).toContain(`Kith already runs on ${dataDir} (process `);

    const redisPid = Number(readFileSync(path.join(dataDir, 'redis/redis.pid'), 'utf8'));
    expect(await stop(first)).toBe(0);
    await expect(fetch(`http://127.0.0.1:${port}/health/live`)).rejects.toThrow('fetch failed');
    expect(await waitUntilGone(redisPid, 'redis')).toBe(true);

    const third = start();
    await untilReady(third);
    const login = await send('/api/auth/login', { username: ADA.username, password: ADA.password });
    expect(login.status).toBeLessThan(300);
    expect(await stop(third)).toBe(0);
  },
  BUILD_AND_START_MS,
);

function start(extra = {}) {
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    REDIS_URL: '',
    ...extra,
  };
  const child = spawn(process.execPath, ['deploy/start.mjs'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (errors += chunk));
  const command = { child, output: () => output, errors: () => errors };
  running.push(command);
  return command;
}

async function untilReady({ child, output, errors }) {
  while (!output().includes(`Kith runs at http://localhost:${port}`)) {
    if (child.exitCode !== null) throw new Error(`npm start ended: ${output()}${errors()}`);
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  }
}

function send(address, body) {
  return fetch(`http://127.0.0.1:${port}${address}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: `http://localhost:${port}` },
    body: JSON.stringify(body),
  });
}

async function endOf({ child }) {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  return child.exitCode;
}

async function stop(command) {
  if (command.child.exitCode === null) command.child.kill('SIGTERM');
  return endOf(command);
}
