import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { waitFor } from '../src/testing/wait-for.js';
import { contentOf, signedRequest } from './fixtures/keys.js';
import { RpcCluster, type ReplicaProcess } from './fixtures/rpc-cluster.js';

const STREAM = 'rpc:{bots}:s';
const REPLY_CHANNEL = 'rpc:r:recovery-test';
/** Nobody has subscribed to it. */
const DEAD_CHANNEL = 'rpc:r:dead';

let cluster: RpcCluster;
let replica: ReplicaProcess;

beforeAll(async () => {
  cluster = await RpcCluster.start(1);
  const [only] = cluster.replicas;
  if (!only) throw new Error('no replica was started');
  replica = only;
});
afterAll(async () => cluster.stop());

/** A request that is pending for the replica although its process has not received it. */
interface LostRequest {
  readonly id: string;
  readonly call: 'fixture.work' | 'fixture.look';
  readonly deliveries: 1 | 2;
}

/** Delivers requests to the replica while it cannot read them, lets it recover them, and returns the answer of each. */
async function recover(requests: readonly LostRequest[]): Promise<Record<string, string>> {
  return await cluster.redis.withConnection(async (redis) => {
    const answers: Record<string, string> = {};
    const subscriber = redis.duplicate();
    subscriber.on('message', (_channel: string, message: string) => {
      const { i, e } = contentOf(message) as { i: string; e?: { code: string } };
      answers[i] = e?.code ?? 'OK';
    });
    await subscriber.subscribe(REPLY_CHANNEL);
    const blocking = await waitFor('the replica to wait for requests', () => blockedClient(redis));
    replica.signal('SIGSTOP');
    // A stopped process keeps its blocked XREADGROUP, and Redis would deliver the first request to it.
    await redis.client('KILL', 'ID', blocking);
    for (const request of requests) await deliver(redis, request);
    replica.signal('SIGCONT');
    await waitFor('an answer to each request', () => Object.keys(answers).length === requests.length, 30_000);
    subscriber.disconnect();
    return answers;
  });
}

/** Id of the connection that is blocked in XREADGROUP. */
async function blockedClient(redis: Redis): Promise<string | undefined> {
  const clients = String(await redis.client('LIST')).split('\n');
  const blocked = clients.find((line) => line.includes('cmd=xreadgroup') && line.includes('flags=b'));
  return /\bid=(\d+)/.exec(blocked ?? '')?.[1];
}

function aRequest(id: string, call: LostRequest['call'], replyChannel: string): string {
  const repeatable = call === 'fixture.look' ? { k: 1 } : {};
  return signedRequest({ i: id, p: call, d: { id, ms: 0 }, r: replyChannel, x: Date.now() + 60_000, m: {}, ...repeatable });
}

async function deliver(redis: Redis, { id, call, deliveries }: LostRequest, replyChannel = REPLY_CHANNEL): Promise<void> {
  const entry = await redis.xadd(STREAM, '*', 'v', aRequest(id, call, replyChannel));
  await redis.xreadgroup('GROUP', 'g', replica.id, 'COUNT', 1, 'STREAMS', STREAM, '>');
  if (deliveries === 2) await redis.xclaim(STREAM, 'g', replica.id, 0, entry ?? '');
}

describe('requests that were delivered to a replica and lost with its connection', () => {
  it('are executed when they were delivered once, since they cannot have run before', async () => {
    expect(await recover([{ id: 'write-once', call: 'fixture.work', deliveries: 1 }])).toEqual({ 'write-once': 'OK' });
    expect(cluster.times('ran', 'write-once')).toBe(1);
    expect(await replica.stats()).toMatchObject({ recovered: 1, unknownOutcome: 0 });
  });

  it('are answered with OUTCOME_UNKNOWN and not executed when they were delivered twice and are not repeatable', async () => {
    const before = await replica.stats();
    expect(await recover([{ id: 'write-twice', call: 'fixture.work', deliveries: 2 }])).toEqual({
      'write-twice': 'OUTCOME_UNKNOWN',
    });
    expect(cluster.times('ran', 'write-twice')).toBe(0);
    const stats = await replica.stats();
    expect(stats).toMatchObject({ recovered: before.recovered, unknownOutcome: before.unknownOutcome + 1 });
  });

  it('are executed again when they were delivered twice and are repeatable', async () => {
    const before = await replica.stats();
    expect(await recover([{ id: 'read-twice', call: 'fixture.look', deliveries: 2 }])).toEqual({ 'read-twice': 'OK' });
    expect(cluster.times('ran', 'read-twice')).toBe(1);
    expect(await replica.stats()).toMatchObject({ redelivered: before.redelivered + 1, recovered: before.recovered });
  });

  it('are not executed when they have waited for a second and their caller is dead (guarantee 5)', async () => {
    const before = await replica.stats();
    await cluster.redis.withConnection(async (redis) => {
      const subscriber = redis.duplicate();
      await subscriber.subscribe(REPLY_CHANNEL);
      const blocking = await waitFor('the replica to wait for requests', () => blockedClient(redis));
      replica.signal('SIGSTOP');
      await redis.client('KILL', 'ID', blocking);
      await deliver(redis, { id: 'read-dead', call: 'fixture.look', deliveries: 2 }, DEAD_CHANNEL);
      await deliver(redis, { id: 'write-dead', call: 'fixture.work', deliveries: 1 }, DEAD_CHANNEL);
      await redis.xadd(STREAM, '*', 'v', aRequest('waiting-dead', 'fixture.work', DEAD_CHANNEL));
      await redis.xadd(STREAM, '*', 'v', aRequest('waiting', 'fixture.work', REPLY_CHANNEL));
      await wait(1100);
      // Its caller is dead, too, but it has not waited.
      await redis.xadd(STREAM, '*', 'v', aRequest('new-dead', 'fixture.work', DEAD_CHANNEL));
      replica.signal('SIGCONT');
      await waitFor('the end of all', async () => (await cluster.traces()).length === 0, 30_000);
      subscriber.disconnect();
    });
    for (const id of ['read-dead', 'write-dead', 'waiting-dead']) expect(cluster.times('ran', id)).toBe(0);
    for (const id of ['waiting', 'new-dead']) expect(cluster.times('ran', id)).toBe(1);
    expect((await replica.stats()).callerDead).toBe((before.callerDead ?? 0) + 3);
  });

  it('leave no entry and nothing pending in Redis', async () => {
    await waitFor('the stream to be empty', async () => {
      const { length, pending } = await cluster.traces();
      return length === 0 && pending === 0;
    });
    expect(await cluster.traces()).toEqual({ length: 0, pending: 0, consumers: [replica.id] });
  });
});
