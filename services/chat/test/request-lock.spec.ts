// The lock of a message in the test chat, on real Redis.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RequestLock } from '../src/test-chat/request-lock.js';
import { chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

let kith: ChatUnderTest;
let locks: RequestLock;
beforeAll(async () => {
  kith = await chatUnderTest();
  locks = new RequestLock(kith.runtime.redis);
});
afterAll(() => kith.stop());

const forever = new AbortController().signal;

describe('the lock of a message', () => {
  it('is had by one call at a time, and each waits for the one before', async () => {
    const id = randomUUID();
    const first = await locks.acquire(id, forever);
    expect(await locks.tryAcquire(id)).toBeUndefined();
    const second = locks.acquire(id, forever);
    await first.release();
    await (await second).release();
  });

  it('tells whether another call may have answered the message meanwhile, also when that one has just released it', async () => {
    const id = randomUUID();
    const first = await locks.acquire(id, forever);
    const waiting = locks.acquire(id, forever);
    await first.release();
    const second = await waiting;
    await second.release();
    const third = await locks.acquire(id, forever);
    await third.release();
    expect([first.isFirst, second.isFirst, third.isFirst]).toEqual([true, false, false]);
    expect((await locks.acquire(randomUUID(), forever)).isFirst).toBe(true);
  });

  it('leaves nothing in Redis after ten seconds', async () => {
    const id = randomUUID();
    await (await locks.acquire(id, forever)).release();
    expect(await kith.runtime.redis.pttl(`chat:request:${id}`)).toBeLessThanOrEqual(10_000);
    expect(await kith.runtime.redis.pttl(`chat:request:${id}`)).toBeGreaterThan(0);
  });

  it('is not released by a call that lost it', async () => {
    const id = randomUUID();
    const lost = await locks.acquire(id, forever);
    await kith.runtime.redis.set(`chat:request:${id}`, 'another one', 'PX', 10_000);
    await lost.release();
    expect(await kith.runtime.redis.get(`chat:request:${id}`)).toBe('another one');
  });
});
