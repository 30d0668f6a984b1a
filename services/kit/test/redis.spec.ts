import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { HOUR_MS } from '@kith/proto';
import { Redis } from 'ioredis';
import { connectRedis, redisReady, rewriteAppendOnlyFile } from '../src/redis.js';
import { RedisServer } from './fixtures/redis-server.js';

describe('the append-only file of Redis', () => {
  let server: RedisServer;
  let redis: Redis;
  const start = async (isPersistent: boolean) => {
    server = await RedisServer.start({ isPersistent });
    redis = new Redis(server.url);
  };
  beforeEach(() => start(true));
  afterEach(async () => {
    redis.disconnect();
    await server.stop();
  });

  async function fileText(): Promise<string> {
    const [, folder] = (await redis.config('GET', 'dir')) as [string, string];
    const files = join(folder, 'appendonlydir');
    return readdirSync(files)
      .map((name) => readFileSync(join(files, name), 'latin1'))
      .join('');
  }

  it('holds a deleted text until it is written anew, and then no more, while what exists stays [S77]', async () => {
    await redis.set('text', 'the brig Petrel');
    await redis.set('kept', 'the sloop Gull');
    await redis.del('text');
    await waitFor('the file', async () => (await fileText()).includes('Petrel'));
    expect(await rewriteAppendOnlyFile(redis, 'rewritten', HOUR_MS)).toBe(true);
    await waitFor('the new file', async () => !(await fileText()).includes('Petrel'));
    expect(await fileText()).toContain('Gull');
  });

  it('is written anew once per interval, however many processes ask', async () => {
    const asked = await Promise.all(Array.from({ length: 5 }, () => rewriteAppendOnlyFile(redis, 'rewritten', HOUR_MS)));
    expect(asked.filter(Boolean)).toHaveLength(1);
    expect(await redis.pttl('rewritten')).toBeGreaterThan(HOUR_MS / 2);
    await redis.del('rewritten');
    await waitFor('the end of the first', async () => (await redis.info('persistence')).includes('aof_rewrite_in_progress:0'));
    expect(await rewriteAppendOnlyFile(redis, 'rewritten', HOUR_MS)).toBe(true);
  });

  it('is not made by asking for it where Redis keeps none', async () => {
    redis.disconnect();
    await server.stop();
    await start(false);
    expect(await rewriteAppendOnlyFile(redis, 'rewritten', HOUR_MS)).toBe(false);
    await expect(fileText()).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a connection for commands', () => {
  it('runs a command that was defined while another one was about to be sent, and those that follow', async () => {
    const server = await RedisServer.start();
    const redis = connectRedis(server.url);
    try {
      await redisReady(redis);
      const before = redis.set('key', 'value');
      redis.defineCommand('addOne', { numberOfKeys: 0, lua: 'return ARGV[1] + 1' });
      const { addOne } = redis as Redis & { addOne(number: number): Promise<number> };
      expect(await Promise.all([before, addOne.call(redis, 6), redis.get('key')])).toEqual(['OK', 7, 'value']);
      expect(await addOne.call(redis, 7)).toBe(8);
    } finally {
      redis.disconnect();
      await server.stop();
    }
  });
});

describe('connections that define the same script', () => {
  it('share its command, and each runs it, also when Redis has forgotten it; one of the same name is another one', async () => {
    const server = await RedisServer.start();
    const [one, other, third] = [connectRedis(server.url), connectRedis(server.url), connectRedis(server.url)] as const;
    try {
      await Promise.all([one, other, third].map((redis) => redisReady(redis)));
      const own = { numberOfKeys: 1, lua: `return redis.call('INCRBY', KEYS[1], ARGV[1])` };
      for (const redis of [one, other]) redis.defineCommand('addTo', own);
      third.defineCommand('addTo', { ...own, lua: `return 'another script'` });
      const add = (redis: Redis): Promise<unknown> => (Reflect.get(redis, 'addTo') as typeof redis.incrby).call(redis, 'sum', 2);
      expect(Reflect.get(one, 'addTo')).toBe(Reflect.get(other, 'addTo'));
      expect([await add(one), await add(other), await add(one), await add(third)]).toEqual([2, 4, 6, 'another script']);
      await one.script('FLUSH');
      expect([await add(other), await add(one)]).toEqual([8, 10]);
    } finally {
      for (const redis of [one, other, third]) redis.disconnect();
      await server.stop();
    }
  });
});
