import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, startReplica, type Answer, type Replica } from '@kith/all-in-one/testing';
import {
  startDiscord,
  startKeyProviders,
  testEnvironment,
  waitFor,
  type StandInDiscord,
  type StandInKeyProviders,
  type TestEnvironment,
} from '@kith/kit/testing';
import { Redis } from 'ioredis';
import { dumpPostgres, dumpRedis, readAll } from './dumps.js';
import { openMailbox, type Mailbox } from './mailbox.js';

describe('secrets planted in every field that takes one', () => {
  let discord: StandInDiscord;
  let keyProviders: StandInKeyProviders;
  let world: TestEnvironment;
  let replica: Replica;
  let redis: Redis;
  let mailbox: Mailbox;
  const canary = (name: string) => `${name}CANARY${randomBytes(12).toString('hex')}`;
  const [password, newPassword] = [canary('password-'), canary('password-')];
  // Known from the start; those of created tokens are added later.
  const env = {
    OPENAI_API_KEY: canary('sk-'),
    ANTHROPIC_API_KEY: canary('sk-ant-'),
    STRIPE_SECRET_KEY: canary('sk_test_'),
    STRIPE_WEBHOOK_SECRET: canary('whsec_'),
    SUPER_ADMIN_PASSWORD: canary('super-'),
  };
  const keyringKey = randomBytes(32).toString('base64');
  const apiKey = canary('sk-user-');
  const secrets = new Set<string>([...Object.values(env), keyringKey, apiKey, password, newPassword]);
  const answers: Answer[] = [];

  beforeAll(async () => {
    discord = await startDiscord({ port: 0 });
    keyProviders = await startKeyProviders();
    mailbox = await openMailbox();
    world = await testEnvironment({
      ...env,
      APP_KEYRING: `k1:${keyringKey}`,
      DISCORD_API_URL: discord.apiUrl,
      // Unreachable, so that requests to them appear in errors.
      OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      ...keyProviders.env,
      STRIPE_API_URL: 'http://127.0.0.1:9',
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'kith@example.test',
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
    await keyProviders.stop();
    await mailbox.close();
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
    const messageId = discord.sendMessage({ bot: online, content: 'hello there' });
    await discord.waitForReply(messageId, 30_000);
    answers.push(
      await client.post(`/api/bots/${id}/chat`, { message: 'hello' }),
      await client.get('/api/bots'),
      await client.get(`/api/bots/${id}`),
    );
    answers.push(await client.patch(`/api/bots/${id}`, { discordToken: wrong }));
    answers.push(await client.post(`/api/bots/${id}/start`));
    keyProviders.keys.set(apiKey, 'working');
    answers.push(await client.patch('/api/auth/api-settings', { apiKey }), await client.get('/api/auth/sessions'));
    const withOwnKey = await client.post(`/api/bots/${id}/chat`, { message: 'hello' });
    expect(withOwnKey.body['response']).toBe(keyProviders.reply);
    // Both stand-ins repeat the whole key in their errors.
    keyProviders.keys.set(apiKey, 'expired');
    const refused = await client.post(`/api/bots/${id}/chat`, { message: 'hello' });
    expect(refused.body['code']).toBe('OWN_KEY_FAILED');
    answers.push(withOwnKey, refused, await client.get('/api/models/options'), await client.get('/api/notifications'));
    answers.push(await client.patch('/api/auth/api-settings', { apiKey, defaultModelProvider: 7 }));
    const event = { type: 'checkout.session.completed', data: { object: { id: 'cs_x' } } };
    answers.push(await anonymous.with({ 'stripe-signature': 't=1,v1=00' }).post('/api/webhooks/stripe', event));
    answers.push(await client.post('/api/credits/checkout', { packageId: 'credits-100' }));
    answers.push(await client.get('/api/auth/user'), await anonymous.get('/health/ready'));
    await administer(anonymous);
    await resetPassword(anonymous, username);
    answers.push(await client.post('/api/auth/logout'));
  }

  async function administer(anonymous: ApiClient): Promise<void> {
    const { client, token } = await anonymous.login('superadmin', env.SUPER_ADMIN_PASSWORD);
    secrets.add(token);
    for (const path of ['users', 'audit', 'stats', 'export/users.csv']) answers.push(await client.get(`/api/admin/${path}`));
  }

  async function resetPassword(anonymous: ApiClient, username: string): Promise<void> {
    answers.push(await anonymous.post('/api/auth/password-reset/request', { email: `${username}@example.test` }));
    const links = () => mailbox.mails.map((text) => /#\S*?([\w-]{43})(?![\w-])/.exec(text)?.[1]);
    const token = await waitFor('the link', () => links().find((found) => found !== undefined));
    secrets.add(token);
    answers.push(await anonymous.post('/api/auth/password-reset', { token: `${token.slice(0, -1)}x`, password: newPassword }));
    const done = await anonymous.post('/api/auth/password-reset', { token, password: newPassword });
    expect(done.status).toBe(200);
    answers.push(done);
  }

  const found = (haystack: string) => [...secrets].filter((secret) => haystack.includes(secret));

  it('do not appear in the log, URLs included [S21, S76]', () => {
    expect(replica.log().length).toBeGreaterThan(1000);
    expect(found(replica.log())).toEqual([]);
  });

  it('do not appear in any response [S33, S76]', () => {
    expect(answers.length).toBeGreaterThan(10);
    expect(found(answers.map((answer) => answer.text + JSON.stringify(answer.headers)).join('\n'))).toEqual([]);
  });

  it('do not appear in Postgres [S76]', async () => {
    const text = await dumpPostgres(world.env['DATABASE_URL'] ?? '');
    expect(text).toContain('Canary');
    expect(found(text)).toEqual([]);
  });

  it('do not appear in keys or jobs in Redis [S76]', async () => {
    const text = await dumpRedis(redis);
    expect(text).toContain('runner:epoch');
    expect(found(text)).toEqual([]);
  });

  it("do not appear in Redis' append-only file, which holds every request between services [S76]", async () => {
    const [, folder] = (await redis.config('GET', 'dir')) as [string, string];
    const text = await waitFor('the append-only file', () => {
      const all = readAll(join(folder, 'appendonlydir'));
      return all.includes('rpc:{auth}:s') ? all : undefined;
    });
    expect(found(text)).toEqual([]);
  });
});
