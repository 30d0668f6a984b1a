import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Queues } from '@kith/kit';
import { testEnvironment, waitFor, type TestEnvironment } from '@kith/kit/testing';
import { queues as contracts } from '@kith/proto';
import { Redis } from 'ioredis';
import { KEYS } from './fixtures/keys.js';
import { RedisServer } from './fixtures/redis-server.js';

const ROOT = join(import.meta.dirname, '../../..');
const SCRIPT = join(import.meta.dirname, 'fixtures/dying-worker.ts');
const OTHERS = 30;

describe('a job that can never be done', () => {
  let environment: TestEnvironment;
  let server: RedisServer;
  let queues: Queues;
  let redis: Redis;
  let folder: string;
  let child: ChildProcess | undefined;
  let starts: number;

  beforeEach(async () => {
    server = await RedisServer.start();
    environment = await testEnvironment({ REDIS_URL: server.url });
    queues = new Queues(server.url, KEYS);
    redis = new Redis(server.url);
    folder = mkdtempSync(join(tmpdir(), 'kith-poison-'));
    starts = 0;
  });
  afterEach(async () => {
    const last = child;
    child = undefined;
    last?.kill('SIGKILL');
    await queues.close();
    redis.disconnect();
    await server.stop();
    await environment.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A worker that is started again whenever its process ends, as by whoever supervises it. */
  const supervise = (): void => {
    starts += 1;
    const args = ['--conditions=@kith/source', '--import', join(ROOT, 'deploy/register-swc.mjs'), SCRIPT];
    const files = { BEGUN_FILE: join(folder, 'begun'), DONE_FILE: join(folder, 'done') };
    const started = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, ...environment.env, ...files },
      stdio: 'inherit',
    });
    child = started;
    started.once('exit', () => child === started && supervise());
  };
  const lines = (name: 'begun' | 'done'): string[] => {
    const file = join(folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  };
  const add = async (messageId: string, text: string): Promise<string> => {
    const botId = randomUUID();
    const data = { ownerId: randomUUID(), botId, messageId, channelId: messageId, text, kind: 'reply' as const };
    await queues.add(contracts.deliveries, `${botId}-${messageId}`, data);
    return `jobs:${contracts.deliveries.name}:${botId}-${messageId}`;
  };

  it.each([
    ['ends the process', 4],
    ['ends the process later', 4],
    ['always fails', null],
  ])(
    'because it %s is given up with the reason, and none of the jobs beside it is',
    async (text, begun) => {
      const key = await add('1000', text);
      const others = Array.from({ length: OTHERS }, (_, index) => String(2000 + index));
      for (const messageId of others) await add(messageId, 'takes a while');
      supervise();
      await waitFor('the other jobs', () => new Set(lines('done')).size === OTHERS, 90_000);
      // One that had just ended when the process did is run again.
      expect([...new Set(lines('done'))].toSorted()).toEqual(others);
      if (begun === null) return expect(starts).toBe(1);
      await waitFor('the end of the job', () => redis.hget(key, 'failedReason'), 30_000);
      expect(await redis.hget(key, 'failedReason')).toBe('its process ended each time that it ran');
      expect(lines('begun').filter((messageId) => messageId === '1000')).toHaveLength(begun);
      expect(starts).toBe(begun + 1);
      return undefined;
    },
    150_000,
  );
});
