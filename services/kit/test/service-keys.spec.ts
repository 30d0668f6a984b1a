import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { ServiceKeys } from '@kith/kit';
import { PROCESSES, queues } from '@kith/proto';
import { signJob, verifyJob } from '../src/job-signature.js';
import { ChannelKeys, splitSigned } from '../src/service-keys.js';
import { keysFrom } from './fixtures/keys.js';

const pairs = new Map(
  PROCESSES.map((name) => {
    const { d, x } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' });
    return [name, { d: String(d), x: String(x) }];
  }),
);
const publicKeys = [...pairs].map(([name, { x }]) => `${name}:${x}`).join(',');
/** The keys that the process gets in an installation with one container per service. */
const keysOf = (name: (typeof PROCESSES)[number]) => ServiceKeys.parse(`${name}:${pairs.get(name)?.d}`, publicKeys);

function channel(keys: ServiceKeys, ...route: Parameters<ServiceKeys['channel']>): ChannelKeys {
  const found = keys.channel(...route);
  if (!found) throw new Error('no keys');
  return found;
}

describe('the keys of two processes', () => {
  const request = ['rpc request', 'gateway', 'bots'] as const;
  const ofGateway = channel(keysOf('gateway'), ...request);

  it('are the same on both sides, whoever has only its own private key', () => {
    const ofBots = channel(keysOf('bots'), ...request);
    const { mac, text } = splitSigned(ofGateway.sign('hello'));
    expect(text).toBe('hello');
    expect(ofBots.isMac(mac, 'hello')).toBe(true);
    expect(ofBots.decrypt(ofGateway.encrypt('secret', 'here'), 'here')).toBe('secret');
  });

  it('sign texts of any length and language with HMAC-SHA-256', () => {
    const secret = randomBytes(64);
    const keys = new ChannelKeys(secret);
    const expected = (text: string) => createHmac('sha256', secret.subarray(0, 32)).update(text).digest('base64url');
    // 21,824 characters of three bytes are the last that fit into the buffer that texts share.
    const texts = [
      '',
      'a',
      'ä€😀'.repeat(100),
      '\ud800',
      '€'.repeat(21_824),
      '€'.repeat(21_825),
      'x'.repeat(1_000_000),
      'after it',
    ];
    for (const text of texts) {
      expect(keys.mac(text)).toBe(expected(text));
      expect(keys.isMac(expected(text), text)).toBe(true);
      expect(keys.isMac(expected(`${text} `), text)).toBe(false);
      expect(keys.isSigned(Buffer.from(expected(text) + text))).toBe(true);
      expect(keys.isSigned(Buffer.from(`${expected(text) + text} `))).toBe(false);
    }
  });

  it('cannot be computed by a third process [S76]', () => {
    expect(keysOf('sandbox').channel(...request)).toBeUndefined();
    expect(keysOf('chat').channel('rpc answer', 'bots', 'gateway')).toBeUndefined();
  });

  it('come from the X25519 secret that takes one of the two private keys, bound to both public keys and the purpose [S76]', () => {
    const [gateway, bots] = ['gateway', 'bots'].map((name) => ({ kty: 'OKP', crv: 'X25519', ...pairs.get(name as 'bots') }));
    const secret = diffieHellman({
      privateKey: createPrivateKey({ key: { ...gateway }, format: 'jwk' }),
      publicKey: createPublicKey({ key: { ...bots, d: undefined }, format: 'jwk' }),
    });
    const salt = Buffer.concat([gateway, bots].map((key) => Buffer.from(String(key?.x), 'base64url')));
    const derived = Buffer.from(hkdfSync('sha256', secret, salt, 'kith rpc request gateway bots', 64));
    const mac = createHmac('sha256', derived.subarray(0, 32)).update('hello').digest('base64url');
    expect(ofGateway.mac('hello')).toBe(mac);
  });

  it('differ by purpose, direction and pair', () => {
    const keys = keysFrom('one secret');
    const macs = [
      channel(keys, 'rpc request', 'gateway', 'bots'),
      channel(keys, 'rpc answer', 'gateway', 'bots'),
      channel(keys, 'rpc control', 'gateway', 'bots'),
      channel(keys, 'job', 'gateway', 'bots'),
      channel(keys, 'rpc request', 'bots', 'gateway'),
      channel(keys, 'rpc request', 'gateway', 'chat'),
      channel(keysFrom('another secret'), 'rpc request', 'gateway', 'bots'),
    ].map((each) => each.mac('x'));
    expect(new Set(macs).size).toBe(macs.length);
  });

  it('refuse another text, a changed, missing or shortened MAC [S76]', () => {
    const mac = ofGateway.mac('text');
    expect(ofGateway.isMac(mac, 'text')).toBe(true);
    expect(ofGateway.isMac(mac, 'text ')).toBe(false);
    for (const wrong of ['', mac.slice(1), `${mac}A`, `${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`, '€'.repeat(43)])
      expect(ofGateway.isMac(wrong, 'text')).toBe(false);
    for (const wrong of ['', 'text', mac, mac.slice(1), `${mac}text `, `${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}text`])
      expect(ofGateway.isSigned(Buffer.from(wrong))).toBe(false);
    expect(ofGateway.isSigned(Buffer.from(`${mac}text`))).toBe(true);
  });

  it('do not decrypt for another place, after a change or when shortened', () => {
    const encrypted = ofGateway.encrypt('secret', 'call-1');
    expect(ofGateway.encrypt('secret', 'call-1')).not.toBe(encrypted);
    expect(() => ofGateway.decrypt(encrypted, 'call-2')).toThrow();
    const bytes = Buffer.from(encrypted, 'base64url');
    for (const [at] of bytes.entries()) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => ofGateway.decrypt(changed.toString('base64url'), 'call-1')).toThrow();
    }
    for (const length of [0, 12, 27, bytes.length - 1])
      expect(() => ofGateway.decrypt(bytes.subarray(0, length).toString('base64url'), 'call-1')).toThrow();
  });
});

describe('keys in the environment', () => {
  const own = `bots:${pairs.get('bots')?.d}`;

  it.each([
    ['', publicKeys, 'RPC_PRIVATE_KEY'],
    ['bots', publicKeys, 'RPC_PRIVATE_KEY'],
    [`nobody:${pairs.get('bots')?.d}`, publicKeys, 'RPC_PRIVATE_KEY'],
    ['bots:c2hvcnQ', publicKeys, 'RPC_PRIVATE_KEY'],
    [own, '', 'RPC_PUBLIC_KEYS'],
    [own, `bots:${pairs.get('chat')?.x}`, 'RPC_PUBLIC_KEYS'],
    [own, `chat:${pairs.get('chat')?.x}`, 'RPC_PUBLIC_KEYS'],
  ])('are refused by name, without their value: %s %s', (privateKey, publicKey, variable) => {
    const parse = () => ServiceKeys.parse(privateKey, publicKey);
    expect(parse).toThrow(variable);
    if (privateKey.length > 20) expect(parse).not.toThrow(privateKey.split(':')[1]);
  });

  it('may hold the private keys of several processes', () => {
    const keys = ServiceKeys.parse(`${own}, chat:${pairs.get('chat')?.d}`, publicKeys);
    expect(keys.names).toEqual(['bots', 'chat']);
  });
});

describe('a signed job', () => {
  const data = { botId: 'b1', messageId: '1', channelId: '2', text: 'Hello', kind: 'reply' };
  const throughRedis = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
  const signed = throughRedis(signJob(keysOf('chat'), queues.deliveries, 'b1-1', data));
  const runner = keysOf('bot-runner');

  it('is accepted by the service of its queue, unchanged', () => {
    expect(verifyJob(runner, queues.deliveries, 'b1-1', signed)).toEqual(data);
  });

  it('is refused under another id, in another queue, changed, or without its signature [S76]', () => {
    expect(verifyJob(runner, queues.deliveries, 'b1-2', signed)).toBeUndefined();
    expect(verifyJob(keysOf('chat'), queues.replies, 'b1-1', signed)).toBeUndefined();
    expect(verifyJob(runner, queues.deliveries, 'b1-1', { ...(signed as object), text: 'Bye' })).toBeUndefined();
    for (const wrong of [data, null, 'x', { ...data, signed: '' }, { ...data, signed: 'chat' }, { ...data, signed: 7 }])
      expect(verifyJob(runner, queues.deliveries, 'b1-1', wrong)).toBeUndefined();
  });

  it('cannot be made by a process that is no producer of the queue, nor under the name of one [S76]', () => {
    expect(() => signJob(keysOf('sandbox'), queues.accountRemovals, 'u1', { userId: 'u1' })).toThrow('may not add jobs');
    // A process that was taken over signs without asking: its own keys are genuine, but not for this queue.
    const removal = { ...queues.accountRemovals, producers: ['sandbox'] as const };
    const forged = throughRedis(signJob(keysOf('sandbox'), removal, 'u1', { userId: 'u1' }));
    const service = keysOf(removal.service);
    expect(verifyJob(service, removal, 'u1', forged)).toEqual({ userId: 'u1' });
    expect(verifyJob(service, queues.accountRemovals, 'u1', forged)).toBeUndefined();
    const own = throughRedis(signJob(keysOf('billing'), queues.planChanges, 'p1', data)) as { signed: string };
    const renamed = { ...own, signed: own.signed.replace('billing', 'bots') };
    expect(verifyJob(keysOf('bots'), queues.planChanges, 'p1', renamed)).toBeUndefined();
  });
});
