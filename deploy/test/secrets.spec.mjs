import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../infrastructure/child-process.mjs';
import { keyRings, PROCESSES_WITH_KEY_RING } from '../secrets/key-rings.mjs';
import { redisUsers } from '../secrets/redis-acl.mjs';
import { rpcKeys } from '../secrets/rpc-keys.mjs';
import { createSecrets, PROCESSES } from '../secrets/secrets.mjs';
import { superAdmin } from '../secrets/super-admin.mjs';

const PARTS = [rpcKeys, redisUsers, keyRings, superAdmin];
let folder;
let place;
beforeEach(() => {
  place = mkdtempSync(path.join(os.tmpdir(), 'kith-secrets-test-'));
  folder = path.join(place, 'secrets');
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const contents = () =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
const variables = (name) => {
  const lines = contents()[`${name}.env`].trim().split('\n');
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
};

it('the secrets are files that only their owner can read', () => {
  createSecrets({ folder, parts: PARTS });
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(readdirSync(folder)).toEqual(
    expect.arrayContaining([...PROCESSES.map((name) => `${name}.env`), 'redis.acl', 'secrets.json']),
  );
  for (const name of readdirSync(folder)) expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
});

it('a second run keeps every secret, and a new part adds only its own', () => {
  createSecrets({ folder, parts: PARTS });
  const first = contents();
  createSecrets({ folder, parts: PARTS });
  expect(contents()).toEqual(first);
  createSecrets({ folder, parts: [...PARTS, ({ secret }) => ({ env: { chat: { ADDED: secret('added', () => 'new') } } })] });
  expect(contents()).toEqual({ ...first, 'chat.env': `${first['chat.env']}ADDED=new\n`, 'secrets.json': expect.any(String) });
});

it('each process gets its own private key, user of Redis and key ring, and those of no other', () => {
  createSecrets({ folder, parts: PARTS });
  const all = PROCESSES.map((name) => [name, variables(name)]);
  const publicKeys = new Set(all.map(([, { RPC_PUBLIC_KEYS }]) => RPC_PUBLIC_KEYS));
  expect(publicKeys.size).toBe(1);
  for (const [name, { RPC_PRIVATE_KEY, REDIS_URL, APP_KEYRING }] of all) {
    expect(RPC_PRIVATE_KEY.split(':')[0]).toBe(name);
    expect(new URL(REDIS_URL).username).toBe(name);
    expect(APP_KEYRING !== undefined).toBe(PROCESSES_WITH_KEY_RING.includes(name));
    const own = [RPC_PRIVATE_KEY.split(':')[1], new URL(REDIS_URL).password, APP_KEYRING].filter(Boolean);
    for (const [other] of all) for (const secret of own) expect(contents()[`${other}.env`].includes(secret)).toBe(other === name);
    expect(contents()['redis.acl']).not.toContain(new URL(REDIS_URL).password);
  }
});

it('a value that compose would change is put between quotes, and one that cannot be is refused by name', () => {
  const part = (value) => () => ({ env: { auth: { SUPER_ADMIN_PASSWORD: value } } });
  createSecrets({ folder, parts: [part('a$b #c')] });
  expect(contents()['auth.env']).toBe("SUPER_ADMIN_PASSWORD='a$b #c'\n");
  expect(() => createSecrets({ folder, parts: [part("it's")] })).toThrow('auth.env: SUPER_ADMIN_PASSWORD');
});

it('damaged secrets are not replaced by new ones', () => {
  createSecrets({ folder, parts: PARTS });
  writeFileSync(path.join(folder, 'secrets.json'), '{');
  const before = contents();
  expect(() => createSecrets({ folder, parts: PARTS })).toThrow('is damaged');
  expect(contents()).toEqual(before);
});

/** A Redis server with the file of users; `at(user)` is its address. */
async function startRedis() {
  const port = await freePort();
  const settings = ['--port', port, '--bind', '127.0.0.1', '--dir', place, '--save', '', '--appendonly', 'yes'];
  const users = ['--aclfile', path.join(folder, 'redis.acl')];
  const server = spawn('redis-server', [...settings, ...users].map(String), { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
    server.stdout.on('data', (text) => text.includes('Ready to accept connections') && resolve());
  });
  return {
    at: (user) => `redis://${user}127.0.0.1:${port}`,
    stop: async () => {
      const exited = once(server, 'exit');
      server.kill();
      await exited;
    },
  };
}

/** The answer, or the message of the error. */
async function ask(url, command) {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: null, enableReadyCheck: false });
  redis.on('error', () => {});
  try {
    return await redis.connect().then(() => redis.call(...command));
  } catch (error) {
    return error.message;
  } finally {
    redis.disconnect();
  }
}

it('Redis starts with the file of users: each signs in with its own password, and nobody without one', async () => {
  createSecrets({ folder, parts: PARTS });
  const { at, stop } = await startRedis();
  try {
    for (const name of PROCESSES) {
      const { password } = new URL(variables(name).REDIS_URL);
      expect(await ask(at(`${name}:${password}@`), ['ACL', 'WHOAMI'])).toContain('NOPERM');
      expect(await ask(at(`${name}:${password}@`), ['PING'])).toBe('PONG');
      // The client may see the closed connection before the reason.
      expect(await ask(at(`${name}:wrong@`), ['PING'])).toMatch(/WRONGPASS|Connection is closed/);
    }
    expect(await ask(at('health:health@'), ['PING'])).toBe('PONG');
    expect(await ask(at('health:health@'), ['INFO'])).toContain('NOPERM');
    expect(await ask(at(''), ['PING'])).toMatch(/NOAUTH|Connection is closed/);
  } finally {
    await stop();
  }
});

it('Redis has what transactions and scripts wrote when it starts again with the file of users', async () => {
  createSecrets({ folder, parts: PARTS });
  const chat = `chat:${new URL(variables('chat').REDIS_URL).password}@`;
  const script = `for i = 1, 2 do redis.call('set', KEYS[i], 'kept') end return 'done'`;
  const first = await startRedis();
  try {
    expect(await ask(first.at(chat), ['EVAL', script, 2, 'chat:one', 'jobs:replies:two'])).toBe('done');
  } finally {
    await first.stop();
  }
  const second = await startRedis();
  try {
    for (const key of ['chat:one', 'jobs:replies:two']) expect(await ask(second.at(chat), ['GET', key])).toBe('kept');
    expect(await ask(second.at(''), ['GET', 'chat:one'])).toMatch(/NOAUTH|Connection is closed/);
    expect(await ask(second.at('default:anything@'), ['PING'])).toMatch(/WRONGPASS|Connection is closed/);
  } finally {
    await second.stop();
  }
});
