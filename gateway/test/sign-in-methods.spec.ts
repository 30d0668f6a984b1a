import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor } from '@kith/kit/testing';
import { ACCESS_SCOPES, discordSignIn, type Actor } from '@kith/proto';
import { gatewayUnderTest, type GatewayUnderTest } from './gateway-under-test.js';
import { BROWSER_SECRET, DISCORD_STATE } from './stubs/sign-in-methods.js';
import { hashOf } from './stubs/values.js';

let world: GatewayUnderTest;
let secure: GatewayUnderTest;
beforeAll(async () => {
  world = await gatewayUnderTest();
  secure = await gatewayUnderTest({ env: { PUBLIC_URL: 'https://kith.example' } });
});
afterAll(() => Promise.all([world.close(), secure.close()]));

describe('an access key', () => {
  const withKey = (fields: Partial<Actor> = { scopes: [...ACCESS_SCOPES] }) => {
    const key = `kith_${randomUUID()}`;
    world.stubs.sessions.set(`key:${hashOf(key)}`, anActor(fields));
    return { authorization: `Bearer ${key}` };
  };

  it('opens the routes of its scopes and no others [S78]', async () => {
    const headers = withKey({ scopes: ['bots:read'] });
    expect((await world.send('GET', '/api/bots', { headers })).status).toBe(200);
    const refusals = [
      await world.send('POST', '/api/bots', { headers, body: { name: 'Amber' } }),
      await world.send('POST', `/api/bots/${randomUUID()}/chat`, { headers, body: { message: 'Hello' } }),
      await world.send('GET', `/api/bots/${randomUUID()}/analytics`, { headers }),
    ];
    for (const { body } of refusals) expect(body).toMatchObject({ statusCode: 403, code: 'ACCESS_KEY_REFUSED' });
  });

  it('is refused before the body is read and before a service is called [S78]', async () => {
    const before = world.stubs.calls.length;
    const { body } = await world.send('PATCH', '/api/auth/password', {
      headers: { ...withKey(), 'content-type': 'application/json' },
      body: '{"not json',
    });
    expect(body).toMatchObject({ statusCode: 403, code: 'ACCESS_KEY_REFUSED' });
    expect(world.stubs.calls.slice(before).map(({ name }) => name)).toEqual(['auth.resolve']);
  });

  it('opens no GraphQL, public fields included [S78]', async () => {
    const body = { query: '{ signInOptions { passwordReset } me { id } }' };
    const answer = await world.send('POST', '/graphql', { headers: withKey(), body });
    expect(answer.text).toContain('ACCESS_KEY_REFUSED');
    expect(answer.text).not.toContain('passwordReset');
  });

  it('is refused although a cookie of the same user comes with it [S78]', async () => {
    const { actor, cookie } = world.client();
    const headers = { ...withKey({ ...actor, scopes: ['bots:read'] }), cookie: `kith=${cookie}` };
    expect((await world.send('GET', '/api/auth/user', { headers })).status).toBe(403);
  });

  it('is refused as the cookie of a browser, and a session token is no key because of its beginning [S78]', async () => {
    const { authorization } = withKey();
    const key = authorization.slice('Bearer '.length);
    expect((await world.send('GET', '/api/bots', { headers: { cookie: `kith=${key}` } })).status).toBe(401);
    world.stubs.sessions.set(`bearer:${hashOf('kith_session')}`, anActor());
    expect((await world.send('GET', '/api/bots', { headers: { authorization: 'Bearer kith_session' } })).status).toBe(401);
  });

  it('does not end an impersonation [S36, S78]', async () => {
    const answer = await world.send('POST', '/api/admin/end-impersonation', { headers: withKey() });
    expect(answer.body).toMatchObject({ statusCode: 403, code: 'ACCESS_KEY_REFUSED' });
  });
});

describe('a sign-in with Discord', () => {
  const start = (gateway = world) => gateway.send('POST', '/api/auth/discord/start', { body: {} });
  const finish = (headers: Record<string, string> = {}, more = {}) =>
    world.send('POST', '/api/auth/discord/finish', { headers, body: { code: 'c', state: DISCORD_STATE, ...more } });

  it('begins with the page of Discord and a cookie for this browser, which scripts cannot read [S79]', async () => {
    const { body, headers, text } = await start();
    expect(body).toEqual({ url: expect.stringContaining('https://discord.example/') });
    expect(text).not.toContain(BROWSER_SECRET);
    expect(headers['set-cookie']).toEqual([`kith-discord=${BROWSER_SECRET}; Max-Age=600; Path=/; HttpOnly; SameSite=Lax`]);
    expect((await start(secure)).headers['set-cookie']?.[0]).toMatch(/^__Host-kith-discord=.*; Secure/);
  });

  it('ends with a session and without the cookie', async () => {
    const answer = await finish({ cookie: `kith-discord=${BROWSER_SECRET}` });
    expect(answer.body).toMatchObject({ token: expect.any(String), isNew: true, user: { username: 'dana' } });
    expect(answer.body).not.toHaveProperty('cookie');
    const cookies = answer.headers['set-cookie'] ?? [];
    expect(cookies.some((line) => line.startsWith('kith-discord=; Max-Age=0'))).toBe(true);
    expect(cookies.some((line) => /^kith=[^;]{20,}/.test(line))).toBe(true);
  });

  it.each([
    ['without the cookie', {}, {}],
    ['with the cookie of another browser', { cookie: 'kith-discord=another' }, {}],
    ['with the hash of the cookie in the body', {}, { browserHash: hashOf(BROWSER_SECRET) }],
    ['with another state', { cookie: `kith-discord=${BROWSER_SECRET}` }, { state: 'sign-in.other' }],
  ])('is refused %s, and signs nobody in [S79]', async (_how, headers, more) => {
    const answer = await finish(headers, more);
    expect(answer.body).toMatchObject({ statusCode: 400, code: 'DISCORD_SIGN_IN_INVALID' });
    expect((answer.headers['set-cookie'] ?? []).filter((line) => line.startsWith('kith='))).toEqual([]);
  });

  it('cannot be started or finished by a page of another site [S23, S79]', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const before = world.stubs.calls.length;
    expect((await world.send('POST', '/api/auth/discord/start', { headers, body: {} })).status).toBe(403);
    expect((await finish(headers)).status).toBe(403);
    expect(world.stubs.calls.slice(before)).toEqual([]);
  });

  it('that links an account takes the user from the session, not from the body [S32]', async () => {
    const { token, actor } = world.client();
    const headers = { authorization: `Bearer ${token}`, cookie: `kith-discord=${BROWSER_SECRET}` };
    const body = { code: 'c', state: DISCORD_STATE, actor: { userId: randomUUID() } };
    expect((await world.send('POST', '/api/auth/discord/link/finish', { headers, body })).status).toBe(200);
    const { input } = world.stubs.calls.findLast(({ name }) => name === discordSignIn.finishLink.name) ?? {};
    expect(input).toMatchObject({ actor: { userId: actor.userId }, browserHash: hashOf(BROWSER_SECRET) });
  });
});
