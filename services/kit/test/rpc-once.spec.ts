import { setTimeout as wait } from 'node:timers/promises';
import { isNotExecuted } from '../src/rpc/errors.js';
import { waitFor } from '../src/testing/wait-for.js';
import { signedRequest } from './fixtures/keys.js';
import { fixture } from './fixtures/rpc-calls.js';
import { outcomeOf, RpcCluster, tally, type Outcome } from './fixtures/rpc-cluster.js';

let cluster: RpcCluster;

beforeAll(async () => {
  cluster = await RpcCluster.start(3, { maxQueue: 100, concurrency: 8 });
});
afterAll(async () => cluster.stop());

/** Ids that were executed more than once. */
const repeated = (prefix: string): string[] =>
  [...cluster.count('ran', prefix)].filter(([, times]) => times > 1).map(([id]) => id);

/** Calls that were executed although their error says that they certainly were not. */
const wronglyDenied = (outcomes: readonly Outcome[]): string[] => {
  const ran = cluster.count('ran');
  return outcomes.filter(({ id, error }) => isNotExecuted(error) && ran.has(id)).map(({ id }) => id);
};

describe('three replicas', () => {
  it('execute each of thousands of requests exactly once and answer each once (guarantee 1)', async () => {
    const load = cluster.load(64, 'once', (id) => cluster.client.ask(fixture.work, { id }));
    await waitFor('3000 answers', () => load.outcomes.length >= 3000);
    const outcomes = await load.stop();
    expect(tally(outcomes)).toEqual({ OK: outcomes.length });
    expect(cluster.count('ran', 'once').size).toBe(outcomes.length);
    expect(repeated('once')).toEqual([]);
    expect(cluster.client.stats.late).toBe(0);
    const shares = await Promise.all(cluster.replicas.map(async (replica) => (await replica.stats()).handled));
    const even = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    for (const share of shares) expect(share).toBeGreaterThan(even / 2);
  });

  it('share a burst of slow requests evenly, each as many as it has places', async () => {
    const burst = Array.from({ length: 24 }, (_, n) => cluster.client.ask(fixture.work, { id: `burst-${n}`, ms: 150 }));
    const perReplica = new Map<string, number>();
    for (const { replica } of await Promise.all(burst)) perReplica.set(replica, (perReplica.get(replica) ?? 0) + 1);
    expect([...perReplica.values()]).toEqual([8, 8, 8]);
  });

  it('execute no request twice while connections of all kinds are reset (guarantee 2)', async () => {
    const end = performance.now() + 3000;
    const load = cluster.load(32, 'reset', (id) => cluster.client.ask(fixture.work, { id, ms: 3 }));
    const resets = await cluster.redis.withConnection(async (redis) => {
      let count = 0;
      while (performance.now() < end) {
        // All but this connection: those that block in XREADGROUP, those that send and those that subscribe.
        count += Number(await redis.call('CLIENT', 'KILL', 'TYPE', count % 3 === 0 ? 'pubsub' : 'normal', 'SKIPME', 'yes'));
        await wait(150);
      }
      return count;
    });
    const outcomes = await load.stop();
    expect(resets).toBeGreaterThan(20);
    expect(repeated('reset')).toEqual([]);
    expect(wronglyDenied(outcomes)).toEqual([]);
    expect(Object.keys(tally(outcomes)).filter((code) => !['OK', 'OUTCOME_UNKNOWN', 'UNAVAILABLE'].includes(code))).toEqual([]);
    expect(tally(outcomes)['OK']).toBeGreaterThan(100);
    // Every OK belongs to an execution, and no call waited for its deadline.
    const ran = cluster.count('ran', 'reset');
    expect(outcomes.filter(({ id, code }) => code === 'OK' && !ran.has(id))).toEqual([]);
    expect(Math.max(...outcomes.map(({ tookMs }) => tookMs))).toBeLessThan(9000);
  });

  it('execute requests that were delivered on a blocking connection that broke before they arrived (guarantee 2)', async () => {
    const recoveredBefore = await total('recovered');
    const end = performance.now() + 2000;
    const load = cluster.load(16, 'blocked', (id) => cluster.client.ask(fixture.work, { id }));
    await cluster.redis.withConnection(async (redis) => {
      while (performance.now() < end) {
        for (const id of await blockingClients(redis)) await redis.client('KILL', 'ID', id).catch(() => 0);
        await wait(20);
      }
    });
    const outcomes = await load.stop();
    expect(tally(outcomes)).toEqual({ OK: outcomes.length });
    expect(repeated('blocked')).toEqual([]);
    expect(cluster.count('ran', 'blocked').size).toBe(outcomes.length);
    expect(await total('recovered')).toBeGreaterThan(recoveredBefore);
  });
});

describe('the queue', () => {
  it('never exceeds its bound; further requests get OVERLOADED at once and are not executed (guarantee 6)', async () => {
    let longest = 0;
    let isDone = false;
    const measurement = cluster.redis.withConnection(async (redis) => {
      while (!isDone) longest = Math.max(longest, await redis.xlen('rpc:{bots}:s'));
    });
    const outcomes = await Promise.all(
      Array.from({ length: 1000 }, (_, n) =>
        outcomeOf(`flood-${n}`, () => cluster.client.ask(fixture.work, { id: `flood-${n}`, ms: 50 })),
      ),
    );
    isDone = true;
    await measurement;
    expect(tally(outcomes)).toEqual({ OK: 100, OVERLOADED: 900 });
    expect(longest).toBeLessThanOrEqual(100);
    expect(cluster.count('ran', 'flood').size).toBe(100);
    expect(wronglyDenied(outcomes)).toEqual([]);
    const refused = outcomes.filter(({ code }) => code === 'OVERLOADED');
    expect(refused.every(({ error }) => (error?.details.retryAfterS ?? 0) > 0)).toBe(true);
  });
});

describe('a request whose caller does not wait any more', () => {
  it('is never started when it was cancelled or expired in the queue (guarantee 5)', async () => {
    const fillers = fillAllSlots('filler', 1500);
    await waitFor('all slots to be taken', () => cluster.count('ran', 'filler').size === 24);
    const caller = new AbortController();
    const cancelled = Array.from({ length: 10 }, (_, n) =>
      outcomeOf(`cancelled-${n}`, () => cluster.client.ask(fixture.work, { id: `cancelled-${n}` }, { signal: caller.signal })),
    );
    const expired = Array.from({ length: 10 }, (_, n) =>
      outcomeOf(`expired-${n}`, () => cluster.client.ask(fixture.work, { id: `expired-${n}` }, { timeoutMs: 200 })),
    );
    await waitFor('the requests to be queued', async () => (await cluster.traces()).length === 44);
    caller.abort();
    expect(tally(await Promise.all(cancelled))).toEqual({ CANCELLED: 10 });
    expect(tally(await Promise.all(expired))).toEqual({ DEADLINE: 10 });
    // They are deleted from the queue at once, not only when a replica reads them.
    await waitFor('the queue to hold only what runs', async () => (await cluster.traces()).length <= 24);
    await fillers;
    await cluster.client.ask(fixture.work, { id: 'after' });
    expect([...cluster.count('ran', 'cancelled'), ...cluster.count('ran', 'expired')]).toEqual([]);
  });

  it('is not started when its caller died without cancelling it (guarantee 5)', async () => {
    const fillers = fillAllSlots('still', 1200);
    await waitFor('all slots to be taken', () => cluster.count('ran', 'still').size === 24);
    await cluster.redis.withConnection(async (redis) => {
      const [seconds] = await redis.time();
      const request = {
        i: 'dead',
        p: 'fixture.work',
        d: { id: 'dead', ms: 0 },
        r: 'rpc:r:nobody',
        x: Number(seconds) * 1000 + 500,
        m: {},
      };
      await redis.xadd('rpc:{bots}:s', '*', 'v', signedRequest(request));
    });
    await fillers;
    await waitFor('the queue to be empty', async () => (await cluster.traces()).length === 0);
    expect(cluster.times('ran', 'dead')).toBe(0);
    expect(await total('expired')).toBeGreaterThan(0);
  });

  it('has the signal of its running handler aborted when it is cancelled or its deadline passes (guarantee 5)', async () => {
    const caller = new AbortController();
    const byHand = outcomeOf('hand', () => cluster.client.ask(fixture.waitForAbort, { id: 'hand' }, { signal: caller.signal }));
    const byTime = outcomeOf('time', () => cluster.client.ask(fixture.waitForAbort, { id: 'time' }, { timeoutMs: 400 }));
    await Promise.all([cluster.started('hand'), cluster.started('time')]);
    caller.abort();
    expect([(await byHand).code, (await byTime).code]).toEqual(['CANCELLED', 'DEADLINE']);
    await waitFor(
      'both handlers to be aborted',
      () => cluster.times('aborted', 'hand') === 1 && cluster.times('aborted', 'time') === 1,
    );
  });
});

it('a closed replica leaves no entry, no pending request and no consumer in Redis (guarantee 12)', async () => {
  const [first] = cluster.replicas;
  await first?.close();
  const consumers = cluster.replicas.slice(1).map(({ id }) => id);
  await waitFor('the stream to be empty', async () => {
    const traces = await cluster.traces();
    return traces.length === 0 && traces.pending === 0 && traces.consumers.length === 2;
  });
  expect((await cluster.traces()).consumers.sort()).toEqual(consumers.sort());
});

async function fillAllSlots(prefix: string, ms: number): Promise<void> {
  await Promise.all(Array.from({ length: 24 }, (_, n) => cluster.client.ask(fixture.work, { id: `${prefix}-${n}`, ms })));
}

async function total(counter: 'recovered' | 'expired'): Promise<number> {
  const all = await Promise.all(
    cluster.replicas.filter(({ isRunning }) => isRunning).map(async (replica) => (await replica.stats())[counter]),
  );
  return all.reduce((sum, count) => sum + count, 0);
}

async function blockingClients(redis: { client(subcommand: 'LIST'): Promise<unknown> }): Promise<string[]> {
  const lines = String(await redis.client('LIST')).split('\n');
  return lines.filter((line) => line.includes('cmd=xreadgroup')).map((line) => /\bid=(\d+)/.exec(line)?.[1] ?? '0');
}
