import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { gatewayUnderTest, type Client, type GatewayUnderTest } from './gateway-under-test.js';
import { RESET_TOKEN } from './stubs/auth.js';
import { WRONG_PASSWORD } from './stubs/values.js';

const CLEARED = ['kith=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax'];

describe('account routes', () => {
  let world: GatewayUnderTest;
  let kim: Client;

  beforeAll(async () => {
    world = await gatewayUnderTest();
    kim = world.client({ username: 'kim' });
  });
  afterAll(() => world.close());

  const lastCall = (name: string) => world.stubs.calls.findLast((call) => call.name === name)?.input;
  const isSignedIn = async (client: Client) => (await client.ask('GET', '/api/auth/user')).status === 200;

  it('change username and e-mail address, and refuse a taken username', async () => {
    const answer = await kim.ask('PATCH', '/api/auth/profile', {
      username: ' kimberly ',
      email: 'k@example.test',
      isAdmin: true,
    });
    expect([answer.status, answer.body]).toMatchObject([200, { username: 'kimberly', email: 'k@example.test', isAdmin: false }]);
    const taken = await kim.ask('PATCH', '/api/auth/profile', { username: 'taken', email: 'k@example.test' });
    expect([taken.status, taken.body]).toMatchObject([409, { code: 'USERNAME_TAKEN' }]);
    const empty = await kim.ask('PATCH', '/api/auth/profile', { username: ' ', email: 'k@example.test' });
    expect([empty.status, empty.body]).toMatchObject([400, { fields: { username: 'Username is required' } }]);
  });

  it('keep the settings that a request does not contain', async () => {
    const notifications = await kim.ask('PATCH', '/api/auth/notification-settings', { marketingUpdates: true });
    expect(notifications.body).toMatchObject({ notificationSettings: { emailNotifications: true, marketingUpdates: true } });
    const answer = await kim.ask('PATCH', '/api/auth/api-settings', { apiKey: 'sk-very-secret-1234' });
    expect(answer.body).toMatchObject({ apiSettings: { hasApiKey: true, apiKeyHint: '1234' } });
    expect(answer.text).not.toContain('sk-very');
  });

  it('end all other sessions at once when the password changes', async () => {
    const here = world.client();
    const { actor: _actor, ...there } = world.client({ ...here.actor, sessionId: kim.actor.sessionId });
    expect((await there.ask('GET', '/api/auth/user')).status).toBe(200);
    const wrong = { currentPassword: WRONG_PASSWORD, newPassword: 'battery staple' };
    expect((await here.ask('PATCH', '/api/auth/password', wrong)).body).toMatchObject({
      statusCode: 400,
      code: 'WRONG_PASSWORD',
    });
    const answer = await here.ask('PATCH', '/api/auth/password', { ...wrong, currentPassword: 'correct horse' });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined]);
    expect([await isSignedIn(here), (await there.ask('GET', '/api/auth/user')).status]).toEqual([true, 401]);
  });

  it('list sessions and end one; the cookie is cleared only when the current session ends', async () => {
    const lou = world.client();
    const list = await lou.ask('GET', '/api/auth/sessions');
    expect([list.status, list.headers['x-total-count']]).toEqual([200, '2']);
    const [here, there] = list.body as { id: string; isCurrent: boolean }[];
    expect(here).toMatchObject({ id: lou.actor.sessionId, isCurrent: true });
    const other = await lou.ask('DELETE', `/api/auth/sessions/${there?.id}`);
    expect([other.status, other.headers['set-cookie'], await isSignedIn(lou)]).toEqual([200, undefined, true]);
    const own = await lou.ask('DELETE', `/api/auth/sessions/${here?.id}`);
    expect([own.status, own.headers['set-cookie'], await isSignedIn(lou)]).toEqual([200, CLEARED, false]);
  });

  it('end all sessions of the user', async () => {
    const lou = world.client();
    const answer = await lou.ask('POST', '/api/auth/sessions/end-all');
    expect([answer.status, answer.headers['set-cookie'], await isSignedIn(lou)]).toEqual([200, CLEARED, false]);
  });

  it('delete the account only with the correct password', async () => {
    const lou = world.client();
    const wrong = await lou.ask('DELETE', '/api/auth/account', { password: WRONG_PASSWORD });
    expect([wrong.status, wrong.body, wrong.headers['set-cookie']]).toMatchObject([400, { code: 'WRONG_PASSWORD' }, undefined]);
    expect((await lou.ask('DELETE', '/api/auth/account')).body).toMatchObject({ code: 'BAD_INPUT' });
    const answer = await lou.ask('DELETE', '/api/auth/account', { password: 'correct horse' });
    expect([answer.status, answer.headers['set-cookie'], await isSignedIn(lou)]).toEqual([200, CLEARED, false]);
  });

  it('tell signed-out clients of any origin whether password reset is available', async () => {
    const senders: Record<string, string>[] = [{}, { authorization: 'Bearer gone' }, { origin: 'https://evil.example' }];
    for (const headers of senders) {
      const answer = await world.send('GET', '/api/auth/options', { headers });
      expect([answer.status, answer.body]).toEqual([200, { passwordReset: true, sendsMail: true, discord: true }]);
    }
    const asked = await world.send('POST', '/graphql', { body: { query: '{ signInOptions { passwordReset } }' } });
    expect(asked.body).toEqual({ data: { signInOptions: { passwordReset: true } } });
  });

  it('reset a forgotten password without a session and pass on the client address and user agent', async () => {
    const body = { email: 'kim@example.test', origin: { ip: '8.8.8.8', userAgent: 'forged' } };
    const asked = await world.send('POST', '/api/auth/password-reset/request', { body, headers: { 'user-agent': 'test' } });
    expect(asked.status).toBe(200);
    expect(lastCall('auth.requestPasswordReset')).toMatchObject({ origin: { ip: '127.0.0.1', userAgent: 'test' } });
    const wrong = { token: 'x'.repeat(30), password: 'battery staple' };
    expect((await world.send('POST', '/api/auth/password-reset', { body: wrong })).body).toMatchObject({ code: 'RESET_INVALID' });
    const done = await world.send('POST', '/api/auth/password-reset', { body: { ...wrong, token: RESET_TOKEN } });
    expect([done.status, done.headers['set-cookie']]).toEqual([200, CLEARED]);
    for (const token of [null, '', [], {}]) {
      const answer = await world.send('POST', '/api/auth/password-reset', { body: { ...wrong, token } });
      expect(answer.body).toMatchObject({ statusCode: 400, code: 'BAD_INPUT' });
    }
  });

  it.each(['/api/auth/password-reset', '/api/auth/password-reset/request'])('refuse %s from another site', async (path) => {
    const headers = { origin: 'https://evil.example' };
    expect((await world.send('POST', path, { headers, body: {} })).body).toMatchObject({ code: 'CROSS_ORIGIN' });
  });

  it('refuse changes of password and API key and account deletion during impersonation [S3]', async () => {
    const acting = world.client({ impersonator: { userId: kim.actor.userId, username: 'root' } });
    for (const [method, path, body] of [
      ['PATCH', '/api/auth/password', { currentPassword: 'correct horse', newPassword: 'battery staple' }],
      ['PATCH', '/api/auth/api-settings', { apiKey: 'sk-1' }],
      ['DELETE', '/api/auth/account', { password: 'correct horse' }],
    ] as const) {
      expect((await acting.ask(method, path, body)).body).toMatchObject({ statusCode: 403, code: 'IMPERSONATING' });
    }
    expect((await acting.ask('GET', '/api/auth/user')).body).toMatchObject({ impersonatedBy: { username: 'root' } });
  });

  it('accept no session secret in a URL and write none to the log [S21]', async () => {
    const lou = world.client();
    const answer = await world.send('GET', `/api/auth/user?token=${lou.token}&access_token=${lou.token}`);
    expect(answer.body).toMatchObject({ statusCode: 401, code: 'UNAUTHENTICATED' });
    expect((await world.send('GET', '/api/auth/user', { headers: { 'x-api-key': lou.token } })).status).toBe(401);
    expect(world.log.join('')).not.toContain(lou.token);
  });
});
