import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { PUBLIC_INTERNET, PageFetcher, type NetworkRules } from '../src/pages/page-fetcher.js';

/** The rules for the public internet, except that the test server counts as public. */
const NETWORK: NetworkRules = {
  ...PUBLIC_INTERNET,
  unreachableAfterMs: 1,
  isAllowed: (address) => address === '127.0.0.1',
  lookup: (_host, answer) => answer(null, [{ address: '127.0.0.1', family: 4 }]),
};

describe('PageFetcher with servers that violate HTTP', () => {
  it.each([
    ['without a status line', 'hello'],
    ['with thousands of headers', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}\r\nhello`],
    ['with a chunk of no size', 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nhello'],
    ['with two lengths', 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello!'],
    ['shorter than it says', 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 500\r\n\r\nhello'],
    [
      'that ends in the middle',
      'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n',
    ],
    ['that switches protocols', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nhello'],
  ])('refuses a response %s [S51]', async (_what, answer) => {
    const raw = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(answer));
    });
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
    const { port: rawPort } = raw.address() as AddressInfo;
    try {
      const fetching = new PageFetcher({ ...NETWORK, ports: [rawPort] }).fetch(`http://public.test:${rawPort}/`);
      await expect(fetching).rejects.toMatchObject({ message: 'This address could not be reached.' });
    } finally {
      await new Promise((resolve) => raw.close(resolve));
    }
  });
});
