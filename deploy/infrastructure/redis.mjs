import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort, waitUntilGone, startChild } from './child-process.mjs';
import { CommandError } from './command-error.mjs';

/** Starts a private Redis server: `{ url, stop }`. With `dataDir` every write is appended to a file there, otherwise nothing is kept. */
export async function startRedis({ program, dataDir }) {
  const folder = dataDir ? path.join(dataDir, 'redis') : mkdtempSync(path.join(os.tmpdir(), 'kith-redis-'));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await waitForPreviousServer(path.join(folder, 'redis.pid'));
  const password = randomBytes(18).toString('base64url');
  const port = await freePort();
  const config = redisConfig({ folder, password, port, isKept: Boolean(dataDir) });
  // The configuration is passed on standard input: every account of the machine can read a command line.
  const redis = startChild(program, ['-'], { input: config, cwd: folder, deleteAfterKill: dataDir ? '' : folder });
  const isReady = await Promise.race([accepts(redis.child), redis.exited.then(() => false)]);
  const stop = async () => {
    await redis.stop();
    if (!dataDir) rmSync(folder, { recursive: true, force: true });
  };
  if (isReady) return { url: `redis://:${password}@127.0.0.1:${port}`, stop };
  await stop();
  throw new CommandError(`Redis (${program}) did not start:\n${redis.tail()}`);
}

function redisConfig({ folder, password, port, isKept }) {
  const quoted = JSON.stringify(folder);
  return [
    `port ${port}`,
    'bind 127.0.0.1',
    `requirepass ${password}`,
    `dir ${quoted}`,
    `pidfile ${JSON.stringify(path.join(folder, 'redis.pid'))}`,
    'daemonize no',
    // BullMQ loses jobs when Redis evicts keys.
    'maxmemory-policy noeviction',
    'save ""',
    `appendonly ${isKept ? 'yes' : 'no'}`,
    'appendfsync everysec',
    // Test files run in parallel, each with its own database.
    `databases ${isKept ? 16 : 1024}`,
    '',
  ].join('\n');
}

function accepts(child) {
  return new Promise((resolve) => {
    let seen = '';
    child.stdout.on('data', (chunk) => {
      seen = (seen + chunk).slice(-2000);
      if (seen.includes('Ready to accept connections')) resolve(true);
    });
  });
}

// Two servers would corrupt one append-only file: wait for the server of a run that was just killed.
async function waitForPreviousServer(pidFile) {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  if (!(await waitUntilGone(pid, '-server')))
    throw new CommandError(`Another Redis (process ${pid}) still uses ${path.dirname(pidFile)}: stop it first.`);
  rmSync(pidFile, { force: true });
}
