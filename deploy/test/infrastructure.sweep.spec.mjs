import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { waitUntilGone } from '../infrastructure/child-process.mjs';
import { provideInfrastructure } from '../infrastructure.mjs';

const given = { DATABASE_URL: process.env.DATABASE_URL, REDIS_URL: process.env.REDIS_URL };
let dataDir;

beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'kith-data-'));
  delete process.env.DATABASE_URL;
  delete process.env.REDIS_URL;
});

afterEach(() => {
  const home = elsewhere();
  for (const folder of [home, dataDir]) if (folder) rmSync(folder, { recursive: true, force: true });
  for (const [name, value] of Object.entries(given)) if (value) process.env[name] = value;
});

it('Redis keeps its data over a restart on the same data directory', async () => {
  const first = await provideInfrastructure({ mode: 'start', dataDir });
  expect(await askRedis(first.redisUrl, 'SET bot Ada')).toContain('+OK');
  await first.stop();
  const second = await provideInfrastructure({ mode: 'start', dataDir });
  expect(await askRedis(second.redisUrl, 'GET bot')).toContain('Ada');
  await second.stop();
});

it('Postgres keeps its database and password over a restart on the same data directory', async () => {
  const first = await provideInfrastructure({ mode: 'start', dataDir });
  await first.stop();
  const second = await provideInfrastructure({ mode: 'start', dataDir });
  await second.stop();
  expect(new URL(second.databaseUrl).password).toBe(new URL(first.databaseUrl).password);
});

it('a database whose creation was killed half-way is created again', async () => {
  const child = startInfrastructure({ detached: true });
  const isBegun = () => [path.join(dataDir, 'postgres'), elsewhere()].some((home) => home && hasVersion(home));
  while (!isBegun()) await new Promise((resolve) => setTimeout(resolve, 2));
  process.kill(-child.pid, 'SIGKILL');
  await once(child, 'exit');
  const again = await provideInfrastructure({ mode: 'start', dataDir });
  await again.stop();
});

it('Redis refuses commands without the password and does not evict keys', async () => {
  const { redisUrl, stop } = await provideInfrastructure({ mode: 'test' });
  const open = new URL(redisUrl);
  open.password = '';
  expect(await askRedis(open.href, 'PING')).toContain('NOAUTH');
  expect(await askRedis(redisUrl, 'CONFIG GET maxmemory-policy')).toContain('noeviction');
  await stop();
});

it('no port stays open after stop', async () => {
  const { databaseUrl, redisUrl, stop } = await provideInfrastructure({ mode: 'test' });
  await stop();
  for (const url of [databaseUrl, redisUrl]) await expect(connect(url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it('an installation reaches its Postgres by the Unix socket, tests by TCP', async () => {
  const started = await provideInfrastructure({ mode: 'start', dataDir });
  const { port, searchParams } = new URL(started.databaseUrl);
  const socket = net.connect(path.join(searchParams.get('host') ?? '', `.s.PGSQL.${port}`));
  await once(socket, 'connect');
  socket.destroy();
  await started.stop();
  expect(existsSync(searchParams.get('host'))).toBe(false);
  const tested = await provideInfrastructure({ mode: 'test' });
  await tested.stop();
  expect(new URL(tested.databaseUrl).search).toBe('');
});

it('URLs from the environment are used unchanged and no server is started', async () => {
  process.env.DATABASE_URL = 'postgres://db.example/kith';
  process.env.REDIS_URL = 'redis://redis.example';
  const { databaseUrl, redisUrl, stop } = await provideInfrastructure({ mode: 'start', dataDir });
  await stop();
  expect([databaseUrl, redisUrl]).toEqual(['postgres://db.example/kith', 'redis://redis.example']);
  expect(existsSync(path.join(dataDir, 'redis'))).toBe(false);
});

it('both servers stop when the process that started them is killed', async () => {
  const child = startInfrastructure();
  const [line] = await once(child.stdout, 'data');
  const { databaseUrl, redisUrl } = JSON.parse(line);
  await Promise.all([connect(databaseUrl), connect(redisUrl)]);
  const redisPid = Number(readFileSync(path.join(dataDir, 'redis/redis.pid'), 'utf8'));
  child.kill('SIGKILL');
  expect(await waitUntilGone(redisPid, 'redis')).toBe(true);
  const again = await provideInfrastructure({ mode: 'start', dataDir });
  await again.stop();
});

function startInfrastructure(options) {
  const script = `import { provideInfrastructure } from './deploy/infrastructure.mjs';
    const { databaseUrl, redisUrl } = await provideInfrastructure({ mode: 'start', dataDir: process.env.DATA_DIR });
    console.log(JSON.stringify({ databaseUrl, redisUrl }));
    setInterval(() => {}, 1000);`;
  const cwd = path.resolve(import.meta.dirname, '../..');
  const env = { ...process.env, DATA_DIR: dataDir };
  const args = ['--input-type=module', '-e', script];
  return spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'], ...options });
}

/** The folder of the database when the account of Postgres cannot reach the data directory. */
function elsewhere() {
  const pointer = path.join(dataDir, 'postgres.path');
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : undefined;
}

const hasVersion = (home) =>
  existsSync(home) && readdirSync(home).some((name) => existsSync(path.join(home, name, 'PG_VERSION')));

function connect(url) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname, () => resolve(socket.destroy()));
    socket.once('error', reject);
  });
}

async function askRedis(url, command) {
  const { hostname, port, password } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  socket.write(`${password ? `AUTH ${password}\r\n` : ''}${command}\r\nQUIT\r\n`);
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk));
  await once(socket, 'close');
  return answer;
}
