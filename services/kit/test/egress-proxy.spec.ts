import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@kith/kit';
import { parseDestinations } from '../src/egress/destinations.js';
import { createEgressProxy, type EgressProxyOptions } from '../src/egress/proxy.js';

let target: Server;
let proxy: Server;
let port: number;
let hits: number;
const addresses: Record<string, string[]> = {};
let lookups: string[];

const lookup: EgressProxyOptions['lookup'] = (host, answer) => {
  lookups.push(host);
  const found = addresses[host];
  if (!found) return answer(new Error(`getaddrinfo ENOTFOUND ${host}`), []);
  return answer(
    null,
    found.map((address) => ({ address, family: 4 })),
  );
};
const portOf = (server: Server) => (server.address() as AddressInfo).port;
const listen = async (server: Server) => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

beforeAll(async () => {
  target = await listen(createServer((_request, response) => void (hits++, response.end('reached'))));
  port = portOf(target);
  addresses['named.test'] = ['127.0.0.1'];
  addresses['a.wild.test'] = ['127.0.0.1'];
  addresses['half.wild.test'] = ['127.0.0.2', '127.0.0.1'];
  addresses['private.wild.test'] = ['127.0.0.1'];
  proxy = await listen(
    createEgressProxy({
      destinations: parseDestinations(`http://named.test:${port} http://*.wild.test:${port} http://closed.test:1`),
      logger: createLogger('silent'),
      lookup,
      // 127.0.0.1 counts as public for one name only, so that the same listener serves for both.
      isPublic: (address) => address === '127.0.0.1' && lookups.at(-1) !== 'private.wild.test',
    }),
  );
});
afterAll(async () => {
  for (const server of [proxy, target]) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
beforeEach(() => {
  hits = 0;
  lookups = [];
});

/** The status of CONNECT, and what a request through the tunnel answers. */
async function through(authority: string): Promise<{ status: number; body?: string }> {
  const asking = request({ host: '127.0.0.1', port: portOf(proxy), method: 'CONNECT', path: authority, agent: false }).end();
  const [response, socket] = (await once(asking, 'connect')) as [{ statusCode: number }, Socket];
  if (response.statusCode !== 200) return { status: response.statusCode };
  const inner = request({ createConnection: () => socket, path: '/', headers: { host: authority, connection: 'close' } }).end();
  const [answer] = (await once(inner, 'response')) as [NodeJS.ReadableStream];
  return { status: 200, body: await text(answer) };
}

describe('the egress proxy of a service', () => {
  it('leads to a host that is named, also at a private address, and to names below a wildcard [S52]', async () => {
    expect(await through(`named.test:${port}`)).toEqual({ status: 200, body: 'reached' });
    expect(await through(`a.wild.test:${port}`)).toEqual({ status: 200, body: 'reached' });
    expect(hits).toBe(2);
  });

  it.each(['other.test:443', 'named.test:6379', '127.0.0.1:6379', '[::1]:443', 'named.test', 'named.test:99999', 'x y:1'])(
    'is closed for another destination, whose name is not even looked up: %s [S52]',
    async (authority) => {
      const socket = connect(portOf(proxy), '127.0.0.1').end(`CONNECT ${authority} HTTP/1.1\r\nHost: x\r\n\r\n`);
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 40[03] /);
      expect([lookups, hits]).toEqual([[], 0]);
    },
  );

  it('answers alike for a name below a wildcard that does not exist and one that has a private address [S50] [S52]', async () => {
    for (const name of ['unknown.wild.test', 'private.wild.test', 'half.wild.test'])
      expect([name, await through(`${name}:${port}`)]).toEqual([name, { status: 502 }]);
    expect(hits).toBe(0);
  });

  it('answers alike for a host that refuses the connection', async () => {
    addresses['closed.test'] = ['127.0.0.1'];
    expect(await through('closed.test:1')).toEqual({ status: 502 });
  });

  it('is no proxy for anything but tunnels [S52]', async () => {
    const socket = connect(portOf(proxy), '127.0.0.1').end(
      `GET http://named.test:${port}/ HTTP/1.1\r\nHost: named.test\r\nConnection: close\r\n\r\n`,
    );
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 405 /);
    expect(hits).toBe(0);
  });

  it('ends the connection to the host when the service ends its own, and the other way round', async () => {
    const opened = once(target, 'connection') as Promise<[Socket]>;
    const client = connect(portOf(proxy), '127.0.0.1');
    client.write(`CONNECT named.test:${port} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(client, 'data');
    const [first] = await opened;
    const closed = once(first, 'close');
    client.destroy();
    await closed;

    const reopened = once(target, 'connection') as Promise<[Socket]>;
    const other = connect(portOf(proxy), '127.0.0.1');
    other.write(`CONNECT named.test:${port} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(other, 'data');
    const [second] = await reopened;
    second.destroy();
    await once(other.resume(), 'close');
  });
});
