import { jest, afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accessKeys, auth, discordSignIn, type Actor } from '@kith/proto';
import { authUnderTest, sha256, type AuthUnderTest } from './auth-under-test.js';

const CANARY = 'CANARY-of-a-password-5e8f1c';
let kith: AuthUnderTest;
let output = '';

beforeAll(async () => {
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += String(text);
    return true;
  });
  kith = await authUnderTest({
    LOG_LEVEL: 'trace',
    SUPER_ADMIN_PASSWORD: `${CANARY}-root`,
    // Unreachable, so that requests to Discord appear in errors.
    DISCORD_API_URL: 'http://127.0.0.1:9/api',
    DISCORD_CLIENT_ID: '1',
    DISCORD_CLIENT_SECRET: `${CANARY}-client`,
  });
});
afterAll(async () => {
  await kith.stop();
  jest.restoreAllMocks();
});

describe('passwords, keys and session values [S76]', () => {
  it('are in no table, no Redis key and no log line, even after failed calls and database errors', async () => {
    const { user, token, cookie } = await kith.register({ password: CANARY });
    const second = await kith.login(user.username, CANARY);
    await kith.login(user.username, `${CANARY}-wrong`).catch(() => undefined);
    await kith.login(CANARY, CANARY).catch(() => undefined);
    await kith.register({ password: CANARY, username: user.username }).catch(() => undefined);
    await kith.register({ password: `${CANARY}\0` }).catch(() => undefined);
    const actor = await kith.resolve('bearer', token);
    await kith.ask(auth.apiSettings, { actor, apiKey: `sk-${CANARY}-key` });
    await kith.ask(auth.apiSettings, { actor, apiKey: `sk-${CANARY}\0` }).catch(() => undefined);
    const change = { actor, currentPassword: `${CANARY}-wrong`, newPassword: `${CANARY}-new` };
    await kith.ask(auth.password, change).catch(() => undefined);
    await kith.ask(auth.password, { ...change, currentPassword: CANARY });
    await kith.ask(auth.password, { ...change, currentPassword: `${CANARY}-new`, newPassword: CANARY });
    await kith.ask(auth.removeAccount, { actor, password: `${CANARY}-wrong` }).catch(() => undefined);
    const more = [await useAccessKey(actor), ...(await useDiscord())];
    const reset = { token: `${CANARY}-of-a-link`, password: CANARY, origin: { ip: '192.0.2.1', userAgent: 'test' } };
    await kith.ask(auth.resetPassword, reset).catch(() => undefined);
    await kith.ask(auth.logout, { actor });
    const [row] = await kith.query<{ hash: string }>('select password_hash as hash from auth."user" where id = $1', [user.id]);
    const secrets = [CANARY, token, cookie, second.token, second.cookie, ...more];
    const [tables, redis] = await Promise.all([dumpTables(), dumpRedis()]);
    // Database errors must not contain secrets either.
    await kith.query('alter table auth.session rename to away');
    await expect(kith.login(user.username, CANARY)).rejects.toMatchObject({ code: 'INTERNAL' });
    await kith.query(`alter table auth."user" add constraint broken check (username <> 'broken')`);
    await expect(
      kith.register({ username: 'broken', password: CANARY, email: 'canary-address@example.com' }),
    ).rejects.toMatchObject({ code: 'INTERNAL' });

    expect(tables).toContain(user.username);
    expect(redis.length).toBeGreaterThan(0);
    expect(output).toContain('"level":"error"');
    for (const secret of secrets) {
      expect(tables).not.toContain(secret);
      expect(redis).not.toContain(secret);
      expect(output).not.toContain(secret);
    }
    expect(output).not.toContain(row?.hash.split('$').at(-1));
    expect(output).not.toMatch(/argon2id|canary-address/);
  });
});

async function useAccessKey(actor: Actor): Promise<string> {
  const create = (currentPassword: string) =>
    kith.ask(accessKeys.create, { actor, name: 'Report', scopes: ['chat'], currentPassword });
  const { key } = await create(CANARY);
  await create(`${CANARY}-wrong`).catch(() => undefined);
  await kith.ask(auth.resolve, { kind: 'key', hash: sha256(key) });
  return key;
}

/** One sign-in that fails, and one that stays under way. */
async function useDiscord(): Promise<string[]> {
  const origin = { ip: '192.0.2.1', userAgent: 'test' };
  const stateOf = (url: string) => new URL(url).searchParams.get('state') ?? '';
  const [failing, open] = [await kith.ask(discordSignIn.start, { origin }), await kith.ask(discordSignIn.start, { origin })];
  const browserHash = sha256(failing.browserSecret);
  const finish = kith.ask(discordSignIn.finish, { code: `${CANARY}-code`, state: stateOf(failing.url), browserHash, origin });
  await expect(finish).rejects.toMatchObject({ code: 'DISCORD_UNREACHABLE' });
  return [failing, open].flatMap(({ url, browserSecret }) => [stateOf(url), browserSecret]);
}

async function dumpTables(): Promise<string> {
  const tables = await kith.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const dumps = await Promise.all(tables.map(({ name }) => kith.query(`select t::text as row from ${name} t`)));
  return JSON.stringify(dumps);
}

async function dumpRedis(): Promise<string> {
  const { redis } = kith.runtime;
  const keys = await redis.keys('*');
  const values = await Promise.all(keys.map((key) => redis.dump(key)));
  return JSON.stringify([keys, values.map(String)]);
}
