import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isPublicAddress, type Lookup } from '@kith/kit';
import { waitFor } from '@kith/kit/testing';
import { PUBLIC_INTERNET, PageFetcher, type NetworkRules } from '../src/pages/page-fetcher.js';

let server: Server;
let port: number;
let hits: string[];
/** Also of clients that send no request. */
let connections: number;
const answers: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {};

beforeAll(async () => {
  server = createServer((request, response) => {
    hits.push(request.url ?? '');
    const answer = answers[request.url ?? ''];
    if (answer) return answer(response, request);
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>internal</p>');
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  hits = [];
  connections = 0;
});

const resolvesTo =
  (...addresses: string[]): Lookup =>
  (_host, answer) =>
    answer(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

/** The real rules, except that the port of the test server is allowed. */
const strict = (network: Partial<NetworkRules> = {}) =>
  new PageFetcher({
    ...PUBLIC_INTERNET,
    ports: [80, 443, port],
    lookup: resolvesTo('127.0.0.1'),
    timeoutMs: 3000,
    unreachableAfterMs: 1,
    ...network,
  });
/** In addition the address of the test server counts as public. */
const allowingTestServer = (network: Partial<NetworkRules> = {}) =>
  strict({ isAllowed: (address) => address === '127.0.0.1' || isPublicAddress(address), ...network });
const serve = (path: string, headers: Record<string, string>, body: string | Buffer, status = 200) => {
  answers[path] = (response) => void response.writeHead(status, headers).end(body);
  return `http://public.test:${port}${path}`;
};
const errorWith = (words: string) => ({ code: 'UNSUPPORTED_MEDIA', message: expect.stringContaining(words) });

describe('internal addresses', () => {
  const hosts = `
    127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.1 0x7f.0x0.0x0.0x1 017700000001 0177.0.0.1 127.0.0.1.
    ①②⑦.0.0.1 127。0。0。1 %31%32%37.0.0.1 0 0.0.0.0 00 0x0 127.255.255.254 [::1] [::] [0:0:0:0:0:0:0:1]
    [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:a9fe:a9fe] [::127.0.0.1] [64:ff9b::7f00:1]
    [64:ff9b::169.254.169.254] [2002:7f00:1::] [fe80::1] [fd00::1] [fc00::1] [ff02::1] 169.254.169.254
    0xa9fea9fe 2852039166 10.0.0.5 172.16.0.1 192.168.1.1 192.168.257 100.64.0.1 224.0.0.1 255.255.255.255
    198.18.0.1 192.0.2.1 [2001:db8::1] [2001:0:7f00:1::] localhost LOCALHOST localhost. x.localhost intranet
    redis metadata.google.internal printer.local ⓛocalhost lo\u00adcalhost host.docker.internal router.lan
    a.home.arpa`;

  it.each(hosts.trim().split(/\s+/))('http://%s is refused without a request [S50]', async (host) => {
    await expect(strict().fetch(`http://${host}:${port}/`)).rejects.toMatchObject(errorWith('not on the public internet'));
    await expect(strict().fetch(`https://${host}/`)).rejects.toMatchObject(errorWith('not on the public internet'));
    expect(connections).toBe(0);
  });

  it.each([
    ['file:///etc/passwd', 'http'],
    ['gopher://public.test/_x', 'http'],
    ['ftp://public.test/', 'http'],
    ['data:text/html,x', 'http'],
    ['javascript:alert(1)', 'http'],
    ['http://user:secret@public.test/', 'password'],
    ['http://user@public.test/', 'user name'],
    ['http://public.test:6379/', 'port'],
    ['http://public.test:8080/', 'port'],
    ['https://public.test:22/', 'port'],
    ['http://', 'valid'],
    ['http://[::1/', 'valid'],
    ['nothing', 'valid'],
  ])('%s is refused with a text for the owner [S50]', async (address, words) => {
    await expect(strict().fetch(address)).rejects.toMatchObject(errorWith(words));
  });

  it('are refused when a public name resolves to them, alone or beside a public address [S50]', async () => {
    for (const addresses of [
      ['127.0.0.1'],
      ['93.184.216.34', '127.0.0.1'],
      ['127.0.0.1', '93.184.216.34'],
      ['::ffff:7f00:1'],
      ['64:ff9b::7f00:1'],
    ]) {
      const fetcher = strict({ lookup: resolvesTo(...addresses) });
      await expect(fetcher.fetch(`http://public.test:${port}/`)).rejects.toMatchObject(errorWith('could not be reached'));
    }
    expect(connections).toBe(0);
  });

  it('are refused when a name resolves to another address between check and connection [S50]', async () => {
    // Public when the name is checked, internal when it is connected to: the address of the connection decides.
    let asked = 0;
    const rebinding = strict({
      isAllowed: (address) => {
        asked += 1;
        return asked === 1 ? true : isPublicAddress(address);
      },
    });
    await expect(rebinding.fetch(`http://public.test:${port}/`)).rejects.toMatchObject(errorWith('could not be reached'));
    expect(asked).toBe(2);
    expect(hits).toEqual([]);
  });

  it('are refused at the second redirect when a name resolves differently each time [S50]', async () => {
    const address = serve('/rebind', { location: `http://other.test:${port}/secret` }, '', 302);
    const fetcher = allowingTestServer({
      lookup: (host, answer) => resolvesTo(host === 'public.test' ? '127.0.0.1' : '10.0.0.7')(host, answer),
    });
    await expect(fetcher.fetch(address)).rejects.toMatchObject(errorWith('could not be reached'));
    expect(hits).toEqual(['/rebind']);
  });

  it('cannot be told from names that do not exist: the same words, and never sooner than the same time [S50]', async () => {
    const unreachableAfterMs = 400;
    const unknown: Lookup = (_host, answer) => answer(new Error('getaddrinfo ENOTFOUND'), []);
    const slowlyUnknown: Lookup = (host, answer) => void setTimeout(() => unknown(host, answer), 100);
    const fetchers = {
      unknown: strict({ unreachableAfterMs, lookup: unknown }),
      'unknown after a while': strict({ unreachableAfterMs, lookup: slowlyUnknown }),
      internal: strict({ unreachableAfterMs, lookup: resolvesTo('10.0.0.7') }),
      'internal beside a public address': strict({ unreachableAfterMs, lookup: resolvesTo('93.184.216.34', '10.0.0.7') }),
      'without a listener': allowingTestServer({ unreachableAfterMs, ports: [1] }),
    };
    const answers = await Promise.all(
      Object.entries(fetchers).map(async ([name, fetcher]) => {
        const start = performance.now();
        const url = `http://public.test:${name === 'without a listener' ? 1 : port}/`;
        const error: unknown = await fetcher.fetch(url).catch((error: unknown) => error);
        return [name, { error, isTooEarly: performance.now() - start < unreachableAfterMs - 1 }] as const;
      }),
    );
    for (const [name, answer] of answers)
      expect([name, answer]).toEqual([
        name,
        { error: expect.objectContaining({ message: 'This address could not be reached.' }), isTooEarly: false },
      ]);
    expect(hits).toEqual([]);
  });

  it('cannot be told from names that do not exist by a redirect that comes late either [S50]', async () => {
    const unreachableAfterMs = 300;
    answers['/late'] = (response) =>
      void setTimeout(() => response.writeHead(302, { location: `http://other.test:${port}/` }).end(), unreachableAfterMs);
    const lookup: Lookup = (host, answer) => resolvesTo(host === 'public.test' ? '127.0.0.1' : '10.0.0.7')(host, answer);
    const start = performance.now();
    const fetching = allowingTestServer({ unreachableAfterMs, lookup }).fetch(`http://public.test:${port}/late`);
    await expect(fetching).rejects.toMatchObject({ message: 'This address could not be reached.' });
    expect(performance.now() - start).toBeGreaterThanOrEqual(2 * unreachableAfterMs - 2);
  });

  it.each([
    ['http://169.254.169.254/latest/', 'not on the public internet'],
    ['http://[::1]/', 'not on the public internet'],
    ['//10.0.0.1/', 'not on the public internet'],
    ['http:\\\\10.0.0.1\\', 'not on the public internet'],
    ['https://xn--lcalhost-4za.localhost/', 'not on the public internet'],
    ['file:///etc/passwd', 'Only http'],
    ['gopher://public.test/', 'Only http'],
    ['JaVaScRiPt:alert(1)', 'Only http'],
    ['http://public.test:6379/', 'usual ports'],
    ['http://a:b@public.test/', 'user name or password'],
    ['http://public.test:80@127.0.0.1/', 'user name or password'],
    ['\\\\[fe80::1%25eth0]\\', 'not a valid address'],
  ])('are refused as the target of a redirect: %s [S50]', async (location, words) => {
    const address = serve('/redirect', { location }, '', 302);
    await expect(allowingTestServer().fetch(address)).rejects.toMatchObject(errorWith(words));
    expect(hits).toEqual(['/redirect']);
  });
});

describe('with a proxy that reaches every address, a page', () => {
  let proxy: Server;
  let destinations: string[];
  const throughProxy = (lookup: Lookup) =>
    new PageFetcher(
      { ...PUBLIC_INTERNET, ports: [port], lookup, unreachableAfterMs: 1 },
      `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    );
  const unknownName: Lookup = (host, answer) => answer(new Error(`getaddrinfo ENOTFOUND ${host}`), []);

  beforeAll(async () => {
    proxy = createServer().on('connect', (request: IncomingMessage, client: Duplex) => {
      destinations.push(request.url ?? '');
      const target = connect(port, '127.0.0.1', () => client.write('HTTP/1.1 200 Connection established\r\n\r\n'));
      target.on('error', () => client.destroy());
      client.on('error', () => target.destroy());
      target.pipe(client).pipe(target);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => proxy.close(resolve)));
  beforeEach(() => {
    destinations = [];
  });

  it.each(['10.0.0.7', '169.254.169.254', 'fd00::1'])(
    'whose name leads to the internal address %s is refused before the proxy is asked [S50]',
    async (address) => {
      const fetching = throughProxy(resolvesTo('93.184.216.34', address)).fetch(`http://wiki.test:${port}/`);
      await expect(fetching).rejects.toMatchObject(errorWith('could not be reached'));
      expect(destinations).toEqual([]);
    },
  );

  it('whose redirect leads to an internal address is refused before the proxy is asked for that address [S50]', async () => {
    serve('/moved', { location: `http://wiki.test:${port}/` }, '', 302);
    const lookup: Lookup = (host, answer) => resolvesTo(host === 'wiki.test' ? '10.0.0.7' : '93.184.216.34')(host, answer);
    const fetching = throughProxy(lookup).fetch(`http://public.test:${port}/moved`);
    await expect(fetching).rejects.toMatchObject(errorWith('could not be reached'));
    expect(destinations).toEqual([`public.test:${port}`]);
  });

  it('whose name cannot be resolved here is read through the proxy', async () => {
    const { document } = await throughProxy(unknownName).fetch(`http://public.test:${port}/`);
    expect(document.bytes.toString()).toBe('<p>internal</p>');
    expect(destinations).toEqual([`public.test:${port}`]);
  });
});

describe('a page', () => {
  it('is returned decompressed, with its type and character set', async () => {
    const html = '<p>Hello</p>';
    const plain = await allowingTestServer().fetch(serve('/page', { 'content-type': 'Text/HTML; Charset="UTF-8"' }, html));
    expect(plain.document).toEqual({ bytes: Buffer.from(html), format: 'html', charset: 'utf-8' });
    const headers = { 'content-type': 'text/plain' };
    const gzip = await allowingTestServer().fetch(serve('/gzip', { ...headers, 'content-encoding': 'gzip' }, gzipSync('packed')));
    const brotli = await allowingTestServer().fetch(
      serve('/br', { ...headers, 'content-encoding': 'br' }, brotliCompressSync('packed')),
    );
    for (const { document } of [gzip, brotli]) expect([document.bytes.toString(), document.format]).toEqual(['packed', 'text']);
  });

  it.each([
    ['text/html', 'html'],
    ['application/xhtml+xml', 'html'],
    ['text/plain', 'text'],
    ['text/markdown', 'text'],
    ['text/csv', 'csv'],
    ['application/json', 'json'],
    ['application/pdf', 'pdf'],
  ])('may be of the type %s [S51]', async (type, format) => {
    expect((await allowingTestServer().fetch(serve('/type', { 'content-type': type }, 'x'))).document.format).toBe(format);
  });

  it.each([
    'application/octet-stream',
    'image/svg+xml',
    'image/png',
    'video/mp4',
    'application/zip',
    'text/htmlx',
    'text/javascript',
    '',
  ])('may not be of the type %j [S51]', async (type) => {
    await expect(allowingTestServer().fetch(serve('/type', { 'content-type': type }, 'x'))).rejects.toMatchObject(
      errorWith('neither a page'),
    );
  });

  it('leaves no connection open after it was read [S51]', async () => {
    let closed = 0;
    server.once('connection', (socket: Socket) => socket.once('close', () => (closed += 1)));
    await allowingTestServer().fetch(serve('/close', { 'content-type': 'text/plain' }, 'x'));
    await waitFor('the end of the connection', () => closed === 1, 1000);
  });

  it('is requested without cookies and without headers that identify the installation', async () => {
    let headers: NodeJS.Dict<string | string[]> = {};
    answers['/headers'] = (response, request) => {
      headers = request.headers;
      response.writeHead(200, { 'content-type': 'text/plain', 'set-cookie': 'a=b' }).end('x');
    };
    await allowingTestServer().fetch(`http://public.test:${port}/headers#part`);
    await allowingTestServer().fetch(`http://public.test:${port}/headers`);
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('authorization');
    expect(headers['host']).toBe(`public.test:${port}`);
  });

  it('may redirect three times, but not four times [S51]', async () => {
    serve('/end', { 'content-type': 'text/plain' }, 'there');
    serve('/1', { location: '/end' }, '', 301);
    serve('/2', { location: '/1' }, '', 307);
    const three = serve('/3', { location: `http://other.test:${port}/2` }, '', 302);
    expect((await allowingTestServer().fetch(three)).document.bytes.toString()).toBe('there');
    const loop = serve('/loop', { location: '/loop' }, '', 302);
    hits = [];
    await expect(allowingTestServer().fetch(loop)).rejects.toMatchObject(errorWith('too many times'));
    expect(hits).toHaveLength(4);
  });

  it.each([404, 410, 500, 503])('with the status %i is refused', async (status) => {
    await expect(
      allowingTestServer().fetch(serve('/status', { 'content-type': 'text/html' }, 'x', status)),
    ).rejects.toMatchObject(errorWith(`(${status})`));
  });

  it('of an unreachable server is refused without details of the network', async () => {
    const away = allowingTestServer({ lookup: (_host, answer) => answer(new Error('getaddrinfo ENOTFOUND dns-7.internal'), []) });
    await expect(away.fetch('http://public.test/')).rejects.toMatchObject({ message: 'This address could not be reached.' });
    const closed = allowingTestServer({ ports: [1] });
    await expect(closed.fetch('http://public.test:1/')).rejects.toMatchObject({ message: 'This address could not be reached.' });
    answers['/broken'] = (response) =>
      void response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end('no gzip');
    await expect(allowingTestServer().fetch(`http://public.test:${port}/broken`)).rejects.toMatchObject({
      message: 'This address could not be reached.',
    });
  });
});

describe('malicious servers', () => {
  it('cannot send more than 2 MB with a gzip bomb [S51]', async () => {
    const bomb = serve('/bomb', { 'content-type': 'text/plain', 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(60_000_000)));
    const before = process.memoryUsage().rss;
    await expect(allowingTestServer().fetch(bomb)).rejects.toMatchObject(errorWith('larger than 2 MB'));
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
  });

  it('cannot send more than 2 MB with an endless stream, which is closed [S51]', async () => {
    const gone = new Promise<void>((resolve) => {
      answers['/endless'] = (response) => {
        response.writeHead(200, { 'content-type': 'text/plain' });
        const more = setInterval(() => response.write(Buffer.alloc(200_000)), 1);
        response.on('close', () => {
          clearInterval(more);
          resolve();
        });
      };
    });
    await expect(allowingTestServer().fetch(`http://public.test:${port}/endless`)).rejects.toMatchObject(
      errorWith('larger than 2 MB'),
    );
    await gone;
  });

  it.each(['/drip', '/mute', '/drip-headers'])('are given up when they respond too slowly: %s [S51]', async (path) => {
    answers['/drip'] = (response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const more = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(more));
    };
    answers['/mute'] = () => undefined;
    answers['/drip-headers'] = (response) => {
      response.socket?.write('HTTP/1.1 200 OK\r\n');
      const more = setInterval(() => response.socket?.write('x-drip: 1\r\n'), 50);
      response.on('close', () => clearInterval(more));
    };
    const start = performance.now();
    await expect(allowingTestServer({ timeoutMs: 500 }).fetch(`http://public.test:${port}${path}`)).rejects.toMatchObject(
      errorWith('too long'),
    );
    expect(performance.now() - start).toBeLessThan(3000);
  });

  it.each(['http', 'https'])('cannot keep a connection open with a name that never resolves: %s [S51]', async (scheme) => {
    const silent = allowingTestServer({ timeoutMs: 300, lookup: () => undefined });
    await expect(silent.fetch(`${scheme}://public.test/`)).rejects.toMatchObject(errorWith('too long'));
    server.closeAllConnections();
    const connections = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap');
    await waitFor('no connection', () => connections().length === 0, 250);
  });

  it.each([
    ['brotli', 'br', () => brotliCompressSync(Buffer.alloc(60_000_000))],
    ['deflate', 'deflate', () => deflateSync(Buffer.alloc(60_000_000))],
    ['gzip in gzip', 'gzip, gzip', () => gzipSync(gzipSync(Buffer.alloc(60_000_000)))],
    ['zstd, although it was not accepted', 'zstd', () => zstdCompressSync(Buffer.alloc(60_000_000))],
    ['gzip a hundred times', Array(100).fill('gzip').join(', '), () => gzipSync('x')],
  ])('cannot send a decompression bomb with %s [S51]', async (_name, encoding, bomb) => {
    const address = serve('/packed', { 'content-type': 'text/plain', 'content-encoding': encoding }, bomb());
    await expect(allowingTestServer().fetch(address)).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA',
      message: expect.stringMatching(/larger than 2 MB|could not be reached/),
    });
  });
});
