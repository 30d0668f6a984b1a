import type { Redis } from 'ioredis';
import { createSealer, seal } from '../src/rpc/sealing.js';
import { waitFor } from '../src/testing/wait-for.js';
import { fixture } from './fixtures/rpc-calls.js';
import { outcomeOf, RpcCluster } from './fixtures/rpc-cluster.js';

const PASSWORD = 'correct-horse-battery-staple';

describe('a sealed text', () => {
  const sealer = createSealer('one secret');

  it('can be decrypted by every holder of the secret, and differs each time', () => {
    const sealed = seal(sealer.publicKey, PASSWORD);
    expect(createSealer(Buffer.from('one secret')).unseal(sealed)).toBe(PASSWORD);
    expect(seal(sealer.publicKey, PASSWORD)).not.toBe(sealed);
  });

  it('cannot be decrypted with another secret, with a changed byte, or truncated', () => {
    const sealed = seal(sealer.publicKey, 'x');
    const bytes = Buffer.from(sealed, 'base64url');
    expect(() => createSealer('another secret').unseal(sealed)).toThrow();
    for (const [at] of bytes.entries()) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      // The unused top bit of an X25519 key is ignored by its arithmetic, but not by the derivation.
      expect(() => sealer.unseal(changed.toString('base64url'))).toThrow();
    }
    for (const length of [0, 31, 59, bytes.length - 1])
      expect(() => sealer.unseal(bytes.subarray(0, length).toString('base64url'))).toThrow();
  });
});

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

  it('is encrypted again when the service has a new key, without an error for the caller', async () => {
    await cluster.client.ask(fixture.login, { id: 'old-key', password: PASSWORD });
    await cluster.replicas[0]?.close();
    await cluster.addReplica({}, 'bots', 'a new secret');
    expect(await cluster.client.ask(fixture.login, { id: 'new-key', password: PASSWORD })).toEqual({ length: PASSWORD.length });
    expect(cluster.times('ran', 'new-key')).toBe(1);
  });

  it('is not sent when the service publishes no key', async () => {
    const nowhere = { ...fixture.login, service: 'sandbox' as const };
    expect((await outcomeOf('nowhere', () => cluster.client.ask(nowhere, { id: 'nowhere', password: PASSWORD }))).code).toBe(
      'UNAVAILABLE',
    );
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
