import { waitFor } from '../src/testing/wait-for.js';
import { KEYS } from './fixtures/keys.js';
import { fixture } from './fixtures/rpc-calls.js';
import { RpcCluster } from './fixtures/rpc-cluster.js';

const SOON_MS = 60_000;
const SLOTS = 4;

let cluster: RpcCluster;
beforeEach(async () => {
  cluster = await RpcCluster.start(1, { concurrency: SLOTS });
});
afterEach(async () => cluster.stop());

const MALFORMED = [
  '',
  'hello',
  'null',
  '7',
  '"x"',
  '[]',
  '{}',
  '{"i":5}',
  '{"t":"credit","i":{},"c":"x"}',
  '{"i":null,"n":"0","e":7}',
];

async function publish(channels: string): Promise<void> {
  await cluster.redis.withConnection(async (redis) => {
    const found = (await redis.pubsub('CHANNELS', channels)) as string[];
    expect(found).not.toEqual([]);
    for (const channel of found) await Promise.all(MALFORMED.map((message) => redis.publish(channel, message)));
  });
}

const signed = (json: string): string => KEYS.channel('rpc request', 'gateway', 'bots')?.sign(json) ?? '';

async function request(...values: readonly unknown[]): Promise<void> {
  await cluster.redis.withConnection(async (redis) => {
    for (const value of values) {
      await redis.xadd('rpc:{bots}:s', '*', 'v', typeof value === 'string' ? value : signed(JSON.stringify(value)));
    }
  });
}

const isServing = async (id: string) => (await cluster.client.ask(fixture.work, { id }, { timeoutMs: 3000 })).id === id;
const nothingLeft = () => waitFor('the stream to be empty', async () => (await cluster.traces()).length === 0);

describe('a malformed message in Redis', () => {
  it('does not crash a replica that receives it as a control', async () => {
    await publish('rpc:c:*');
    expect(await isServing('after')).toBe(true);
    expect(cluster.replicas[0]?.isRunning).toBe(true);
  });

  it('does not crash a client that receives it as an answer', async () => {
    await publish('rpc:r:*');
    expect(await isServing('after')).toBe(true);
    expect(cluster.replicas[0]?.isRunning).toBe(true);
  });

  it('is dropped when it is no valid request', async () => {
    const good = { i: 'x', f: 'gateway', p: 'fixture.fail', d: { how: 'plain' }, r: 'rpc:r:x', x: Date.now() + SOON_MS, m: {} };
    const { m: _meta, ...withoutMeta } = good;
    const wrong = [
      { m: null },
      { m: 'x' },
      { m: { 'x-request-id': {} } },
      { i: 7 },
      { f: 7 },
      { f: undefined },
      { f: '__proto__' },
      { p: ['fixture.work'] },
      { p: undefined },
      { r: ['a', 'b', 'c'] },
      { r: undefined },
      { x: 'soon' },
      { x: null },
      { w: 'many' },
      { q: 5 },
    ].map((change) => ({ ...good, ...change }));
    // More than there are slots: a malformed request that keeps its slot would block the replica.
    for (let round = 0; round < SLOTS; round++)
      await request(withoutMeta, ...wrong, signed('hello'), signed('null'), 'hello', '', 'null', '7', '[]', '{}', '"x"');
    expect(await isServing('after')).toBe(true);
    await nothingLeft();
    expect(await cluster.replicas[0]?.stats()).toMatchObject({ handled: 1, noHandler: 0 });
    expect(cluster.replicas[0]?.output).not.toMatch(/unhandled|TypeError/i);
  });

  it('is rejected when its call has no handler, also for names of object properties', async () => {
    const names = ['__proto__', 'constructor', 'toString', '', 'fixture.nothing'];
    await request(...names.map((p) => ({ i: `x${p}`, f: 'gateway', p, r: 'rpc:r:x', x: Date.now() + SOON_MS, m: {} })));
    expect(await isServing('after')).toBe(true);
    await nothingLeft();
    expect(await cluster.replicas[0]?.stats()).toMatchObject({ handled: 1, noHandler: names.length });
  });
});
