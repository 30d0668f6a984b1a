import { waitFor } from '../src/testing/wait-for.js';
import { contentOf, signedAnswer } from './fixtures/keys.js';
import { fixture } from './fixtures/rpc-calls.js';
import { outcomeOf, RpcCluster } from './fixtures/rpc-cluster.js';

let cluster: RpcCluster;

beforeAll(async () => {
  cluster = await RpcCluster.start(2);
});
afterAll(async () => cluster.stop());

/** Reads a stream; `seen` keeps the frames received before its end or error. */
async function read(
  options: Partial<Parameters<typeof cluster.client.stream<typeof fixture.tokens>>[1]> & { id: string },
  seen: number[] = [],
): Promise<number[]> {
  for await (const { n } of cluster.client.stream(fixture.tokens, { count: 1000, ...options })) seen.push(n);
  return seen;
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

describe('the frames of a stream', () => {
  it('arrive in order and without gaps, from one replica (guarantee 7)', async () => {
    expect(await read({ id: 'whole', count: 3000 })).toEqual(upTo(3000));
    expect(cluster.times('ran', 'whole')).toBe(1);
  });

  it('do not mix with those of 49 other streams', async () => {
    const all = await Promise.all(upTo(50).map(async (n) => read({ id: `mix-${n}`, count: 100 })));
    for (const seen of all) expect(seen).toEqual(upTo(100));
  });

  it('arrive before the error that ends the stream (guarantee 7)', async () => {
    const seen: number[] = [];
    await expect(read({ id: 'fails', failAt: 70 }, seen)).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    expect(seen).toEqual(upTo(70));
  });

  it('end with an error when one is lost (guarantee 7)', async () => {
    const seen: number[] = [];
    const outcome = outcomeOf('hole', () => read({ id: 'hole', gapMs: 20 }, seen));
    await waitFor('some frames', () => seen.length > 10);
    // A frame with a later position simulates that those before it were lost.
    await forge((frame) => ({ ...frame, n: 500 }));
    expect((await outcome).code).toBe('OUTCOME_UNKNOWN');
    expect(seen).toEqual(upTo(seen.length));
    await waitFor('the handler to stop', () => cluster.times('ended', 'hole') === 1);
  });

  it('are never joined with those of a second execution (guarantee 7)', async () => {
    const seen: number[] = [];
    const outcome = outcomeOf('second-execution', () => read({ id: 'second-execution', gapMs: 20 }, seen));
    await waitFor('some frames', () => seen.length > 10);
    await forge((frame) => ({ ...frame, n: 0, s: 'another-replica' }));
    expect((await outcome).code).toBe('OUTCOME_UNKNOWN');
    expect(seen).toEqual(upTo(seen.length));
  });

  it('end with DEADLINE when none arrives within the idle limit', async () => {
    const seen: number[] = [];
    const outcome = await outcomeOf('idle', async () => {
      for await (const { n } of cluster.client.stream(fixture.tokens, { id: 'idle', count: 10, pauseAt: 3 }, { idleMs: 300 }))
        seen.push(n);
    });
    expect([outcome.code, seen]).toEqual(['DEADLINE', [0, 1, 2]]);
    await waitFor('the handler to stop', () => cluster.times('ended', 'idle') === 1);
  });

  it('end with an error when the deadline interrupts the stream (guarantee 7)', async () => {
    const seen: number[] = [];
    const outcome = await outcomeOf('cut', async () => {
      for await (const { n } of cluster.client.stream(fixture.tokens, { id: 'cut', count: 1000, gapMs: 20 }, { timeoutMs: 400 }))
        seen.push(n);
    });
    expect(outcome.code).toBe('DEADLINE');
    expect(seen).toEqual(upTo(seen.length));
    await waitFor('the handler to stop', () => cluster.times('ended', 'cut') === 1);
  });
});

describe('flow control of a stream (guarantee 8)', () => {
  it('keeps the producer at most the window ahead of its reader', async () => {
    const window = 16;
    let furthest = 0;
    let taken = 0;
    for await (const { n } of cluster.client.stream(fixture.tokens, { id: 'slow', count: 200 }, { window })) {
      // Gives the producer time to run ahead.
      if (n % 40 === 39)
        await waitFor(
          'the producer to have filled the window',
          () => cluster.times('made', 'slow') >= Math.min(n + 1 + window / 2, 200),
        );
      furthest = Math.max(furthest, cluster.times('made', 'slow') - ++taken);
    }
    expect(taken).toBe(200);
    // One more: the generator makes its next frame before it waits for room.
    expect(furthest).toBeLessThanOrEqual(window + 1);
    expect(furthest).toBeGreaterThan(0);
  });

  it('stops the handler when the reader leaves the loop', async () => {
    for await (const { n } of cluster.client.stream(fixture.tokens, { id: 'left', count: 100_000 })) if (n === 20) break;
    await waitFor('the handler to stop', () => cluster.times('ended', 'left') === 1);
    expect(cluster.times('made', 'left')).toBeLessThanOrEqual(21 + 64 + 1);
  });

  it('stops the handler when the reader aborts, also while it waits for credit', async () => {
    const caller = new AbortController();
    const reader = cluster.client.stream(fixture.tokens, { id: 'full', count: 100_000 }, { signal: caller.signal });
    await reader.next();
    const paused = outcomeOf('paused', async () => {
      for await (const _ of cluster.client.stream(
        fixture.tokens,
        { id: 'paused', count: 10, pauseAt: 0 },
        { signal: caller.signal },
      ));
    });
    await cluster.started('paused');
    caller.abort();
    expect((await paused).code).toBe('CANCELLED');
    await expect(drained(reader)).rejects.toMatchObject({ code: 'CANCELLED' });
    await waitFor('both handlers to stop', () => cluster.times('ended', 'full') === 1 && cluster.times('ended', 'paused') === 1);
  });
});

it('a stream whose replica is killed fails within 6 s and does not start again (invariants 3 and 7)', async () => {
  const seen: number[] = [];
  const start = performance.now();
  const outcome = outcomeOf('killed', async () => {
    for await (const { n } of cluster.client.stream(fixture.replay, { id: 'killed', count: 1000, gapMs: 10 })) {
      seen.push(n);
      if (n !== 20) continue;
      const [row] = (await cluster.redis.withConnection(async (redis) => redis.xpending('rpc:{bots}:s', 'g', '-', '+', 1))) as [
        string,
        string,
      ][];
      cluster.replicas.find(({ id }) => id === row?.[1])?.signal('SIGKILL');
    }
  });
  expect((await outcome).code).toBe('OUTCOME_UNKNOWN');
  expect(performance.now() - start).toBeLessThan(7000);
  expect(seen).toEqual(upTo(seen.length));
});

it('a handler is stopped when its caller dies (guarantee 8)', async () => {
  const caller = await cluster.addReplica({}, 'billing');
  const before = caller.isRunning;
  // The relay asks for a stream on behalf of the test, in a process that can be killed.
  caller.process.send({ stream: 'orphaned' });
  await waitFor('the stream to run', () => cluster.times('made', 'orphaned') > 5);
  caller.signal('SIGKILL');
  await waitFor('the handler to stop', () => cluster.times('ended', 'orphaned') === 1);
  expect(before).toBe(true);
  expect(cluster.times('made', 'orphaned')).toBeLessThan(400);
});

it('streams leave no entries and no pending requests in Redis (guarantee 12)', async () => {
  await waitFor('the stream to be empty', async () => {
    const { length, pending } = await cluster.traces();
    return length === 0 && pending === 0;
  });
});

/** Publishes a changed copy of the next frame of the running stream. */
async function forge(change: (frame: object) => object): Promise<void> {
  await cluster.redis.withConnection(async (redis) => {
    const [entry] = await redis.xrange('rpc:{bots}:s', '-', '+', 'COUNT', 1);
    const request = contentOf(entry?.[1][1] ?? '') as { i: string; r: string };
    await redis.publish(request.r, signedAnswer(change({ i: request.i, d: { n: -1, replica: 'forged' } })));
  });
}

async function drained(frames: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of frames);
}
