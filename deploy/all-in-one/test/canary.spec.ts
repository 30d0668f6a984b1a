import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, startReplica, type Answer, type Replica } from '@kith/all-in-one/testing';
import { startDiscord, testEnvironment, waitFor, type StandInDiscord, type TestEnvironment } from '@kith/kit/testing';
import { Redis } from 'ioredis';
import { Client } from 'pg';

/** Passwords, tokens and keys are planted everywhere a user can put them, and then looked for everywhere they must not be. */
describe('no secret leaks', () => {
  let discord: StandInDiscord;
  let world: TestEnvironment;
  let replica: Replica;
  let redis: Redis;
  const openAiKey = `sk-CANARY${randomBytes(12).toString('hex')}`;
  const password = `CANARY-password-${randomBytes(8).toString('hex')}`;
  const secrets = new Set<string>([openAiKey, password]);
  const answers: Answer[] = [];

  beforeAll(async () => {
    discord = await startDiscord({ port: 0 });
    world = await testEnvironment({
      DISCORD_API_URL: discord.apiUrl,
      OPENAI_API_KEY: openAiKey,
      OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      LOG_LEVEL: 'trace',
    });
    redis = new Redis(world.env['REDIS_URL'] ?? '');
    await redis.config('SET', 'appendonly', 'yes');
    replica = await startReplica(world.env);
    await useEverything();
  }, 120_000);
  afterAll(async () => {
    await replica.end('SIGTERM');
    await redis.config('SET', 'appendonly', 'no');
    redis.disconnect();
    await discord.close();
    await world.drop();
  }, 60_000);

  async function useEverything(): Promise<void> {
    const anonymous = new ApiClient(replica.baseUrl);
    const username = `canary-${randomUUID().slice(0, 8)}`;
    const { client, token } = await anonymous.register(username, password);
    const again = await anonymous.login(username, password);
    secrets.add(token).add(again.token);
    answers.push(await anonymous.send('POST', '/api/auth/login', { username, password: `${password}x` }));
    answers.push(await anonymous.send('POST', '/api/auth/register', { username, email: 'no mail', password }));
    const online = discord.addBot();
    const wrong = `${Buffer.from('123456789012345678').toString('base64')}.CANARY.${randomBytes(20).toString('hex')}`;
    secrets.add(online.token).add(wrong);
    const created = await client.post('/api/bots', { name: 'Canary', discordToken: online.token });
    answers.push(created);
    const id = String(created.body['id']);
    answers.push(await client.post('/api/bots', { name: 'No', discordToken: wrong, personality: 'not an object' }));
    answers.push(await client.post(`/api/bots/${id}/start`));
    const messageId = discord.say({ bot: online, content: 'hello there' });
    await discord.waitForReply(messageId, 30_000);
    answers.push(
      await client.post(`/api/bots/${id}/chat`, { message: 'hello' }),
      await client.get('/api/bots'),
      await client.get(`/api/bots/${id}`),
    );
    answers.push(await client.patch(`/api/bots/${id}`, { discordToken: wrong }));
    answers.push(await client.post(`/api/bots/${id}/start`));
    answers.push(await client.get('/api/auth/user'), await anonymous.get('/health/ready'), await client.post('/api/auth/logout'));
  }

  const found = (haystack: string) => [...secrets].filter((secret) => haystack.includes(secret));

  it('into the log', () => {
    expect(replica.log().length).toBeGreaterThan(1000);
    expect(found(replica.log())).toEqual([]);
  });

  it('into an answer', () => {
    expect(answers.length).toBeGreaterThan(10);
    expect(found(answers.map((answer) => answer.text + JSON.stringify(answer.headers)).join('\n'))).toEqual([]);
  });

  it('into Postgres', async () => {
    const text = await dumpPostgres(world.env['DATABASE_URL'] ?? '');
    expect(text).toContain('Canary');
    expect(found(text)).toEqual([]);
  });

  it('into a key or job in Redis', async () => {
    const text = await dumpRedis(redis);
    expect(text).toContain('runner:epoch');
    expect(found(text)).toEqual([]);
  });

  it("into Redis' append-only file, where every request between services stands", async () => {
    const [, folder] = (await redis.config('GET', 'dir')) as [string, string];
    const text = await waitFor('the append-only file', () => {
      const all = readAll(join(folder, 'appendonlydir'));
      return all.includes('rpc:{auth}:s') ? all : undefined;
    });
    expect(found(text)).toEqual([]);
  });
});

function readAll(folder: string): string {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

async function dumpPostgres(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    );
    const rows = await Promise.all(
      tables.rows.map(({ name }) => client.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`)),
    );
    return rows.flatMap((result) => result.rows.map(({ row }) => row)).join('\n');
  } finally {
    await client.end();
  }
}

async function dumpRedis(redis: Redis): Promise<string> {
  const keys = await redis.keys('*');
  const values = await Promise.all(keys.map(async (key) => `${key} ${await dumpKey(redis, key)}`));
  return values.join('\n');
}

async function dumpKey(redis: Redis, key: string): Promise<string> {
  switch (await redis.type(key)) {
    case 'string':
      return (await redis.get(key)) ?? '';
    case 'hash':
      return JSON.stringify(await redis.hgetall(key));
    case 'list':
      return JSON.stringify(await redis.lrange(key, 0, -1));
    case 'set':
      return JSON.stringify(await redis.smembers(key));
    case 'zset':
      return JSON.stringify(await redis.zrange(key, '0', '-1'));
    case 'stream':
      return JSON.stringify(await redis.xrange(key, '-', '+'));
    default:
      return '';
  }
}
