import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { events, queues, type Actor } from '@kith/proto';
import { csvLine } from '../src/http/csv.js';
import { CsvExports } from '../src/admin/csv-exports.js';
import { gatewayUnderTest, type Client, type GatewayUnderTest } from './gateway-under-test.js';
import { PARENT_COOKIE, USERS } from './stubs/auth.js';
import { NO_EVENT } from './stubs/payments.js';
import { anAdminUser, hashOf } from './stubs/values.js';

const userId = randomUUID();

describe('admin routes', () => {
  let world: GatewayUnderTest;
  let admin: Client;
  let root: Client;

  beforeAll(async () => {
    world = await gatewayUnderTest();
    admin = world.client({ username: 'admin', role: 'admin' });
    root = world.client({ username: 'root', role: 'super_admin' });
  });
  afterAll(() => world.close());

  const lastCall = (name: string) => world.stubs.calls.findLast((call) => call.name === name)?.input;

  it('list users and administrators as arrays with X-Total-Count', async () => {
    const users = await admin.ask('GET', '/api/admin/users?limit=2&offset=3&search=u');
    expect([users.status, users.headers['x-total-count'], users.body]).toEqual([200, '450', USERS.slice(3, 5)]);
    expect(lastCall('admin.users')).toMatchObject({ search: 'u', limit: 2, offset: 3 });
    await admin.ask('GET', '/api/admin/users?cursor=bmV4dA');
    expect(lastCall('admin.users')).toMatchObject({ cursor: 'bmV4dA' });
    const admins = await admin.ask('GET', '/api/admin/admins');
    expect([admins.headers['x-total-count'], admins.body]).toMatchObject(['1', [{ username: 'root', isAdmin: true }]]);
  });

  it('combine the statistics of four services', async () => {
    expect((await admin.ask('GET', '/api/admin/stats')).body).toEqual({
      stats: {
        users: { total: 450, free: 400, standard: 30, premium: 20 },
        bots: { total: 900, active: 41 },
        messages: 123_456,
        careAnswers: 7,
      },
    });
  });

  it('set the plan of a user, grant and revoke the administrator role', async () => {
    const plan = await admin.ask('PATCH', `/api/admin/users/${userId}/subscription`, { plan: 'standard' });
    expect([plan.status, plan.body]).toEqual([200, { userId, plan: 'basic', message: 'Plan changed' }]);
    expect((await admin.ask('PATCH', `/api/admin/users/${userId}/subscription`, { plan: 'gold' })).status).toBe(400);
    expect((await admin.ask('POST', `/api/admin/grant-admin/${userId}`)).body).toEqual({ message: 'Admin privileges granted' });
    expect((await admin.ask('POST', `/api/admin/revoke-admin/${userId}`, {})).body).toEqual({
      message: 'Admin privileges revoked',
    });
    expect(lastCall('admin.revokeAdmin')).toEqual({ actor: admin.actor, userId });
  });

  it('grant credits with the idempotency key of the body, of the header, or a new one', async () => {
    const path = `/api/admin/users/${userId}/credits`;
    expect((await root.ask('POST', path, { credits: '25' })).body).toEqual({ credits: 37, message: 'Credits Added' });
    const first = lastCall('billing.grantCredits')?.['idempotencyKey'];
    await root.ask('POST', path, { credits: 25 });
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(lastCall('billing.grantCredits')?.['idempotencyKey']).not.toBe(first);
    const headers = { authorization: `Bearer ${root.token}`, 'idempotency-key': 'header-1' };
    await world.send('POST', path, { headers, body: { credits: '1' } });
    expect(lastCall('billing.grantCredits')).toMatchObject({ idempotencyKey: 'header-1', credits: 1 });
    await world.send('POST', path, { headers, body: { credits: '1', idempotencyKey: 'body-1' } });
    expect(lastCall('billing.grantCredits')).toMatchObject({ idempotencyKey: 'body-1' });
    for (const credits of ['', '0', '-5', '1.5', '1e3', 'ten', 0, -1, 1.5, null, [5], true]) {
      expect((await root.ask('POST', path, { credits })).body).toMatchObject({ statusCode: 400, code: 'BAD_INPUT' });
    }
    const long = await world.send('POST', path, {
      headers: { ...headers, 'idempotency-key': 'x'.repeat(200) },
      body: { credits: 1 },
    });
    expect(long.status).toBe(400);
  });

  it('take credits with the idempotency key of the body, of the header, or a new one, and say why they refuse', async () => {
    const path = `/api/admin/users/${userId}/credit-corrections`;
    const body = { credits: '5', reason: 'Granted twice' };
    expect((await root.ask('POST', path, body)).body).toEqual({ credits: 7, message: 'Credits taken' });
    expect(lastCall('billing.correctCredits')?.['idempotencyKey']).toMatch(/^[0-9a-f-]{36}$/);
    const headers = { authorization: `Bearer ${root.token}`, 'idempotency-key': 'header-1' };
    await world.send('POST', path, { headers, body });
    expect(lastCall('billing.correctCredits')).toMatchObject({ idempotencyKey: 'header-1', credits: 5, reason: 'Granted twice' });
    await world.send('POST', path, { headers, body: { ...body, idempotencyKey: 'body-1' } });
    expect(lastCall('billing.correctCredits')).toMatchObject({ idempotencyKey: 'body-1' });
    const refused = await root.ask('POST', path, { ...body, credits: 13 });
    expect(refused.body).toMatchObject({ code: 'BAD_INPUT', fields: { credits: 'Ada has 12 credits. Nothing was taken.' } });
    expect((await root.ask('POST', path, { credits: 1 })).body).toMatchObject({
      code: 'BAD_INPUT',
      fields: { reason: 'Required' },
    });
  });

  it('list payments and the events of the payment provider, and replay one by its id', async () => {
    const list = await admin.ask('GET', `/api/admin/users/${userId}/payments?limit=5`);
    expect([list.headers['x-total-count'], list.body]).toMatchObject(['1', [{ title: 'Standard plan', cents: 999 }]]);
    const events = await admin.ask('GET', '/api/admin/webhook-events?state=failed&offset=2');
    expect(events.body).toMatchObject({ total: 1, refused: 3, events: [{ id: 'evt_1', state: 'failed' }] });
    expect(lastCall('payments.events')).toMatchObject({ state: 'failed', offset: 2 });
    expect((await admin.ask('GET', '/api/admin/webhook-events?state=lost')).body).toMatchObject({ code: 'BAD_INPUT' });
    const replayed = await admin.ask('POST', '/api/admin/webhook-events/evt_sandbox_invoice_paid_pi-1/replay');
    expect(replayed.body).toMatchObject({ id: 'evt_sandbox_invoice_paid_pi-1', state: 'applied' });
    expect((await admin.ask('POST', `/api/admin/webhook-events/${NO_EVENT}/replay`)).body).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('show the audit log to the super-admin', async () => {
    const answer = await root.ask('GET', `/api/admin/audit?action=plan_set&userId=${userId}&limit=5`);
    expect(answer.body).toMatchObject({ total: 1, isIntact: true, events: [{ action: 'plan_set', effectiveUserId: userId }] });
    expect(lastCall('audit.log')).toMatchObject({ action: 'plan_set', userId, limit: 5 });
    expect((await root.ask('GET', '/api/admin/audit?action=nothing')).body).toMatchObject({ code: 'BAD_INPUT' });
  });

  it.each([
    ['GET', '/api/admin/users'],
    ['GET', '/api/admin/admins'],
    ['GET', '/api/admin/stats'],
    ['GET', '/api/admin/payment-statistics'],
    ['GET', '/api/admin/webhook-events'],
    ['POST', '/api/admin/webhook-events/evt_1/replay'],
    ['GET', `/api/admin/users/${userId}/payments`],
    ['GET', '/api/admin/export/users.csv'],
    ['GET', '/api/admin/export/analytics.csv'],
    ['PATCH', `/api/admin/users/${userId}/subscription`],
    ['POST', `/api/admin/grant-admin/${userId}`],
    ['POST', `/api/admin/revoke-admin/${userId}`],
    ['POST', `/api/admin/users/${userId}/credits`],
    ['POST', `/api/admin/impersonate/${userId}`],
    ['GET', '/api/admin/audit'],
  ])('%s %s is refused for users and during impersonation [S31]', async (method, path) => {
    const body = method === 'GET' ? undefined : { plan: 'free', credits: 1 };
    expect((await world.client().ask(method, path, body)).body).toMatchObject({ statusCode: 403, code: 'FORBIDDEN' });
    const impersonator = { userId: root.actor.userId, username: 'root' };
    const acting = await world.client({ role: 'admin', impersonator }).ask(method, path, body);
    expect(acting.body).toMatchObject({ statusCode: 403, code: 'IMPERSONATING' });
  });

  describe('impersonation', () => {
    const ATTRIBUTES = 'Path=\\/; HttpOnly; SameSite=Lax$';
    const COOKIE = new RegExp(`^kith=([^;]{20,}); Max-Age=2592000; ${ATTRIBUTES}`);
    const PARENT = new RegExp(`^kith-parent=${PARENT_COOKIE}; Max-Age=1800; ${ATTRIBUTES}`);
    const CLEARED = /^kith=; Max-Age=0; /;
    const PARENT_CLEARED = /^kith-parent=; Max-Age=0; /;
    const OWN = `kith-parent=${PARENT_COOKIE}`;
    const start = async () => {
      const answer = await root.ask('POST', `/api/admin/impersonate/${userId}`);
      const [, cookie = ''] = COOKIE.exec(answer.headers['set-cookie']?.[0] ?? '') ?? [];
      return { answer, cookie, token: (answer.body as { token: string }).token };
    };
    const end = (headers: Record<string, string>) => world.send('POST', '/api/admin/end-impersonation', { headers });
    const expire = (token: string) => {
      for (const [key, actor] of world.stubs.sessions) {
        if (actor.impersonator && actor.userId === userId) world.stubs.sessions.set(key, { ...actor, username: 'expired' });
      }
      return token;
    };

    it('starts a new session with its own cookie and bearer token, and keeps the cookie of the super-admin beside it [S36]', async () => {
      const { answer, cookie, token } = await start();
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.body as object).toSorted()).toEqual(['message', 'token', 'user']);
      expect(answer.body).toMatchObject({
        message: 'Impersonation Started',
        user: { id: userId, impersonatedBy: { username: 'root' } },
      });
      expect(cookie).not.toBe(token);
      expect(answer.headers['set-cookie']).toEqual([expect.stringMatching(COOKIE), expect.stringMatching(PARENT)]);
      const seen = await world.send('GET', '/api/auth/user', { headers: { cookie: `kith=${cookie}; ${OWN}` } });
      expect(seen.body).toMatchObject({ id: userId });
      expect((await world.send('GET', '/api/auth/user', { headers: { cookie: OWN } })).status).toBe(401);
    });

    it('ends with the bearer token and the cookie of the super-admin, and signs the super-admin in again [S36]', async () => {
      const { token } = await start();
      const bearer = { authorization: `Bearer ${token}` };
      expect((await world.send('GET', '/api/auth/user', { headers: bearer })).status).toBe(200);
      const answer = await end({ ...bearer, cookie: OWN });
      expect([answer.status, answer.body]).toMatchObject([
        200,
        { message: 'Impersonation Ended', user: { id: root.actor.userId } },
      ]);
      expect(Object.keys(answer.body as object).toSorted()).toEqual(['message', 'token', 'user']);
      expect(answer.headers['set-cookie']).toEqual([expect.stringMatching(COOKIE), expect.stringMatching(PARENT_CLEARED)]);
      expect((await world.send('GET', '/api/auth/user', { headers: bearer })).status).toBe(401);
      expect((await end({ ...bearer, cookie: OWN })).body).toMatchObject({ statusCode: 401, code: 'UNAUTHENTICATED' });
    });

    it('is not ended by its own bearer and cookie alone, and goes on [S36]', async () => {
      const { token, cookie } = await start();
      const bearer = { authorization: `Bearer ${token}` };
      const sameOrigin = { 'sec-fetch-site': 'same-origin' };
      const senders: Record<string, string>[] = [
        bearer,
        { ...bearer, cookie: `kith=${cookie}` },
        { ...bearer, cookie: 'kith-parent=another' },
        { ...sameOrigin, cookie: `kith=${cookie}` },
      ];
      for (const headers of senders) {
        const answer = await end(headers);
        expect(answer.body).toMatchObject({ statusCode: 401, code: 'UNAUTHENTICATED' });
        expect(answer.headers['set-cookie']).toBeUndefined();
      }
      expect((await world.send('GET', '/api/auth/user', { headers: bearer })).body).toMatchObject({ id: userId });
    });

    it.each(['bearer', 'cookie'])(
      'can be ended with the %s after it has expired, which opens no session and clears the cookies [S36]',
      async (kind) => {
        const { token, cookie } = await start();
        expire(token);
        const headers: Record<string, string> =
          kind === 'bearer'
            ? { authorization: `Bearer ${token}`, cookie: OWN }
            : { cookie: `kith=${cookie}; ${OWN}`, 'sec-fetch-site': 'same-origin' };
        expect((await world.send('GET', '/api/auth/user', { headers })).status).toBe(401);
        const answer = await end(headers);
        expect(answer.body).toEqual({ message: 'The impersonation had expired.', token: null, user: null });
        expect(answer.headers['set-cookie']).toEqual([expect.stringMatching(CLEARED), expect.stringMatching(PARENT_CLEARED)]);
      },
    );

    it('leaves no cookie of the super-admin behind at a logout or another login', async () => {
      const { token } = await start();
      const headers = { authorization: `Bearer ${token}`, cookie: OWN };
      const login = await world.send('POST', '/api/auth/login', {
        headers: { cookie: OWN },
        body: { username: 'kim', password: 'correct horse' },
      });
      expect(login.headers['set-cookie']).toEqual([expect.stringMatching(COOKIE), expect.stringMatching(PARENT_CLEARED)]);
      const logout = await world.send('POST', '/api/auth/logout', { headers });
      expect(logout.headers['set-cookie']).toEqual([expect.stringMatching(CLEARED), expect.stringMatching(PARENT_CLEARED)]);
    });

    it('cannot be ended without a session, by a session that is no impersonation, or from another site', async () => {
      expect((await end({})).body).toMatchObject({ statusCode: 401, code: 'UNAUTHENTICATED' });
      const ordinary = { authorization: `Bearer ${root.token}`, cookie: OWN };
      expect((await end(ordinary)).body).toMatchObject({ code: 'UNAUTHENTICATED' });
      const { cookie } = await start();
      const senders: Record<string, string>[] = [{}, { 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }];
      for (const sender of senders) {
        expect((await end({ cookie: `kith=${cookie}`, ...sender })).body).toMatchObject({
          statusCode: 403,
          code: 'CROSS_ORIGIN',
        });
      }
    });
  });

  describe('CSV exports [S48]', () => {
    it.each<[string | number | null, string]>([
      ['=1+1', `"'=1+1"`],
      ['+1', `"'+1"`],
      ['-1', `"'-1"`],
      ['@SUM(1)', `"'@SUM(1)"`],
      [' =1', `"' =1"`],
      ['\t=1', `"'\t=1"`],
      ['\r=1', `"'\r=1"`],
      ['＝1+1', `"'＝1+1"`],
      ['a "quoted", text', '"a ""quoted"", text"'],
      ['two\nlines', '"two\nlines"'],
      ['plain', 'plain'],
      [-5, '-5'],
      [null, ''],
    ])('write the value %j as %s', (value, cell) => expect(csvLine([value])).toBe(`${cell}\r\n`));

    it('contain all users without executable formulas and are recorded in the audit log', async () => {
      const calls = world.stubs.calls.length;
      const answer = await admin.ask('GET', '/api/admin/export/users.csv');
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="users.csv"; filename*=UTF-8''users.csv`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
      const lines = answer.text.trimEnd().split('\r\n');
      expect(lines).toHaveLength(USERS.length + 1);
      expect(lines[0]).toBe('id,username,email,role,subscriptionPlan,subscriptionStatus,messageCredits,createdAt');
      expect(lines[2]).toContain(`,"'=HYPERLINK(""https://evil.example"")",`);
      expect(lines[3]).toContain(`,"'+1""quoted"",@example.test",`);
      const pages = world.stubs.calls.slice(calls).filter(({ name }) => name === 'admin.users');
      expect(pages.map(({ input }) => input['after'])).toEqual([undefined, 'user-199', 'user-399']);
      const { actorId, details, ip } = await waitFor('the entry in the audit log', exported);
      expect([actorId, details, ip]).toEqual([admin.actor.userId, { users: 450 }, '127.0.0.1']);
    });

    it('contain each user once although somebody registers during the export', async () => {
      const before = USERS.map(({ id }) => id);
      const credential = { kind: 'bearer', hash: hashOf(admin.token) } as const;
      const parts = await world.gateway.app.get(CsvExports).users(admin.actor, credential);
      let text = `${(await parts.next()).value}${(await parts.next()).value}`;
      USERS.unshift(anAdminUser({ username: 'aaron' }), anAdminUser({ username: 'abel' }));
      for await (const part of parts) text += part;
      USERS.splice(0, 2);
      const lines = text.trimEnd().split('\r\n');
      expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(before);
    });

    it('stop when the administrator loses the role during the download [S16]', async () => {
      const former = world.client({ role: 'admin' });
      const credential = { kind: 'bearer', hash: hashOf(former.token) } as const;
      const lines = await world.gateway.app.get(CsvExports).users(former.actor, credential);
      expect((await lines.next()).value).toContain('username');
      expect((await lines.next()).value?.split('\r\n')).toHaveLength(201);
      world.stubs.sessions.set(`bearer:${credential.hash}`, { ...former.actor, role: 'user' });
      await world.runtime.events.publish(events.actorDropped, { userId: former.actor.userId });
      // The event reaches the gateway some time after it has been published.
      await waitFor('the lost role', async () => (await former.ask('GET', '/api/admin/users')).status === 403);
      await expect(lines.next()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    });

    it('contain the numbers of the admin dashboard', async () => {
      const answer = await admin.ask('GET', '/api/admin/export/analytics.csv');
      expect(answer.text).toBe(
        [
          'measure,value',
          'users.total,450',
          'users.free,400',
          'users.standard,30',
          'users.premium,20',
          'bots.total,900',
          'bots.active,41',
          'messages,123456',
          'careAnswers,7',
          '',
        ].join('\r\n'),
      );
    });

    it('are refused with a JSON error before the first line is sent', async () => {
      const answer = await world.client().ask('GET', '/api/admin/export/users.csv');
      expect([answer.status, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
        403,
        'application/json; charset=utf-8',
        undefined,
      ]);
    });

    interface AuditJob extends Pick<Actor, 'username'> {
      readonly action: string;
      readonly actorId: string;
      readonly details: object;
      readonly ip: string;
    }

    /** The queued audit job, which the auth service would process. */
    async function exported(): Promise<AuditJob | undefined> {
      const { redis } = world.runtime;
      const keys = (await redis.keys(`*${queues.audit.name}:*`)).filter((key) => /:[0-9a-f-]{36}$/.test(key));
      const events = await Promise.all(keys.map(async (key) => JSON.parse((await redis.hget(key, 'data')) ?? '{}') as AuditJob));
      return events.find(({ action }) => action === 'users_exported');
    }
  });
});
