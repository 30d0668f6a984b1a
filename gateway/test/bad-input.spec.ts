import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { gatewayUnderTest, type Client, type GatewayUnderTest } from './gateway-under-test.js';
import { withCpuTime, type Answer } from './http-client.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const LEAK = /\bat .*\.[jt]s:\d+|node_modules|select .* from|ECONN|127\.0\.0\.1:\d+/i;

/** Invalid requests get a 4xx error without internals, never a 5xx, and the gateway keeps working. */
describe('invalid requests', () => {
  let world: GatewayUnderTest;
  let kim: Client;

  beforeAll(async () => {
    world = await gatewayUnderTest();
    kim = world.client();
  });
  afterAll(() => world.close());
  // The process must still answer after each invalid request.
  afterEach(async () => expect((await kim.ask('GET', '/api/auth/user')).status).toBe(200));

  const raw = (body: string | Buffer, headers: Record<string, string> = JSON_TYPE, path = '/api/bots', method = 'POST') =>
    world.send(method, path, { body, headers: { authorization: `Bearer ${world.client().token}`, ...headers } });

  function expectRefusal(answer: Answer, status: number, code: string): void {
    const message = expect.stringMatching(/^[A-Z].*/);
    expect(answer.body).toMatchObject({
      statusCode: status,
      code,
      message,
      error: (answer.body as { message?: string }).message,
    });
    expect(answer.status).toBe(status);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.text).not.toMatch(LEAK);
  }

  const knowledge = `/api/bots/${randomUUID()}/knowledge`;
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const INVALID_UTF8 = Buffer.from([0x7b, 0x22, 0x6e, 0x61, 0x6d, 0x65, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]);

  it.each<[string, string | Buffer, string]>([
    ['broken JSON', '{"name": "x"', 'MALFORMED'],
    ['text that is not JSON', 'hello', 'MALFORMED'],
    ['two values', '{} {}', 'MALFORMED'],
    ['invalid UTF-8', INVALID_UTF8, 'MALFORMED'],
    ['UTF-16', Buffer.from('{"name":"abc"}', 'utf16le'), 'MALFORMED'],
    ['a NUL byte outside a string', '{"name":\0"abc"}', 'MALFORMED'],
    ['a list', '[]', 'BAD_INPUT'],
    ['a number', '7', 'BAD_INPUT'],
    ['a string', '"x"', 'BAD_INPUT'],
    ['null', 'null', 'BAD_INPUT'],
    ['an empty object', '{}', 'BAD_INPUT'],
    ['a short name', '{"name":"ab"}', 'BAD_INPUT'],
    ['an object for a string', '{"name":{"$ne":null}}', 'BAD_INPUT'],
    ['a list for a string', '{"name":["abc"]}', 'BAD_INPUT'],
    ['a NUL in a string', '{"name":"abc\\u0000def"}', 'BAD_INPUT'],
    ['a lone surrogate', '{"name":"abc\\ud800def"}', 'BAD_INPUT'],
    ['a NUL deep inside', '{"name":"abc","channelSettings":{"whitelistUsers":"\\u0000"}}', 'BAD_INPUT'],
    ['deep nesting', `{"name":"abc","personality":${nested(50_000)}}`, 'BAD_INPUT'],
    ['nesting just too deep', nested(33), 'BAD_INPUT'],
    ['a list of 60,000 values', `{"name":"abc","personality":[${'1,'.repeat(60_000)}1]}`, 'BAD_INPUT'],
    [
      'a huge object',
      JSON.stringify({ name: 'abc', personality: Object.fromEntries(Array.from({ length: 1500 }, (_, at) => [`t${at}`, 'x'])) }),
      'BAD_INPUT',
    ],
    ['a long name', JSON.stringify({ name: 'x'.repeat(100_000) }), 'BAD_INPUT'],
    ['a number beyond the range of doubles', '{"name":"abc","preferences":{"maxTokens":1e999}}', 'BAD_INPUT'],
  ])('are refused with the body: %s', async (_name, body, code) => {
    expectRefusal(await raw(body), 400, code);
  });

  it('are refused for their nesting alone, whatever else is wrong with them, and at 32 levels for something else [S39]', async () => {
    const traits = (depth: number) => raw(`{"name":"abc","personality":${nested(depth)}}`);
    expect((await traits(32)).body).toMatchObject({ message: 'The request body is nested too deeply.' });
    expect((await traits(31)).body).toMatchObject({ fields: { personality: expect.any(String) } });
  });

  it('are refused when a list of invalid values fills the largest allowed body', async () => {
    const body = `{"title":"abc","content":"abc","tags":[${'1,'.repeat(450_000)}1]}`;
    const { result, cpuMs } = await withCpuTime(() => raw(body, JSON_TYPE, knowledge));
    expectRefusal(result, 400, 'BAD_INPUT');
    expect(cpuMs).toBeLessThan(1000);
  });

  it('are refused when the body is above the size limit of calls between services', async () => {
    const body = JSON.stringify({ title: 'abc', content: 'x'.repeat(1_040_000) });
    expectRefusal(await raw(body, JSON_TYPE, knowledge), 413, 'TOO_LARGE');
  });

  it.each([
    ['/api/auth/login', 16_384],
    ['/api/auth/register', 16_384],
    ['/api/auth/password-reset', 16_384],
    ['/api/csp-reports', 16_384],
    ['/api/subscriptions/upgrade', 16_384],
    ['/api/bots', 131_072],
    [knowledge, 1_048_576],
  ])('are answered 413 by %s with a body above %d bytes, even one that is not read as JSON [S39]', async (path, bytes) => {
    expectRefusal(await raw(Buffer.alloc(bytes + 1, 0x20), JSON_TYPE, path), 413, 'TOO_LARGE');
    expect((await raw(Buffer.alloc(bytes, 0x20), JSON_TYPE, path)).status).not.toBe(413);
  });

  it('are answered with at most 64 KB, however many fields are wrong [S39]', async () => {
    const traits = Object.fromEntries(Array.from({ length: 1900 }, (_, at) => [`t${at}`, 'x']));
    const answer = await raw(JSON.stringify({ name: 'abc', personality: traits }));
    expectRefusal(answer, 400, 'BAD_INPUT');
    expect(answer.text.length).toBeLessThan(65_536);
  });

  it('without a session are answered 401 before the body is read [S39]', async () => {
    const answer = await world.send('POST', '/api/bots', { body: '{"name', headers: JSON_TYPE });
    expectRefusal(answer, 401, 'UNAUTHENTICATED');
  });

  it('of 1 MB whose characters are all escaped take little CPU time [S39]', async () => {
    const escaped = '\\u0041'.repeat(170_000);
    const body = `{"title":"abc","content":"abc","unknown":"${escaped}","\\u005f_proto__":{"x":1}}`;
    const { result, cpuMs } = await withCpuTime(() => raw(body, JSON_TYPE, knowledge));
    expect(result.status).toBeLessThan(500);
    expect(cpuMs).toBeLessThan(1000);
  });

  it.each([1_048_577, 20_000_000, 31_000_000])(
    'are answered 413 with a body of %d bytes that the client sends to its end',
    async (bytes) => {
      expectRefusal(await raw(Buffer.alloc(bytes, 0x61)), 413, 'TOO_LARGE');
    },
  );

  it('are answered 413 with a chunked body of 20 MB', async () => {
    const headers = { ...JSON_TYPE, 'transfer-encoding': 'chunked' };
    expectRefusal(await raw(Buffer.alloc(20_000_000, 0x61), headers), 413, 'TOO_LARGE');
  });

  it('are answered 413 before a body of 100 GB is sent, and the connection is closed', async () => {
    const head = [
      'POST /api/auth/login HTTP/1.1',
      'Host: x',
      'Content-Type: application/json',
      'Content-Length: 99999999999',
      '',
      '',
    ];
    const text = await onSocket(head.join('\r\n'));
    expect(text).toMatch(/^HTTP\/1.1 413 /);
    expect(text).toMatch(/connection: close/i);
  });

  it('are answered 415 with 20 MB of another content type', async () => {
    expectRefusal(await raw(Buffer.alloc(20_000_000, 0x61), { 'content-type': 'text/plain' }), 415, 'UNSUPPORTED_MEDIA');
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/reports+json',
    'json',
    ';;',
  ])('are answered 415 with the content type %s', async (type) => {
    for (const path of ['/api/bots', '/api/auth/login'])
      expectRefusal(await raw('name=abc', { 'content-type': type }, path), 415, 'UNSUPPORTED_MEDIA');
    const graphql = await raw('{"query":"{ me { id } }"}', { 'content-type': type }, '/graphql');
    expect([graphql.status, graphql.body]).toMatchObject([
      415,
      { errors: [{ extensions: { code: 'UNSUPPORTED_MEDIA', statusCode: 415 } }] },
    ]);
  });

  it('are answered 415 with a body without content type', async () => {
    expectRefusal(await raw('{"name":"abc"}', {}), 415, 'UNSUPPORTED_MEDIA');
  });

  it.each([
    '{"__proto__":{"isAdmin":true},"name":"abc"}',
    '{"\\u005f_proto__":{"isAdmin":true},"name":"abc"}',
    '{"constructor":{"prototype":{"isAdmin":true}},"name":"abc"}',
    '{"name":"abc","personality":{"__proto__":{"isAdmin":true},"humor":true}}',
  ])('cannot set a prototype or role with %s', async (body) => {
    const answer = await raw(body);
    expect([answer.status, answer.body]).toMatchObject([201, { name: 'abc' }]);
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
    expect(answer.text).not.toContain('isAdmin');
  });

  it.each(['limit=0', 'limit=x', 'limit=1&limit=2', 'offset=-1', 'limit=1e9', `search=${'x'.repeat(101)}`])(
    'are refused with the query %s',
    async (query) => {
      expectRefusal(await kim.ask('GET', `/api/bots?${query}`), 400, 'BAD_INPUT');
    },
  );

  it.each(['__proto__=x', '__proto__[isAdmin]=true', '%ff=1', 'a=%', '&&&', 'toString=1'])(
    'are accepted when the query has the unknown parameters %s',
    async (query) => {
      expect((await kim.ask('GET', `/api/bots?limit=1&${query}`)).status).toBe(200);
    },
  );

  it.each(['/api/bots/%', '/api/%ff', '/%c0%ae'])('are refused with the URL %s', async (path) => {
    const answer = await kim.ask('GET', path);
    expect([400, 404]).toContain(answer.status);
    expect(answer.body).toMatchObject({ statusCode: answer.status, code: expect.stringMatching(/MALFORMED|NOT_FOUND/) });
  });

  it('with a very long URL cause no server error', async () => {
    for (const path of [`/api/bots/${'x'.repeat(5000)}`, `/${'x/'.repeat(3000)}`]) {
      expect((await kim.ask('GET', path)).status).toBeLessThan(500);
    }
  });

  it.each(['[', 'a b', 'a/b', ''])('are refused with the Host header %j', async (host) => {
    for (const target of ['GET /graphql?query={__typename}', 'GET /api/auth/user']) {
      const status = Number((await onSocket(`${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).split(' ')[1]);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }
  });

  it('are refused with two Host headers', async () => {
    for (const second of ['Host: x', 'hOST: evil.example']) {
      const text = await onSocket(`GET /api/auth/user HTTP/1.1\r\nHost: x\r\n${second}\r\nConnection: close\r\n\r\n`);
      expect(text).toMatch(/^HTTP\/1.1 400 [\s\S]*"code":"MALFORMED"/);
    }
  });

  it('close the connection when more than ten of them wait on it for their answers [S39]', async () => {
    const one = 'GET /api/bots HTTP/1.1\r\nHost: x\r\n\r\n';
    expect((await onSocket(one.repeat(11))).split('HTTP/1.1 401').length - 1).toBeLessThanOrEqual(10);
    const few = `${one.repeat(9)}${one.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}`;
    expect((await onSocket(few)).split('HTTP/1.1 401').length - 1).toBe(10);
  });

  it.each([
    'GET *bots HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    'PROPFIND /api/bots HTTP/1.1',
    'TRACE / HTTP/1.1',
    'HELLO',
    'GET / HTTP/9.9',
  ])('are refused with the request line %s', async (line) => {
    const status = Number((await onSocket(`${line}\r\nHost: x\r\nConnection: close\r\n\r\n`)).split(' ')[1]);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  it.each([
    [
      'two lengths',
      400,
      'MALFORMED',
      'POST /api/bots HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    ['text that is not HTTP', 400, 'MALFORMED', 'HELLO\r\n\r\n'],
    ['20 KB of header', 431, 'TOO_LARGE', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('are refused by the HTTP parser with %s', async (_name, status, code, text) => {
    const [head = '', body = ''] = (await onSocket(text)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(/x-content-type-options: nosniff/i);
    expect(head).toMatch(/connection: close/i);
    const { message } = JSON.parse(body) as { message: string };
    expect(JSON.parse(body)).toEqual({ statusCode: status, code, message, error: message });
  });

  it('that end in the middle of the body do no harm', async () => {
    const socket = connect(Number(new URL(world.baseUrl).port), '127.0.0.1');
    const head = `POST /api/bots HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name`;
    await new Promise<void>((resolve) => socket.write(head, () => resolve()));
    socket.destroy();
  });

  it('to the route of CSP reports write at most 20 short lines a minute to the log', async () => {
    const report = {
      type: 'csp-violation',
      body: { effectiveDirective: 'img-src', blockedURL: `https://evil.example/${'x'.repeat(500)}` },
    };
    const headers = { 'content-type': 'application/reports+json' };
    const bodies = [JSON.stringify(Array.from({ length: 25 }, () => report)), '[]', '{"csp-report":{}}', 'null', '7', '[[[]]]'];
    for (const body of bodies) expect((await world.send('POST', '/api/csp-reports', { body, headers })).status).toBe(204);
    const lines = world.log.filter((line) => line.includes('img-src'));
    expect(lines).toHaveLength(20);
    expect(lines[0]?.length).toBeLessThan(500);
  });

  it('are not logged as errors', () => {
    expect(world.log.filter((line) => line.includes('request failed'))).toEqual([]);
  });

  function onSocket(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(world.baseUrl).port), '127.0.0.1', () => socket.write(text));
      const chunks: Buffer[] = [];
      socket.on('data', (chunk) => chunks.push(chunk));
      socket.on('error', reject);
      socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    });
  }
});
