import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

/** A website and the proxy over which the product reaches it, in one server. */
export interface Website {
  /** As owners type it. */
  readonly address: string;
  /** For HTTPS_PROXY. */
  readonly proxyUrl: string;
  stop(): Promise<void>;
}

const HERE = '127.0.0.1';
/** A public address, because pages of others are not read. The proxy leads it here, so that nothing is asked of the internet. */
const ADDRESS = '93.184.216.34';

/** Pages in HTML by their paths. */
export async function aWebsite(pages: Readonly<Record<string, string>>): Promise<Website> {
  const server = createServer((request, response) => {
    const page = pages[request.url ?? ''];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, HERE, resolve));
  const { port } = server.address() as AddressInfo;
  server.on('connect', ({ url }, client) => {
    if (url !== `${ADDRESS}:80`) return client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const target = connect(port, HERE, () => client.write('HTTP/1.1 200 Connection established\r\n\r\n'));
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
    return target.pipe(client).pipe(target);
  });
  return {
    address: `http://${ADDRESS}`,
    proxyUrl: `http://${HERE}:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
