import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { auth, events } from '@kith/proto';
import { gatewayUnderTest, type GatewayUnderTest } from './gateway-under-test.js';
import { WRONG_PASSWORD } from './stubs/values.js';

const CREDENTIALS = { username: 'kim', password: 'correct horse' };

describe('sign-in', () => {
  let world: GatewayUnderTest;
  let secure: GatewayUnderTest;

  beforeAll(async () => {
    world = await gatewayUnderTest();
    secure = await gatewayUnderTest({ env: { PUBLIC_URL: 'https://kith.example' } });
  });
  afterAll(() => Promise.all([world.close(), secure.close()]));

  const resolved = () => world.stubs.calls.filter(({ name }) => name === auth.resolve.name).length;
  const withBearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

  it('registration answers 201 with a token and a cookie of a different value [S20]', async () => {
    const body = { ...CREDENTIALS, email: 'kim@example.test', isAdmin: true };
    const answer = await world.send('POST', '/api/auth/register', { body, headers: { 'user-agent': 'test' } });
    expect(answer.status).toBe(201);
    const { token, ...rest } = answer.body as { token: string };
    expect(rest).toEqual({ user: expect.objectContaining({ username: 'kim', isAdmin: false }) });
    const [cookie = ''] = answer.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^kith=[^;]{20,}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toContain(token);
    const { input } = world.stubs.calls.findLast(({ name }) => name === auth.register.name) ?? {};
    expect(input).toMatchObject({ origin: { ip: '127.0.0.1', userAgent: 'test' } });
  });

  it('works with bearer or cookie until logout ends both', async () => {
    const answer = await world.send('POST', '/api/auth/login', { body: CREDENTIALS });
    expect(answer.status).toBe(200);
    const { token } = answer.body as { token: string };
    const cookie = (answer.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '';
    const sent: Record<string, string>[] = [
      { authorization: `Bearer ${token}` },
      { authorization: `bearer ${token}` },
      { cookie },
    ];
    for (const headers of sent) {
      expect((await world.send('GET', '/api/auth/user', { headers })).body).toMatchObject({ username: 'kim' });
    }
    const out = await world.send('POST', '/api/auth/logout', withBearer(token));
    expect([out.status, out.body]).toEqual([200, { message: 'You have been successfully logged out.' }]);
    expect(out.headers['set-cookie']).toEqual([
      'kith=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax',
    ]);
    expect((await world.send('GET', '/api/auth/user', withBearer(token))).status).toBe(401);
    expect((await world.send('GET', '/api/auth/user', { headers: { cookie } })).status).toBe(401);
  });

  it('refuses a wrong password and sets no cookie', async () => {
    const answer = await world.send('POST', '/api/auth/login', { body: { ...CREDENTIALS, password: WRONG_PASSWORD } });
    expect(answer.body).toMatchObject({ statusCode: 401, code: 'BAD_CREDENTIALS', message: 'Invalid username or password' });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('ignores a bearer or cookie sent along and issues new ones [S11]', async () => {
    const headers = { authorization: 'Bearer long-gone', cookie: 'kith=chosen-by-somebody' };
    const answer = await world.send('POST', '/api/auth/login', { body: CREDENTIALS, headers });
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']?.[0]).not.toContain('chosen-by-somebody');
  });

  it.each([
    ['nothing', {}],
    ['an unknown bearer', { authorization: 'Bearer unknown' }],
    ['an empty bearer', { authorization: 'Bearer' }],
    ['an endless bearer', { authorization: `Bearer ${'x'.repeat(8000)}` }],
    ['another scheme', { authorization: 'Basic a2ltOmtpbQ==' }],
    ['an unknown cookie', { cookie: 'kith=unknown' }],
    ['a cookie of the other name', { cookie: '__Host-kith=unknown' }],
  ])('is required: 401 with %s', async (_name, headers: Record<string, string>) => {
    const answer = await world.send('GET', '/api/auth/user', { headers });
    expect(answer.body).toMatchObject({ statusCode: 401, code: 'UNAUTHENTICATED', message: 'Please sign in.' });
  });

  it('by bearer takes precedence over the cookie', async () => {
    const [kim, lou] = [world.client({ username: 'kim' }), world.client({ username: 'lou' })];
    const both = { authorization: `Bearer ${kim.token}`, cookie: `kith=${lou.cookie}` };
    expect((await world.send('GET', '/api/auth/user', { headers: both })).body).toMatchObject({ username: 'kim' });
    const stale = { ...both, authorization: 'Bearer unknown' };
    expect((await world.send('GET', '/api/auth/user', { headers: stale })).status).toBe(401);
  });

  it('is resolved once for many requests of a session', async () => {
    const kim = world.client();
    const before = resolved();
    await Promise.all(Array.from({ length: 5 }, () => kim.ask('GET', '/api/auth/user')));
    await kim.ask('GET', '/api/credits');
    expect(resolved()).toBe(before + 1);
  });

  it('ends when another process announces the end of the session', async () => {
    const kim = world.client();
    expect((await kim.ask('GET', '/api/credits')).status).toBe(200);
    world.stubs.sessions.clear();
    await world.runtime.events.publish(events.actorDropped, { userId: kim.actor.userId });
    await waitFor('the end of the session', async () => (await kim.ask('GET', '/api/credits')).status === 401);
  });

  it('reflects a changed role as soon as it is announced', async () => {
    const kim = world.client();
    const path = `/api/admin/users/${randomUUID()}/subscription`;
    expect((await kim.ask('PATCH', path, { plan: 'free' })).status).toBe(403);
    for (const [key, actor] of world.stubs.sessions) {
      if (actor.userId === kim.actor.userId) world.stubs.sessions.set(key, { ...actor, role: 'admin' });
    }
    await world.runtime.events.publish(events.actorDropped, { userId: kim.actor.userId });
    await waitFor('the new role', async () => (await kim.ask('PATCH', path, { plan: 'free' })).status === 200);
  });

  it('over https sets and clears a Secure cookie with the __Host- prefix [S20]', async () => {
    const answer = await secure.send('POST', '/api/auth/login', { body: CREDENTIALS });
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      /^__Host-kith=[^;]{20,}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const { token } = answer.body as { token: string };
    const out = await secure.send('POST', '/api/auth/logout', withBearer(token));
    expect(out.headers['set-cookie']?.[0]).toMatch(/^__Host-kith=; Max-Age=0; Path=\/; .*; HttpOnly; Secure; SameSite=Lax$/);
  });

  describe('writes authenticated by the cookie alone', () => {
    const HOST = { host: 'kith.test:8080' };
    const SAME = { 'sec-fetch-site': 'same-origin' };
    const foreign: [string, Record<string, string>][] = [
      ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
      ['Sec-Fetch-Site: same-site', { 'sec-fetch-site': 'same-site' }],
      ['Sec-Fetch-Site: same-site and our Origin', { 'sec-fetch-site': 'same-site', origin: 'http://kith.test:8080' }],
      ['a foreign Origin', { origin: 'https://evil.example' }],
      ['an Origin with our host as suffix', { origin: 'http://evilkith.test:8080' }],
      ['an Origin with our host as prefix', { origin: 'http://kith.test:8080.evil.example' }],
      ['an Origin with another port', { origin: 'http://kith.test:8081' }],
      ['an opaque Origin', { origin: 'null' }],
      ['an invalid Origin', { origin: '://' }],
    ];
    const own: [string, Record<string, string>][] = [
      ['Sec-Fetch-Site: same-origin', SAME],
      ['our host as Origin', { origin: 'http://kith.test:8080' }],
      ['our host behind TLS', { origin: 'https://kith.test:8080' }],
      ['PUBLIC_URL as Origin', { origin: 'https://kith.example' }],
    ];
    const WRITES = [
      ['POST', '/api/bots', { name: 'Amber' }],
      ['PATCH', `/api/bots/${randomUUID()}`, { name: 'Beryl' }],
      ['DELETE', `/api/bots/${randomUUID()}`, undefined],
      ['POST', '/graphql', { query: 'mutation { createBot(input: { name: "Amber" }) { bot { id } } }' }],
    ] as const;
    const withCookie = (extra: Record<string, string>) => ({
      ...HOST,
      ...extra,
      cookie: `__Host-kith=${secure.client().cookie}`,
    });
    const changes = () => secure.stubs.calls.filter(({ name }) => name.startsWith('bots.')).length;

    it.each([...foreign, ['neither Sec-Fetch-Site nor Origin', {}] as [string, Record<string, string>]])(
      'are refused with %s [S23]',
      async (_name, sender) => {
        const before = changes();
        for (const [method, path, body] of WRITES) {
          const answer = await secure.send(method, path, { headers: withCookie(sender), body });
          expect(answer.status).toBe(403);
          expect(answer.text).toContain('"code":"CROSS_ORIGIN"');
        }
        expect(changes()).toBe(before);
      },
    );

    it.each(own)('are accepted with %s', async (_name, sender) => {
      const before = changes();
      for (const [method, path, body] of WRITES) {
        expect((await secure.send(method, path, { headers: withCookie(sender), body })).status).toBeLessThan(300);
      }
      expect(changes()).toBe(before + WRITES.length);
    });

    it.each(foreign)('are accepted with %s if the request also has a bearer token', async (_name, sender) => {
      const { token } = secure.client();
      const headers = { ...withCookie(sender), authorization: `Bearer ${token}` };
      expect((await secure.send('POST', '/api/bots', { headers, body: { name: 'Amber' } })).status).toBe(201);
    });

    it.each(foreign)('are different from reads, which work with %s but without CORS headers [S24]', async (_name, sender) => {
      const answer = await secure.send('GET', '/api/auth/user', { headers: withCookie(sender) });
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    });

    it.each(foreign)('include login and registration, which are refused with %s [S23]', async (_name, sender) => {
      for (const path of ['/api/auth/login', '/api/auth/register']) {
        const body = { ...CREDENTIALS, email: 'kim@example.test' };
        const answer = await secure.send('POST', path, { headers: { ...HOST, ...sender }, body });
        expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
      }
    });

    it.each([...own, ['neither Sec-Fetch-Site nor Origin', {}] as [string, Record<string, string>]])(
      'include login, which is accepted with %s',
      async (_name, sender) => {
        const answer = await secure.send('POST', '/api/auth/login', { headers: { ...HOST, ...sender }, body: CREDENTIALS });
        expect(answer.status).toBe(200);
      },
    );
  });
});
