import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from '../logger.js';
import type { Destinations } from './destinations.js';
import { isPublicAddress } from './public-address.js';

export interface EgressProxyOptions {
  readonly destinations: Destinations;
  readonly logger: Logger;
  /** For tests. */
  readonly lookup?: (host: string, answer: (error: Error | null, addresses: readonly LookupAddress[]) => void) => void;
  readonly isPublic?: (address: string) => boolean;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** Longer than the 45 s between Discord's heartbeats. */
const IDLE_TIMEOUT_MS = 300_000;
const MAX_CONNECTIONS = 4096;
const REFUSED = 'HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
const UNREACHABLE = 'HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
const ESTABLISHED = 'HTTP/1.1 200 Connection established\r\n\r\n';

/**
 * An HTTP proxy that only knows CONNECT and the destinations of one service, which has no other connection out of its network
 * (docs/security.md S52). Answers 403 to other destinations, and 502 without a reason when a host does not exist, does not answer or has
 * no public address. The connection goes to the address that was checked, so that a second answer of the name server changes nothing.
 */
export function createEgressProxy(options: EgressProxyOptions): Server {
  const server = createServer((_request, response) => {
    response.writeHead(405, { allow: 'CONNECT', connection: 'close' }).end();
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connect', (request, client, head) => void tunnel(request, client, head, options));
  return server;
}

async function tunnel({ url = '' }: IncomingMessage, client: Duplex, head: Buffer, options: EgressProxyOptions): Promise<void> {
  client.on('error', () => undefined);
  const [host, port] = parseAuthority(url);
  const allowed = options.destinations.find(host, port);
  if (!allowed) {
    options.logger.warn({ host, port }, 'a connection was refused: EGRESS_ALLOW does not contain its destination');
    client.end(REFUSED);
    return;
  }
  try {
    const addresses = await resolve(host, options);
    const isPublic = options.isPublic ?? isPublicAddress;
    if (allowed === 'public address' && !addresses.every(({ address }) => isPublic(address))) throw new Error('not public');
    const target = await firstReachable(addresses, port);
    client.on('close', () => target.destroy());
    target.on('close', () => client.destroy());
    target.setTimeout(IDLE_TIMEOUT_MS, () => target.destroy());
    client.write(ESTABLISHED);
    target.write(head);
    target.pipe(client).pipe(target);
    if (client.destroyed) target.destroy();
  } catch (error) {
    options.logger.debug({ err: error, host, port }, 'a destination could not be reached');
    client.end(UNREACHABLE);
  }
}

/** Host and port of the request line, `host:port` or `[address]:port`; a port of NaN matches no destination. */
function parseAuthority(authority: string): [host: string, port: number] {
  const [, ipv6, name, port] = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(authority) ?? [];
  return [ipv6 ?? name ?? '', Number(port)];
}

function resolve(host: string, { lookup }: EgressProxyOptions): Promise<readonly LookupAddress[]> {
  if (isIP(host) > 0) return Promise.resolve([{ address: host, family: isIP(host) }]);
  return new Promise((resolve, reject) => {
    const answer = (error: Error | null, addresses: readonly LookupAddress[]) =>
      error || addresses.length === 0 ? reject(error ?? new Error('no address')) : resolve(addresses);
    if (lookup) lookup(host, answer);
    else systemLookup(host, { all: true, verbatim: true }, answer);
  });
}

async function firstReachable(addresses: readonly LookupAddress[], port: number): Promise<Socket> {
  let reason: unknown;
  for (const { address } of addresses) {
    try {
      // One after the other, like every client does.
      // oxlint-disable-next-line no-await-in-loop
      return await open(address, port);
    } catch (error) {
      reason = error;
    }
  }
  throw reason;
}

function open(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: CONNECT_TIMEOUT_MS });
    socket.once('error', reject);
    socket.once('timeout', () => socket.destroy(new Error('timeout')));
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.removeAllListeners('timeout');
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}
