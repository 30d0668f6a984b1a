import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isPublicAddress } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Extractor } from '../src/extraction/extractor.js';
import { PageFetcher, PUBLIC_INTERNET } from '../src/pages/page-fetcher.js';
import { WebRequests } from '../src/pages/web-requests.service.js';

let server: Server;
let port: number;
let seen: IncomingMessage[] = [];
/** Location headers by path. */
const redirects: Record<string, string> = {};

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request);
    const location = redirects[request.url ?? ''];
    if (location !== undefined) return response.writeHead(302, { location }).end();
    if (request.url === '/page')
      return response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<h1>Tide</h1><script>x()</script><p>High at noon.</p>');
    if (request.url === '/mute') return;
    const isLarge = request.url === '/large';
    response
      .writeHead(isLarge ? 200 : 404, { 'content-type': 'application/json' })
      .end(isLarge ? 'x'.repeat(64_001) : '{"a":"é"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  seen = [];
  counted = [];
  allowedRequests = Number.POSITIVE_INFINITY;
});

/** The hosts of the requests, as they are counted. */
let counted: string[] = [];
let allowedRequests = Number.POSITIVE_INFINITY;
const perHost = {
  consume: (host: string): Promise<void> => {
    counted.push(host);
    return counted.length > allowedRequests ? Promise.reject(new AppError('RATE_LIMITED')) : Promise.resolve();
  },
};

/** The real rules, except that the test server is reached under every name. */
function web(isTestServerAllowed = true): WebRequests {
  return new WebRequests(
    new PageFetcher({
      ...PUBLIC_INTERNET,
      ports: [80, 443, port],
      isAllowed: (address) => (isTestServerAllowed && address === '127.0.0.1') || isPublicAddress(address),
      lookup: (_host, answer) => answer(null, [{ address: '127.0.0.1', family: 4 }]),
      unreachableAfterMs: 1,
    }),
    new Extractor(),
    perHost,
  );
}
const get = (path: string, fields: { hosts?: string[]; headers?: Record<string, string> } = {}, service = web()) =>
  service.get({ url: `http://api.test:${port}${path}`, hosts: ['api.test'], headers: {}, ...fields });
const refusal = (words: string) => ({ code: 'UNSUPPORTED_MEDIA', message: expect.stringContaining(words) });

describe('a website that custom code reads', () => {
  it('answers with status, type and text, also for an error, and sees the headers', async () => {
    const headers = { Accept: 'application/json', Authorization: 'Bearer x', 'X-Key': '1' };
    expect(await get('/', { headers })).toEqual({ status: 404, contentType: 'application/json', body: '{"a":"é"}' });
    expect(seen[0]?.headers).toMatchObject({ accept: 'application/json', authorization: 'Bearer x', 'x-key': '1' });
    expect(seen[0]?.method).toBe('GET');
  });

  it('is refused without a request when it is not allowed, also as a subdomain or behind a redirect [S50]', async () => {
    for (const hosts of [[], ['test'], ['www.api.test'], ['api.test.evil.test']])
      await expect(get('/', { hosts })).rejects.toMatchObject(refusal('not allowed'));
    expect(seen).toEqual([]);
    redirects['/away'] = `http://evil.test:${port}/`;
    await expect(get('/away')).rejects.toMatchObject(refusal('not allowed'));
    expect(seen).toHaveLength(1);
  });

  it('gets the headers that are meant for the first host nowhere else', async () => {
    redirects['/other'] = `http://other.test:${port}/`;
    await get('/other', { hosts: ['api.test', 'other.test'], headers: { authorization: 'Bearer x' } });
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer x', undefined]);
  });

  it('is asked as often as its limit allows, also by redirects of other websites', async () => {
    redirects['/other'] = `http://other.test:${port}/`;
    const hosts = ['api.test', 'other.test'];
    await get('/other', { hosts });
    expect(counted).toEqual(hosts);
    allowedRequests = 3;
    await expect(get('/other', { hosts })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(seen).toHaveLength(3);
  });

  it('is refused when its name leads to this machine or a private network, although it is allowed [S50]', async () => {
    await expect(get('/', {}, web(false))).rejects.toMatchObject(refusal('could not be reached'));
    for (const host of ['127.0.0.1', 'localhost', '169.254.169.254', '10.0.0.1'])
      await expect(web(false).get({ url: `http://${host}/`, hosts: [host], headers: {} })).rejects.toMatchObject(
        refusal('not on the public internet'),
      );
    expect(seen).toEqual([]);
  });

  it('that does not answer is given up after four seconds, before the page of an item would be [S51]', async () => {
    const start = performance.now();
    await expect(get('/mute')).rejects.toMatchObject(refusal('too long'));
    expect(performance.now() - start).toBeLessThan(PUBLIC_INTERNET.timeoutMs - 2000);
  });

  it('is not read further than 64 KB [S51]', async () => {
    await expect(get('/large')).rejects.toMatchObject(refusal('larger than 64 KB'));
  });

  it.each([
    ['a host', { host: 'evil.test' }],
    ['a cookie', { cookie: 'a=1' }],
    ['a sender of its own', { 'x-forwarded-for': '127.0.0.1' }],
    ['another method', { 'x-http-method-override': 'DELETE' }],
    ['a transfer encoding', { 'transfer-encoding': 'chunked' }],
    ['a line break', { accept: 'a\r\nx: 1' }],
    ['a name that is none', { 'x y': '1' }],
    ['eleven headers', Object.fromEntries(Array.from({ length: 11 }, (_value, at) => [`x-${at}`, '1']))],
  ])('gets no request with %s in its headers [S50]', async (_what, headers) => {
    // Refused by us, before the client of HTTP would refuse some of them.
    await expect(get('/', { headers: headers as Record<string, string> })).rejects.toMatchObject(refusal('header'));
    expect(seen).toEqual([]);
  });
});

describe('a page that is read for a reply', () => {
  const read = (path: string, service = web()) =>
    service.readPage({
      userId: '00000000-0000-4000-8000-0000000000a1',
      plan: 'free',
      address: `http://tide.test:${port}${path}`,
      maxChars: 1000,
    });

  it('answers its text without scripts', async () => {
    const { text, isCut } = await read('/page');
    expect(text).toContain('High at noon.');
    expect([text.includes('x()'), isCut]).toEqual([false, false]);
  });

  it('is refused behind a redirect to this machine, and where its name leads to it [S50]', async () => {
    redirects['/inside'] = 'http://127.0.0.1/';
    await expect(read('/inside', web(false))).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA' });
    seen = [];
    await expect(read('/page', web(false))).rejects.toMatchObject(refusal('could not be reached'));
    expect(seen).toEqual([]);
  });

  it('that is an error of its server is refused in words, and of a long one the beginning is answered', async () => {
    await expect(read('/')).rejects.toMatchObject(refusal('answered with an error (404)'));
    expect(await read('/large')).toEqual({ text: 'x'.repeat(1000), isCut: true });
  });
});
