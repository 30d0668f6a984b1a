import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aSnowflake, waitFor } from '@kith/kit/testing';
import { Redis } from 'ioredis';
import { EPOCH_KEY, LeaseStore, type Claim } from '../src/leases/lease-store.js';
import { Membership } from '../src/leases/membership.js';
import { startOwnRedis, type OwnRedis } from './own-redis.js';

const EPOCH = 'first';

describe('leases in Redis', () => {
  let server: OwnRedis;
  let redis: Redis;

  beforeAll(async () => {
    server = await startOwnRedis();
    redis = new Redis(server.url);
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });
  beforeEach(async () => {
    await redis.flushall();
    await redis.set(EPOCH_KEY, EPOCH);
  });

  const runner = (id: string, leaseMs = 5000): LeaseStore => new LeaseStore(redis, id, leaseMs);
  const aBot = () => ({ botId: randomUUID(), applicationId: aSnowflake(), version: 1 });
  const around = (deadRunners: string[] = []) => ({ epoch: EPOCH, deadRunners });
  const claimed = async (store: LeaseStore, bot: ReturnType<typeof aBot>, dead: string[] = []): Promise<Claim> => {
    const claim = await store.claim(bot, around(dead));
    if (!claim) throw new Error('not claimed');
    return claim;
  };
  const session = { id: 'session-1', resumeUrl: 'wss://resume.example', seq: 7, userId: '42' };

  it('give an application to one runner only, however many try', async () => {
    const bot = aBot();
    const claims = await Promise.all(Array.from({ length: 20 }, (_, index) => runner(`r${index}`).claim(bot, around())));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  it('hand the session to the next owner, with a higher fence', async () => {
    const bot = aBot();
    const first = await claimed(runner('a'), bot);
    await runner('a').save([{ lease: first.lease, session }]);
    await runner('a').save([{ lease: first.lease, session: 99 }]);
    await runner('a').drop(first.lease);
    const second = await claimed(runner('b'), bot);
    expect(second.session).toEqual({ ...session, seq: 99 });
    expect(second.lease.fence).toBeGreaterThan(first.lease.fence);
  });

  it('go to another runner at once when the owner is known dead', async () => {
    const bot = aBot();
    await claimed(runner('a'), bot);
    expect(await runner('b').claim(bot, around())).toBeNull();
    expect(await runner('b').claimable([bot.applicationId], ['a'])).toEqual([bot.applicationId]);
    expect(await runner('b').claim(bot, around(['a']))).not.toBeNull();
  });

  it('let a former owner write nothing', async () => {
    const bot = aBot();
    const old = await claimed(runner('a'), bot);
    const current = await claimed(runner('b'), bot, ['a']);
    await runner('b').save([{ lease: current.lease, session }]);
    expect(await runner('a').save([{ lease: old.lease, session: 5000 }])).toEqual([old.lease]);
    expect(await runner('a').renew([old.lease])).toEqual(new Map([[old.lease, 'lost']]));
    await runner('a').drop(old.lease);
    expect(await runner('b').renew([current.lease])).toEqual(new Map([[current.lease, 'kept']]));
    expect((await claimed(runner('c'), bot, ['b'])).session?.seq).toBe(session.seq);
  });

  it('expire without their owner, and are taken back when nobody else had them', async () => {
    const bot = aBot();
    const { lease } = await claimed(runner('a', 50), bot);
    await waitFor('the end of the lease', async () => (await runner('b').claimable([bot.applicationId], [])).length === 1);
    expect(await runner('a').renew([lease])).toEqual(new Map([[lease, 'taken-back']]));
    expect(await runner('b').claim(bot, around())).toBeNull();
  });

  it('are not taken back after they were dropped', async () => {
    const bot = aBot();
    const { lease } = await claimed(runner('a'), bot);
    await runner('a').drop(lease);
    expect(await runner('a').renew([lease])).toEqual(new Map([[lease, 'lost']]));
  });

  it('cannot be claimed in a Redis that lost its data since, until the owners had their turn', async () => {
    const bot = aBot();
    const { lease } = await claimed(runner('a'), bot);
    await redis.flushall();
    expect(await runner('b').claim(bot, around())).toBeNull();
    expect(await runner('a').renew([lease])).toEqual(new Map([[lease, 'taken-back']]));
  });

  it('have fences that grow across a Redis that lost its data', async () => {
    const bot = aBot();
    const { lease } = await claimed(runner('a'), bot);
    await redis.flushall();
    await redis.set(EPOCH_KEY, EPOCH);
    const { lease: next } = await claimed(runner('b'), bot);
    expect(next.fence).toBeGreaterThanOrEqual(lease.fence);
    expect(next.value).not.toBe(lease.value);
  });

  it('are not given for a version that Discord refused, until the user asks for another try', async () => {
    const bot = aBot();
    const { lease } = await claimed(runner('a'), bot);
    await runner('a').refuse(bot);
    await runner('a').drop(lease);
    expect(await runner('b').claim(bot, around())).toBeNull();
    expect(await runner('b').claim({ ...bot, version: 2 }, around())).not.toBeNull();
    await runner('b').forgetRefusal(bot.botId);
    expect(await redis.keys('runner:refused:*')).toEqual([]);
  });

  it('give a fence above the owner only when there is none', async () => {
    const bot = aBot();
    const { lease } = await claimed(runner('a'), bot);
    expect(await runner('b').fenceWhenFree(bot.botId)).toBeNull();
    await runner('a').drop(lease);
    expect(await runner('b').fenceWhenFree(bot.botId)).toBeGreaterThan(lease.fence);
  });

  it('allow one IDENTIFY in five seconds and 900 a day', async () => {
    const store = runner('a');
    expect(await store.identifyWait('app')).toBe(0);
    expect(await store.identifyWait('app')).toBeGreaterThan(4000);
    expect(await store.identifyWait('other')).toBe(0);
    await redis.del('runner:identify:app');
    await redis.set('runner:identified:app', 900, 'EX', 3600);
    expect(await store.identifyWait('app')).toBe(-3600);
  });
});

describe('the runners that live', () => {
  let server: OwnRedis;
  const connections: Redis[] = [];

  beforeAll(async () => {
    server = await startOwnRedis();
  });
  afterEach(() => {
    for (const connection of connections.splice(0)) connection.disconnect();
  });
  afterAll(() => server.stop());

  const join = async (id: string): Promise<{ membership: Membership; die: () => void }> => {
    const [redis, subscriber] = [new Redis(server.url), new Redis(server.url)];
    connections.push(redis, subscriber);
    const membership = new Membership(redis, subscriber, id, 10_000);
    await membership.join();
    // What Redis sees of a killed process: its subscription ends.
    return { membership, die: () => subscriber.disconnect() };
  };

  it('see each other, and the death of one within two seconds', async () => {
    const one = await join('one');
    const two = await join('two');
    expect(await one.membership.beat()).toMatchObject({ alive: 2, deadRunners: [] });
    two.die();
    const sinceMs = Date.now();
    await waitFor('the death', async () => (await one.membership.beat()).deadRunners.includes('two'), 2000);
    expect(Date.now() - sinceMs).toBeGreaterThan(300);
    expect((await one.membership.beat()).alive).toBe(1);
    const third = await join('three');
    expect((await third.membership.beat()).deadRunners).toContain('two');
  });

  it('are not pronounced dead while they are heard', async () => {
    const one = await join('four');
    await join('five');
    const sinceMs = Date.now();
    await waitFor('some looks', async () => {
      expect((await one.membership.beat()).deadRunners).not.toContain('five');
      return Date.now() - sinceMs > 1500;
    });
  });

  it('start one epoch, whoever is first', async () => {
    const members = await Promise.all(['six', 'seven', 'eight'].map(join));
    const epochs = await Promise.all(members.map(({ membership }) => membership.startEpoch()));
    expect(new Set(epochs).size).toBe(1);
    expect(epochs[0]).not.toBe('');
  });
});
