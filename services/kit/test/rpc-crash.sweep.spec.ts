import type { ServerStats } from '../src/rpc/server-options.js';
import { waitFor } from '../src/testing/wait-for.js';
import { contentOf } from './fixtures/keys.js';
import { fixture } from './fixtures/rpc-calls.js';
import { outcomeOf, RpcCluster, tally, type Outcome, type ReplicaProcess } from './fixtures/rpc-cluster.js';

// A replica takes seconds to start, so each test continues with the replicas that the previous one left running.
let cluster: RpcCluster;

// Fewer slots than the tests use, so that both replicas get requests.
const SETTINGS = { hungMs: 4000, concurrency: 16 };

// Limits that a slow machine does not reach: the tests wait for conditions, not for time to pass.
const WAIT_LIMIT_MS = 60_000;
const LONG_TIMEOUT = { timeoutMs: 60_000 };
const TEST_TIMEOUT_MS = 120_000;

beforeAll(async () => {
  cluster = await RpcCluster.start(2, SETTINGS);
});
afterAll(async () => cluster.stop());

const repeated = (prefix: string): string[] =>
  [...cluster.count('ran', prefix)].filter(([, times]) => times > 1).map(([id]) => id);

/** Starts calls until `replica` has at least `count` of them in work. */
async function untilHeldBy(replica: ReplicaProcess, count: number): Promise<void> {
  await waitFor(`${replica.name} to hold ${count} requests`, async () =>
    cluster.redis.withConnection(async (redis) => {
      const rows = (await redis.xpending('rpc:{bots}:s', 'g', '-', '+', 1000, replica.id)) as unknown[];
      return rows.length >= count;
    }),
  );
}

/** The two running replicas. */
const bothReplicas = (): [ReplicaProcess, ReplicaProcess] => {
  const [one, other, ...more] = cluster.replicas.filter(({ isRunning }) => isRunning);
  if (!one || !other || more.length > 0) throw new Error('not two replicas');
  return [one, other];
};

it(
  'a replica that was presumed dead publishes nothing when it wakes up (guarantee 4)',
  async () => {
    const [suspendedReplica] = bothReplicas();
    const calls: Promise<Outcome>[] = [];
    const streams: Promise<number[]>[] = [];
    for (let n = 0; n < 12; n++) {
      calls.push(outcomeOf(`sleep-${n}`, () => cluster.client.ask(fixture.work, { id: `sleep-${n}`, ms: 1500 }, LONG_TIMEOUT)));
      streams.push(readStream(`tokens-${n}`));
    }
    const held = await stopWhenHolding(suspendedReplica, { 'fixture.work': 1, 'fixture.tokens': 1 });
    const outcomes = await Promise.all(calls);
    const lost = outcomes.filter(({ code }) => code === 'OUTCOME_UNKNOWN').length;
    expect(lost).toBeGreaterThan(0);
    expect(tally(outcomes)).toEqual({ OK: 12 - lost, OUTCOME_UNKNOWN: lost });
    for (const seen of await Promise.all(streams)) expect(seen).toEqual(seen.map((_, n) => n));
    // No request is open any more: every further frame can only come from the replica that wakes up.
    const frames = await cluster.redis.withConnection(async (redis) => {
      const received: string[] = [];
      redis.on('pmessage', (_pattern: string, _channel: string, frame: string) => received.push(frame));
      await redis.psubscribe('rpc:r:*');
      suspendedReplica.signal('SIGCONT');
      await waitFor('each request it held to end', async () => ended(await suspendedReplica.stats()) >= held, WAIT_LIMIT_MS);
      // Redis delivers in order: frames it published for the lost requests would arrive before its answer to a new one.
      await waitFor('a new answer of the replica', () => answersAgain(suspendedReplica), WAIT_LIMIT_MS);
      await waitFor(
        'that answer to be received',
        () => received.some((frame) => frame.includes(suspendedReplica.id)),
        WAIT_LIMIT_MS,
      );
      return received;
    });
    expect(frames.filter((frame) => !frame.includes('"id":"fence"'))).toEqual([]);
    expect(repeated('sleep')).toEqual([]);
  },
  TEST_TIMEOUT_MS,
);

it('after kill -9 under load a write is answered or OUTCOME_UNKNOWN within 6 s and never runs twice, and a read is answered (guarantee 3)', async () => {
  const [killedReplica, runningReplica] = bothReplicas();
  const before = await runningReplica.stats();
  const writes = cluster.load(24, 'write', (id) => cluster.client.ask(fixture.work, { id, ms: 200 }));
  const reads = cluster.load(24, 'read', (id) => cluster.client.ask(fixture.look, { id, ms: 200 }));
  await stopWhenHolding(killedReplica, { 'fixture.work': 4, 'fixture.look': 4 });
  killedReplica.signal('SIGKILL');
  await waitFor('the take-over to end', async () => (await cluster.traces()).consumers.length === 1);
  const [written, read] = await Promise.all([writes.stop(), reads.stop()]);
  expect(tally(read)).toEqual({ OK: read.length });
  expect(Object.keys(tally(written)).sort()).toEqual(['OK', 'OUTCOME_UNKNOWN']);
  expect(repeated('write')).toEqual([]);
  expect(Math.max(...[...written, ...read].map(({ tookMs }) => tookMs))).toBeLessThan(6000);
  const stats = await runningReplica.stats();
  expect(stats.redelivered).toBeGreaterThan(before.redelivered);
  expect(stats.unknownOutcome - before.unknownOutcome).toBe(tally(written)['OUTCOME_UNKNOWN']);
  await waitFor('the stream to be empty', async () => (await cluster.traces()).length === 0);
});

it(
  'a read that kills every replica is delivered three times at most (guarantee 3)',
  async () => {
    await Promise.all(Array.from({ length: 3 }, () => cluster.addReplica(SETTINGS)));
    const outcome = outcomeOf('poison', () => cluster.client.ask(fixture.look, { id: 'poison', ms: 60_000 }, LONG_TIMEOUT));
    for (let delivery = 1; delivery <= 3; delivery++) {
      await waitFor('the next delivery', () => cluster.times('ran', 'poison') === delivery, WAIT_LIMIT_MS);
      const holder = await waitFor('its holder', async () => holderOf());
      cluster.replicas.find(({ id }) => id === holder)?.signal('SIGKILL');
    }
    expect((await outcome).code).toBe('OUTCOME_UNKNOWN');
    expect(cluster.times('ran', 'poison')).toBe(3);
  },
  TEST_TIMEOUT_MS,
);

it(
  'a replica whose event loop stalls for 5 s is not presumed dead, and all its requests are answered (guarantee 11)',
  async () => {
    // Replicas with a lower hungMs would take over the requests of the stalled one.
    await Promise.all(cluster.replicas.map(async (replica) => replica.close()));
    const unknownOutcomes = cluster.client.stats.unknownOutcome;
    const [stalled] = await Promise.all([cluster.addReplica({ concurrency: 16 }), cluster.addReplica({ concurrency: 16 })]);
    const running = Array.from({ length: 24 }, (_, n) =>
      cluster.client.ask(fixture.work, { id: `stall-${n}`, ms: 1000 }, LONG_TIMEOUT),
    );
    await stopWhenHolding(stalled, { 'fixture.work': 2 });
    stalled.send('stall');
    stalled.signal('SIGCONT');
    const meanwhile = Array.from({ length: 40 }, (_, n) =>
      cluster.client.ask(fixture.work, { id: `meanwhile-${n}` }, LONG_TIMEOUT),
    );
    await expect(Promise.all([...running, ...meanwhile])).resolves.toHaveLength(64);
    expect([...repeated('stall'), ...repeated('meanwhile')]).toEqual([]);
    expect(cluster.client.stats.unknownOutcome).toBe(unknownOutcomes);
  },
  TEST_TIMEOUT_MS,
);

it('draining one of two replicas under load loses no request and fails none (guarantee 10)', async () => {
  const [leaving, remaining] = bothReplicas();
  const load = cluster.load(32, 'drain', (id) => cluster.client.ask(fixture.work, { id, ms: 10 }));
  await untilHeldBy(leaving, 5);
  await leaving.close();
  const outcomes = await load.stop();
  expect(tally(outcomes)).toEqual({ OK: outcomes.length });
  expect(repeated('drain')).toEqual([]);
  expect(cluster.count('ran', 'drain').size).toBe(outcomes.length);
  const { length, pending, consumers } = await cluster.traces();
  expect([length, pending, consumers]).toEqual([0, 0, [remaining.id]]);
});

it('handlers that run longer than drainMs are aborted with an error, and later calls are UNAVAILABLE at once (guarantee 10)', async () => {
  await Promise.all(cluster.replicas.map(async (replica) => replica.close()));
  const draining = await cluster.addReplica({ drainMs: 300, concurrency: 2 });
  const running = [
    outcomeOf('ends-on-abort', () => cluster.client.ask(fixture.waitForAbort, { id: 'ends-on-abort' })),
    outcomeOf('ignores-abort', () => cluster.client.ask(fixture.work, { id: 'ignores-abort', ms: 60_000 })),
  ];
  await Promise.all([cluster.started('ends-on-abort'), cluster.started('ignores-abort')]);
  const queued = outcomeOf('queued', () => cluster.client.ask(fixture.work, { id: 'queued' }));
  await waitFor('the third to wait', async () => (await cluster.traces()).length === 3);
  const start = performance.now();
  const closed = draining.close();
  expect((await queued).code).toBe('UNAVAILABLE');
  expect((await Promise.all(running)).map(({ code }) => code)).toEqual(['CANCELLED', 'CANCELLED']);
  expect(performance.now() - start).toBeLessThan(3000);
  expect(cluster.times('aborted', 'ends-on-abort')).toBe(1);
  expect(cluster.times('ran', 'queued')).toBe(0);
  expect((await outcomeOf('after', () => cluster.client.ask(fixture.work, { id: 'after' }))).code).toBe('UNAVAILABLE');
  await closed;
  expect(await cluster.traces()).toEqual({ length: 0, pending: 0, consumers: [] });
});

/**
 * Stops the replica at a moment when it holds at least so many requests of each call; returns how many it holds in all. It is stopped while
 * it is examined, because it could otherwise finish them in between.
 */
async function stopWhenHolding(replica: ReplicaProcess, wanted: Readonly<Record<string, number>>): Promise<number> {
  return await waitFor(
    `${replica.name} to hold requests`,
    async () => {
      replica.signal('SIGSTOP');
      const held = await callsOf(replica);
      const isEnough = Object.entries(wanted).every(([name, count]) => held.filter((call) => call === name).length >= count);
      if (isEnough) return held.length;
      replica.signal('SIGCONT');
      return undefined;
    },
    WAIT_LIMIT_MS,
  );
}

/** Requests that a replica has finished, lost to another one, or read too late to start them. */
const ended = ({ handled, lost, expired, cancelledBeforeStart }: ServerStats): number =>
  handled + lost + expired + cancelledBeforeStart;

/** Sends more calls at once than one replica has slots for, so that the given one gets some; returns whether it answered one. */
async function answersAgain(replica: ReplicaProcess): Promise<boolean> {
  const answers = Array.from({ length: 24 }, () => cluster.client.ask(fixture.work, { id: 'fence', ms: 100 }, LONG_TIMEOUT));
  return (await Promise.all(answers)).some((answer) => answer.replica === replica.name);
}

/** Names of the calls that the replica holds. */
async function callsOf(replica: ReplicaProcess | undefined): Promise<string[]> {
  return await cluster.redis.withConnection(async (redis) => {
    const rows = (await redis.xpending('rpc:{bots}:s', 'g', '-', '+', 1000, replica?.id ?? '')) as [string][];
    const entries = await Promise.all(rows.map(async ([id]) => redis.xrange('rpc:{bots}:s', id, id)));
    return entries.flatMap(([entry]) => (entry ? [String((contentOf(entry[1][1] ?? '') as { p?: string }).p)] : []));
  });
}

async function holderOf(): Promise<string | undefined> {
  return await cluster.redis.withConnection(async (redis) => {
    const rows = (await redis.xpending('rpc:{bots}:s', 'g', '-', '+', 1)) as [string, string][];
    return rows[0]?.[1];
  });
}

/** Reads a slow stream to its end or error; returns the frames received. */
async function readStream(id: string): Promise<number[]> {
  const seen: number[] = [];
  await outcomeOf(id, async () => {
    for await (const { n } of cluster.client.stream(fixture.tokens, { id, count: 250, gapMs: 20 })) seen.push(n);
  });
  return seen;
}
