import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, aStack, type Answer, type Stack } from '@kith/all-in-one/testing';

const NO_BOT = randomUUID();

describe('bad input', () => {
  let stack: Stack;
  let api: ApiClient;
  let token: string;
  let botId: string;

  beforeAll(async () => {
    stack = await aStack();
    const registered = await new ApiClient(stack.baseUrl).register(`bad-${randomUUID().slice(0, 8)}`);
    api = registered.client;
    token = registered.token;
    botId = String((await api.post('/api/bots', { name: 'Target' })).body['id']);
  }, 60_000);
  afterAll(() => stack.stop());

  function expectRefusal(answer: Answer): void {
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.body).toMatchObject({
      statusCode: answer.status,
      code: expect.any(String),
      message: expect.any(String),
      error: answer.body['message'],
    });
    expect(answer.text).not.toMatch(/\bat .*\.[jt]s:\d+|node_modules|select .* from|ECONN|127\.0\.0\.1:\d+/i);
  }

  const raw = (method: string, path: string, headers: Record<string, string>, body: string | Buffer): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const outgoing = request(
        new URL(path, stack.baseUrl),
        { method, headers: { authorization: `Bearer ${token}`, ...headers }, agent: false },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text,
              body: JSON.parse(text || '{}') as Record<string, unknown>,
            });
          });
        },
      );
      // The server may answer and close the connection while the request is being written.
      outgoing.on('error', (error) => ('code' in error && error.code === 'EPIPE' ? undefined : reject(error)));
      outgoing.end(body);
    });
  const json = { 'content-type': 'application/json' };

  it.each([
    ['malformed JSON', '{"name": "x"', 'MALFORMED'],
    ['no JSON at all', 'hello', 'MALFORMED'],
    ['a list', '[]', 'BAD_INPUT'],
    ['a number', '7', 'BAD_INPUT'],
    ['null', 'null', 'BAD_INPUT'],
    ['a name that is too short', '{"name": "ab"}', 'BAD_INPUT'],
    ['a name that is an object', '{"name": {"$ne": null}}', 'BAD_INPUT'],
    ['a NUL byte', '{"name": "abc\\u0000def"}', 'BAD_INPUT'],
    ['a lone surrogate', '{"name": "abc\\ud800def"}', 'BAD_INPUT'],
    ['a NUL byte deep inside', '{"name": "abc", "channelSettings": {"whitelistUsers": "\\u0000"}}', 'BAD_INPUT'],
    ['far too long', JSON.stringify({ name: 'x'.repeat(10_000) }), 'BAD_INPUT'],
  ])('%s', async (_name, body, code) => {
    const answer = await raw('POST', '/api/bots', json, body);
    expectRefusal(answer);
    expect(answer.body['code']).toBe(code);
  });

  it('a short bot name is refused with the specified message at its field', async () => {
    const answer = await api.post('/api/bots', { name: 'ab' });
    expect(answer.body).toMatchObject({
      statusCode: 400,
      message: 'Bot name must be at least 3 characters',
      fields: { name: 'Bot name must be at least 3 characters' },
    });
  });

  it('a body of 20 MB is refused with 413', async () => {
    const answer = await raw('POST', '/api/bots', json, Buffer.alloc(20_000_000, 0x61));
    expectRefusal(answer);
    expect(answer.status).toBe(413);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    'content type %s',
    async (type) => {
      const answer = await raw('POST', '/api/bots', { 'content-type': type }, 'name=abc');
      expectRefusal(answer);
      expect(answer.status).toBe(415);
    },
  );

  it('a very deeply nested body is refused', async () => {
    expectRefusal(
      await raw('POST', '/api/bots', json, `{"name":"abc","personality":${'['.repeat(50_000)}${']'.repeat(50_000)}}`),
    );
  });

  it('__proto__ and constructor in a body have no effect', async () => {
    const answer = await raw(
      'PATCH',
      `/api/bots/${botId}`,
      json,
      '{"__proto__": {"isAdmin": true}, "constructor": {"prototype": {"isAdmin": true}}, "personality": {"__proto__": true}}',
    );
    expect(answer.status).toBeLessThan(500);
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
    expect((await api.get('/api/auth/user')).body['isAdmin']).toBe(false);
  });

  it.each(['not-a-uuid', '%00', '..%2f..%2fetc%2fpasswd', NO_BOT, "'; drop table bot; --"])(
    'the id %s is not found',
    async (id) => {
      for (const answer of await Promise.all([
        api.get(`/api/bots/${encodeURI(id)}`),
        api.post(`/api/bots/${encodeURI(id)}/start`),
        api.delete(`/api/bots/${encodeURI(id)}`),
      ])) {
        expectRefusal(answer);
        expect([400, 404]).toContain(answer.status);
      }
    },
  );

  it('a foreign bot answers exactly like a missing one', async () => {
    const { client } = await new ApiClient(stack.baseUrl).register(`other-${randomUUID().slice(0, 8)}`);
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { name: 'Mine now' }],
      ['DELETE', '', undefined],
      ['POST', '/start', undefined],
      ['POST', '/stop', undefined],
      ['POST', '/chat', { message: 'hi' }],
      ['GET', '/knowledge', undefined],
    ] as const) {
      const [foreign, missing] = await Promise.all([
        client.send(method, `/api/bots/${botId}${path}`, body),
        client.send(method, `/api/bots/${NO_BOT}${path}`, body),
      ]);
      expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    }
    expect((await api.get(`/api/bots/${botId}`)).body['name']).toBe('Target');
  });

  it('GraphQL errors carry a code and no stack', async () => {
    for (const query of [
      '{',
      '{ nothing }',
      '{ bot(id: "x") { id } }',
      'mutation { createBot(input: {name: "ab"}) { bot { id } } }',
      '{ __typename @skip(if: "x") }',
    ]) {
      const answer = await api.post('/graphql', { query });
      expect(answer.status).toBeLessThan(500);
      expect(answer.text).not.toMatch(/stacktrace|node_modules|\.ts:\d+/);
    }
  });

  it('after all bad requests the product still works', async () => {
    expect((await api.get('/health/ready')).status).toBe(200);
    expect((await api.get(`/api/bots/${botId}`)).body['name']).toBe('Target');
  });
});
