import { createHash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startAll, type RunningProcess } from '@kith/all-in-one';
import { ApiClient } from '@kith/all-in-one/testing';
import { openRuntime, type Runtime } from '@kith/kit';
import {
  startDiscord,
  testEnvironment,
  waitFor,
  type DiscordBot,
  type StandInDiscord,
  type TestEnvironment,
} from '@kith/kit/testing';
import { CALLS, PROCESSES, queues, type ProcessName } from '@kith/proto';
import { Redis } from 'ioredis';
import { aCommand, aForm } from '../matrix/fixtures.js';
import { createRoleUser, expectDone, type RoleUser } from '../matrix/roles.js';

interface Rights {
  readonly calls?: readonly string[];
  readonly queues?: readonly string[];
}
interface RedisAcl {
  readonly REDIS_RIGHTS: Readonly<Record<string, Rights>>;
  readonly redisRule: (name: string, database: number) => string;
}
interface Part {
  (tools: { secret: (name: string, make: () => unknown) => unknown }): {
    readonly env: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
}
const secretsFolder = new URL('../../../secrets/', import.meta.url);
const load = async (file: string): Promise<unknown> => import(new URL(file, secretsFolder).href);
const { REDIS_RIGHTS, redisRule } = (await load('redis-acl.mjs')) as RedisAcl;
const { rpcKeys } = (await load('rpc-keys.mjs')) as { rpcKeys: Part };
const { keyRings } = (await load('key-rings.mjs')) as { keyRings: Part };

const PREFIX = `t${randomBytes(4).toString('hex')}-`;
const TOKEN_TEXT = 'discord-token-that-nobody-may-read';

let world: TestEnvironment;
let discord: StandInDiscord;
let administrator: Redis;
const passwords = new Map<ProcessName, string>(PROCESSES.map((name) => [name, randomBytes(18).toString('base64url')]));
const runtimes: Runtime[] = [];
const processes: RunningProcess[] = [];
let baseUrl = '';

function urlOf(name: ProcessName): string {
  const url = new URL(world.env['REDIS_URL'] ?? '');
  url.username = PREFIX + name;
  url.password = passwords.get(name) ?? '';
  return url.href;
}

/** Every process as its container runs it: with its own user of Redis, its own RPC key, and its own key ring or none. */
beforeAll(async () => {
  discord = await startDiscord({ port: 0 });
  world = await testEnvironment({ PORT: '0', DISCORD_API_URL: discord.apiUrl });
  administrator = new Redis(world.env['REDIS_URL'] ?? '');
  for (const name of PROCESSES) {
    const hash = createHash('sha256')
      .update(passwords.get(name) ?? '')
      .digest('hex');
    await administrator.call('ACL', 'SETUSER', PREFIX + name, 'on', `#${hash}`, ...rulesOf(name));
  }
  const made = { secret: (_name: string, make: () => unknown) => make() };
  const keys = rpcKeys(made).env;
  const rings = keyRings(made).env;
  // Here the services own their database, so that knowledge, which encrypts nothing, needs a ring for the password of its role.
  const ringOf = (name: ProcessName) => (name === 'knowledge' ? rings['chat'] : rings[name]);
  for (const name of PROCESSES.toReversed()) {
    const env = { ...world.env, SERVICE: name, REDIS_URL: urlOf(name), ...keys[name], ...ringOf(name) };
    const runtime = await openRuntime(env);
    runtimes.push(runtime);
    const started = await startAll(runtime);
    processes.push(started);
    baseUrl = started.address ?? baseUrl;
  }
}, 120_000);

afterAll(async () => {
  const running = processes.flatMap((process) => process.running);
  await Promise.all(running.map((service) => service.stopWork()));
  await Promise.all(running.map((service) => service.close()));
  await Promise.all(runtimes.map((runtime) => runtime.close()));
  for (const name of PROCESSES) await administrator.call('ACL', 'DELUSER', PREFIX + name);
  administrator.disconnect();
  await discord.close();
  await world.drop();
}, 60_000);

/** Number of the Redis database of this test. */
const database = (): number => Number(new URL(world.env['REDIS_URL'] ?? '').pathname.slice(1));

/** Words of a rule; a parenthesised group is one. */
const rulesOf = (name: string): readonly string[] => redisRule(name, database()).match(/\([^)]*\)|\S+/g) ?? [];

/** What Redis refused to the processes of this test since its start. */
async function refusals(): Promise<string[]> {
  const rows = (await administrator.call('ACL', 'LOG', '128')) as unknown[];
  return rows.map((row) => JSON.stringify(row)).filter((row) => row.includes(PREFIX));
}

async function asProcess(name: ProcessName, work: (redis: Redis) => Promise<void>): Promise<void> {
  const redis = new Redis(urlOf(name), { protocol: 2, enableReadyCheck: false, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await work(redis);
  } finally {
    redis.disconnect();
  }
}

/** `done`, or the first word of the error with which Redis refuses a command. */
const outcomeOf = (redis: Redis, command: readonly string[]): Promise<string> => {
  const [name = '', ...args] = command;
  return redis.call(name, ...args).then(
    () => 'done',
    (error: Error) =>
      /NOPERM|permission|DEBUG command not allowed|user executing the script can't/i.test(error.message)
        ? 'refused'
        : error.message,
  );
};

describe('with one user of Redis per process', () => {
  describe('the product works and Redis refuses none of its commands:', () => {
    let owner: RoleUser;
    let admin: ApiClient;
    let botPath: string;
    let bot: DiscordBot;
    beforeAll(async () => {
      owner = await createRoleUser({ baseUrl });
      admin = (await new ApiClient(baseUrl).login('superadmin', world.env['SUPER_ADMIN_PASSWORD'] ?? '')).client;
      await expectDone(admin.patch(`/api/admin/users/${owner.id}/subscription`, { plan: 'premium' }));
      bot = discord.addBot();
      const { body } = await expectDone(owner.client.post('/api/bots', { name: 'Amber', discordToken: bot.token }));
      botPath = `/api/bots/${String(body['id'])}`;
    });
    afterEach(async () => {
      expect(await refusals()).toEqual([]);
    });

    it('sign-in, a refused password, sessions, administration and the audit log', async () => {
      const anonymous = new ApiClient(baseUrl);
      expect((await anonymous.post('/api/auth/login', { username: owner.username, password: 'wrong password' })).status).toBe(
        401,
      );
      await anonymous.login(owner.username, owner.password);
      for (const path of ['/api/auth/user', '/api/auth/sessions', '/api/bots']) await expectDone(owner.client.get(path));
      await expectDone(admin.get('/api/admin/users'));
      await waitFor('the audit log', async () => (await admin.get('/api/admin/audit')).text.includes('login'));
    });

    it('knowledge of texts and files, and chat that finds it', async () => {
      const item = { type: 'text', title: 'Lighthouse', content: 'The lighthouse was built in 1874. '.repeat(40) };
      await expectDone(owner.client.post(`${botPath}/knowledge`, item));
      await expectDone(owner.client.post(`${botPath}/knowledge/upload`, aForm()));
      await waitFor('the items', async () => {
        const { text } = await expectDone(owner.client.get(`${botPath}/knowledge`));
        return [...text.matchAll(/"status":"ready"/g)].length === 2;
      });
      const answer = await expectDone(owner.client.post(`${botPath}/chat`, { message: 'When was the lighthouse built?' }));
      expect(answer.body['response']).toContain('1874');
    });

    it('custom code, until its rate limit', async () => {
      const run = () => owner.client.post('/api/user-commands/test', { code: aCommand().code });
      await expectDone(run());
      await waitFor('the limit', async () => (await run()).status === 429);
      await expectDone(owner.client.post('/api/user-commands', aCommand()));
    });

    it('a bot on Discord that replies, a command, a member who is forgotten, and its stop', async () => {
      await expectDone(owner.client.post(`${botPath}/start`));
      const reply = await discord.waitForReply(discord.sendMessage({ bot, content: 'When was the lighthouse built?' }), 20_000);
      expect(reply.content).toContain('1874');
      await waitFor('the command', () => discord.commandsOf(bot).some(({ name }) => name === 'forget-me'));
      const interaction = discord.invokeCommand({ bot, name: 'forget-me', authorId: '633333333333333333' });
      await waitFor('the answer', () => discord.responseTo(interaction));
      await expectDone(owner.client.post(`${botPath}/stop`));
      await waitFor('the closed connection', () => !discord.isConnected(bot));
    });

    it('a checkout that is paid', async () => {
      const { body } = await expectDone(owner.client.post('/api/credits/checkout', { packageId: 'credits-100' }));
      await expectDone(owner.client.post(`/api/sandbox/checkout/${String(body['url']).split('/').at(-1)}`, { outcome: 'pay' }));
    });

    it('the removal of an account, its bots on Discord included', async () => {
      await expectDone(owner.client.post(`${botPath}/start`));
      await waitFor('the connection', () => discord.isConnected(bot));
      await expectDone(owner.client.delete('/api/auth/account', { password: owner.password }));
      await waitFor('the closed connection', () => !discord.isConnected(bot));
      await waitFor('the end of the removal jobs', async () => {
        const counts = await Promise.all(
          ['account-removals', 'lifecycle', 'removals'].flatMap((queue) => [
            administrator.llen(`jobs:${queue}:wait`),
            administrator.llen(`jobs:${queue}:active`),
          ]),
        );
        return counts.every((count) => count === 0);
      });
    });
  });

  it.each(PROCESSES)('%s runs no command that reaches beyond its own keys [S52]', async (name) => {
    await asProcess(name, async (redis) => {
      const commands = [
        ['CONFIG', 'GET', '*'],
        ['CONFIG', 'SET', 'dir', '/tmp'],
        ['KEYS', '*'],
        ['SCAN', '0'],
        ['RANDOMKEY'],
        ['FLUSHALL'],
        ['FLUSHDB'],
        ['SWAPDB', '0', '1'],
        ['SHUTDOWN', 'NOSAVE'],
        ['DEBUG', 'SLEEP', '0'],
        ['MONITOR'],
        ['SAVE'],
        ['REPLICAOF', '127.0.0.1', '1'],
        ['ACL', 'LIST'],
        ['ACL', 'SETUSER', PREFIX + name, '+@all', '~*'],
        ['CLIENT', 'LIST'],
        ['CLIENT', 'KILL', 'TYPE', 'normal'],
        ['CLIENT', 'PAUSE', '1'],
        ['CLIENT', 'UNBLOCK', '1'],
        ['SCRIPT', 'FLUSH'],
        ['SCRIPT', 'KILL'],
        ['FUNCTION', 'LIST'],
        ['PUBSUB', 'CHANNELS'],
        ['PSUBSCRIBE', '*'],
        ['SUBSCRIBE', 'rpc:r:nobody:1'],
        ['MODULE', 'LIST'],
        ['GET', 'foreign'],
        ['SET', 'foreign', '1'],
        ['EVAL', `return redis.call('GET', 'foreign')`, '0'],
        ['EVAL', `return redis.call('GET', KEYS[1])`, '1', 'foreign'],
        ['EVAL', `return redis.call('KEYS', '*')`, '0'],
        ['PUBLISH', `${database()}:events:unheard-of`, '{}'],
      ];
      for (const command of commands) expect([command, await outcomeOf(redis, command)]).toEqual([command, 'refused']);
    });
  });

  it.each(PROCESSES)(
    '%s reads no requests, answers or jobs of others, and acts on no queue it has no part in [S52]',
    async (name) => {
      const { calls = [], queues: ownQueues = [] } = REDIS_RIGHTS[name] ?? {};
      await asProcess(name, async (redis) => {
        for (const other of PROCESSES.filter((candidate) => candidate !== name)) {
          const stream = `rpc:{${other}}:s`;
          const commands = [
            ['XRANGE', stream, '-', '+'],
            ['XREAD', 'STREAMS', stream, '0'],
            ['XREADGROUP', 'GROUP', 'g', 'thief', 'STREAMS', stream, '>'],
            ['XGROUP', 'DESTROY', stream, 'g'],
            ['XTRIM', stream, 'MAXLEN', '0'],
            ['DEL', stream],
            ['DEL', `rpc:{${other}}:up`],
            ['SET', `rpc:{${other}}:up`, '0'],
            ['SUBSCRIBE', `rpc:r:${other}:1`],
            ['SUBSCRIBE', `rpc:c:${other}:1`],
            ['EVAL', `return redis.call('XRANGE', KEYS[1], '-', '+')`, '1', stream],
            ...(calls.includes(other)
              ? []
              : [
                  ['XADD', stream, '*', 'v', 'x'],
                  ['PUBLISH', `rpc:c:${other}:1`, 'x'],
                ]),
          ];
          for (const command of commands) expect([command, await outcomeOf(redis, command)]).toEqual([command, 'refused']);
        }
        for (const queue of Object.values(queues).filter((candidate) => !ownQueues.includes(candidate.name))) {
          for (const command of [
            ['HGETALL', `jobs:${queue.name}:1`],
            ['LPUSH', `jobs:${queue.name}:wait`, '1'],
          ])
            expect([command, await outcomeOf(redis, command)]).toEqual([command, 'refused']);
        }
        if (name !== 'auth') expect(await outcomeOf(redis, ['BGREWRITEAOF'])).toBe('refused');
        if (name !== 'bot-runner') expect(await outcomeOf(redis, ['GET', 'runner:epoch'])).toBe('refused');
      });
    },
  );

  it('the sandbox can send no request, publish no event, and changes nothing by an answer that it forges [S52]', async () => {
    const published: string[] = [];
    const listener = administrator.duplicate();
    await listener.psubscribe('rpc:r:*');
    listener.on('pmessage', (_pattern: string, _channel: string, message: string) => published.push(message));
    const before = published.length;
    await asProcess('sandbox', async (redis) => {
      for (const service of PROCESSES.filter((name) => name !== 'gateway' && name !== 'sandbox'))
        expect(await outcomeOf(redis, ['XADD', `rpc:{${service}}:s`, '*', 'v', TOKEN_TEXT])).toBe('refused');
      for (const event of ['actor-dropped', 'bot-status', 'bot-changed', 'usage-changed', 'message-settled'])
        expect(await outcomeOf(redis, ['PUBLISH', `${database()}:events:${event}`, '{}'])).toBe('refused');
      // It may publish answers, which is what it is for; one that it does not sign for its own call changes nothing.
      expect(await outcomeOf(redis, ['PUBLISH', 'rpc:r:gateway:any', `{"i":"any","n":0,"d":"${TOKEN_TEXT}","z":1}`])).toBe(
        'done',
      );
    });
    await waitFor('the message', () => published.length > before);
    listener.disconnect();
    expect((await new ApiClient(baseUrl).get('/api/auth/user')).status).toBe(401);
  });
});

describe('the table of what each process may do in Redis', () => {
  it('allows exactly the calls of the contracts', () => {
    for (const name of PROCESSES) {
      const called = new Set(CALLS.filter(({ callers }) => callers.includes(name)).map(({ service }) => service));
      expect([name, [...(REDIS_RIGHTS[name]?.calls ?? [])].sort()]).toEqual([name, [...called].sort()]);
    }
  });

  it('allows the queues that the process fills or works off, and chat to take deliveries back', () => {
    for (const name of PROCESSES) {
      const used = Object.values(queues).filter(({ service, producers }) => service === name || producers.includes(name));
      expect([name, [...(REDIS_RIGHTS[name]?.queues ?? [])].sort()]).toEqual([name, used.map((queue) => queue.name).sort()]);
    }
  });
});
