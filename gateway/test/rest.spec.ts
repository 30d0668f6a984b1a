import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BUILTIN_LABEL } from '@kith/proto';
import { gatewayUnderTest, type Client, type GatewayUnderTest } from './gateway-under-test.js';
import { NOW, USER_WITH_INVALID_ANSWERS, TAKEN_TOKEN } from './stubs/values.js';

describe('REST', () => {
  let world: GatewayUnderTest;
  let kim: Client;
  const botId = randomUUID();
  const itemId = randomUUID();

  beforeAll(async () => {
    world = await gatewayUnderTest();
    kim = world.client({ username: 'kim' });
  });
  afterAll(() => world.close());

  const lastCall = (name: string) => world.stubs.calls.findLast((call) => call.name === name)?.input;

  describe('bots', () => {
    it('are listed as an array with their total in X-Total-Count', async () => {
      const answer = await kim.ask('GET', '/api/bots?search=amb&limit=2&offset=1');
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject([{ name: 'Bot 1' }, { name: 'Bot 2' }]);
      expect(answer.headers['x-total-count']).toBe('230');
      expect(lastCall('bots.list')).toMatchObject({ search: 'amb', limit: 2, offset: 1, actor: kim.actor });
    });

    it('are created without unknown fields', async () => {
      const answer = await kim.ask('POST', '/api/bots', { name: 'Amber', description: '', userId: 1, colour: 'red' });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({
        name: 'Amber',
        description: null,
        userId: kim.actor.userId,
        droppedTraits: [],
        warnings: [],
      });
    });

    it('are read, updated and deleted', async () => {
      expect((await kim.ask('GET', `/api/bots/${botId}`)).body).toMatchObject({ id: botId, userId: kim.actor.userId });
      const changed = await kim.ask('PATCH', `/api/bots/${botId}`, { name: 'Beryl' });
      expect([changed.status, changed.body]).toMatchObject([200, { id: botId, name: 'Beryl', droppedTraits: ['witty'] }]);
      const deleted = await kim.ask('DELETE', `/api/bots/${botId}`);
      expect([deleted.status, deleted.body]).toEqual([200, { message: 'Bot deleted' }]);
    });

    it('are started and stopped with an empty body or none', async () => {
      const started = await kim.ask('POST', `/api/bots/${botId}/start`);
      expect([started.status, started.body]).toMatchObject([200, { runtimeState: 'online' }]);
      const stopped = await kim.ask('POST', `/api/bots/${botId}/stop`, {});
      expect([stopped.status, stopped.body]).toMatchObject([200, { runtimeState: 'stopped' }]);
      const nothing = { authorization: `Bearer ${kim.token}`, 'content-type': 'application/json' };
      expect((await world.send('POST', `/api/bots/${botId}/stop`, { headers: nothing })).status).toBe(200);
    });

    it('answer 202 to a start that has not finished', async () => {
      const answer = await world.client({ username: 'patient' }).ask('POST', `/api/bots/${botId}/start`);
      expect([answer.status, answer.body]).toMatchObject([202, { runtimeState: 'starting' }]);
    });

    it('answer 202 to a reset that goes on', async () => {
      const reset = (username: string) => world.client({ username }).ask('POST', `/api/bots/${botId}/reset`, { name: 'Milo' });
      expect(await reset('patient')).toMatchObject({ status: 202, body: { isDone: false } });
      expect(await reset('kim')).toMatchObject({ status: 200, body: { message: 'Bot data reset', isDone: true } });
    });

    it('get actor and id from session and path, not from body or query', async () => {
      await kim.ask('PATCH', `/api/bots/${botId}`, { name: 'Cyan', botId: itemId, actor: { ...kim.actor, role: 'super_admin' } });
      expect(lastCall('bots.update')).toMatchObject({ botId, actor: kim.actor });
      await kim.ask('GET', '/api/bots?actor=somebody');
      expect(lastCall('bots.list')).toMatchObject({ actor: kim.actor });
    });
  });

  describe('knowledge', () => {
    it('is listed, searched, added, updated and deleted', async () => {
      const path = `/api/bots/${botId}/knowledge`;
      const list = await kim.ask('GET', `${path}?limit=2`);
      expect([list.status, list.headers['x-total-count'], list.body]).toMatchObject([200, '3', [{ botId }, { botId }]]);
      expect(list.body).toMatchObject([{ content: 'The lighthouse was built in 1874.' }, {}]);
      await kim.ask('GET', `${path}?search=port%20amber&order=newest`);
      const input = { search: 'port amber', order: 'newest' };
      expect(world.stubs.calls.at(-1)).toMatchObject({ name: 'knowledge.list', input });
      const taught = await kim.ask('POST', path, { title: 'Tides', content: 'Twice a day.', tags: ['sea'] });
      expect([taught.status, taught.body]).toMatchObject([
        201,
        { botId, title: 'Tides', tags: ['sea'], position: { x: 350, y: 250 } },
      ]);
      const changed = await kim.ask('PATCH', `${path}/${itemId}`, { title: 'Ebb' });
      expect([changed.status, changed.body]).toMatchObject([200, { id: itemId, botId, title: 'Ebb' }]);
      const forgotten = await kim.ask('DELETE', `${path}/${itemId}`);
      expect([forgotten.status, forgotten.body]).toEqual([200, { message: 'Knowledge deleted' }]);
    });
  });

  describe('chat', () => {
    it('answers with the complete reply', async () => {
      const answer = await kim.ask('POST', `/api/bots/${botId}/chat`, { message: 'When?' });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ response: 'Built in 1874.', engine: 'builtin', sources: ['Port Amber'], truncated: false });
    });

    it('tells which engine answers', async () => {
      expect((await kim.ask('GET', `/api/bots/${botId}/chat/engine`)).body).toEqual({
        engine: 'builtin',
        label: BUILTIN_LABEL,
        isOwnKey: false,
      });
    });
  });

  it('combines the dashboard from host metrics and the counts of services', async () => {
    const answer = await kim.ask('GET', '/api/dashboard/resource-usage');
    expect(answer.body).toMatchObject({
      usage: { bots: { total: 230, online: 115 }, tokens: { used: 3, dailyLimit: 50 } },
      messageStats: { dailyTotal: 3 },
    });
    const { system } = answer.body as { system: { cpuUsage: number; memoryUsage: number } };
    expect(system.memoryUsage).toBeGreaterThan(0);
    for (const percent of Object.values(system)) {
      expect(percent).toBeGreaterThanOrEqual(0);
      expect(percent).toBeLessThanOrEqual(100);
    }
  });

  it('answers the credits of the user', async () => {
    expect((await kim.ask('GET', '/api/credits')).body).toEqual({ credits: 12 });
  });

  it('lets only administrators set a plan', async () => {
    const path = `/api/admin/users/${itemId}/subscription`;
    const answer = await world.client({ role: 'admin' }).ask('PATCH', path, { plan: 'standard' });
    expect([answer.status, answer.body]).toEqual([200, { userId: itemId, plan: 'basic', message: 'Plan changed' }]);
    expect((await kim.ask('PATCH', path, { plan: 'premium' })).body).toMatchObject({ statusCode: 403, code: 'FORBIDDEN' });
  });

  it('checks the syntax of command code', async () => {
    const path = '/api/commands/check-syntax';
    expect((await kim.ask('POST', path, { code: 'reply("hi")' })).body).toEqual({ valid: true });
    expect((await kim.ask('POST', path, { code: '{' })).body).toMatchObject({ valid: false, line: 1, column: 2 });
  });

  describe('errors', () => {
    it.each([
      ['an invalid field', { name: 'ab' }, 400, 'BAD_INPUT', 'Bot name must be at least 3 characters'],
      [
        'a conflict',
        { name: 'Amber', discordToken: TAKEN_TOKEN },
        409,
        'TOKEN_IN_USE',
        'This Discord bot is already connected to another companion.',
      ],
    ])('of %s have status, code and the message in two fields', async (_name, body, statusCode, code, message) => {
      const answer = await kim.ask('POST', '/api/bots', body);
      expect(answer.status).toBe(statusCode);
      expect(answer.body).toMatchObject({ statusCode, code, message, error: message });
    });

    it('name the invalid fields', async () => {
      const answer = await kim.ask('POST', '/api/bots', { name: 'ab', avatarColor: 'red' });
      expect(answer.body).toMatchObject({
        fields: { name: expect.stringContaining('at least 3'), avatarColor: expect.any(String) },
      });
    });

    it('of the daily limit contain the time of the reset', async () => {
      const answer = await kim.ask('POST', `/api/bots/${botId}/chat`, { message: 'too many' });
      expect([answer.status, answer.body]).toMatchObject([429, { code: 'DAILY_LIMIT', resetsAt: NOW }]);
    });

    it('of a rate limit contain Retry-After', async () => {
      const answer = await world.send('POST', '/api/auth/login', { body: { username: 'hasty', password: 'secret-enough' } });
      expect([answer.status, answer.headers['retry-after'], answer.body]).toMatchObject([
        429,
        '60',
        { code: 'RATE_LIMITED', retryAfterS: 60 },
      ]);
    });

    it('of a bug in a service do not reveal its message', async () => {
      const answer = await kim.ask('GET', '/api/bots?search=a%20bug');
      expect(answer.body).toEqual({
        statusCode: 500,
        code: 'INTERNAL',
        message: 'Something went wrong on our side.',
        error: 'Something went wrong on our side.',
      });
    });

    it('of a bug in the gateway are logged once with the request id', async () => {
      const before = world.log.length;
      const answer = await world.client({ username: USER_WITH_INVALID_ANSWERS }).ask('GET', '/api/bots');
      expect([answer.status, answer.body]).toMatchObject([500, { code: 'INTERNAL' }]);
      const lines = world.log.slice(before).filter((line) => line.includes('request failed'));
      expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
        { requestId: answer.headers['x-request-id'], method: 'GET', route: '/api/bots', err: { type: 'TypeError' } },
      ]);
    });

    it.each(['nobody', '%00', '..%2f..%2fetc%2fpasswd', '1', "';--"])('are NOT_FOUND for the malformed id %s', async (id) => {
      for (const path of [`/api/bots/${id}`, `/api/bots/${id}/knowledge`, `/api/bots/${id}/chat/engine`]) {
        expect((await kim.ask('GET', path)).body).toMatchObject({ statusCode: 404, code: 'NOT_FOUND' });
      }
    });

    it('of unknown routes are JSON', async () => {
      for (const [method, path] of [
        ['GET', '/api/nothing'],
        ['POST', '/api/nothing'],
        ['DELETE', '/api'],
        ['GET', '/health/nothing'],
      ] as const) {
        expect((await kim.ask(method, path)).body).toMatchObject({ statusCode: 404, code: 'NOT_FOUND' });
      }
    });

    it('of a wrong method list the allowed ones', async () => {
      for (const [method, path, allow] of [
        ['PUT', `/api/bots/${botId}`, 'GET, HEAD, PATCH, DELETE'],
        ['GET', `/api/bots/${botId}/start`, 'POST'],
        ['OPTIONS', '/api/bots', 'GET, HEAD, POST'],
      ] as const) {
        const answer = await kim.ask(method, path);
        expect([answer.status, answer.body]).toMatchObject([405, { code: 'METHOD_NOT_ALLOWED' }]);
        expect(answer.headers.allow?.split(', ').toSorted()).toEqual(allow.split(', ').toSorted());
      }
    });

    it('do not occur for HEAD, which is answered like GET without a body', async () => {
      const answer = await kim.ask('HEAD', `/api/bots/${botId}`);
      expect([answer.status, answer.text]).toEqual([200, '']);
      expect(Number(answer.headers['content-length'])).toBeGreaterThan(100);
    });
  });
});
