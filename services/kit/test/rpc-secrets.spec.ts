import type { Redis } from 'ioredis';
import { waitFor } from '../src/testing/wait-for.js';
import { fixture, neighbour } from './fixtures/rpc-calls.js';
import { outcomeOf, RpcCluster } from './fixtures/rpc-cluster.js';

const PASSWORD = 'correct-horse-battery-staple';

describe('the input of a secret call', () => {
  let cluster: RpcCluster;
  beforeAll(async () => {
    cluster = await RpcCluster.start(1);
  });
  afterAll(async () => cluster.stop());

  it('is in no Redis key while the handler runs, nor afterwards [S76]', async () => {
    const answer = cluster.client.ask(fixture.login, { id: 'secret', password: PASSWORD, ms: 300 });
    const open = cluster.client.ask(fixture.work, { id: `open-${PASSWORD}`, ms: 300 });
    await Promise.all([cluster.started('secret'), cluster.started(`open-${PASSWORD}`)]);
    const during = await cluster.redis.withConnection(dump);
    expect(await answer).toEqual({ length: PASSWORD.length });
    await open;
    // The call that is not secret proves that the dump would contain the text.
    expect(during.split(PASSWORD)).toHaveLength(2);
    expect(during).toContain('fixture.login');
    expect(await cluster.redis.withConnection(dump)).not.toContain(PASSWORD);
  });

  it('is encrypted while the request waits in the queue [S76]', async () => {
    const [replica] = cluster.replicas;
    replica?.signal('SIGSTOP');
    const answer = cluster.client.ask(fixture.login, { id: 'queued', password: PASSWORD });
    await waitFor('the request to be queued', async () => (await cluster.traces()).length === 1);
    const queued = await cluster.redis.withConnection(dump);
    replica?.signal('SIGCONT');
    expect(await answer).toEqual({ length: PASSWORD.length });
    expect(queued).toContain('fixture.login');
    expect(queued).not.toContain(PASSWORD);
  });

  it('is not accepted by a service with other keys, nor is any answer of it', async () => {
    const stranger = await cluster.addReplica({}, 'billing', 'another secret');
    const { code } = await outcomeOf('stranger', () =>
      cluster.client.ask(neighbour.waitForAbort, { id: 'stranger' }, { timeoutMs: 500 }),
    );
    expect(code).toBe('DEADLINE');
    expect(cluster.times('ran', 'stranger')).toBe(0);
    await waitFor('the warning', () => stranger.output.includes('not signed by the process'));
  });
});

describe('the answer to a secret call', () => {
  let cluster: RpcCluster;
  beforeAll(async () => {
    cluster = await RpcCluster.start(1);
  });
  afterAll(async () => cluster.stop());

  it('is published only encrypted, also frame by frame [S76]', async () => {
    const published: string[] = [];
    await cluster.redis.withConnection(async (redis) => {
      await redis.psubscribe('rpc:r:*');
      redis.on('pmessage', (_pattern, _channel, message: string) => published.push(message));
      expect(await cluster.client.ask(fixture.token, { id: 'asked' })).toEqual({ token: PASSWORD });
      const frames: unknown[] = [];
      for await (const frame of cluster.client.stream(fixture.secretTokens, { id: 'streamed', count: 3 })) frames.push(frame);
      expect(frames).toEqual([0, 1, 2].map((n) => ({ token: `${n} ${PASSWORD}` })));
      expect(await cluster.client.ask(fixture.echo, { value: PASSWORD })).toEqual({ value: PASSWORD });
      await waitFor('the answer in clear', () => published.some((message) => message.includes(PASSWORD)));
    });
    // The call that is not secret proves that the messages would contain the text.
    expect(published.filter((message) => message.includes(PASSWORD))).toHaveLength(1);
    expect(published.length).toBeGreaterThan(4);
  });
});

/** The whole content of Redis as text. */
async function dump(redis: Redis): Promise<string> {
  const parts: string[] = [];
  for (const key of await redis.keys('*')) {
    const type = await redis.type(key);
    parts.push(key);
    if (type === 'string') parts.push((await redis.get(key)) ?? '');
    else if (type === 'stream') parts.push(JSON.stringify(await redis.xrange(key, '-', '+')));
    else if (type === 'zset') parts.push(JSON.stringify(await redis.zrange(key, '0', '-1')));
    else throw new Error(`cannot dump ${key}: ${type}`);
  }
  return parts.join('\n');
}
