import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { RpcClient, ServiceKeys } from '@kith/kit';
import { waitFor } from '../src/testing/wait-for.js';
import { KEYS, keysFrom } from './fixtures/keys.js';
import { fixture } from './fixtures/rpc-calls.js';
import { outcomeOf, RpcCluster } from './fixtures/rpc-cluster.js';

const STREAM = 'rpc:{bots}:s';
const SOON_MS = 60_000;

let cluster: RpcCluster;
beforeAll(async () => {
  cluster = await RpcCluster.start(1);
});
afterAll(async () => cluster.stop());
beforeEach(() => nothingWaits());

/** Who can write everything to Redis, but has no keys of the two processes. */
const asAdministrator = <T>(work: (redis: Redis) => Promise<T>): Promise<T> => cluster.redis.withConnection(work);
const send = (message: string) => asAdministrator((redis) => redis.xadd(STREAM, '*', 'v', message));
const nothingWaits = () => waitFor('the stream to be empty', async () => (await cluster.traces()).length === 0);
/** How the counters of the replica change while `work` runs. */
async function changeOfStats(work: () => Promise<void>): Promise<Record<string, number>> {
  const [before, after] = [await readStats(), await work().then(readStats)];
  return Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)]));
}
const readStats = async (): Promise<Record<string, number>> => ({ ...(await cluster.replicas[0]?.stats()) });
const envelope = (id: string, change: object = {}) =>
  JSON.stringify({
    i: id,
    f: 'gateway',
    p: 'fixture.work',
    d: { id, ms: 0 },
    r: 'rpc:r:gateway:none',
    x: Date.now() + SOON_MS,
    m: {},
    ...change,
  });
const mac = (text: string, keys = KEYS) => keys.channel('rpc request', 'gateway', 'bots')?.mac(text) ?? '';

/** Stops the replica, so that a request of the client stays in the stream, and returns the message. */
async function intercept(
  id: string,
  signal = new AbortController().signal,
): Promise<{ message: string; outcome: ReturnType<typeof outcomeOf> }> {
  const [replica] = cluster.replicas;
  await asAdministrator(async (redis) => {
    const blocking = await waitFor(
      'the replica to wait for requests',
      async () => /\bid=(\d+)(?=.*flags=b)(?=.*cmd=xreadgroup)/.exec(String(await redis.client('LIST')))?.[1],
    );
    replica?.signal('SIGSTOP');
    // Otherwise Redis would hand the request to the connection of the stopped process at once.
    await redis.client('KILL', 'ID', blocking);
  });
  const outcome = outcomeOf(id, () => cluster.client.ask(fixture.work, { id }, { signal }));
  const message = await waitFor('the request', async () => {
    const entries = await asAdministrator((redis) => redis.xrange(STREAM, '-', '+'));
    return entries[0]?.[1]?.[1];
  });
  return { message, outcome };
}

describe('a request in the stream of a service', () => {
  it('runs when it is signed, so that the tests below would notice one that is not', async () => {
    const text = envelope('signed');
    await send(mac(text) + text);
    await cluster.started('signed');
  });

  it.each([
    ['has no MAC', (text: string) => text],
    ['has a MAC of zeros', (text: string) => 'A'.repeat(43) + text],
    ['is signed with keys of another installation', (text: string) => mac(text, keysFrom('another secret')) + text],
    ['has the MAC of another request', (text: string) => mac(envelope('other')) + text],
    ['is signed as a job', (text: string) => (KEYS.channel('job', 'gateway', 'bots')?.mac(text) ?? '') + text],
    [
      'is signed by the service for itself',
      (text: string) => (KEYS.channel('rpc request', 'bots', 'bots')?.mac(text) ?? '') + text,
    ],
    [
      'is signed by the caller for another service',
      (text: string) => (KEYS.channel('rpc request', 'gateway', 'chat')?.mac(text) ?? '') + text,
    ],
    ['is signed by another caller', (text: string) => (KEYS.channel('rpc request', 'sandbox', 'bots')?.mac(text) ?? '') + text],
  ])('does not run when it %s [S76]', async (_, forge) => {
    const change = await changeOfStats(async () => {
      await send(forge(envelope('forged')));
      expect(await cluster.client.ask(fixture.work, { id: 'after' })).toMatchObject({ id: 'after' });
      await nothingWaits();
    });
    expect(cluster.times('ran', 'forged')).toBe(0);
    expect(change).toMatchObject({ handled: 1 });
  });

  it('does not run when its actor was changed on the way [S76]', async () => {
    const caller = new AbortController();
    const { message, outcome } = await intercept('mine', caller.signal);
    await asAdministrator(async (redis) => {
      const [entry] = await redis.xrange(STREAM, '-', '+');
      await redis.xdel(STREAM, entry?.[0] ?? '');
      await redis.xadd(STREAM, '*', 'v', message.replace('"id":"mine"', '"id":"yours"'));
    });
    cluster.replicas[0]?.signal('SIGCONT');
    await nothingWaits();
    expect([cluster.times('ran', 'mine'), cluster.times('ran', 'yours')]).toEqual([0, 0]);
    caller.abort();
    expect((await outcome).code).toBe('CANCELLED');
  });

  it('does not run a second time when it is copied within its deadline [S76]', async () => {
    const change = await changeOfStats(async () => {
      const { message, outcome } = await intercept('once');
      await send(message);
      await send(message);
      cluster.replicas[0]?.signal('SIGCONT');
      expect((await outcome).code).toBe('OK');
      await send(message);
      expect(await cluster.client.ask(fixture.work, { id: 'after' })).toMatchObject({ id: 'after' });
      await nothingWaits();
    });
    expect(cluster.times('ran', 'once')).toBe(1);
    expect(change).toMatchObject({ replayed: 3 });
  });

  it('does not run when its deadline is further away than any caller waits [S76]', async () => {
    const text = envelope('for ever', { x: Date.now() + 86_400_000 });
    await send(mac(text) + text);
    await nothingWaits();
    expect(cluster.times('ran', 'for ever')).toBe(0);
  });
});

describe('a call that proto allows to certain callers', () => {
  it('is not sent by a process that is none of them', async () => {
    const { d, x } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' });
    const keys = ServiceKeys.parse(`sandbox:${d}`, `sandbox:${x},bots:${x}`);
    const client = new RpcClient({ redisUrl: cluster.redis.url, keys });
    await expect(client.ask(fixture.work, { id: 'never' })).rejects.toThrow('sandbox may not call fixture.work');
    await client.close();
  });

  it('is refused by the service when another process makes it', async () => {
    const change = await changeOfStats(async () => {
      // As a process would do it whose code was replaced: the keys are its own, the list of callers is not.
      const outcome = await outcomeOf('uninvited', () =>
        cluster.client.ask({ ...fixture.ofNeighbour, callers: ['gateway'] }, { id: 'uninvited' }),
      );
      expect(outcome.code).toBe('FORBIDDEN');
      expect(cluster.times('ran', 'uninvited')).toBe(0);
      await cluster.client.ask(fixture.ofNeighbour, { id: 'invited' });
      expect(cluster.times('ran', 'invited')).toBe(1);
    });
    expect(change).toMatchObject({ forbidden: 1 });
  });
});

describe('an answer on the channel of a client', () => {
  const answers = [
    ['has no MAC', (text: string) => text],
    [
      'is signed by another service',
      (text: string) => (KEYS.channel('rpc answer', 'sandbox', 'gateway')?.mac(text) ?? '') + text,
    ],
    ['is signed as a request', (text: string) => mac(text) + text],
  ] as const;

  it.each(answers)('is ignored when it %s [S76]', async (_, forge) => {
    const before = { ...cluster.client.stats };
    const id = randomUUID();
    const answer = cluster.client.ask(fixture.work, { id, ms: 300 });
    await cluster.started(id);
    await asAdministrator(async (redis) => {
      const [[, fields] = ['', []]] = await redis.xrange(STREAM, '-', '+');
      const { i, r } = JSON.parse((fields[1] ?? '').slice(43)) as { i: string; r: string };
      const value = { id: 'forged', replica: 'forged' };
      await redis.publish(r, forge(JSON.stringify({ i, n: 0, d: value, s: 'forged', z: 1 })));
    });
    expect(await answer).toMatchObject({ id });
    const { forged, late, answered } = cluster.client.stats;
    expect([forged + late - before.forged - before.late, answered - before.answered]).toEqual([1, 1]);
  });
});

describe('a control on the channel of a replica', () => {
  it('is ignored when it is not signed by the caller of the request', async () => {
    const answer = outcomeOf('controlled', () => cluster.client.ask(fixture.work, { id: 'controlled', ms: 500 }));
    await cluster.started('controlled');
    await asAdministrator(async (redis) => {
      const [[, fields] = ['', []]] = await redis.xrange(STREAM, '-', '+');
      const { i } = JSON.parse((fields[1] ?? '').slice(43)) as { i: string };
      const channel = `rpc:c:bots:${cluster.replicas[0]?.id}`;
      const text = (f: string) => JSON.stringify({ t: 'cancel', f, i });
      // Signed by another process: once under its own name, once under that of the caller.
      const sandbox = KEYS.channel('rpc control', 'sandbox', 'bots');
      const receivers = [text('gateway'), sandbox?.sign(text('gateway')), sandbox?.sign(text('sandbox'))];
      for (const message of receivers) expect(await redis.publish(channel, message ?? '')).toBe(1);
    });
    expect((await answer).code).toBe('OK');
    expect(cluster.times('aborted', 'controlled')).toBe(0);
  });
});
