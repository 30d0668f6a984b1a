import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reverse proxy in front of the product, as an installation on the internet has one; it passes no WebSockets on. */
export interface Proxy {
  readonly baseUrl: string;
  /** From now on it does not reach the product, and says so in its own way. */
  lose(): void;
  find(): void;
  stop(): Promise<void>;
}

const HERE = '127.0.0.1';
// Nobody listens there.
const CLOSED_PORT = 1;
const BAD_GATEWAY = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';

export async function aProxy(product: string): Promise<Proxy> {
  const { hostname, port } = new URL(product);
  let isLost = false;
  const server = createServer((incoming, answer) =>
    forward(incoming, answer, { hostname, port: isLost ? CLOSED_PORT : Number(port || 80) }),
  );
  await new Promise<void>((resolve) => server.listen(0, HERE, resolve));
  return {
    baseUrl: `http://${HERE}:${(server.address() as AddressInfo).port}`,
    lose: () => void (isLost = true),
    find: () => void (isLost = false),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
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
