import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aSnowflake, startDedicatedRedis, waitFor, type DedicatedRedis } from '@kith/kit/testing';
import { Redis } from 'ioredis';
import { EPOCH_KEY, LeaseStore, type Claim } from '../src/leases/lease-store.js';
import { Membership } from '../src/leases/membership.js';

const EPOCH = 'first';

describe('LeaseStore', () => {
  let server: DedicatedRedis;
  let redis: Redis;

  beforeAll(async () => {
    server = await startDedicatedRedis();
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
  const cluster = (deadRunners: string[] = []) => ({ epoch: EPOCH, deadRunners });
  const claimed = async (store: LeaseStore, bot: ReturnType<typeof aBot>, dead: string[] = []): Promise<Claim> => {
    const claim = await store.claim(bot, cluster(dead));
    if (!claim) throw new Error('the lease was not given');
    return claim;
  };
  const session = { id: 'session-1', resumeUrl: 'wss://resume.example', seq: 7, userId: '42' };

  it('gives a lease to one runner only, however many claim it at once', async () => {
    const bot = aBot();
    const claims = await Promise.all(Array.from({ length: 20 }, (_, index) => runner(`r${index}`).claim(bot, cluster())));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  it('gives the saved session to the next owner, with a higher fence', async () => {
    const bot = aBot();
    const first = await claimed(runner('a'), bot);
    await runner('a').save([{ lease: first.lease, session }]);
    await runner('a').save([{ lease: first.lease, session: 99 }]);
    await runner('a').release(first.lease);
    const second = await claimed(runner('b'), bot);
    expect(second.session).toEqual({ ...session, seq: 99 });
    expect(second.lease.fence).toBeGreaterThan(first.lease.fence);
  });

  it('gives the lease of a dead runner to another one at once', async () => {
    const bot = aBot();
    await claimed(runner('a'), bot);
    expect(await runner('b').claim(bot, cluster())).toBeNull();
    expect(await runner('b').claimable([bot], ['a'])).toEqual([bot]);
    expect(await runner('b').claim(bot, cluster(['a']))).not.toBeNull();
  });

  it('refuses every write of a former owner', async () => {
    const bot = aBot();
    const old = await claimed(runner('a'), bot);
    const current = await claimed(runner('b'), bot, ['a']);
    await runner('b').save([{ lease: current.lease, session }]);
    expect(await runner('a').save([{ lease: old.lease, session: 5000 }])).toEqual(new Map([[old.lease, 'lost']]));
    expect(await runner('a').renew([old.lease])).toEqual(new Map([[old.lease, 'lost']]));
    await runner('a').release(old.lease);
    expect(await runner('b').renew([current.lease])).toEqual(new Map([[current.lease, 'renewed']]));
    expect((await claimed(runner('c'), bot, ['b'])).session?.seq).toBe(session.seq);
  });

  it('lets an owner take back its expired lease when nobody else held it since', async () => {
    const bot = aBot();
    const { lease } = await claimed(runner('a', 50), bot);
    await waitFor('the end of the lease', async () => (await runner('b').claimable([bot], [])).length === 1);
    expect(await runner('a').renew([lease])).toEqual(new Map([[lease, 'taken-back']]));
    expect(await runner('b').claim(bot, cluster())).toBeNull();
  });

  it('does not let a renewal take back a released lease', async () => {
    const bot = aBot();
    const { lease } = await claimed(runner('a'), bot);
    await runner('a').release(lease);
    expect(await runner('a').renew([lease])).toEqual(new Map([[lease, 'lost']]));
  });

  it('refuses a claim when Redis lost its data since the epoch was read, and lets the owner take its lease back', async () => {
    const bot = aBot();
    const { lease } = await claimed(runner('a'), bot);
    await redis.flushall();
    expect(await runner('b').claim(bot, cluster())).toBeNull();
    expect(await runner('a').renew([lease])).toEqual(new Map([[lease, 'taken-back']]));
  });

  it('writes nothing where nobody holds the lease, and leaves it to a renewal whether it is lost', async () => {
    const bot = aBot();
    const { lease } = await claimed(runner('a'), bot);
    await redis.flushall();
    expect(await runner('a').save([{ lease, session }])).toEqual(new Map([[lease, 'not-held']]));
    expect(await runner('a').renew([lease])).toEqual(new Map([[lease, 'taken-back']]));
    expect(await runner('a').save([{ lease, session }])).toEqual(new Map([[lease, 'saved']]));
    await redis.set(EPOCH_KEY, EPOCH);
    expect((await claimed(runner('b'), bot, ['a'])).session).toEqual(session);
  });

  it('never gives a lower fence after Redis lost its data', async () => {
    const bot = aBot();
    const { lease } = await claimed(runner('a'), bot);
    await redis.flushall();
    await redis.set(EPOCH_KEY, EPOCH);
    const { lease: next } = await claimed(runner('b'), bot);
    expect(next.fence).toBeGreaterThanOrEqual(lease.fence);
    expect(next.value).not.toBe(lease.value);
  });

  it('gives no lease for a version that Discord refused, until the refusal is cleared', async () => {
    const bot = aBot();
    const { lease } = await claimed(runner('a'), bot);
    await runner('a').markRefused(bot);
    await runner('a').release(lease);
    expect(await runner('b').claim(bot, cluster())).toBeNull();
    expect(await runner('b').claim({ ...bot, version: 2 }, cluster())).not.toBeNull();
    await runner('b').clearRefusal(bot.botId);
    expect(await redis.keys('runner:refused:*')).toEqual([]);
  });

  it('gives a fence above all others only while nobody holds the lease', async () => {
    const bot = aBot();
    const { lease } = await claimed(runner('a'), bot);
    expect(await runner('b').fenceWhenFree(bot.botId)).toBeNull();
    await runner('a').release(lease);
    expect(await runner('b').fenceWhenFree(bot.botId)).toBeGreaterThan(lease.fence);
  });

  it('allows one IDENTIFY per five seconds and 900 per day and application', async () => {
    const store = runner('a');
    expect(await store.takeIdentifySlot('app')).toBe(0);
    expect(await store.takeIdentifySlot('app')).toBeGreaterThan(4000);
    expect(await store.takeIdentifySlot('other')).toBe(0);
    await redis.del('runner:identify:app');
    await redis.set('runner:identified:app', 900, 'EX', 3600);
    expect(await store.takeIdentifySlot('app')).toBe(-3600);
  });
});

describe('Membership', () => {
  let server: DedicatedRedis;
  const connections: Redis[] = [];

  beforeAll(async () => {
    server = await startDedicatedRedis();
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
    // What Redis notices when a process is killed: its subscription ends.
    return { membership, die: () => subscriber.disconnect() };
  };

  it('shows every runner the others, and the death of one within two seconds', async () => {
    const one = await join('one');
    const two = await join('two');
    expect(await one.membership.heartbeat()).toMatchObject({ alive: 2, deadRunners: [] });
    two.die();
    const sinceMs = Date.now();
    await waitFor('the death', async () => (await one.membership.heartbeat()).deadRunners.includes('two'), 2000);
    expect(Date.now() - sinceMs).toBeGreaterThan(300);
    expect((await one.membership.heartbeat()).alive).toBe(1);
    const third = await join('three');
    expect((await third.membership.heartbeat()).deadRunners).toContain('two');
  });

  it('never counts a runner as dead while it is subscribed', async () => {
    const one = await join('four');
    await join('five');
    const sinceMs = Date.now();
    await waitFor('several heartbeats', async () => {
      expect((await one.membership.heartbeat()).deadRunners).not.toContain('five');
      return Date.now() - sinceMs > 1500;
    });
  });

  it('starts a single epoch when several runners try at once', async () => {
    const members = await Promise.all(['six', 'seven', 'eight'].map(join));
    const epochs = await Promise.all(members.map(({ membership }) => membership.startEpoch()));
    expect(new Set(epochs).size).toBe(1);
    expect(epochs[0]).not.toBe('');
  });
});
