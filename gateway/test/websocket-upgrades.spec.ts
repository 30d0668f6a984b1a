import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { auth, events } from '@kith/proto';
import { WebSocket } from 'ws';
import { gatewayUnderTest, type Client, type GatewayUnderTest } from './gateway-under-test.js';

const PROTOCOL = 'graphql-transport-ws';

describe('HTTP upgrade requests', () => {
  let world: GatewayUnderTest;
  let kim: Client;

  beforeAll(async () => {
    world = await gatewayUnderTest();
    kim = world.client();
  });
  afterAll(() => world.close());

  const liveUrl = () => `${world.baseUrl.replace('http', 'ws')}/graphql`;
  const port = () => Number(new URL(world.baseUrl).port);
  const upgrade = (path: string, headers: Record<string, string> = {}, protocol = 'websocket', method = 'GET') => {
    const all = {
      host: 'kith.test',
      connection: 'Upgrade',
      upgrade: protocol,
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    return [`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  };

  /** Sends a text and does not close its side of the connection when the server does. */
  async function sendHalfOpen(text: string): Promise<{ socket: Socket; answer: () => string }> {
    const socket = connect({ port: port(), host: '127.0.0.1', allowHalfOpen: true });
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(text);
    return { socket, answer: () => answer };
  }
  const openConnections = () =>
    new Promise<number>((resolve, reject) =>
      world.gateway.app
        .getHttpServer()
        .getConnections((error: Error | null, count: number) => (error ? reject(error) : resolve(count))),
    );

  it.each<[string, string, Record<string, string>, number, string]>([
    ['at the path of a REST route', '/api/bots', {}, 404, 'NOT_FOUND'],
    ['at an unknown path', '/live', {}, 404, 'NOT_FOUND'],
    ['from a page of another site', '/graphql', { origin: 'https://evil.example' }, 403, 'CROSS_ORIGIN'],
    ['with an invalid Host header', '/graphql', { host: 'a b' }, 400, 'MALFORMED'],
  ])('are refused %s like other requests, and their connection is closed [S62]', async (_where, path, headers, status, code) => {
    const { socket, answer } = await sendHalfOpen(upgrade(path, headers));
    await waitFor('the refusal', () => answer().includes(code));
    expect(answer()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer().toLowerCase()).toContain('x-content-type-options: nosniff');
    await waitFor('the end of the connection', async () => (await openConnections()) === 0);
    socket.destroy();
  });

  it('for an unknown protocol are answered as ordinary requests as RFC 9110 requires', async () => {
    const { socket, answer } = await sendHalfOpen(upgrade('/health/live', {}, 'h2c'));
    await waitFor('the answer', () => answer().includes('{"status":"ok"}'));
    expect(answer()).toMatch(/^HTTP\/1.1 200 /);
    socket.destroy();
    const write = await sendHalfOpen(`${upgrade('/api/bots', { 'content-length': '2' }, 'h2c', 'POST')}{}`);
    await waitFor('the refusal', () => write.answer().includes('MALFORMED'));
    write.socket.destroy();
  });

  it('do not count towards the limit of a user when they disconnect during authentication', async () => {
    const busy = world.client();
    const asked = () => world.stubs.calls.filter(({ name }) => name === auth.resolve.name).length;
    for (let at = 0; at < 25; at += 1) {
      const before = asked();
      // Empties the session cache, so that the gateway calls the auth service.
      await world.runtime.events.publish(events.actorDropped, { userId: busy.actor.userId });
      const socket = new WebSocket(liveUrl(), PROTOCOL);
      await once(socket, 'open');
      socket.send(JSON.stringify({ type: 'connection_init', payload: { token: busy.token } }), () => socket.terminate());
      await waitFor('the call of the auth service', () => asked() > before || at > 0);
    }
    await waitFor('the end of all connections', async () => (await openConnections()) === 0);
    const socket = new WebSocket(liveUrl(), PROTOCOL);
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: { token: busy.token } }));
    const [message] = await once(socket, 'message');
    expect(JSON.parse(String(message))).toEqual({ type: 'connection_ack' });
    socket.terminate();
  });

  it('are closed with 1008 when they send too many messages', async () => {
    const socket = new WebSocket(liveUrl(), PROTOCOL);
    const closed = once(socket, 'close');
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: { token: kim.token } }));
    for (let at = 0; at < 500; at += 1) socket.send(JSON.stringify({ type: 'ping' }));
    expect((await closed)[0]).toBe(1008);
  });

  it('do not delay shutdown when the client does not close its connection', async () => {
    const other = await gatewayUnderTest();
    const socket = connect({ port: Number(new URL(other.baseUrl).port), host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(upgrade('/graphql', { 'sec-websocket-protocol': PROTOCOL }));
    const [head] = await once(socket, 'data');
    expect(String(head)).toMatch(/^HTTP\/1.1 101 /);
    const start = performance.now();
    await other.close();
    // The gateway waits 1 s for the close frame; an open connection would delay the shutdown by 8 s.
    expect(performance.now() - start).toBeLessThan(8000);
    socket.destroy();
  });
});
