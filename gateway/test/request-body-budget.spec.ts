import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { gatewayUnderTest, type GatewayUnderTest } from './gateway-under-test.js';

const MB = 1_048_576;
const NEARLY_ALL = Buffer.alloc(MB - 10, 0x20);

describe('the memory budget of unfinished request bodies', () => {
  let world: GatewayUnderTest;
  const open: Socket[] = [];
  const path = `/api/bots/${randomUUID()}/knowledge`;

  beforeAll(async () => {
    world = await gatewayUnderTest();
  });
  afterEach(() => open.splice(0).forEach((socket) => socket.destroy()));
  afterAll(() => world.close());

  /** Sends nearly all of a 1 MiB body and leaves the request open. */
  async function begin(address: string): Promise<{ answer: () => string }> {
    const socket = connect(Number(new URL(world.baseUrl).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('error', () => undefined);
    open.push(socket);
    await once(socket, 'connect');
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: kith',
      `X-Forwarded-For: ${address}`,
      `Authorization: Bearer ${world.client().token}`,
      'Content-Type: application/json',
      `Content-Length: ${MB}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(NEARLY_ALL);
    return { answer: () => answer };
  }
  const login = (address: string) =>
    world.send('POST', '/api/auth/login', {
      headers: { 'x-forwarded-for': address },
      body: { username: 'kim', password: 'correct horse' },
    });
  /** A body of half a megabyte, which the service refuses. */
  const large = (address: string) =>
    world.send('POST', path, {
      headers: { 'x-forwarded-for': address, authorization: `Bearer ${world.client().token}` },
      body: { title: 'Tides', content: 'x'.repeat(500_000) },
    });

  it('is 16 MB per network and does not affect small bodies and other networks [S39]', async () => {
    const begun = await Promise.all(Array.from({ length: 20 }, () => begin('203.0.113.7')));
    const refused = () => begun.filter(({ answer }) => answer().includes('RATE_LIMITED'));
    await waitFor('refusals', () => refused().length >= 4, 20_000);
    expect(refused()[0]?.answer()).toMatch(/^HTTP\/1.1 429 [\s\S]*retry-after: 5/i);
    expect((await login('203.0.113.7')).status).toBe(200);
    expect((await large('203.0.113.8')).status).toBe(400);
    for (const socket of open.splice(0)) socket.destroy();
    await waitFor('released memory', async () => (await large('203.0.113.7')).status === 400);
  });

  it('is 128 MB for all networks together [S39]', async () => {
    const networks = Array.from({ length: 10 }, (_, at) => `198.51.100.${at}`);
    const begun = await Promise.all(networks.flatMap((network) => Array.from({ length: 14 }, () => begin(network))));
    const refused = () => begun.filter(({ answer }) => answer().includes('OVERLOADED'));
    // Sending 140 MB over the loopback interface takes long on a busy machine.
    await waitFor('refusals', () => refused().length >= 8, 45_000);
    expect((await login('203.0.113.9')).status).toBe(200);
  }, 60_000);

  it('logs no error when it refuses a body', () => {
    expect(world.log.filter((line) => line.includes('request failed'))).toEqual([]);
  });
});
