import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { SERVICES } from '@kith/proto';
import { startGateway } from '../src/index.js';
import { gatewayUnderTest, type Client, type GatewayUnderTest } from './gateway-under-test.js';
import { open } from './http-client.js';
import { ENDLESS } from './stubs/values.js';

// The default of the RPC client.
const CALL_TIMEOUT_MS = 10_000;
const PATH = '/api/bots/7d3d4a1e-5f0c-4d2a-9c1b-2f6f0a5e8b11';

describe('the gateway during outages', () => {
  let world: GatewayUnderTest;
  let kim: Client;

  beforeAll(async () => {
    world = await gatewayUnderTest();
    kim = world.client();
  });
  afterAll(() => world.close());

  /** Asserts that an answer comes long before the timeout of a call, although the machine may be busy. */
  const withoutTimeout = async <T>(work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const result = await work();
    expect(performance.now() - start).toBeLessThan(CALL_TIMEOUT_MS / 2);
    return result;
  };

  it('is ready while Redis and all services are available', async () => {
    const answer = await world.send('GET', '/health/ready');
    const checks = Object.fromEntries(['redis', ...SERVICES].map((name) => [name, 'ok']));
    expect([answer.status, answer.body]).toMatchObject([200, { ready: true, checks }]);
  });

  it('fails to start with EADDRINUSE when its port is in use', async () => {
    const { port } = new URL(world.baseUrl);
    const taken = { ...world.runtime, config: { ...world.runtime.config, PORT: Number(port) } };
    await expect(startGateway(taken)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('answers UNAVAILABLE for an unavailable service and works for the others', async () => {
    await world.stop('knowledge');
    const answer = await withoutTimeout(() => kim.ask('GET', `${PATH}/knowledge`));
    expect([answer.status, answer.headers['retry-after'], answer.body]).toMatchObject([
      503,
      '2',
      { code: 'UNAVAILABLE', retryAfterS: 2 },
    ]);
    const graphql = await withoutTimeout(() =>
      kim.graphql('{ knowledge(botId: "7d3d4a1e-5f0c-4d2a-9c1b-2f6f0a5e8b11") { total } }'),
    );
    expect(graphql.body).toMatchObject({ errors: [{ extensions: { code: 'UNAVAILABLE', statusCode: 503, retryAfterS: 2 } }] });
    expect((await kim.ask('GET', PATH)).status).toBe(200);
    const ready = await world.send('GET', '/health/ready');
    expect([ready.status, ready.body]).toMatchObject([503, { ready: false, checks: { knowledge: 'failed', bots: 'ok' } }]);
    expect((await world.send('GET', '/health/live')).body).toEqual({ status: 'ok' });
  });

  it('answers UNAVAILABLE, not UNAUTHENTICATED, while the auth service is unavailable', async () => {
    const recent = world.client();
    expect((await recent.ask('GET', '/api/credits')).status).toBe(200);
    await world.stop('auth');
    const otherUser = world.client();
    const sent: Record<string, string>[] = [
      { authorization: `Bearer ${otherUser.token}` },
      { cookie: `kith=${otherUser.cookie}` },
    ];
    for (const headers of sent) {
      const answer = await withoutTimeout(() => world.send('GET', '/api/credits', { headers }));
      expect([answer.status, answer.body]).toMatchObject([503, { code: 'UNAVAILABLE' }]);
    }
    // The gateway caches a session for 10 s.
    expect((await recent.ask('GET', '/api/credits')).status).toBe(200);
  });

  it('completes running responses during shutdown', async () => {
    const other = await gatewayUnderTest();
    const response = await open(other.baseUrl, 'POST', `${PATH}/chat/stream`, {
      headers: { authorization: `Bearer ${other.client().token}` },
      body: { message: ENDLESS },
    });
    let text = '';
    response.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const stopping = other.gateway.stopWork();
    await waitFor('a refused connection', () =>
      other.send('GET', '/health/live').then(
        () => false,
        () => true,
      ),
    );
    const words = text.length;
    await waitFor('more text', () => text.length > words + 100);
    response.destroy();
    await stopping;
    await other.close();
  });
});
