import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { disconnect } from '../src/redis.js';
import { openConnection } from '../src/rpc/connection.js';
import type { RpcRedis } from '../src/rpc/scripts.js';
import { RedisServer } from './fixtures/redis-server.js';

let server: RedisServer;
let redis: RpcRedis;
beforeEach(async () => {
  server = await RedisServer.start();
  redis = openConnection(server.url);
  await redis.connect();
});
afterEach(async () => {
  disconnect(redis);
  server.resume();
  await server.stop();
});

describe('a connection to a Redis that does not answer', () => {
  it('is closed within 15 s, not within 9 s, and its commands fail', async () => {
    server.pause();
    const start = performance.now();
    await expect(redis.get('key')).rejects.toThrow();
    const tookMs = performance.now() - start;
    expect(tookMs).toBeGreaterThan(9000);
    expect(tookMs).toBeLessThan(15_000);
  });

  it('is closed although no command was waiting, because it is asked whether it lives', async () => {
    server.pause();
    const start = performance.now();
    await new Promise((resolve) => redis.once('close', resolve));
    expect(performance.now() - start).toBeLessThan(25_000);
  });

  it('is closed within 15 s when it is accepted and nothing follows', async () => {
    const mute = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const half = openConnection(`redis://127.0.0.1:${(mute.address() as AddressInfo).port}`);
    try {
      const result = half.connect().then(
        () => 'connected',
        () => 'failed',
      );
      expect(await Promise.race([result, wait(15_000, 'still open')])).toBe('failed');
    } finally {
      const ended = once(half, 'end');
      disconnect(half);
      await ended;
      mute.close();
    }
  });

  it('stays open while it waits for an entry of a stream for 9 s, and after a pause of Redis of 8 s', async () => {
    const closed: unknown[] = [];
    redis.on('close', () => closed.push(performance.now()));
    // Shortly before the second check, so that nothing has been read since the first one.
    await wait(3700);
    expect(await redis.xread('BLOCK', 9000, 'STREAMS', 'none', '$')).toBeNull();
    const answer = redis.get('key');
    server.pause();
    await wait(8000);
    server.resume();
    expect(await answer).toBeNull();
    expect(closed).toEqual([]);
  });
});
