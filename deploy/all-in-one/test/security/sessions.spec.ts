import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, startReplica, type Answer, type Replica } from '@kith/all-in-one/testing';
import { startDiscord, testEnvironment, waitFor, type StandInDiscord, type TestEnvironment } from '@kith/kit/testing';
import { Client } from 'pg';
import { aClient, createRoleUser, expectDone, type RoleUser } from '../matrix/roles.js';
import { connectLive } from './live-socket.js';

const SECOND = 1000;
const PRINTED = /Super-admin: user name (\S+), password (\S+) /g;

describe('sessions on two gateway replicas', () => {
  let discord: StandInDiscord;
  let world: TestEnvironment;
  let here: Replica;
  let there: Replica;
  let superAdmin: ApiClient;

  beforeAll(async () => {
    discord = await startDiscord({ port: 0 });
    // As at a first start, without a configured password of the super-admin.
    world = await testEnvironment({ DISCORD_API_URL: discord.apiUrl, SUPER_ADMIN_PASSWORD: '' });
    [here, there] = await Promise.all([startReplica(world.env), startReplica(world.env)]);
    const [, username = '', password = ''] = [...printed()][0] ?? [];
    superAdmin = (await aClient(here).login(username, password)).client;
  }, 180_000);
  afterAll(async () => {
    await Promise.all([here.end('SIGTERM'), there.end('SIGTERM')]);
    await discord.close();
    await world.drop();
  }, 120_000);

  const printed = () => `${here.log()}\n${there.log()}`.matchAll(PRINTED);

  /** Signs in at the first gateway and warms the session cache of the second. */
  async function signIn({ username, password }: RoleUser): Promise<{ client: ApiClient; elsewhere: ApiClient; token: string }> {
    const { client, token } = await aClient(here).login(username, password);
    const elsewhere = new ApiClient(there.baseUrl, token);
    await expectDone(elsewhere.get('/api/auth/user'));
    return { client, elsewhere, token };
  }

  /** Milliseconds until the response has `status`. */
  async function msUntil(status: number, ask: () => Promise<Answer>): Promise<number> {
    const startMs = Date.now();
    await waitFor(`status ${status}`, async () => (await ask()).status === status);
    return Date.now() - startMs;
  }

  const user = (client: ApiClient) => client.get('/api/auth/user');

  it('a new installation has one account with a random password that is printed once [S9]', async () => {
    const passwords = [...printed()].map(([, , password]) => password);
    expect(passwords).toEqual([expect.stringMatching(/^[\w-]{24}$/)]);
    const database = new Client({ connectionString: String(world.env['DATABASE_URL']) });
    await database.connect();
    const { rows } = await database.query('select username, role from auth."user" order by created_at limit 1');
    await database.end();
    expect(rows).toEqual([{ username: 'superadmin', role: 'super_admin' }]);
    for (const password of ['superadmin', 'password', 'changeme', 'admin1', 'kith-kith'])
      expect((await aClient(here).post('/api/auth/login', { username: 'superadmin', password })).status).toBe(401);
    for (const username of ['admin', 'root', 'kith', 'test', 'demo'])
      expect((await aClient(here).post('/api/auth/login', { username, password: username })).status).not.toBe(200);
  });

  it('logout at one gateway ends the session and its live connections at the other within a second [S13]', async () => {
    const { client, elsewhere, token } = await signIn(await createRoleUser(here));
    const live = await connectLive(there.baseUrl, token);
    expect(live.messages[0]?.type).toBe('connection_ack');
    await expectDone(client.post('/api/auth/logout'));
    const sinceMs = Date.now();
    expect(await msUntil(401, () => user(elsewhere))).toBeLessThan(SECOND);
    await waitFor('the end of the connection', () => live.endedAtMs);
    expect((live.endedAtMs ?? Number.NaN) - sinceMs).toBeLessThan(SECOND);
    expect((await user(client)).status).toBe(401);
    expect((await connectLive(there.baseUrl, token)).messages).toEqual([]);
  });

  it('a new password ends all other sessions within a second and keeps its own [S14]', async () => {
    const roleUser = await createRoleUser(here);
    const others = [await signIn(roleUser), await signIn(roleUser)];
    const { password: currentPassword } = roleUser;
    await expectDone(roleUser.client.patch('/api/auth/password', { currentPassword, newPassword: 'a better horse' }));
    for (const { elsewhere } of others) expect(await msUntil(401, () => user(elsewhere))).toBeLessThan(SECOND);
    expect((await user(roleUser.client)).status).toBe(200);
  });

  it('a deleted account has no session, live connection or bot on Discord after five seconds [S15]', async () => {
    const roleUser = await createRoleUser(here);
    const { elsewhere, token } = await signIn(roleUser);
    const onDiscord = discord.addBot();
    const bot = await expectDone(roleUser.client.post('/api/bots', { name: 'Amber', discordToken: onDiscord.token }));
    await expectDone(roleUser.client.post(`/api/bots/${String(bot.body['id'])}/start`));
    await waitFor('the connection', () => discord.isConnected(onDiscord));
    const live = await connectLive(there.baseUrl, token);
    await expectDone(roleUser.client.delete('/api/auth/account', { password: roleUser.password }));
    const sinceMs = Date.now();
    expect(await msUntil(401, () => user(elsewhere))).toBeLessThan(SECOND);
    await waitFor('the end of everything', () => live.endedAtMs && !discord.isConnected(onDiscord));
    expect(Date.now() - sinceMs).toBeLessThan(5 * SECOND);
    const again = await aClient(there).post('/api/auth/login', { username: roleUser.username, password: roleUser.password });
    expect(again.status).toBe(401);
  });

  it('revoked admin rights answer 403 at every gateway within a second [S16]', async () => {
    const roleUser = await createRoleUser(here);
    await expectDone(superAdmin.post(`/api/admin/grant-admin/${roleUser.id}`));
    const elsewhere = (await signIn(roleUser)).elsewhere;
    await msUntil(200, () => elsewhere.get('/api/admin/users?limit=1'));
    let isRevoked = false;
    const polled: number[] = [];
    const poll = (async () => {
      while (!isRevoked || polled.length < 20) polled.push((await elsewhere.get('/api/admin/users?limit=1')).status);
    })();
    await expectDone(superAdmin.post(`/api/admin/revoke-admin/${roleUser.id}`));
    const ms = await msUntil(403, () => elsewhere.get('/api/admin/users?limit=1'));
    isRevoked = true;
    await poll;
    expect(ms).toBeLessThan(SECOND);
    expect(polled.slice(polled.indexOf(403))).not.toContain(200);
    expect((await elsewhere.graphql('{ users { total } }')).text).toContain('FORBIDDEN');
  });

  it('a live connection ends with its session, and that of an impersonation with the session of the super-admin [S16, S62]', async () => {
    const roleUser = await createRoleUser(here);
    const started = await expectDone(superAdmin.post(`/api/admin/impersonate/${roleUser.id}`));
    const token = String(started.body['token']);
    const live = await connectLive(there.baseUrl, token);
    live.send({ id: '1', type: 'subscribe', payload: { query: 'subscription { usageChanged { used } }' } });
    await waitFor('the first word', () => live.messages.some(({ type }) => type === 'next'));
    await expectDone(superAdmin.post('/api/auth/logout'));
    const sinceMs = Date.now();
    await waitFor('the end of the connection', () => live.endedAtMs);
    expect((live.endedAtMs ?? Number.NaN) - sinceMs).toBeLessThan(SECOND);
    expect((await user(new ApiClient(there.baseUrl, token))).status).toBe(401);
  });

  it('a hostile name is one line of JSON in the log without terminal control characters [S49]', async () => {
    const before = here.log().length;
    const hostile = 'eve\r\n{"level":"error","msg":"forged"}\u001b[31m\u0000\u2028';
    await aClient(here).post('/api/auth/login', { username: hostile, password: 'correct horse' });
    await aClient(here)
      .with({ 'user-agent': 'x\tforged', 'x-request-id': '{"a":1}' })
      .get(`/api/bots/${encodeURIComponent(hostile)}`);
    const report = { type: 'csp-violation', body: { effectiveDirective: 'img-src', blockedURL: hostile } };
    await aClient(here).sendBytes('POST', '/api/csp-reports', JSON.stringify([report]), {
      'content-type': 'application/reports+json',
    });
    await waitFor('the report in the log', () => here.log().slice(before).includes('forged'));
    const lines = here.log().slice(before).split('\n').filter(Boolean);
    for (const line of lines) expect(JSON.parse(line)).not.toMatchObject({ msg: 'forged' });
    expect(lines.join('\n')).not.toMatch(/(?!\n)[\p{Cc}\u2028\u2029]/u);
  });
});
