import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** A reverse proxy in front of the product. */
export interface Proxy {
  readonly baseUrl: string;
  /** From now on it answers with its own error page instead of the product. */
  lose(): void;
  find(): void;
  /** Closes all WebSockets and accepts none until told otherwise. */
  cutSockets(): void;
  passSockets(): void;
  stop(): Promise<void>;
}

const HERE = '127.0.0.1';
// No server listens on that port.
const CLOSED_PORT = 1;
const BAD_GATEWAY = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';

export async function aProxy(product: string): Promise<Proxy> {
  const { hostname, port } = new URL(product);
  let isLost = false;
  let isDeaf = false;
  const sockets = new Set<Duplex>();
  const server = createServer((incoming, answer) =>
    forward(incoming, answer, { hostname, port: isLost ? CLOSED_PORT : Number(port || 80) }),
  );
  server.on('upgrade', (incoming, socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    if (isLost || isDeaf) socket.destroy();
    else join(incoming, socket, { hostname, port: Number(port || 80) });
  });
  const cutSockets = (): void => {
    isDeaf = true;
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, HERE, resolve));
  return {
    baseUrl: `http://${HERE}:${(server.address() as AddressInfo).port}`,
    lose: () => void (isLost = true),
    find: () => void (isLost = false),
    cutSockets,
    passSockets: () => void (isDeaf = false),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cutSockets();
        server.closeAllConnections();
      }),
  };
}

interface Upstream {
  readonly hostname: string;
  readonly port: number;
}

function forward(incoming: IncomingMessage, answer: ServerResponse, upstream: Upstream): void {
  const { method, url, headers } = incoming;
  const outgoing = request({ ...upstream, method, path: url, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
  });
  outgoing.on('error', () => {
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502, { 'content-type': 'text/html' }).end(BAD_GATEWAY);
  });
  incoming.pipe(outgoing);
}

function join({ method, url, headers }: IncomingMessage, socket: Duplex, upstream: Upstream): void {
  const outgoing = request({ ...upstream, method, path: url, headers });
  outgoing.on('error', () => socket.destroy());
  outgoing.on('response', () => socket.destroy());
  outgoing.on('upgrade', ({ rawHeaders }, other, head) => {
    const lines = Array.from({ length: rawHeaders.length / 2 }, (_, at) => `${rawHeaders[2 * at]}: ${rawHeaders[2 * at + 1]}`);
    socket.write(['HTTP/1.1 101 Switching Protocols', ...lines, '', ''].join('\r\n'));
    socket.write(head);
    socket.pipe(other).pipe(socket);
    for (const [one, another] of [
      [socket, other],
      [other, socket],
    ] as const)
      one.on('error', () => another.destroy()).on('close', () => another.destroy());
  });
  outgoing.end();
}
