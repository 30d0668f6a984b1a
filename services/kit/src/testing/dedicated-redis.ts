import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from './wait-for.js';
import { Redis } from 'ioredis';

const APPEND_ONLY_FOLDER = 'append-only';

/** A Redis server of one test file, which may be killed and restarted empty or with its data. It listens on a Unix socket, so that no port is needed. */
export interface DedicatedRedis {
  readonly url: string;
  kill(): Promise<void>;
  /** Starts again, without data. */
  restart(): Promise<void>;
  /** Starts again with what its append-only file holds. */
  restartWithData(): Promise<void>;
  stop(): Promise<void>;
}

export async function startDedicatedRedis(): Promise<DedicatedRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'kith-redis-'));
  const url = join(folder, 'redis.sock');
  let child = await start(url, folder);
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    url,
    kill,
    restart: async () => {
      await kill();
      await rm(join(folder, APPEND_ONLY_FOLDER), { recursive: true, force: true });
      child = await start(url, folder);
    },
    restartWithData: async () => {
      await kill();
      child = await start(url, folder);
    },
    stop: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function start(url: string, folder: string): Promise<ChildProcess> {
  const options = [
    '--port',
    '0',
    '--unixsocket',
    url,
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'yes',
    '--appenddirname',
    APPEND_ONLY_FOLDER,
    // The process is killed, not the machine: what was written is in the file. A busy disk would stop Redis for seconds.
    '--appendfsync',
    'no',
    '--maxmemory-policy',
    'noeviction',
  ];
  await rm(url, { force: true });
  const child = spawn('redis-server', options, { stdio: 'ignore' });
  const probe = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
  probe.on('error', () => undefined);
  try {
    await waitFor('Redis to answer', () => probe.ping());
  } finally {
    probe.disconnect();
  }
  return child;
}
